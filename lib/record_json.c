/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The record as JSON. One table a struct says what is on disk; reading and writing walk it. */
#include "lib/record.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/jsontext.h"

/* More than any machine has; small enough that a hostile number can't fill the memory. */
#define MAX_KEY  (1 << 20)
#define MAX_JOBS (1 << 20)

enum field_type {
	FIELD_INT,     /* int64_t, -1 is null */
	FIELD_REAL,    /* double, NAN is null */
	FIELD_STRING,  /* char *, NULL is null */
	FIELD_INTMAP,  /* struct intmap, !known is null */
	FIELD_NAMED,   /* struct named_values, !known is null */
	FIELD_STRLIST, /* struct strlist, empty is [] */
};

struct field {
	const char *name;
	enum field_type type;
	size_t offset;
	bool required;
};

#define FIELD(kind, s, f)                                                 \
	{                                                                 \
		.name = #f, .type = kind, .offset = offsetof(struct s, f) \
	}
#define REQUIRED(kind, s, f)                                                                \
	{                                                                                   \
		.name = #f, .type = kind, .offset = offsetof(struct s, f), .required = true \
	}

static const struct field record_fields[] = {
	REQUIRED(FIELD_INT, record, run),
	REQUIRED(FIELD_INT, record, n),
	FIELD(FIELD_INT, record, repeat),
	FIELD(FIELD_INT, record, block),
	FIELD(FIELD_INT, record, order),
	FIELD(FIELD_STRING, record, campaign),
	FIELD(FIELD_STRING, record, boot_id),
	FIELD(FIELD_INT, record, boot),
	FIELD(FIELD_INT, record, start_wall_ns),
	FIELD(FIELD_INT, record, start_ns),
	FIELD(FIELD_INT, record, elapsed_ns),
	REQUIRED(FIELD_STRING, record, status),
	FIELD(FIELD_STRING, record, reason),
	FIELD(FIELD_STRING, record, variant),
	FIELD(FIELD_STRING, record, perturbation),
	FIELD(FIELD_STRING, record, clock),
	FIELD(FIELD_INT, record, sync),
	FIELD(FIELD_INT, record, exec_spread_ns),
	FIELD(FIELD_INT, record, idle_wait_ns),
	FIELD(FIELD_INT, record, procs_running),
	FIELD(FIELD_INT, record, foreign_cpu_ns),
	FIELD(FIELD_INT, record, steal_ns),
	FIELD(FIELD_STRLIST, record, flags),
	FIELD(FIELD_NAMED, record, vmstat),
	FIELD(FIELD_NAMED, record, printed),
};

static const struct field disturbance_fields[] = {
	FIELD(FIELD_STRLIST, record_disturbance, cmd),
	FIELD(FIELD_INT, record_disturbance, groups),
	FIELD(FIELD_INT, record_disturbance, tasks),
	FIELD(FIELD_INT, record_disturbance, loops),
	FIELD(FIELD_INT, record_disturbance, status),
	FIELD(FIELD_STRING, record_disturbance, reason),
	FIELD(FIELD_INT, record_disturbance, start_ns),
	FIELD(FIELD_INT, record_disturbance, time_ns),
	FIELD(FIELD_INT, record_disturbance, elapsed_ns),
	FIELD(FIELD_INT, record_disturbance, ru_utime_ns),
	FIELD(FIELD_INT, record_disturbance, ru_stime_ns),
	FIELD(FIELD_REAL, record_disturbance, overlap_fraction),
	FIELD(FIELD_INTMAP, record_disturbance, node_time_ns),
};

