/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/jsontext.h"
#include "report/import.h"
#include "report/import_store.h"

static const char *const set_files[] = { "plan.json", "host.json", "runs.jsonl",
					 "summaries.jsonl" };

/* Folders on their way: written under a name of their own, then renamed. */
struct place {
	char *root; /* folder that holds `work`; where sets come to stand */
	char *work; /* root/.import-XXXXXX */
	bool made_root;
	struct strlist names; /* of the sets, within root */
	size_t renamed;       /* how many stand where they belong */
};

/* --- files of one set --------------------------------------------------------------------- */

/* Opens folder/name for writing; it must not be there. */
static FILE *create(const char *folder, const char *name, struct errmsg *e)
{
	char *path = NULL;
	FILE *out = NULL;

	if (asprintf(&path, "%s/%s", folder, name) < 0)
		path = NULL;
	else
		out = fopen(path, "wxe");
	if (!out)
		errmsg_errno(e, path ? errno : ENOMEM, "%s", path ? path : name);
	free(path);
	return out;
}

/* Closes a file that was written to; the first thing that went wrong is in e. */
static int finish(FILE *out, int ret, const char *name, struct errmsg *e)
{
	bool bad = ferror(out) || (!ret && (fflush(out) || fsync(fileno(out))));

	if (fclose(out) || bad)
		ret = ret ? ret : errmsg_errno(e, errno ? errno : EIO, "%s", name);
	return ret;
}

/* Writes and frees one line. */
static int put_line(FILE *out, char *line, const char *name, struct errmsg *e)
{
	int ret = 0;

	if (!line)
		return errmsg_errno(e, ENOMEM, "%s", name);
	if (fprintf(out, "%s\n", line) < 0)
		ret = errmsg_errno(e, errno, "%s", name);
	free(line);
	return ret;
}

static int write_runs(const struct import_set *s, const char *folder, struct errmsg *e)
{
	FILE *out = s->n_runs ? create(folder, "runs.jsonl", e) : NULL;
	int ret = 0;

	if (!out)
		return s->n_runs ? -EIO : 0;
	for (size_t i = 0; i < s->n_runs && !ret; i++)
		ret = put_line(out, record_write(&s->runs[i]), "runs.jsonl", e);
	return finish(out, ret, "runs.jsonl", e);
}

static int write_summaries(const struct import_set *s, const char *folder, struct errmsg *e)
{
	FILE *out = s->summaries.n ? create(folder, "summaries.jsonl", e) : NULL;
	int ret = 0;

	if (!out)
		return s->summaries.n ? -EIO : 0;
	for (size_t i = 0; i < s->summaries.n && !ret; i++)
		ret = put_line(out, summary_write(&s->summaries.v[i]), "summaries.jsonl", e);
	return finish(out, ret, "summaries.jsonl", e);
}

static int write_json(json_t *o, const char *folder, const char *name, struct errmsg *e)
{
	char *path = NULL;
	int ret;

	if (!o || asprintf(&path, "%s/%s", folder, name) < 0)
		ret = errmsg_errno(e, ENOMEM, "%s", name);
	else
		ret = jsontext_save(path, o, e);
	json_decref(o);
	free(path);
	return ret;
}

static int write_set(const struct import_set *s, const struct import_options *o, const char *label,
		     const char *folder, struct errmsg *e)
{
	int ret;

	if (mkdir(folder, 0777))
		return errmsg_errno(e, errno, "%s", folder);
	if ((ret = write_json(import_plan_json(s, o, label), folder, "plan.json", e)) ||
	    (ret = write_json(import_host_json(), folder, "host.json", e)) ||
	    (ret = write_summaries(s, folder, e)))
		return ret;
	return write_runs(s, folder, e);
}

static void remove_set(const char *folder)
{
	char *path;

	for (size_t i = 0; i < sizeof(set_files) / sizeof(*set_files); i++) {
		if (asprintf(&path, "%s/%s", folder, set_files[i]) < 0)
			continue;
		unlink(path);
		free(path);
	}
	rmdir(folder);
}

/* --- where they go ------------------------------------------------------------------------ */

