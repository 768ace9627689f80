/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "lib/jsontext.h"
#include "lib/version.h"
#include "report/import_store.h"

static json_t *metric_json(const struct import_metric *m)
{
	return json_pack("{s:o, s:o, s:o, s:o, s:o}", "name", jsontext_string(m->name), "title",
			 jsontext_string(m->title), "unit", jsontext_string(m->unit), "better",
			 jsontext_string(m->better), "statistic", jsontext_string(m->statistic));
}

static json_t *metrics_json(const struct import_set *s)
{
	json_t *array = json_array();

	for (size_t i = 0; i < s->n_metrics; i++)
		json_array_append_new(array, metric_json(&s->metrics[i]));
	return array;
}

/* --- N and repeats ------------------------------------------------------------------------ */

struct job_counts {
	int64_t *n; /* ascending, each once */
	size_t len;
	int64_t most_repeats;
};

static int ascending(const void *a, const void *b)
{
	int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

	return (x > y) - (x < y);
}

static void count_jobs(struct job_counts *c, const struct import_set *s)
{
	size_t kept = 0;

	c->most_repeats = -1;
	c->n = calloc(s->n_runs + s->summaries.n + 1, sizeof(*c->n));
	if (!c->n)
		return;
	for (size_t i = 0; i < s->n_runs; i++) {
		c->n[c->len++] = s->runs[i].n;
		if (s->runs[i].repeat > c->most_repeats)
			c->most_repeats = s->runs[i].repeat;
	}
	for (size_t i = 0; i < s->summaries.n; i++) {
		c->n[c->len++] = s->summaries.v[i].n;
		if (s->summaries.v[i].repeats > c->most_repeats)
			c->most_repeats = s->summaries.v[i].repeats;
	}
	qsort(c->n, c->len, sizeof(*c->n), ascending);
	for (size_t i = 0; i < c->len; i++)
		if (c->n[i] > 0 && (!kept || c->n[i] != c->n[kept - 1]))
			c->n[kept++] = c->n[i];
	c->len = kept;
}

static json_t *jobs_json(const struct job_counts *c)
{
	json_t *array = json_array();

	for (size_t i = 0; i < c->len; i++)
		json_array_append_new(array, json_integer(c->n[i]));
	return array;
}

static json_t *runs_json(const struct import_set *s)
{
	json_t *array = json_array();

	for (size_t i = 0; i < s->n_runs; i++) {
		const struct record *r = &s->runs[i];

		json_array_append_new(
			array, json_pack("{s:o, s:o, s:o, s:o, s:o, s:n}", "run",
					 jsontext_int(r->run), "n", jsontext_int(r->n), "repeat",
					 jsontext_int(r->repeat), "block", jsontext_int(r->block),
					 "order", jsontext_int(r->order), "seed"));
	}
	return array;
}

/* --- the rest ----------------------------------------------------------------------------- */

static bool same_list(const struct strlist *a, const struct strlist *b)
{
	if (a->n != b->n)
		return false;
	for (size_t i = 0; i < a->n; i++)
		if (strcmp(a->v[i], b->v[i]))
			return false;
	return true;
}

/*
 * The burst of all runs, null for none. NULL where they differ or the log does not tell: then it is
 * left out.
 */
static json_t *disturbance_json(const struct import_set *s)
{
	const struct record_disturbance *first = s->n_runs ? &s->runs[0].disturbance : NULL;

	for (size_t i = 0; i < s->n_runs; i++)
		if (!s->runs[i].has_disturbance ||
		    !same_list(&first->cmd, &s->runs[i].disturbance.cmd))
			return NULL;
	if (!first)
		return NULL;
	if (!first->cmd.n)
		return json_null();
	return json_pack("{s:o, s:o, s:o, s:n}", "cmd", jsontext_strlist(&first->cmd), "groups",
			 jsontext_int(first->groups), "loops", jsontext_int(first->loops),
			 "delay_ns");
}

static json_t *workload_json(void)
{
	return json_pack("{s:n, s:n, s:n, s:n, s:n, s:n, s:n, s:n}", "cmd", "walk", "pages", "mem",
			 "sync", "array_bytes", "steps", "target_ns");
}

/* Keys in the order of our own plans. NULL when memory is short. */
static json_t *plan_json(const struct import_set *s, const struct import_options *o,
			 const char *label, const struct job_counts *counts)
{
	json_t *p = json_object(), *disturbance = disturbance_json(s);
	int err = 0;

	err |= json_object_set_new(p, "schema", json_integer(1));
	err |= json_object_set_new(p, "label", jsontext_string(label));
	err |= json_object_set_new(p, "campaign", json_null());
	err |= json_object_set_new(p, "created_wall_ns", json_null());
	err |= json_object_set_new(p, "seed", json_null());
	err |= json_object_set_new(p, "version", jsontext_string(version_number()));
	err |= json_object_set_new(p, "imported_from", jsontext_strlist(&s->files));
	err |= json_object_set_new(p, "title", jsontext_string(o->title ? o->title : s->title));
	err |= json_object_set_new(p, "metrics", metrics_json(s));
	err |= json_object_set_new(p, "workload", workload_json());
	if (disturbance)
		err |= json_object_set_new(p, "disturbance", disturbance);
	err |= json_object_set_new(p, "variant", json_null());
	err |= json_object_set_new(p, "repeats", jsontext_int(counts->most_repeats));
	err |= json_object_set_new(p, "jobs", jobs_json(counts));
	err |= json_object_set_new(p, "notes", jsontext_strlist(&s->notes));
	err |= json_object_set_new(p, "runs", runs_json(s));
	if (!err)
		return p;
	json_decref(p);
	return NULL;
}

json_t *import_plan_json(const struct import_set *s, const struct import_options *o,
			 const char *folder)
{
	struct job_counts counts = { 0 };
	json_t *plan;

	count_jobs(&counts, s);
	plan = counts.n ? plan_json(s, o, s->label ? s->label : folder, &counts) : NULL;
	free(counts.n);
	return plan;
}

json_t *import_host_json(void)
{
	return json_pack("{s:i, s:{}, s:{s:n, s:n, s:n}, s:{}, s:{}, s:{}, s:{}}", "schema", 1,
			 "machine", "kernel", "release", "version", "command_line", "person",
			 "tunables", "state", "build");
}