static const struct field job_fields[] = {
	REQUIRED(FIELD_INT, record_job, job),
	FIELD(FIELD_INT, record_job, pid),
	FIELD(FIELD_INT, record_job, status),
	FIELD(FIELD_STRING, record_job, reason),
	FIELD(FIELD_INT, record_job, ru_utime_ns),
	FIELD(FIELD_INT, record_job, ru_stime_ns),
	FIELD(FIELD_INT, record_job, cpu_ns),
	FIELD(FIELD_INT, record_job, elapsed_ns),
	FIELD(FIELD_INT, record_job, exec_ns),
	FIELD(FIELD_INT, record_job, setup_cpu_ns),
	FIELD(FIELD_INT, record_job, walk_cpu_ns),
	FIELD(FIELD_INT, record_job, walk_start_ns),
	FIELD(FIELD_INT, record_job, walk_end_ns),
	FIELD(FIELD_INTMAP, record_job, cpu_time_ns),
	FIELD(FIELD_NAMED, record_job, node_share),
	FIELD(FIELD_STRING, record_job, residency_source),
	FIELD(FIELD_INT, record_job, unattributed_ns),
	FIELD(FIELD_INTMAP, record_job, self_time_ns),
	FIELD(FIELD_STRING, record_job, self_source),
	FIELD(FIELD_NAMED, record_job, migrations),
	FIELD(FIELD_INT, record_job, node_fork),
	FIELD(FIELD_INT, record_job, node_exec),
	FIELD(FIELD_STRING, record_job, node_exec_source),
	FIELD(FIELD_INT, record_job, node_main),
	FIELD(FIELD_INT, record_job, node_touch),
	FIELD(FIELD_INT, record_job, main_node),
	FIELD(FIELD_INT, record_job, msched_printed),
	FIELD(FIELD_INT, record_job, star_printed),
	FIELD(FIELD_INT, record_job, array_bytes),
	FIELD(FIELD_STRING, record_job, pages_got),
	FIELD(FIELD_INTMAP, record_job, home_start),
	FIELD(FIELD_INTMAP, record_job, home_end),
	FIELD(FIELD_REAL, record_job, local_fraction),
	FIELD(FIELD_INT, record_job, steps),
	FIELD(FIELD_STRING, record_job, checksum),
	FIELD(FIELD_REAL, record_job, metric),
	FIELD(FIELD_STRLIST, record_job, flags),
};

/* What numa_test says of itself: a part of a job's fields. Its other keys are for people. */
static const struct field worker_fields[] = {
	FIELD(FIELD_INT, record_job, setup_cpu_ns),
	FIELD(FIELD_INT, record_job, walk_cpu_ns),
	FIELD(FIELD_INT, record_job, walk_start_ns),
	FIELD(FIELD_INT, record_job, walk_end_ns),
	FIELD(FIELD_INTMAP, record_job, self_time_ns),
	FIELD(FIELD_STRING, record_job, self_source),
	FIELD(FIELD_INT, record_job, node_exec),
	FIELD(FIELD_STRING, record_job, node_exec_source),
	FIELD(FIELD_INT, record_job, node_main),
	FIELD(FIELD_INT, record_job, node_touch),
	FIELD(FIELD_INT, record_job, array_bytes),
	FIELD(FIELD_STRING, record_job, pages_got),
	FIELD(FIELD_INTMAP, record_job, home_start),
	FIELD(FIELD_INTMAP, record_job, home_end),
	FIELD(FIELD_REAL, record_job, local_fraction),
	FIELD(FIELD_INT, record_job, steps),
	FIELD(FIELD_STRING, record_job, checksum),
	FIELD(FIELD_STRLIST, record_job, flags),
};

#define COUNT(table) (sizeof(table) / sizeof(*(table)))

/* --- writing ------------------------------------------------------------------------------ */

static json_t *write_intmap(const struct intmap *m)
{
	json_t *o;

	if (!m->known)
		return json_null();
	o = json_object();
	intmap_for_each (it, m) {
		char key[16];

		snprintf(key, sizeof(key), "%d", it->key);
		if (json_object_set_new(o, key, json_integer(it->value))) {
			json_decref(o);
			return NULL;
		}
	}
	return o;
}

static json_t *write_named(const struct named_values *l)
{
	json_t *o;

	if (!l->known)
		return json_null();
	o = json_object();
	for (size_t i = 0; i < l->n; i++) {
		const struct named_value *v = &l->v[i];
		json_t *number = v->is_count ? json_integer(v->count) : jsontext_real(v->value);

		if (json_object_set_new(o, v->name, number)) {
			json_decref(o);
			return NULL;
		}
	}
	return o;
}

static json_t *write_field(const struct field *f, const void *base)
{
	const void *p = (const char *)base + f->offset;

	switch (f->type) {
	case FIELD_INT:
		return jsontext_int(*(const int64_t *)p);
	case FIELD_REAL:
		return jsontext_real(*(const double *)p);
	case FIELD_STRING:
		return jsontext_string(*(char *const *)p);
	case FIELD_INTMAP:
		return write_intmap(p);
	case FIELD_NAMED:
		return write_named(p);
	case FIELD_STRLIST:
		return jsontext_strlist(p);
	}
	return NULL;
}

