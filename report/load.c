/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "lib/jsontext.h"
#include "report/load.h"

#define JSON_LIMIT ((size_t)256 << 20)

/* --- which folder ---------------------------------------------------------------------------- */

static bool is_folder(const char *path)
{
	struct stat st;

	return !stat(path, &st) && S_ISDIR(st.st_mode);
}

/* The folder that argument names, without a label in front; NULL where there is none. */
static char *find_folder(const char *results, const char *argument)
{
	char *path;

	if (!*argument)
		return NULL;
	if (is_folder(argument))
		return strdup(argument);
	if (asprintf(&path, "%s/%s", results, argument) < 0)
		return NULL;
	if (is_folder(path))
		return path;
	free(path);
	return NULL;
}

static int resolve(struct set *s, const char *results, const char *argument, struct errmsg *e)
{
	const char *equals = strchr(argument, '=');

	s->path = find_folder(results, argument);
	if (!s->path && equals) {
		s->path = find_folder(results, equals + 1);
		s->label = strndup(argument, (size_t)(equals - argument));
	}
	if (s->path)
		return 0;
	return errmsg_set(e, ENOENT, "%s: no such result set, neither here nor under %s", argument,
			  results);
}

static int name_set(struct set *s)
{
	char *real = realpath(s->path, NULL);
	const char *slash = real ? strrchr(real, '/') : NULL;

	s->name = strdup(slash ? slash + 1 : s->path);
	free(real);
	if (s->name && !s->label)
		s->label = strdup(s->name);
	return s->name && s->label ? 0 : -ENOMEM;
}

/* --- its files ------------------------------------------------------------------------------- */

static char *file_in(const struct set *s, const char *name)
{
	char *path;

	return asprintf(&path, "%s/%s", s->path, name) < 0 ? NULL : path;
}

static bool is_missing(const char *path)
{
	struct stat st;

	return stat(path, &st) && errno == ENOENT;
}

/* *root stays NULL where the file is missing; then the set gets a warning. */
static int load_json(struct set *s, const char *name, json_t **root, struct errmsg *e)
{
	char *path = file_in(s, name);
	int err = path ? 0 : errmsg_errno(e, ENOMEM, "%s", name);

	if (path && is_missing(path))
		strlist_addf(&s->warnings, "%s: missing, what it would say is unknown", path);
	else if (path)
		err = jsontext_load(path, JSON_LIMIT, root, e);
	free(path);
	return err;
}

static int check_schema(const json_t *root, const char *name, struct errmsg *e)
{
	const json_t *v = json_object_get(root, "schema");

	if (!json_is_integer(v) || json_integer_value(v) <= RECORD_SCHEMA)
		return 0;
	return errmsg_set(e, EPROTO, "%s: schema %lld is newer than this program's %d", name,
			  (long long)json_integer_value(v), RECORD_SCHEMA);
}

static int load_host(struct set *s, struct errmsg *e)
{
	json_t *root = NULL;
	int err = load_json(s, "host.json", &root, e);

	if (!err)
		err = check_schema(root, "host.json", e);
	if (!err)
		err = host_read(&s->host, root, e);
	json_decref(root);
	return err;
}

static int load_plan(struct set *s, struct errmsg *e)
{
	json_t *root = NULL;
	int err = load_json(s, "plan.json", &root, e);

	if (!err)
		err = check_schema(root, "plan.json", e);
	if (!err)
		err = plan_read(&s->plan, root, e);
	json_decref(root);
	return err;
}

/* Most sets have none. */
static int load_yardstick(struct set *s, struct errmsg *e)
{
	char *path = file_in(s, YARDSTICK_FILE);
	json_t *root = NULL;
	int err = path ? 0 : errmsg_errno(e, ENOMEM, YARDSTICK_FILE);

	if (path && !is_missing(path))
		err = jsontext_load(path, JSON_LIMIT, &root, e);
	if (root) {
		err = yardstick_read(&s->yardstick, root, e);
		if (err)
			errmsg_prefix(e, "%s", path);
	}
	json_decref(root);
	free(path);
	return err;
}

/* --- lines ----------------------------------------------------------------------------------- */

typedef int (*line_reader)(struct set *s, const char *line, size_t len, struct errmsg *e);

