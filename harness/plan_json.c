/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The plan as JSON: plan.json of a result set, --plan FILE, --dry-run. */
#include "harness/plan.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/jsontext.h"

/* --- writing ------------------------------------------------------------------------------ */

static json_t *write_workload(const struct plan_workload *w)
{
	return json_pack("{s:o, s:o, s:o, s:o, s:b, s:o, s:o, s:o, s:o, s:o}", "cmd",
			 jsontext_strlist(&w->cmd), "walk", jsontext_string(w->walk), "pages",
			 jsontext_string(w->pages), "mem", jsontext_string(w->mem), "sync", w->sync,
			 "size_asked", jsontext_string(w->size_asked), "array_bytes",
			 jsontext_int(w->array_bytes), "steps", jsontext_int(w->steps),
			 "metric_regex", jsontext_string(w->metric_regex), "target_ns",
			 jsontext_int(w->target_ns));
}

static json_t *write_disturbance(const struct plan_disturbance *d)
{
	if (!d->cmd.n)
		return json_null();
	return json_pack("{s:o, s:o, s:o, s:I, s:s}", "cmd", jsontext_strlist(&d->cmd), "groups",
			 jsontext_int(d->groups), "loops", jsontext_int(d->loops), "delay_ns",
			 (json_int_t)d->delay_ns, "delay_from",
			 d->delay_from_exec ? "exec" : "walk");
}

static json_t *write_settings(const struct plan_variant *v)
{
	json_t *a = json_array();

	for (size_t i = 0; i < v->n_settings; i++)
		json_array_append_new(a, json_pack("{s:o, s:o}", "name",
						   jsontext_string(v->settings[i].name), "value",
						   jsontext_string(v->settings[i].value)));
	return a;
}

static json_t *write_variants(const struct plan *p)
{
	json_t *a = json_array();

	for (size_t i = 0; i < p->n_variants; i++)
		json_array_append_new(a, json_pack("{s:o, s:o}", "label",
						   jsontext_string(p->variants[i].label),
						   "settings", write_settings(&p->variants[i])));
	return a;
}

static json_t *variant_label(const struct plan *p, int variant)
{
	return jsontext_string(variant < 0 ? NULL : p->variants[variant].label);
}

static json_t *write_run(const struct plan *p, const struct plan_run *r)
{
	return json_pack("{s:I, s:i, s:i, s:i, s:i, s:o, s:I}", "run", (json_int_t)r->run, "n",
			 r->n, "repeat", r->repeat, "block", r->block, "order", r->order, "variant",
			 variant_label(p, r->variant), "seed", (json_int_t)r->seed);
}

static json_t *write_runs(const struct plan *p)
{
	json_t *a = json_array();

	for (size_t i = 0; i < p->n_runs; i++)
		json_array_append_new(a, write_run(p, &p->runs[i]));
	return a;
}

static json_t *write_jobs(const struct plan *p)
{
	json_t *a = json_array();

	for (size_t i = 0; i < p->n_jobs; i++)
		json_array_append_new(a, json_integer(p->jobs[i]));
	return a;
}

static json_t *write_work(const struct plan *p)
{
	return json_pack("{s:o, s:o}", "source", jsontext_string(p->work_source), "ns_per_access",
			 jsontext_real(p->ns_per_access));
}