/* Adds the fields of a table to an object. json_object_set_new() fails on a NULL value. */
static int write_fields(json_t *o, const struct field *fields, size_t n, const void *base)
{
	int err = 0;

	for (size_t i = 0; i < n; i++)
		err |= json_object_set_new(o, fields[i].name, write_field(&fields[i], base));
	return err;
}

static json_t *write_fallbacks(const struct record_job *j)
{
	json_t *a = json_array();
	int err = 0;

	for (size_t i = 0; i < j->n_fallbacks; i++)
		err |= json_array_append_new(a, json_pack("{s:s, s:s}", "source",
							  j->fallbacks[i].source, "errno",
							  j->fallbacks[i].err));
	if (!err)
		return a;
	json_decref(a);
	return NULL;
}

static json_t *write_job(const struct record_job *j)
{
	json_t *o = json_object();
	int err = write_fields(o, job_fields, COUNT(job_fields), j);

	err |= json_object_set_new(o, "fallbacks", write_fallbacks(j));
	if (!err)
		return o;
	json_decref(o);
	return NULL;
}

static json_t *write_jobs(const struct record *r)
{
	json_t *a = json_array();
	int err = 0;

	for (size_t i = 0; i < r->n_jobs; i++)
		err |= json_array_append_new(a, write_job(&r->jobs[i]));
	if (!err)
		return a;
	json_decref(a);
	return NULL;
}

static json_t *write_disturbance(const struct record *r)
{
	json_t *o;

	if (!r->has_disturbance)
		return json_null();
	o = json_object();
	if (!write_fields(o, disturbance_fields, COUNT(disturbance_fields), &r->disturbance))
		return o;
	json_decref(o);
	return NULL;
}

char *record_write(const struct record *r)
{
	json_t *o = json_object();
	char *line = NULL;
	int err = 0;

	err |= json_object_set_new(o, "schema", json_integer(RECORD_SCHEMA));
	err |= write_fields(o, record_fields, COUNT(record_fields), r);
	err |= json_object_set_new(o, "disturbance", write_disturbance(r));
	err |= json_object_set_new(o, "jobs", write_jobs(r));
	if (!err)
		line = json_dumps(o, JSON_COMPACT | JSON_REAL_PRECISION(17));
	json_decref(o);
	return line;
}

/* --- reading ------------------------------------------------------------------------------ */

static int wrong_type(const char *name, const char *wanted, struct errmsg *e)
{
	return errmsg_set(e, EINVAL, "\"%.40s\" is not %s", name, wanted);
}

static int read_int(const char *name, const json_t *v, int64_t *out, struct errmsg *e)
{
	if (json_is_boolean(v))
		*out = json_is_true(v);
	else if (json_is_integer(v))
		*out = json_integer_value(v);
	else
		return wrong_type(name, "a whole number", e);
	return 0;
}

static int read_real(const char *name, const json_t *v, double *out, struct errmsg *e)
{
	if (!json_is_number(v))
		return wrong_type(name, "a number", e);
	*out = json_number_value(v);
	return 0;
}

static int read_string(const char *name, const json_t *v, char **out, struct errmsg *e)
{
	if (!json_is_string(v))
		return wrong_type(name, "a string", e);
	return record_set_string(out, json_string_value(v)) ? errmsg_errno(e, ENOMEM, "%s", name)
							    : 0;
}

/* A key of a sparse map: a whole number without sign or leading zeros. */
static int read_key(const char *text, int *key)
{
	char *end;
	long value;

	if (!*text || text[strspn(text, "0123456789")] || strlen(text) > 7)
		return -EINVAL;
	value = strtol(text, &end, 10);
	if (value >= MAX_KEY)
		return -ERANGE;
	*key = (int)value;
	return 0;
}

