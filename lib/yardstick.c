/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lib/yardstick.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/jsontext.h"

#define MAX_POINTS 65536

static const char *const kind_names[] = {
	[YARDSTICK_ALONE] = "alone",
	[YARDSTICK_DISTANCE] = "distance",
	[YARDSTICK_FULL] = "node-full",
};

#define N_KINDS (sizeof(kind_names) / sizeof(*kind_names))

const char *yardstick_kind_name(enum yardstick_kind kind)
{
	return kind_names[kind];
}

struct yardstick_point *yardstick_add(struct yardstick *y, enum yardstick_kind kind)
{
	struct yardstick_point *grown = reallocarray(y->points, y->n + 1, sizeof(*grown));

	if (!grown)
		return NULL;
	y->points = grown;
	grown[y->n] = (struct yardstick_point){
		.kind = kind,
		.cpu_node = -1,
		.memory_node = -1,
		.distance = -1,
		.jobs = -1,
		.ns_per_access = NAN,
	};
	return &grown[y->n++];
}

static int compare_doubles(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static double median(const double *values, size_t n)
{
	double sorted[YARDSTICK_ROUNDS];

	memcpy(sorted, values, n * sizeof(*sorted));
	qsort(sorted, n, sizeof(*sorted), compare_doubles);
	return (sorted[(n - 1) / 2] + sorted[n / 2]) / 2;
}

void yardstick_take(struct yardstick_point *p, double ns_per_access)
{
	if (p->n_measured == YARDSTICK_ROUNDS)
		return;
	p->measured[p->n_measured++] = ns_per_access;
	p->ns_per_access = median(p->measured, p->n_measured);
}

const struct yardstick_point *yardstick_find(const struct yardstick *y, enum yardstick_kind kind,
					     int distance)
{
	for (size_t i = 0; i < y->n; i++)
		if (y->points[i].kind == kind &&
		    (kind != YARDSTICK_DISTANCE || y->points[i].distance == distance))
			return &y->points[i];
	return NULL;
}

double yardstick_ns(const struct yardstick *y, enum yardstick_kind kind, int distance)
{
	const struct yardstick_point *p = yardstick_find(y, kind, distance);

	return p ? p->ns_per_access : NAN;
}

/* --- writing ------------------------------------------------------------------------------ */

static json_t *write_measured(const struct yardstick_point *p)
{
	json_t *a = json_array();

	for (size_t i = 0; i < p->n_measured; i++)
		json_array_append_new(a, jsontext_real(p->measured[i]));
	return a;
}

/* What the work of one job of the set would take at this cost. */
static json_t *write_time(const struct yardstick *y, const struct yardstick_point *p)
{
	double ns = p->ns_per_access * (double)y->set_steps;

	if (isnan(ns) || y->set_steps < 0 || ns > 9e18)
		return json_null();
	return json_integer(llround(ns));
}

static json_t *write_point(const struct yardstick *y, const struct yardstick_point *p)
{
	char *cpus = cpulist_format(&p->cpus);
	json_t *o =
		json_pack("{s:s, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "kind",
			  kind_names[p->kind], "cpu_node", jsontext_int(p->cpu_node), "memory_node",
			  jsontext_int(p->memory_node), "distance", jsontext_int(p->distance),
			  "cpus", jsontext_string(cpus), "jobs", jsontext_int(p->jobs), "measured",
			  write_measured(p), "ns_per_access", jsontext_real(p->ns_per_access),
			  "time_ns", write_time(y, p), "reason", jsontext_string(p->reason));

	free(cpus);
	return o;
}

json_t *yardstick_write(const struct yardstick *y)
{
	json_t *points = json_array();

	for (size_t i = 0; i < y->n; i++)
		json_array_append_new(points, write_point(y, &y->points[i]));
	return json_pack("{s:i, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "schema",
			 YARDSTICK_SCHEMA, "measured_wall_ns", jsontext_int(y->measured_wall_ns),
			 "boot_id", jsontext_string(y->boot_id), "walk", jsontext_string(y->walk),
			 "pages", jsontext_string(y->pages), "array_bytes",
			 jsontext_int(y->array_bytes), "steps", jsontext_int(y->steps), "set_steps",
			 jsontext_int(y->set_steps), "points", points);
}

/* --- reading ------------------------------------------------------------------------------ */

static int read_small_int(const json_t *o, const char *name, int *out, struct errmsg *e)
{
	int64_t value = -1;
	int err = jsontext_get_int(o, name, &value, e);

	if (!err && (value < -1 || value > INT_MAX))
		err = errmsg_set(e, ERANGE, "\"%s\" is out of range", name);
	if (!err)
		*out = (int)value;
	return err;
}

static int read_kind(const json_t *o, enum yardstick_kind *kind, struct errmsg *e)
{
	const char *name = json_string_value(json_object_get(o, "kind"));

	for (size_t i = 0; name && i < N_KINDS; i++)
		if (!strcmp(name, kind_names[i])) {
			*kind = (enum yardstick_kind)i;
			return 0;
		}
	return errmsg_set(e, EINVAL, "\"kind\" is missing or unknown");
}

static int read_cpus(struct yardstick_point *p, const json_t *o, struct errmsg *e)
{
	const char *text = json_string_value(json_object_get(o, "cpus"));
	int err = text ? cpulist_parse(&p->cpus, text, e) : 0;

	if (err)
		errmsg_prefix(e, "\"cpus\"");
	return err;
}

/* The median is worked out again: a file edited by hand can't contradict itself. */
static int read_measured(struct yardstick_point *p, const json_t *o, struct errmsg *e)
{
	const json_t *a = json_object_get(o, "measured"), *v;
	size_t i;

	if (json_array_size(a) > YARDSTICK_ROUNDS)
		return errmsg_set(e, ERANGE, "\"measured\" has more than %d numbers",
				  YARDSTICK_ROUNDS);
	json_array_foreach (a, i, v) {
		double ns = json_number_value(v);

		if (!(ns > 0))
			return errmsg_set(e, EINVAL, "\"measured\" has what is no time");
		yardstick_take(p, ns);
	}
	return 0;
}

static int read_point(struct yardstick *y, const json_t *o, struct errmsg *e)
{
	enum yardstick_kind kind = YARDSTICK_ALONE;
	struct yardstick_point *p;
	int err = read_kind(o, &kind, e);

	if (err)
		return err;
	p = yardstick_add(y, kind);
	if (!p)
		return errmsg_errno(e, ENOMEM, "yardstick");
	err = read_small_int(o, "cpu_node", &p->cpu_node, e);
	if (!err)
		err = read_small_int(o, "memory_node", &p->memory_node, e);
	if (!err)
		err = read_small_int(o, "distance", &p->distance, e);
	if (!err)
		err = read_small_int(o, "jobs", &p->jobs, e);
	if (!err)
		err = read_cpus(p, o, e);
	if (!err)
		err = read_measured(p, o, e);
	return err ? err : jsontext_get_string(o, "reason", &p->reason, e);
}

static int read_points(struct yardstick *y, const json_t *a, struct errmsg *e)
{
	const json_t *o;
	size_t i;

	if (!json_is_array(a) || json_array_size(a) > MAX_POINTS)
		return errmsg_set(e, EINVAL, "\"points\" is missing or too long");
	json_array_foreach (a, i, o) {
		int err = read_point(y, o, e);

		if (err) {
			errmsg_prefix(e, "point %zu", i + 1);
			return err;
		}
	}
	return 0;
}

static int read_head(struct yardstick *y, const json_t *o, struct errmsg *e)
{
	int64_t schema;
	int err = jsontext_need_int(o, "schema", 1, INT64_MAX, &schema, e);

	if (!err && schema > YARDSTICK_SCHEMA)
		err = errmsg_set(e, EPROTO, "yardstick schema %lld is newer than this program's %d",
				 (long long)schema, YARDSTICK_SCHEMA);
	if (!err)
		err = jsontext_get_int(o, "measured_wall_ns", &y->measured_wall_ns, e);
	if (!err)
		err = jsontext_get_string(o, "boot_id", &y->boot_id, e);
	if (!err)
		err = jsontext_get_string(o, "walk", &y->walk, e);
	if (!err)
		err = jsontext_get_string(o, "pages", &y->pages, e);
	if (!err)
		err = jsontext_get_int(o, "array_bytes", &y->array_bytes, e);
	if (!err)
		err = jsontext_get_int(o, "steps", &y->steps, e);
	return err ? err : jsontext_get_int(o, "set_steps", &y->set_steps, e);
}

int yardstick_read(struct yardstick *y, const json_t *o, struct errmsg *e)
{
	int err;

	*y = (struct yardstick){
		.measured_wall_ns = -1, .array_bytes = -1, .steps = -1, .set_steps = -1
	};
	err = read_head(y, o, e);
	if (!err)
		err = read_points(y, json_object_get(o, "points"), e);
	if (err)
		yardstick_release(y);
	return err;
}

void yardstick_release(struct yardstick *y)
{
	for (size_t i = 0; i < y->n; i++) {
		cpulist_release(&y->points[i].cpus);
		free(y->points[i].reason);
	}
	free(y->points);
	free(y->boot_id);
	free(y->walk);
	free(y->pages);
	*y = (struct yardstick){ 0 };
}