json_t *plan_to_json(const struct plan *p, int variant)
{
	json_t *o = json_object();
	int err = 0;

	err |= json_object_set_new(o, "schema", json_integer(PLAN_SCHEMA));
	err |= json_object_set_new(o, "label", jsontext_string(p->label));
	err |= json_object_set_new(o, "campaign", jsontext_string(p->campaign));
	err |= json_object_set_new(o, "created_wall_ns", jsontext_int(p->created_wall_ns));
	err |= json_object_set_new(o, "seed", jsontext_int(p->seed));
	err |= json_object_set_new(o, "version", jsontext_string(p->version));
	err |= json_object_set_new(o, "preset", jsontext_string(p->preset));
	err |= json_object_set_new(o, "workload", write_workload(&p->workload));
	err |= json_object_set_new(o, "disturbance", write_disturbance(&p->disturbance));
	err |= json_object_set_new(o, "residency", jsontext_string(p->residency));
	err |= json_object_set_new(o, "timeline", json_boolean(p->timeline));
	err |= json_object_set_new(o, "events", jsontext_strlist(&p->events));
	err |= json_object_set_new(o, "profile", json_boolean(p->profile));
	err |= json_object_set_new(o, "yardstick", jsontext_string(p->yardstick));
	err |= json_object_set_new(o, "limit_ns", jsontext_int(p->limit_ns));
	err |= json_object_set_new(o, "variant", variant_label(p, variant));
	err |= json_object_set_new(o, "variants", write_variants(p));
	err |= json_object_set_new(o, "repeats", json_integer(p->repeats));
	err |= json_object_set_new(o, "jobs", write_jobs(p));
	err |= json_object_set_new(o, "work", write_work(p));
	err |= json_object_set_new(o, "notes", jsontext_strlist(&p->notes));
	err |= json_object_set_new(o, "runs", write_runs(p));
	if (!err)
		return o;
	json_decref(o);
	return NULL;
}

/* --- reading ------------------------------------------------------------------------------ */

static int read_workload(struct plan_workload *w, const json_t *o, struct errmsg *e)
{
	int err;

	if (!json_is_object(o))
		return errmsg_set(e, EINVAL, "\"workload\" is missing or not an object");
	w->array_bytes = w->steps = -1;
	err = jsontext_get_strlist(o, "cmd", &w->cmd, e);
	if (!err && !w->cmd.n)
		err = errmsg_set(e, EINVAL, "\"cmd\" is missing or empty");
	if (!err)
		err = jsontext_get_string(o, "walk", &w->walk, e);
	if (!err)
		err = jsontext_get_string(o, "pages", &w->pages, e);
	if (!err)
		err = jsontext_get_string(o, "mem", &w->mem, e);
	if (!err)
		err = jsontext_get_bool(o, "sync", &w->sync, e);
	if (!err)
		err = jsontext_get_string(o, "size_asked", &w->size_asked, e);
	if (!err)
		err = jsontext_get_int(o, "array_bytes", &w->array_bytes, e);
	if (!err)
		err = jsontext_get_int(o, "steps", &w->steps, e);
	if (!err)
		err = jsontext_get_string(o, "metric_regex", &w->metric_regex, e);
	if (!err)
		err = jsontext_need_int(o, "target_ns", 1, INT64_MAX / 1000000, &w->target_ns, e);
	if (err)
		errmsg_prefix(e, "workload");
	return err;
}

static int read_delay_from(struct plan_disturbance *d, const json_t *o, struct errmsg *e)
{
	const char *from = json_string_value(json_object_get(o, "delay_from"));

	if (!from || (strcmp(from, "exec") && strcmp(from, "walk")))
		return errmsg_set(e, EINVAL, "\"delay_from\" is neither \"exec\" nor \"walk\"");
	d->delay_from_exec = !strcmp(from, "exec");
	return 0;
}

static int read_disturbance(struct plan_disturbance *d, const json_t *o, struct errmsg *e)
{
	int err;

	d->groups = d->loops = -1;
	if (!o || json_is_null(o))
		return 0;
	if (!json_is_object(o))
		return errmsg_set(e, EINVAL, "\"disturbance\" is not an object");
	err = jsontext_get_strlist(o, "cmd", &d->cmd, e);
	if (!err && !d->cmd.n)
		err = errmsg_set(e, EINVAL, "\"cmd\" is missing or empty");
	if (!err)
		err = jsontext_get_int(o, "groups", &d->groups, e);
	if (!err)
		err = jsontext_get_int(o, "loops", &d->loops, e);
	if (!err)
		err = jsontext_need_int(o, "delay_ns", 0, INT64_MAX / 4, &d->delay_ns, e);
	if (!err)
		err = read_delay_from(d, o, e);
	if (err)
		errmsg_prefix(e, "disturbance");
	return err;
}

