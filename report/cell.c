/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/cell.h"

bool row_key_same(const struct row_key *a, const struct row_key *b)
{
	if (a->name || b->name)
		return a->name && b->name && !strcmp(a->name, b->name);
	return a->n == b->n;
}

/* --- raw values ------------------------------------------------------------------------------ */

static int sort_copy(struct cell_values *v)
{
	free(v->sorted);
	v->sorted = calloc(v->n + 1, sizeof(*v->sorted));
	if (!v->sorted)
		return -ENOMEM;
	memcpy(v->sorted, v->v, v->n * sizeof(*v->v));
	stats_sort(v->sorted, v->n);
	return 0;
}

static int cell_reserve(struct cell *c, size_t room)
{
	c->runs.v = calloc(room + 1, sizeof(*c->runs.v));
	c->blocks = calloc(room + 1, sizeof(*c->blocks));
	c->boots = calloc(room + 1, sizeof(*c->boots));
	return c->runs.v && c->blocks && c->boots ? 0 : -ENOMEM;
}

static void note_conditions(struct cell *c, const struct set_run *r)
{
	c->counted = r->clock && !strcmp(r->clock, "counted");
	c->disturbed |= set_run_disturbed(r);
	c->disturbance_known |= r->disturbance.command != NULL;
	c->campaign =
		!c->runs.n || (c->campaign && r->campaign && !strcmp(c->campaign, r->campaign))
			? r->campaign
			: NULL;
}

static void take_runs(struct cell *c, const struct column_run *runs, size_t n,
		      const struct metric *m)
{
	for (size_t i = 0; i < n; i++) {
		const struct set_run *r = runs[i].run;
		double value = metric_of_run(m, r);

		c->n_failed += r->failed;
		if (isnan(value))
			continue;
		note_conditions(c, r);
		c->blocks[c->runs.n] = r->block;
		c->boots[c->runs.n] = runs[i].boot;
		c->runs.v[c->runs.n++] = value;
	}
}

/* --- units ----------------------------------------------------------------------------------- */

/* In counted time equal inputs give equal runs: the runs of a perturbation become their mean. */
static void merge_perturbations(struct cell *c, const struct column_run *runs, size_t n,
				const struct metric *m)
{
	size_t kept = 0, seen = 0;
	const char **names = calloc(c->runs.n + 1, sizeof(*names));
	size_t *count = calloc(c->runs.n + 1, sizeof(*count));

	for (size_t i = 0; names && count && i < n; i++) {
		const struct set_run *r = runs[i].run;
		size_t k = 0;

		if (isnan(metric_of_run(m, r)))
			continue;
		while (k < kept &&
		       (!r->perturbation || !names[k] || strcmp(names[k], r->perturbation)))
			k++;
		if (k == kept) {
			names[kept] = r->perturbation;
			c->runs.v[kept] = 0;
			c->blocks[kept] = c->boots[kept] = -1;
			kept++;
		}
		count[k]++;
		/* v[seen] is not overwritten before it is read: k <= seen. */
		c->runs.v[k] += (metric_of_run(m, r) - c->runs.v[k]) / (double)count[k];
		seen++;
	}
	c->runs.n = kept;
	free(names);
	free(count);
}

static int find_boot_means(struct cell *c)
{
	c->boot_means.v = calloc(c->runs.n + 1, sizeof(*c->boot_means.v));
	if (!c->boot_means.v)
		return -ENOMEM;
	c->n_boots = stats_boot_means(c->runs.v, c->boots, c->runs.n, c->boot_means.v);
	c->boot_means.n = c->n_boots >= STATS_MIN_BOOTS ? c->n_boots : 0;
	return sort_copy(&c->boot_means);
}

/* Are all values multiples of 1/scale? */
static bool all_multiples(const struct cell *c, double scale)
{
	for (size_t i = 0; i < c->runs.n; i++) {
		double steps = c->runs.v[i] * scale;

		if (fabs(steps - rint(steps)) >= 1e-9 * fmax(1, fabs(steps)))
			return false;
	}
	return true;
}