/* 1: a folder with something in it, or no folder at all but something else. */
static int is_taken(const char *path)
{
	DIR *dir = opendir(path);
	const struct dirent *entry;
	int taken = 0;

	if (!dir)
		return errno == ENOENT ? 0 : 1;
	while (!taken && (entry = readdir(dir)))
		taken = strcmp(entry->d_name, ".") && strcmp(entry->d_name, "..");
	closedir(dir);
	return taken;
}

/* The folders above path, as mkdir -p does; path itself not. */
static int make_parents(const char *path, struct errmsg *e)
{
	char *copy = strdup(path);
	int ret = copy ? 0 : errmsg_errno(e, ENOMEM, "%s", path);

	for (char *p = copy ? strchr(copy + 1, '/') : NULL; p && !ret; p = strchr(p + 1, '/')) {
		*p = '\0';
		if (mkdir(copy, 0777) && errno != EEXIST)
			ret = errmsg_errno(e, errno, "%s", copy);
		*p = '/';
	}
	free(copy);
	return ret;
}

/*
 * What a label is called as a folder: / and what cannot be seen become _, and it must not be
 * hidden. The caller frees it.
 */
static char *folder_name(const char *label)
{
	char *name = strndup(*label ? label : "set", 100);

	for (char *p = name; p && *p; p++)
		if (*p == '/' || (unsigned char)*p < 0x20 || *p == 0x7f ||
		    (p == name && (*p == '.' || *p == '-')))
			*p = '_';
	return name;
}

/* Two labels may be called the same as folders: the second gets a number. */
static int add_name(struct strlist *names, const char *label)
{
	char *name = folder_name(label), *other = NULL;
	int ret = name ? 0 : -ENOMEM;

	for (int i = 2; !ret && strlist_has(names, other ? other : name); i++) {
		free(other);
		if (asprintf(&other, "%s-%d", name, i) < 0) {
			other = NULL;
			ret = -ENOMEM;
		}
	}
	if (!ret)
		ret = strlist_add(names, other ? other : name);
	free(name);
	free(other);
	return ret;
}

static int add_series_name(struct strlist *names, size_t series)
{
	char name[48];

	snprintf(name, sizeof(name), "series-%zu", series + 1);
	return add_name(names, name);
}

static int name_all(struct place *p, const struct import_result *r)
{
	for (size_t i = 0; i < r->n_sets; i++) {
		const struct import_set *s = &r->sets[i];
		int ret = s->label ? add_name(&p->names, s->label)
				   : add_series_name(&p->names, s->series);

		if (ret)
			return ret;
	}
	return 0;
}

/* One set: its folder is path itself, the last word of it. */
static int split_path(struct place *p, const char *path)
{
	const char *slash = strrchr(path, '/');

	if (!slash)
		p->root = strdup(".");
	else
		p->root = strndup(path, slash == path ? 1 : (size_t)(slash - path));
	if (!p->root)
		return -ENOMEM;
	return strlist_add(&p->names, slash ? slash + 1 : path);
}

static char *target(const struct place *p, size_t i)
{
	bool bare = !strcmp(p->root, ".");
	char *path;

	if (asprintf(&path, "%s%s%s", bare ? "" : p->root, bare ? "" : "/", p->names.v[i]) < 0)
		return NULL;
	return path;
}

static int refuse_if_taken(const struct place *p, struct errmsg *e)
{
	int ret = 0;

	for (size_t i = 0; i < p->names.n && !ret; i++) {
		char *path = target(p, i);

		if (!path)
			ret = errmsg_errno(e, ENOMEM, "%s", p->names.v[i]);
		else if (is_taken(path))
			ret = errmsg_set(e, EEXIST, "%s is there already and not empty", path);
		free(path);
	}
	return ret;
}

/* Several sets never go into the folder of one. */
static int refuse_if_set(const char *path, struct errmsg *e)
{
	int ret = 0;

	for (size_t i = 0; i < sizeof(set_files) / sizeof(*set_files) && !ret; i++) {
		char *file;

		if (asprintf(&file, "%s/%s", path, set_files[i]) < 0)
			return errmsg_errno(e, ENOMEM, "%s", path);
		if (!access(file, F_OK))
			ret = errmsg_set(e, EEXIST, "%s is a result set already", path);
		free(file);
	}
	return ret;
}