/* A variant on disk is as typed: it goes through the same checks. */
static int read_variant(struct plan *p, const json_t *o, struct errmsg *e)
{
	const char *label = json_string_value(json_object_get(o, "label"));
	const json_t *settings = json_object_get(o, "settings");
	struct strlist items = { 0 };
	char *joined = NULL, *text = NULL;
	json_t *s;
	size_t i;
	int err = 0;

	if (!label || !json_is_array(settings) || !json_array_size(settings))
		return errmsg_set(e, EINVAL, "no label or no settings");
	json_array_foreach (settings, i, s) {
		const char *name = json_string_value(json_object_get(s, "name"));
		const char *value = json_string_value(json_object_get(s, "value"));

		if (!name || !value || strpbrk(name, ",=") || strchr(value, ','))
			err = errmsg_set(e, EINVAL, "setting %zu: no name or no value", i + 1);
		else
			strlist_addf(&items, "%s=%s", name, value);
	}
	joined = strlist_join(&items, ",");
	if (!err && asprintf(&text, "%s:%s", label, joined) < 0)
		err = errmsg_errno(e, ENOMEM, "variant");
	if (!err)
		err = plan_add_variant(p, text, e);
	free(text);
	free(joined);
	strlist_release(&items);
	return err;
}

static int read_variants(struct plan *p, const json_t *a, struct errmsg *e)
{
	json_t *o;
	size_t i;

	if (a && !json_is_null(a) && !json_is_array(a))
		return errmsg_set(e, EINVAL, "\"variants\" is not a list");
	json_array_foreach (a, i, o) {
		int err = read_variant(p, o, e);

		if (err) {
			errmsg_prefix(e, "variant %zu", i + 1);
			return err;
		}
	}
	return 0;
}

/* Index of the variant a label names; null is none. */
static int read_variant_ref(const struct plan *p, const json_t *v, int *variant, struct errmsg *e)
{
	*variant = -1;
	if (!v || json_is_null(v))
		return 0;
	for (size_t i = 0; json_is_string(v) && i < p->n_variants; i++)
		if (!strcmp(p->variants[i].label, json_string_value(v)))
			*variant = (int)i;
	if (*variant < 0)
		return errmsg_set(e, EINVAL, "\"variant\" names none of the variants");
	return 0;
}

static int read_jobs(struct plan *p, const json_t *a, struct errmsg *e)
{
	json_t *v;
	size_t i;

	if (!json_is_array(a) || !json_array_size(a))
		return errmsg_set(e, EINVAL, "\"jobs\" is missing or empty");
	p->jobs = calloc(json_array_size(a), sizeof(*p->jobs));
	if (!p->jobs)
		return errmsg_errno(e, ENOMEM, "jobs");
	json_array_foreach (a, i, v) {
		json_int_t n = json_integer_value(v);

		if (n < 1 || n > PLAN_MAX_JOBS)
			return errmsg_set(e, ERANGE, "\"jobs\": a number is not between 1 and %d",
					  PLAN_MAX_JOBS);
		p->jobs[p->n_jobs++] = (int)n;
	}
	return 0;
}

static bool plan_has_n(const struct plan *p, int64_t n)
{
	for (size_t i = 0; i < p->n_jobs; i++)
		if (p->jobs[i] == n)
			return true;
	return false;
}

static int read_run(const struct plan *p, struct plan_run *r, const json_t *o, int64_t number,
		    struct errmsg *e)
{
	int64_t n, repeat, block, order;
	int err;

	err = jsontext_need_int(o, "run", number, number, &r->run, e);
	if (!err)
		err = jsontext_need_int(o, "n", 1, PLAN_MAX_JOBS, &n, e);
	if (!err && !plan_has_n(p, n))
		err = errmsg_set(e, EINVAL, "\"n\" is none of \"jobs\"");
	if (!err)
		err = jsontext_need_int(o, "repeat", 1, PLAN_MAX_RUNS, &repeat, e);
	if (!err)
		err = jsontext_need_int(o, "block", 1, PLAN_MAX_RUNS, &block, e);
	if (!err)
		err = jsontext_need_int(o, "order", 1, PLAN_MAX_RUNS, &order, e);
	if (!err)
		err = jsontext_need_int(o, "seed", 0, INT64_MAX - PLAN_MAX_JOBS, &r->seed, e);
	if (!err)
		err = read_variant_ref(p, json_object_get(o, "variant"), &r->variant, e);
	if (err)
		return err;
	r->n = (int)n;
	r->repeat = (int)repeat;
	r->block = (int)block;
	r->order = (int)order;
	return 0;
}