static int read_run(struct set *s, const char *line, size_t len, struct errmsg *e)
{
	struct record r = { 0 };
	int err = record_read(&r, line, len, e);

	if (!err && set_add_record(s, &r))
		err = errmsg_errno(e, ENOMEM, "run %lld", (long long)r.run);
	if (!err && s->keep_records && set_keep_record(s, &r))
		err = errmsg_errno(e, ENOMEM, "run");
	record_release(&r);
	return err;
}

static int read_average(struct set *s, const char *line, size_t len, struct errmsg *e)
{
	struct summary *a = summary_list_add(&s->averages);
	int err = a ? summary_read(a, line, len, e) : errmsg_errno(e, ENOMEM, "summary");

	if (err && a)
		s->averages.n--;
	return err;
}

/* A bad line is torn if nothing follows it and it has no end; then it is only warned of. */
static int read_line(struct set *s, FILE *in, const char *path, size_t number, const char *line,
		     size_t len, line_reader read, struct errmsg *e)
{
	bool whole = len && line[len - 1] == '\n';
	int err = read(s, line, len - whole, e);

	if (!err)
		return 0;
	if (!whole && err != -ENOMEM && err != -EPROTO && feof(in)) {
		strlist_addf(&s->warnings, "%s:%zu: torn last line set aside", path, number);
		return 0;
	}
	errmsg_prefix(e, "%s:%zu", path, number);
	return err;
}

static int read_lines(struct set *s, FILE *in, const char *path, line_reader read, struct errmsg *e)
{
	char *line = NULL;
	size_t room = 0, number = 0;
	ssize_t len;
	int err = 0;

	while (!err && (len = getline(&line, &room, in)) > 0)
		err = read_line(s, in, path, ++number, line, (size_t)len, read, e);
	if (!err && ferror(in))
		err = errmsg_errno(e, EIO, "%s", path);
	free(line);
	return err;
}

/* A missing file is an empty one. */
static int load_lines(struct set *s, const char *name, line_reader read, struct errmsg *e)
{
	char *path = file_in(s, name);
	FILE *in = path ? fopen(path, "re") : NULL;
	int err = 0;

	if (in)
		err = read_lines(s, in, path, read, e);
	else if (!path || errno != ENOENT)
		err = errmsg_errno(e, path ? errno : ENOMEM, "%s", path ? path : name);
	if (in)
		fclose(in);
	free(path);
	return err;
}

/* --- the set --------------------------------------------------------------------------------- */

/* What an old log printed and what its own row says may differ: the row is right. */
static void warn_of_job(struct set *s, const struct set_run *r, const struct set_job *j)
{
	int star = set_job_star(j);

	if (j->star_printed >= 0 && star >= 0 && star != j->star_printed)
		strlist_addf(&s->warnings,
			     "%s: N=%lld, job %d: the log has %s star, its row says iSched %d, "
			     "MSched %d",
			     s->label, (long long)r->n, j->number, j->star_printed ? "a" : "no",
			     j->node_start, j->node_most);
	if (j->msched_printed >= 0 && j->n_shares && j->msched_printed != j->node_most)
		strlist_addf(&s->warnings,
			     "%s: N=%lld, job %d: the log has MSched %d, its row says %d", s->label,
			     (long long)r->n, j->number, j->msched_printed, j->node_most);
}

static void warn_of_print(struct set *s)
{
	for (size_t i = 0; i < s->n_runs; i++)
		for (size_t k = 0; k < s->runs[i].n_jobs; k++)
			warn_of_job(s, &s->runs[i], &s->runs[i].jobs[k]);
}

int load_set(struct set *s, const char *results, const char *argument, struct errmsg *e)
{
	int err = resolve(s, results, argument, e);

	if (err)
		goto out;
	err = name_set(s);
	if (err)
		goto out;
	err = load_host(s, e);
	if (!err)
		err = load_plan(s, e);
	if (!err)
		err = load_yardstick(s, e);
	if (!err)
		err = load_lines(s, "runs.jsonl", read_run, e);
	if (!err)
		err = load_lines(s, "summaries.jsonl", read_average, e);
	if (!err && !s->n_runs && !s->averages.n)
		err = errmsg_set(e, ENODATA, "%s: no finished run in it", s->path);
	warn_of_print(s);
out:
	if (err)
		set_release(s);
	return err;
}