static int read_intmap(const char *name, json_t *v, struct intmap *out, struct errmsg *e)
{
	const char *text;
	json_t *number;

	if (!json_is_object(v))
		return wrong_type(name, "a map", e);
	out->known = true;
	json_object_foreach (v, text, number) {
		int key;

		if (read_key(text, &key))
			return errmsg_set(e, EINVAL,
					  "\"%.40s\": '%.20s' is not a CPU or node number", name,
					  text);
		if (!json_is_integer(number))
			return errmsg_set(e, EINVAL, "\"%.40s\": %d is not a whole number", name,
					  key);
		if (intmap_set(out, key, json_integer_value(number)))
			return errmsg_errno(e, ENOMEM, "%s", name);
	}
	return 0;
}

static int read_named(const char *name, json_t *v, struct named_values *out, struct errmsg *e)
{
	const char *key;
	json_t *number;

	if (!json_is_object(v))
		return wrong_type(name, "a map", e);
	out->known = true;
	json_object_foreach (v, key, number) {
		int err;

		if (json_is_integer(number))
			err = named_values_set_count(out, key, json_integer_value(number));
		else if (json_is_real(number) || json_is_null(number))
			err = named_values_set(
				out, key, json_is_null(number) ? NAN : json_real_value(number));
		else
			return errmsg_set(e, EINVAL, "\"%.40s\": '%.20s' is not a number", name,
					  key);
		if (err)
			return errmsg_errno(e, ENOMEM, "%s", name);
	}
	return 0;
}

static int read_strlist(const char *name, const json_t *v, struct strlist *out, struct errmsg *e)
{
	json_t *s;
	size_t i;

	if (!json_is_array(v))
		return wrong_type(name, "a list of strings", e);
	json_array_foreach (v, i, s) {
		if (!json_is_string(s))
			return wrong_type(name, "a list of strings", e);
		if (strlist_add(out, json_string_value(s)))
			return errmsg_errno(e, ENOMEM, "%s", name);
	}
	return 0;
}

static int read_field(const struct field *f, json_t *v, void *base, struct errmsg *e)
{
	void *p = (char *)base + f->offset;

	switch (f->type) {
	case FIELD_INT:
		return read_int(f->name, v, p, e);
	case FIELD_REAL:
		return read_real(f->name, v, p, e);
	case FIELD_STRING:
		return read_string(f->name, v, p, e);
	case FIELD_INTMAP:
		return read_intmap(f->name, v, p, e);
	case FIELD_NAMED:
		return read_named(f->name, v, p, e);
	case FIELD_STRLIST:
		return read_strlist(f->name, v, p, e);
	}
	return -EINVAL;
}

static int read_fields(const json_t *o, const struct field *fields, size_t n, void *base,
		       struct errmsg *e)
{
	for (size_t i = 0; i < n; i++) {
		json_t *v = json_object_get(o, fields[i].name);
		int err;

		if (!v && fields[i].required)
			return errmsg_set(e, EINVAL, "\"%s\" is missing", fields[i].name);
		if (!v || json_is_null(v))
			continue;
		err = read_field(&fields[i], v, base, e);
		if (err)
			return err;
	}
	return 0;
}

static int read_fallbacks(const json_t *v, struct record_job *j, struct errmsg *e)
{
	json_t *item;
	size_t i;

	if (!v || json_is_null(v))
		return 0;
	if (!json_is_array(v))
		return wrong_type("fallbacks", "a list", e);
	json_array_foreach (v, i, item) {
		const char *source = json_string_value(json_object_get(item, "source"));
		const char *err = json_string_value(json_object_get(item, "errno"));
		struct record_fallback *f;

		if (!source || !err)
			return errmsg_set(e, EINVAL, "\"fallbacks\": %zu has no source or errno",
					  i);
		if (record_job_add_fallback(j, source, 0))
			return errmsg_errno(e, ENOMEM, "fallbacks");
		f = &j->fallbacks[j->n_fallbacks - 1];
		if (record_set_string(&f->err, err))
			return errmsg_errno(e, ENOMEM, "fallbacks");
	}
	return 0;
}

static int read_job(const json_t *o, struct record_job *j, struct errmsg *e)
{
	int err;

	if (!json_is_object(o))
		return errmsg_set(e, EINVAL, "not an object");
	err = read_fields(o, job_fields, COUNT(job_fields), j, e);
	return err ? err : read_fallbacks(json_object_get(o, "fallbacks"), j, e);
}