/* The coarsest of .01, .001 … that all printed values are multiples of: logs have two decimals. */
static double find_resolution(const struct cell *c)
{
	static const double scales[] = { 1e2, 1e3, 1e4, 1e5, 1e6 };

	for (size_t i = 0; i < sizeof(scales) / sizeof(*scales); i++)
		if (all_multiples(c, scales[i]))
			return 1 / scales[i];
	return NAN;
}

static bool is_printed(const struct column_run *runs, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		const struct set_run *r = runs[i].run;

		if (!r->printed.known &&
		    !(r->n_jobs && r->jobs[0].source && !strcmp(r->jobs[0].source, "imported")))
			return false;
	}
	return n > 0;
}

/* --- averages of a log ----------------------------------------------------------------------- */

static const char *const pm_names[] = {
	[SUMMARY_PM_NONE] = "none", [SUMMARY_PM_UNKNOWN] = "unknown", [SUMMARY_PM_SD] = "sd",
	[SUMMARY_PM_SEM] = "sem",   [SUMMARY_PM_CV_PCT] = "cv_pct",
};

static bool is_of_key(const struct summary *a, const struct metric *m, const struct row_key *key)
{
	const struct row_key own = { a->n, a->label };

	return !strcmp(a->metric, m->name) && row_key_same(&own, key);
}

static void take_average(struct cell *c, const struct summary *a)
{
	c->present = !isnan(a->mean) || a->other_conditions;
	c->other_conditions = a->other_conditions;
	c->pm_kind = pm_names[a->pm_kind];
	c->moments = (struct stats_moments){
		.n = a->repeats > 0 ? (size_t)a->repeats : 0,
		.mean = a->mean,
		.sd = a->repeats != 1 ? summary_sd(a) : NAN,
	};
}

static void find_average(struct cell *c, const struct column *column, const struct metric *m,
			 const struct row_key *key)
{
	for (size_t i = 0; i < column->n_sets && !c->present; i++) {
		const struct summary_list *l = &column->sets[i]->averages;

		for (size_t k = 0; k < l->n && !c->present; k++)
			if (is_of_key(&l->v[k], m, key))
				take_average(c, &l->v[k]);
	}
}

/* --- the cell -------------------------------------------------------------------------------- */

const struct cell_values *cell_values(const struct cell *c)
{
	return c->unit == UNIT_BOOT ? &c->boot_means : &c->runs;
}

void cell_choose_unit(struct cell *c, enum cell_unit unit, double alpha)
{
	const struct cell_values *v;

	c->unit = unit;
	v = cell_values(c);
	if (c->raw) {
		c->shown = stats_summary(v->sorted, v->n, alpha);
		c->moments = stats_moments_floor(stats_moments(v->v, v->n), c->resolution);
	} else {
		c->shown = stats_summary_of_moments(&c->moments, alpha);
	}
}

static int take_raw(struct cell *c, const struct column *column, const struct metric *m,
		    const struct row_key *key)
{
	size_t n;
	const struct column_run *runs = column_runs(column, key->n, &n);
	int err = cell_reserve(c, n);

	if (err || key->name)
		return err;
	take_runs(c, runs, n, m);
	if (c->counted)
		merge_perturbations(c, runs, n, m);
	c->raw = c->present = c->runs.n > 0;
	c->resolution = is_printed(runs, n) ? find_resolution(c) : NAN;
	err = sort_copy(&c->runs);
	if (!err && !c->counted)
		err = find_boot_means(c);
	if (!err && m->class != METRIC_COUNT)
		c->flags = stats_flags(c->runs.sorted, c->runs.n, c->resolution);
	return err;
}

int cell_take(struct cell *c, const struct column *column, const struct metric *m,
	      const struct row_key *key, double alpha)
{
	int err;

	*c = (struct cell){ .resolution = NAN, .moments = { 0, NAN, NAN } };
	err = take_raw(c, column, m, key);
	if (err)
		return err;
	if (!c->raw)
		find_average(c, column, m, key);
	cell_choose_unit(c, c->counted ? UNIT_PERTURBATION : UNIT_RUN, alpha);
	return 0;
}

void cell_release(struct cell *c)
{
	free(c->runs.v);
	free(c->runs.sorted);
	free(c->blocks);
	free(c->boots);
	free(c->boot_means.v);
	free(c->boot_means.sorted);
	*c = (struct cell){ 0 };
}