static int read_runs(struct plan *p, const json_t *a, struct errmsg *e)
{
	json_t *o;
	size_t i;

	if (!json_is_array(a) || !json_array_size(a) || json_array_size(a) > PLAN_MAX_RUNS)
		return errmsg_set(e, EINVAL, "\"runs\" is missing, empty or too long");
	p->runs = calloc(json_array_size(a), sizeof(*p->runs));
	if (!p->runs)
		return errmsg_errno(e, ENOMEM, "runs");
	json_array_foreach (a, i, o) {
		int err = read_run(p, &p->runs[i], o, (int64_t)i + 1, e);

		if (err) {
			errmsg_prefix(e, "run %zu", i + 1);
			return err;
		}
		p->n_runs++;
	}
	return 0;
}

static int read_head(struct plan *p, const json_t *o, struct errmsg *e)
{
	int64_t schema, repeats;
	int err;

	err = jsontext_need_int(o, "schema", 1, INT64_MAX, &schema, e);
	if (!err && schema > PLAN_SCHEMA)
		err = errmsg_set(e, EPROTO, "plan schema %lld is newer than this program's %d",
				 (long long)schema, PLAN_SCHEMA);
	if (!err)
		err = jsontext_need_string(o, "label", &p->label, e);
	if (!err)
		err = jsontext_need_string(o, "campaign", &p->campaign, e);
	if (!err)
		err = jsontext_get_string(o, "preset", &p->preset, e);
	if (!err)
		err = jsontext_get_string(o, "version", &p->version, e);
	if (!err)
		err = jsontext_get_string(o, "residency", &p->residency, e);
	if (!err)
		err = jsontext_get_bool(o, "timeline", &p->timeline, e);
	if (!err)
		err = jsontext_get_strlist(o, "events", &p->events, e);
	if (!err)
		err = jsontext_get_bool(o, "profile", &p->profile, e);
	if (!err)
		err = jsontext_get_string(o, "yardstick", &p->yardstick, e);
	if (!err)
		err = jsontext_get_int(o, "created_wall_ns", &p->created_wall_ns, e);
	if (!err)
		err = jsontext_get_int(o, "seed", &p->seed, e);
	if (!err)
		err = jsontext_get_int(o, "limit_ns", &p->limit_ns, e);
	if (!err)
		err = jsontext_need_int(o, "repeats", 1, PLAN_MAX_RUNS, &repeats, e);
	p->repeats = err ? 0 : (int)repeats;
	return err;
}

static int read_work(struct plan *p, const json_t *o, struct errmsg *e)
{
	int err;

	if (!o || json_is_null(o))
		return 0;
	err = jsontext_get_string(o, "source", &p->work_source, e);
	return err ? err : jsontext_get_real(o, "ns_per_access", &p->ns_per_access, e);
}

int plan_from_json(struct plan *p, const json_t *o, int *variant, struct errmsg *e)
{
	int err;

	*p = (struct plan){ .limit_ns = -1, .ns_per_access = NAN };
	err = read_head(p, o, e);
	if (!err)
		err = read_workload(&p->workload, json_object_get(o, "workload"), e);
	if (!err)
		err = read_disturbance(&p->disturbance, json_object_get(o, "disturbance"), e);
	if (!err)
		err = read_jobs(p, json_object_get(o, "jobs"), e);
	if (!err)
		err = read_variants(p, json_object_get(o, "variants"), e);
	if (!err)
		err = read_variant_ref(p, json_object_get(o, "variant"), variant, e);
	if (!err)
		err = read_work(p, json_object_get(o, "work"), e);
	if (!err)
		err = jsontext_get_strlist(o, "notes", &p->notes, e);
	if (!err)
		err = read_runs(p, json_object_get(o, "runs"), e);
	if (err)
		plan_release(p);
	return err;
}