/* The array is made once, so that a record of many jobs does not grow step by step. */
static int read_jobs(const json_t *a, struct record *r, struct errmsg *e)
{
	json_t *o;
	size_t i;

	if (!json_is_array(a))
		return errmsg_set(e, EINVAL, "\"jobs\" is missing or not a list");
	r->jobs = calloc(json_array_size(a) + 1, sizeof(*r->jobs));
	if (!r->jobs)
		return errmsg_errno(e, ENOMEM, "jobs");
	json_array_foreach (a, i, o) {
		int err;

		record_job_init(&r->jobs[r->n_jobs++]);
		err = read_job(o, &r->jobs[i], e);
		if (err) {
			errmsg_prefix(e, "job %zu", i + 1);
			return err;
		}
	}
	return 0;
}

static int read_disturbance(const json_t *o, struct record *r, struct errmsg *e)
{
	int err;

	if (!o || json_is_null(o))
		return 0;
	if (!json_is_object(o))
		return wrong_type("disturbance", "an object", e);
	r->has_disturbance = true;
	err = read_fields(o, disturbance_fields, COUNT(disturbance_fields), &r->disturbance, e);
	if (err)
		errmsg_prefix(e, "disturbance");
	return err;
}

static int check_schema(const json_t *o, struct errmsg *e)
{
	const json_t *v = json_object_get(o, "schema");

	if (!json_is_integer(v))
		return errmsg_set(e, EINVAL, "\"schema\" is missing");
	if (json_integer_value(v) > RECORD_SCHEMA)
		return errmsg_set(
			e, EPROTO,
			"record schema %lld is newer than this program's %d: use a newer one",
			(long long)json_integer_value(v), RECORD_SCHEMA);
	if (json_integer_value(v) < 1)
		return errmsg_set(e, EINVAL, "\"schema\" is not a positive number");
	return 0;
}

/* What the fields say of each other. */
static int check_record(const struct record *r, struct errmsg *e)
{
	if (r->n < 1 || r->n > MAX_JOBS)
		return errmsg_set(e, ERANGE, "\"n\" is not between 1 and %d", MAX_JOBS);
	if (!r->status || (strcmp(r->status, "ok") && strcmp(r->status, "failed")))
		return errmsg_set(e, EINVAL, "\"status\" is neither \"ok\" nor \"failed\"");
	if (r->n_jobs > (size_t)r->n)
		return errmsg_set(e, EINVAL, "%zu jobs, but \"n\" is %lld", r->n_jobs,
				  (long long)r->n);
	/* A log may give a run's averages without its jobs; a part of the jobs is a lie. */
	if (!strcmp(r->status, "ok") && r->n_jobs && r->n_jobs != (size_t)r->n)
		return errmsg_set(e, EINVAL, "%zu jobs, but \"n\" is %lld", r->n_jobs,
				  (long long)r->n);
	return 0;
}

static int load_object(const char *line, size_t len, json_t **out, struct errmsg *e)
{
	json_error_t where;

	*out = json_loadb(line, len, JSON_REJECT_DUPLICATES, &where);
	if (!*out)
		return errmsg_set(e, EINVAL, "column %d: %s", where.column, where.text);
	if (json_is_object(*out))
		return 0;
	json_decref(*out);
	return errmsg_set(e, EINVAL, "not a JSON object");
}

int record_read(struct record *r, const char *line, size_t len, struct errmsg *e)
{
	json_t *o;
	int err;

	record_release(r);
	record_init(r);
	err = load_object(line, len, &o, e);
	if (err)
		return err;
	err = check_schema(o, e);
	if (!err)
		err = read_fields(o, record_fields, COUNT(record_fields), r, e);
	if (!err)
		err = read_disturbance(json_object_get(o, "disturbance"), r, e);
	if (!err)
		err = read_jobs(json_object_get(o, "jobs"), r, e);
	if (!err)
		err = check_record(r, e);
	json_decref(o);
	if (err)
		record_release(r);
	return err;
}

int record_job_read_worker(struct record_job *j, const char *line, size_t len, struct errmsg *e)
{
	json_t *o;
	int err = load_object(line, len, &o, e);

	if (err)
		return err;
	err = check_schema(o, e);
	if (!err)
		err = read_fields(o, worker_fields, COUNT(worker_fields), j, e);
	json_decref(o);
	return err;
}
