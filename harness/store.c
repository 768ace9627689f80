/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/store.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/jsontext.h"
#include "lib/topology.h"
#include "lib/writeall.h"

#define RUNS_FILE  "runs.jsonl"
#define TORN_FILE  "runs.jsonl.torn"
#define JSON_LIMIT (256 << 20)

int store_check_name(const char *what, const char *name, struct errmsg *e)
{
	if (!*name || strlen(name) > 200)
		return errmsg_set(e, EINVAL, "%s: a label has 1 to 200 characters", what);
	if (*name == '.' || strchr(name, '/'))
		return errmsg_set(e, EINVAL, "%s '%s': a label has no '/' and no leading '.'", what,
				  name);
	for (const char *p = name; *p; p++)
		if ((unsigned char)*p < 0x20 || *p == 0x7f)
			return errmsg_set(e, EINVAL, "%s: a label has no control characters", what);
	return 0;
}

int store_prepare_results(const char *results, struct errmsg *e)
{
	struct stat st;

	if (mkdir(results, 0755) && errno != EEXIST)
		return errmsg_errno(e, errno, "%s", results);
	if (stat(results, &st) || !S_ISDIR(st.st_mode))
		return errmsg_errno(e, ENOTDIR, "%s", results);
	/* For root access() always says yes; a read-only file system it still tells. */
	if (access(results, W_OK | X_OK))
		return errmsg_errno(e, errno, "%s", results);
	return 0;
}

static char *path_join(const char *a, const char *b)
{
	char *path;

	return asprintf(&path, "%s/%s", a, b) < 0 ? NULL : path;
}

bool store_exists(const char *results, const char *name)
{
	char *path = path_join(results, name);
	struct stat st;
	bool exists = path && !lstat(path, &st);

	free(path);
	return exists;
}

static int add_if_of(struct strlist *names, const char *name, const char *label)
{
	size_t len = strlen(label);

	return strncmp(name, label, len) || name[len] != '-' ? 0 : strlist_add(names, name);
}

int store_list(struct strlist *names, const char *results, const char *label, struct errmsg *e)
{
	struct dirent **entries;
	int n = scandir(results, &entries, NULL, alphasort);
	int err = 0;

	if (n < 0)
		return errmsg_errno(e, errno, "%s", results);
	for (int i = 0; i < n; i++) {
		if (!err)
			err = add_if_of(names, entries[i]->d_name, label);
		free(entries[i]);
	}
	free(entries);
	return err ? errmsg_errno(e, -err, "%s", results) : 0;
}