static int place_find(struct place *p, const struct import_result *r, const char *path,
		      struct errmsg *e)
{
	int ret = r->n_sets > 1 ? refuse_if_set(path, e) : 0;

	if (ret)
		return ret;
	if (r->n_sets == 1)
		ret = split_path(p, path);
	else if ((p->root = strdup(path)))
		ret = name_all(p, r);
	if (ret || !p->root)
		return errmsg_errno(e, ENOMEM, "%s", path);
	return refuse_if_taken(p, e);
}

static int place_make(struct place *p, const char *path, struct errmsg *e)
{
	int ret = make_parents(path, e);

	if (ret)
		return ret;
	p->made_root = !mkdir(p->root, 0777);
	if (!p->made_root && errno != EEXIST)
		return errmsg_errno(e, errno, "%s", p->root);
	if (asprintf(&p->work, "%s/.import-XXXXXX", p->root) < 0)
		p->work = NULL;
	if (!p->work)
		return errmsg_errno(e, ENOMEM, "%s", p->root);
	if (mkdtemp(p->work))
		return 0;
	ret = errmsg_errno(e, errno, "%s", p->root);
	free(p->work);
	p->work = NULL;
	return ret;
}

static char *draft(const struct place *p, size_t i)
{
	char *path;

	return asprintf(&path, "%s/%zu", p->work, i) < 0 ? NULL : path;
}

static int move_into_place(struct place *p, struct strlist *written, struct errmsg *e)
{
	int ret = 0;

	while (p->renamed < p->names.n && !ret) {
		char *from = draft(p, p->renamed), *to = target(p, p->renamed);

		if (!from || !to || strlist_add(written, to))
			ret = errmsg_errno(e, ENOMEM, "%s", p->root);
		else if (rename(from, to))
			ret = errmsg_errno(e, errno, "%s", to);
		else
			p->renamed++;
		free(from);
		free(to);
	}
	return ret;
}

/* Takes away what is not wanted: drafts always, finished sets when one of them failed. */
static void place_clear(struct place *p, bool failed)
{
	for (size_t i = 0; p->work && i < p->names.n; i++) {
		char *path = i < p->renamed ? target(p, i) : draft(p, i);

		if (path && (failed || i >= p->renamed))
			remove_set(path);
		free(path);
	}
	if (p->work)
		rmdir(p->work);
	if (failed && p->made_root)
		rmdir(p->root);
	free(p->root);
	free(p->work);
	strlist_release(&p->names);
}

static int write_all(const struct place *p, const struct import_result *r,
		     const struct import_options *o, struct errmsg *e)
{
	int ret = 0;

	for (size_t i = 0; i < r->n_sets && !ret; i++) {
		char *path = draft(p, i);

		if (path)
			ret = write_set(&r->sets[i], o, p->names.v[i], path, e);
		else
			ret = errmsg_errno(e, ENOMEM, "%s", p->root);
		free(path);
	}
	return ret;
}

/* The path without the slashes at its end; the caller frees it. */
static char *without_slashes(const char *path)
{
	size_t len = strlen(path);

	while (len > 1 && path[len - 1] == '/')
		len--;
	return strndup(path, len);
}

int import_store(const struct import_result *r, const struct import_options *o, const char *path,
		 struct strlist *written, struct errmsg *e)
{
	char *plain = without_slashes(path);
	struct place p = { 0 };
	int ret;

	if (!plain || !*plain) {
		ret = errmsg_set(e, EINVAL, "-o '%s' names no folder", path);
		goto out;
	}
	ret = place_find(&p, r, plain, e);
	if (!ret)
		ret = place_make(&p, plain, e);
	if (!ret)
		ret = write_all(&p, r, o, e);
	if (!ret)
		ret = move_into_place(&p, written, e);
	place_clear(&p, ret != 0);
out:
	free(plain);
	return ret;
}
