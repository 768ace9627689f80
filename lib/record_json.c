/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The record as JSON. One table a struct says what is on disk; reading and writing walk it. */
#include "lib/record.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/jsonscan.h"
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

static const struct field counter_fields[] = {
	FIELD(FIELD_INT, record_counter, count),
	FIELD(FIELD_INT, record_counter, enabled_ns),
	FIELD(FIELD_INT, record_counter, running_ns),
	{ .name = "errno", .type = FIELD_STRING, .offset = offsetof(struct record_counter, err) },
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

static json_t *write_counters(const struct record_job *j)
{
	json_t *o;
	int err = 0;

	if (!j->n_counters)
		return json_null();
	o = json_object();
	for (size_t i = 0; i < j->n_counters; i++) {
		json_t *c = json_object();

		err |= write_fields(c, counter_fields, COUNT(counter_fields), &j->counters[i]);
		err |= json_object_set_new(o, j->counters[i].name, c);
	}
	if (!err)
		return o;
	json_decref(o);
	return NULL;
}

static json_t *write_job(const struct record_job *j)
{
	json_t *o = json_object();
	int err = write_fields(o, job_fields, COUNT(job_fields), j);

	err |= json_object_set_new(o, "fallbacks", write_fallbacks(j));
	err |= json_object_set_new(o, "counters", write_counters(j));
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

/*
 * One pass, no tree: a report reads thousands of runs. A syntax error is kept by the scanner; the
 * readers then give -EINVAL and leave the message to record_read().
 */

static int wrong_type(const char *name, const char *wanted, struct errmsg *e)
{
	return errmsg_set(e, EINVAL, "\"%.40s\" is not %s", name, wanted);
}

/* 0 if the next value starts so. Where nothing starts at all the scanner knows better. */
static int expect(struct jsonscan *s, char what, const char *name, const char *wanted,
		  struct errmsg *e)
{
	char next = jsonscan_peek(s);

	if (next == what)
		return 0;
	if (!next && !jsonscan_skip(s))
		return -EINVAL;
	return wrong_type(name, wanted, e);
}

static int read_int(struct jsonscan *s, const char *name, int64_t *out, struct errmsg *e)
{
	bool is_integer;
	int64_t integer;
	double real;
	char next = jsonscan_peek(s);
	int err;

	if (next == 't' || next == 'f') {
		*out = next == 't';
		return jsonscan_skip(s) ? 0 : -EINVAL;
	}
	err = expect(s, '0', name, "a whole number", e);
	if (err)
		return err;
	if (!jsonscan_number(s, &is_integer, &integer, &real))
		return -EINVAL;
	if (!is_integer)
		return wrong_type(name, "a whole number", e);
	*out = integer;
	return 0;
}

static int read_real(struct jsonscan *s, const char *name, double *out, struct errmsg *e)
{
	bool is_integer;
	int64_t integer;
	int err = expect(s, '0', name, "a number", e);

	if (err)
		return err;
	return jsonscan_number(s, &is_integer, &integer, out) ? 0 : -EINVAL;
}

static int read_string(struct jsonscan *s, const char *name, char **out, struct errmsg *e)
{
	const char *text;
	int err = expect(s, '"', name, "a string", e);

	if (err)
		return err;
	if (!jsonscan_string(s, &text))
		return -EINVAL;
	return record_set_string(out, text) ? errmsg_errno(e, ENOMEM, "%s", name) : 0;
}

/* A key of a sparse map: a whole number without sign. */
static int read_key(const char *text, size_t len, int *key)
{
	int value = 0;

	if (!len || len > 7)
		return -EINVAL;
	for (size_t i = 0; i < len; i++) {
		if (text[i] < '0' || text[i] > '9')
			return -EINVAL;
		value = 10 * value + (text[i] - '0');
	}
	if (value >= MAX_KEY)
		return -ERANGE;
	*key = value;
	return 0;
}

static int read_intmap(struct jsonscan *s, const char *name, struct intmap *out, struct errmsg *e)
{
	const char *text;
	size_t len;
	int err = expect(s, '{', name, "a map", e);

	if (err)
		return err;
	out->known = true;
	jsonscan_enter(s, '{');
	while (jsonscan_key(s, &text, &len)) {
		bool is_integer;
		int64_t value;
		double real;
		int key;

		if (read_key(text, len, &key))
			return errmsg_set(e, EINVAL,
					  "\"%.40s\": '%.*s' is not a CPU or node number", name,
					  (int)(len < 20 ? len : 20), text);
		if (jsonscan_peek(s) != '0' || !jsonscan_number(s, &is_integer, &value, &real) ||
		    !is_integer)
			return s->error ? -EINVAL
					: errmsg_set(e, EINVAL,
						     "\"%.40s\": %d is not a whole number", name,
						     key);
		if (intmap_set(out, key, value))
			return errmsg_errno(e, ENOMEM, "%s", name);
	}
	return s->error ? -EINVAL : 0;
}

/* One figure of a map by name; null is a figure that is not known. */
static int read_named_value(struct jsonscan *s, const char *name, const char *key,
			    struct named_values *out, struct errmsg *e)
{
	bool is_integer = false;
	int64_t integer;
	double real = NAN;
	char next = jsonscan_peek(s);
	int err;

	if (next != '0' && next != 'n')
		return errmsg_set(e, EINVAL, "\"%.40s\": '%.20s' is not a number", name, key);
	if (!(next == 'n' ? jsonscan_skip(s) : jsonscan_number(s, &is_integer, &integer, &real)))
		return -EINVAL;
	err = is_integer ? named_values_set_count(out, key, integer)
			 : named_values_set(out, key, real);
	return err ? errmsg_errno(e, ENOMEM, "%s", name) : 0;
}

static int read_named(struct jsonscan *s, const char *name, struct named_values *out,
		      struct errmsg *e)
{
	const char *text;
	size_t len;
	int err = expect(s, '{', name, "a map", e);

	if (err)
		return err;
	out->known = true;
	jsonscan_enter(s, '{');
	while (!err && jsonscan_key(s, &text, &len)) {
		char *key = strndup(text, len);

		err = key ? read_named_value(s, name, key, out, e)
			  : errmsg_errno(e, ENOMEM, "%s", name);
		free(key);
	}
	return s->error ? -EINVAL : err;
}

static int read_strlist(struct jsonscan *s, const char *name, struct strlist *out, struct errmsg *e)
{
	int err = expect(s, '[', name, "a list of strings", e);

	if (err)
		return err;
	jsonscan_enter(s, '[');
	while (jsonscan_item(s)) {
		const char *text;

		if (jsonscan_peek(s) != '"')
			return wrong_type(name, "a list of strings", e);
		if (!jsonscan_string(s, &text))
			return -EINVAL;
		if (strlist_add(out, text))
			return errmsg_errno(e, ENOMEM, "%s", name);
	}
	return s->error ? -EINVAL : 0;
}

static int read_field(struct jsonscan *s, const struct field *f, void *base, struct errmsg *e)
{
	void *p = (char *)base + f->offset;

	if (jsonscan_peek(s) == 'n')
		return jsonscan_skip(s) ? 0 : -EINVAL;
	switch (f->type) {
	case FIELD_INT:
		return read_int(s, f->name, p, e);
	case FIELD_REAL:
		return read_real(s, f->name, p, e);
	case FIELD_STRING:
		return read_string(s, f->name, p, e);
	case FIELD_INTMAP:
		return read_intmap(s, f->name, p, e);
	case FIELD_NAMED:
		return read_named(s, f->name, p, e);
	case FIELD_STRLIST:
		return read_strlist(s, f->name, p, e);
	}
	return -EINVAL;
}

static bool key_is(const char *key, size_t len, const char *name)
{
	return !strncmp(key, name, len) && !name[len];
}

/* A key that is no plain field. */
struct extra {
	const char *name;
	bool required;
	int (*read)(struct jsonscan *s, void *base, struct errmsg *e);
};

/* What an object may hold; at most 64 keys. */
struct object {
	const struct field *fields;
	size_t n;
	const struct extra *extras;
	size_t n_extras;
};

static const char *name_of(const struct object *o, size_t i)
{
	return i < o->n ? o->fields[i].name : o->extras[i - o->n].name;
}

/* Index of the key; the guess is right where a file is as we write it. Past the end: not ours. */
static size_t key_index(const struct object *o, const char *key, size_t len, size_t guess)
{
	size_t n = o->n + o->n_extras;

	if (guess < n && key_is(key, len, name_of(o, guess)))
		return guess;
	for (size_t i = 0; i < n; i++)
		if (key_is(key, len, name_of(o, i)))
			return i;
	return n;
}

static int check_required(const struct object *o, uint64_t seen, struct errmsg *e)
{
	for (size_t i = 0; i < o->n + o->n_extras; i++) {
		bool required = i < o->n ? o->fields[i].required : o->extras[i - o->n].required;

		if (required && !(seen >> i & 1))
			return errmsg_set(e, EINVAL, "\"%s\" is missing", name_of(o, i));
	}
	return 0;
}

static int read_member(struct jsonscan *s, const struct object *o, size_t i, void *base,
		       struct errmsg *e)
{
	if (i < o->n)
		return read_field(s, &o->fields[i], base, e);
	if (i < o->n + o->n_extras)
		return o->extras[i - o->n].read(s, base, e);
	/* What a later version added is none of our business, but must be JSON. */
	return jsonscan_skip(s) ? 0 : -EINVAL;
}

static int read_object(struct jsonscan *s, const struct object *o, void *base, struct errmsg *e)
{
	size_t len, next = 0, n = o->n + o->n_extras;
	uint64_t seen = 0;
	const char *key;
	int err = 0;

	jsonscan_enter(s, '{');
	while (!err && jsonscan_key(s, &key, &len)) {
		size_t i = key_index(o, key, len, next);

		if (i < n && seen >> i & 1) {
			jsonscan_fail(s, "duplicate object key");
			break;
		}
		seen |= i < n ? UINT64_C(1) << i : 0;
		next = i + 1;
		err = read_member(s, o, i, base, e);
	}
	if (err || s->error)
		return err ? err : -EINVAL;
	return check_required(o, seen, e);
}

static int read_fallback(struct jsonscan *s, struct record_job *j, size_t i, struct errmsg *e)
{
	static const struct field fields[] = {
		{ "source", FIELD_STRING, offsetof(struct record_fallback, source), true },
		{ "errno", FIELD_STRING, offsetof(struct record_fallback, err), true },
	};
	static const struct object object = { fields, COUNT(fields), NULL, 0 };

	if (jsonscan_peek(s) != '{')
		return wrong_type("fallbacks", "a list of objects", e);
	if (record_job_add_fallback(j, "", 0) || record_set_string(&j->fallbacks[i].source, NULL) ||
	    record_set_string(&j->fallbacks[i].err, NULL))
		return errmsg_errno(e, ENOMEM, "fallbacks");
	if (read_object(s, &object, &j->fallbacks[i], e))
		return s->error ? -EINVAL : -EPROTO;
	if (!j->fallbacks[i].source || !j->fallbacks[i].err)
		return -EPROTO;
	return 0;
}

static int read_fallbacks(struct jsonscan *s, void *base, struct errmsg *e)
{
	struct record_job *j = base;
	int err;

	if (jsonscan_peek(s) == 'n')
		return jsonscan_skip(s) ? 0 : -EINVAL;
	err = expect(s, '[', "fallbacks", "a list", e);
	if (err)
		return err;
	jsonscan_enter(s, '[');
	while (!err && jsonscan_item(s)) {
		size_t i = j->n_fallbacks;

		err = read_fallback(s, j, i, e);
		if (err == -EPROTO)
			err = errmsg_set(e, EINVAL, "\"fallbacks\": %zu has no source or errno", i);
	}
	return s->error ? -EINVAL : err;
}

static int read_counter(struct jsonscan *s, struct record_job *j, const char *name,
			struct errmsg *e)
{
	static const struct object object = { counter_fields, COUNT(counter_fields), NULL, 0 };
	struct record_counter *c;
	int err;

	if (jsonscan_peek(s) != '{')
		return errmsg_set(e, EINVAL, "\"counters\": '%.40s' is not an object", name);
	if (record_job_counter(j, name)) {
		jsonscan_fail(s, "duplicate object key");
		return -EINVAL;
	}
	c = record_job_add_counter(j, name);
	if (!c)
		return errmsg_errno(e, ENOMEM, "counters");
	err = read_object(s, &object, c, e);
	if (err && !s->error)
		errmsg_prefix(e, "\"counters\": '%.40s'", name);
	return err;
}

static int read_counters(struct jsonscan *s, void *base, struct errmsg *e)
{
	const char *key;
	size_t len;
	int err;

	if (jsonscan_peek(s) == 'n')
		return jsonscan_skip(s) ? 0 : -EINVAL;
	err = expect(s, '{', "counters", "a map", e);
	if (err)
		return err;
	jsonscan_enter(s, '{');
	while (!err && jsonscan_key(s, &key, &len)) {
		char *name = strndup(key, len);

		err = name ? read_counter(s, base, name, e) : errmsg_errno(e, ENOMEM, "counters");
		free(name);
	}
	return s->error ? -EINVAL : err;
}

static const struct extra job_extras[] = {
	{ "fallbacks", false, read_fallbacks },
	{ "counters", false, read_counters },
};
static const struct object job_object = { job_fields, COUNT(job_fields), job_extras,
					  COUNT(job_extras) };

static int read_jobs(struct jsonscan *s, void *base, struct errmsg *e)
{
	struct record *r = base;
	int err = expect(s, '[', "jobs", "a list", e);

	if (err)
		return err;
	jsonscan_enter(s, '[');
	while (!err && jsonscan_item(s)) {
		struct record_job *j = record_add_job(r);

		if (!j)
			return errmsg_errno(e, ENOMEM, "jobs");
		err = jsonscan_peek(s) == '{' ? read_object(s, &job_object, j, e)
					      : errmsg_set(e, EINVAL, "not an object");
		if (err && !s->error)
			errmsg_prefix(e, "job %zu", r->n_jobs);
	}
	return s->error ? -EINVAL : err;
}

static int read_disturbance(struct jsonscan *s, void *base, struct errmsg *e)
{
	static const struct object object = { disturbance_fields, COUNT(disturbance_fields), NULL,
					      0 };
	struct record *r = base;
	int err;

	if (jsonscan_peek(s) == 'n')
		return jsonscan_skip(s) ? 0 : -EINVAL;
	err = expect(s, '{', "disturbance", "an object", e);
	if (err)
		return err;
	r->has_disturbance = true;
	err = read_object(s, &object, &r->disturbance, e);
	if (err && !s->error)
		errmsg_prefix(e, "disturbance");
	return err;
}

static const struct extra record_extras[] = {
	{ "disturbance", false, read_disturbance },
	{ "jobs", true, read_jobs },
};
static const struct object record_object = { record_fields, COUNT(record_fields), record_extras,
					     COUNT(record_extras) };
static const struct object worker_object = { worker_fields, COUNT(worker_fields), NULL, 0 };

static int check_schema(const char *line, size_t len, struct errmsg *e)
{
	struct jsonscan s;
	const char *key;
	int64_t schema = 0;
	bool found = false;
	int err = 0;

	jsonscan_start(&s, line, len);
	if (jsonscan_peek(&s) && jsonscan_peek(&s) != '{')
		return errmsg_set(e, EINVAL, "not a JSON object");
	jsonscan_enter(&s, '{');
	/* We write it first: the rest is scanned for it only in a file of somebody else. */
	while (!found && jsonscan_key(&s, &key, &len)) {
		found = key_is(key, len, "schema");
		if (found && jsonscan_peek(&s) == '0')
			read_int(&s, "schema", &schema, e);
		else
			jsonscan_skip(&s);
	}
	if (s.error)
		err = jsonscan_end(&s, e);
	else if (schema > RECORD_SCHEMA)
		err = errmsg_set(
			e, EPROTO,
			"record schema %lld is newer than this program's %d: use a newer one",
			(long long)schema, RECORD_SCHEMA);
	else if (schema < 1)
		err = errmsg_set(e, EINVAL,
				 found ? "\"schema\" is not a positive number"
				       : "\"schema\" is missing");
	jsonscan_release(&s);
	return err;
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

/* One object that is the whole line. */
static int read_line(const char *line, size_t len, const struct object *o, void *base,
		     struct errmsg *e)
{
	struct jsonscan s;
	int err = check_schema(line, len, e);

	if (err)
		return err;
	jsonscan_start(&s, line, len);
	err = read_object(&s, o, base, e);
	if (!err || s.error)
		err = jsonscan_end(&s, e);
	jsonscan_release(&s);
	return err;
}

int record_read(struct record *r, const char *line, size_t len, struct errmsg *e)
{
	int err;

	record_release(r);
	record_init(r);
	err = read_line(line, len, &record_object, r, e);
	if (!err)
		err = check_record(r, e);
	if (err)
		record_release(r);
	return err;
}

int record_job_read_worker(struct record_job *j, const char *line, size_t len, struct errmsg *e)
{
	return read_line(line, len, &worker_object, j, e);
}