static int open_folder(struct store *s, struct errmsg *e)
{
	s->dir_fd = open(s->path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	return s->dir_fd < 0 ? errmsg_errno(e, errno, "%s", s->path) : 0;
}

static int open_runs(struct store *s, int flags, struct errmsg *e)
{
	s->runs_fd = openat(s->dir_fd, RUNS_FILE,
			    O_RDWR | O_APPEND | O_NOFOLLOW | O_CLOEXEC | flags, 0644);
	if (s->runs_fd < 0)
		return errmsg_errno(e, errno, "%s/%s", s->path, RUNS_FILE);
	if (flock(s->runs_fd, LOCK_EX | LOCK_NB))
		return errmsg_set(e, EBUSY, "%s: another harness is writing to it", s->path);
	return 0;
}

static int save_json(const struct store *s, const char *file, const json_t *o, struct errmsg *e)
{
	char *path = path_join(s->path, file);
	int err = path ? jsontext_save(path, o, e) : errmsg_errno(e, ENOMEM, "%s", file);

	free(path);
	return err;
}

/* The report does without it; a machine whose /sys hwloc can't read must not stop a run. */
static int save_topology(const struct store *s)
{
	char *path = path_join(s->path, "topology.xml");
	int err = path ? topology_export_xml(path, NULL) : -ENOMEM;

	if (err && path)
		unlink(path);
	free(path);
	return err == -ENOSPC ? err : 0;
}

static int fill_new(struct store *s, const json_t *plan, const json_t *host, struct errmsg *e)
{
	int err = open_folder(s, e);

	if (!err)
		err = save_json(s, "plan.json", plan, e);
	if (!err)
		err = save_json(s, "host.json", host, e);
	if (!err && save_topology(s))
		err = errmsg_errno(e, ENOSPC, "%s/topology.xml", s->path);
	if (!err)
		err = open_runs(s, O_CREAT | O_EXCL, e);
	if (!err && fsync(s->dir_fd))
		err = errmsg_errno(e, errno, "%s", s->path);
	return err;
}

static void remove_new(const struct store *s)
{
	static const char *const files[] = { "plan.json", "host.json", "topology.xml", RUNS_FILE };

	for (size_t i = 0; s->dir_fd >= 0 && i < sizeof(files) / sizeof(*files); i++)
		unlinkat(s->dir_fd, files[i], 0);
	rmdir(s->path);
}

int store_create(struct store *s, const char *results, const char *name, const json_t *plan,
		 const json_t *host, struct errmsg *e)
{
	int err;

	*s = (struct store){ .path = path_join(results, name), .dir_fd = -1, .runs_fd = -1 };
	if (!s->path)
		return errmsg_errno(e, ENOMEM, "%s", name);
	if (mkdir(s->path, 0755)) {
		err = errno == EEXIST
			      ? errmsg_set(e, EEXIST,
					   "%s exists already; results are never overwritten "
					   "(use another --label)",
					   s->path)
			      : errmsg_errno(e, errno, "%s", s->path);
		store_close(s);
		return err;
	}
	err = fill_new(s, plan, host, e);
	if (err) {
		remove_new(s);
		store_close(s);
	}
	return err;
}

int store_load_json(const char *results, const char *name, const char *file, json_t **out,
		    struct errmsg *e)
{
	char *path;
	int err;

	if (asprintf(&path, "%s/%s/%s", results, name, file) < 0)
		return errmsg_errno(e, ENOMEM, "%s", name);
	err = jsontext_load(path, JSON_LIMIT, out, e);
	free(path);
	return err;
}

/* --- going on ----------------------------------------------------------------------------- */

/* Moves the bytes behind the last newline to a file beside it. */
static int set_tail_aside(struct store *s, const char *tail, size_t len, off_t keep,
			  struct errmsg *e)
{
	int fd = openat(s->dir_fd, TORN_FILE,
			O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC, 0644);
	int err = fd < 0 ? -errno : writeall(fd, tail, len);

	if (!err)
		err = writeall(fd, "\n", 1);
	if (!err && fsync(fd))
		err = -errno;
	if (fd >= 0)
		close(fd);
	if (!err && (ftruncate(s->runs_fd, keep) || fsync(s->runs_fd)))
		err = -errno;
	return err ? errmsg_errno(e, -err, "%s/%s", s->path, TORN_FILE) : 0;
}

static int take_line(const struct store *s, const char *line, size_t len, int number, bool *done,
		     size_t n_runs, size_t *failed, struct errmsg *e)
{
	struct record r = { 0 };
	int err = record_read(&r, line, len, e);

	if (!err && (r.run < 1 || r.run > (int64_t)n_runs))
		err = errmsg_set(e, ERANGE, "run %lld is not in the plan", (long long)r.run);
	if (err) {
		errmsg_prefix(e, "%s/%s:%d", s->path, RUNS_FILE, number);
	} else {
		done[r.run - 1] = true;
		*failed += !strcmp(r.status, "failed");
	}
	record_release(&r);
	return err;
}

static int take_runs(struct store *s, bool *done, size_t n_runs, size_t *failed, size_t *torn,
		     struct errmsg *e)
{
	int fd = openat(s->dir_fd, RUNS_FILE, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
	FILE *f = fd < 0 ? NULL : fdopen(fd, "r");
	char *line = NULL;
	size_t room = 0;
	off_t whole = 0;
	ssize_t len;
	int err = 0;

	if (!f)
		return errmsg_errno(e, errno, "%s/%s", s->path, RUNS_FILE);
	for (int number = 1; !err && (len = getline(&line, &room, f)) > 0; number++) {
		if (line[len - 1] != '\n') {
			*torn = (size_t)len;
			err = set_tail_aside(s, line, (size_t)len, whole, e);
			break;
		}
		whole += len;
		err = take_line(s, line, (size_t)len - 1, number, done, n_runs, failed, e);
	}
	free(line);
	fclose(f);
	return err;
}

int store_open(struct store *s, const char *results, const char *name, bool *done, size_t n_runs,
	       size_t *failed, size_t *torn, struct errmsg *e)
{
	int err;

	*torn = 0;
	*s = (struct store){ .path = path_join(results, name), .dir_fd = -1, .runs_fd = -1 };
	if (!s->path)
		return errmsg_errno(e, ENOMEM, "%s", name);
	err = open_folder(s, e);
	/* A kill between plan.json and the first run leaves a set without runs.jsonl. */
	if (!err)
		err = open_runs(s, O_CREAT, e);
	if (!err)
		err = take_runs(s, done, n_runs, failed, torn, e);
	if (err)
		store_close(s);
	return err;
}

/* What is appended to a removed file is lost without an error. */
static int check_linked(const struct store *s, struct errmsg *e)
{
	struct stat st;

	if (fstat(s->runs_fd, &st))
		return errmsg_errno(e, errno, "%s/%s", s->path, RUNS_FILE);
	return st.st_nlink ? 0 : errmsg_set(e, ENOENT, "%s/%s was removed", s->path, RUNS_FILE);
}

int store_append(struct store *s, const struct record *r, struct errmsg *e)
{
	off_t before = lseek(s->runs_fd, 0, SEEK_END);
	char *line = record_write(r);
	size_t len;
	int err;

	if (!line)
		return errmsg_errno(e, ENOMEM, "run %lld", (long long)r->run);
	len = strlen(line);
	line[len] = '\n'; /* in one write with its newline; the NUL is not needed any more */
	err = writeall(s->runs_fd, line, len + 1);
	free(line);
	if (!err && fsync(s->runs_fd))
		err = -errno;
	if (!err)
		return check_linked(s, e);
	if (ftruncate(s->runs_fd, before))
		return errmsg_errno(e, -err, "%s/%s: run %lld is not stored whole", s->path,
				    RUNS_FILE, (long long)r->run);
	return errmsg_errno(e, -err, "%s/%s: run %lld could not be stored", s->path, RUNS_FILE,
			    (long long)r->run);
}

void store_close(struct store *s)
{
	if (s->runs_fd >= 0)
		close(s->runs_fd);
	if (s->dir_fd >= 0)
		close(s->dir_fd);
	free(s->path);
	*s = (struct store){ .dir_fd = -1, .runs_fd = -1 };
}
