/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/choose.h"
#include "report/comparable.h"
#include "report/table.h"

/* --- cells ----------------------------------------------------------------------------------- */

static int row_fill(struct row *r, const struct comparison *c, const struct metric *m)
{
	size_t n = c->columns.n;
	int err = 0;

	r->cells = calloc(n + 1, sizeof(*r->cells));
	r->changes = calloc(n + 1, sizeof(*r->changes));
	if (!r->cells || !r->changes)
		return -ENOMEM;
	for (size_t i = 0; !err && i < n; i++)
		err = cell_take(&r->cells[i], &c->columns.v[i], m, &r->key, c->options->alpha);
	return err;
}

static bool row_is_empty(const struct row *r, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (r->cells[i].present || r->cells[i].n_failed)
			return false;
	return true;
}

static bool row_has_value(const struct row *r, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (r->cells[i].present)
			return true;
	return false;
}

static void row_release(struct row *r, size_t n)
{
	for (size_t i = 0; r->cells && i < n; i++)
		cell_release(&r->cells[i]);
	for (size_t i = 0; r->changes && i < n; i++)
		change_release(&r->changes[i]);
	free(r->cells);
	free(r->changes);
	*r = (struct row){ 0 };
}

/* --- units: a boot's mean from three boots a side on ----------------------------------------- */

static bool has_boots(const struct row *r, size_t column)
{
	return r->cells[column].boot_means.n > 0;
}

/* Does any other column have this one as its base? */
static bool judges(const struct comparison *c, size_t column)
{
	for (size_t i = 0; i < c->columns.n; i++)
		if (i != column && c->columns.v[i].base == column)
			return true;
	return false;
}

static void choose_units(struct row *r, const struct comparison *c)
{
	for (size_t i = 0; i < c->columns.n; i++) {
		size_t base = c->columns.v[i].base;

		if (!has_boots(r, i) || !has_boots(r, base) || (i == base && judges(c, i)))
			continue;
		cell_choose_unit(&r->cells[i], UNIT_BOOT, c->options->alpha);
		cell_choose_unit(&r->cells[base], UNIT_BOOT, c->options->alpha);
	}
}

/* --- changes --------------------------------------------------------------------------------- */

static int check_cell(struct row *r, const struct comparison *c, size_t column)
{
	const struct column *fresh = &c->columns.v[column];
	struct change *x = &r->changes[column];
	int err = comparable_check(&c->columns.v[fresh->base], fresh, r->key.n, &c->options->vary,
				   &x->reasons);

	if (!err && r->cells[column].other_conditions)
		err = strlist_add(&x->reasons, "other conditions, says the log");
	if (!err && r->cells[fresh->base].other_conditions)
		err = strlist_add(&x->reasons, "its base ran under other conditions, says the log");
	return err;
}

/* TotalUserTime is N times AverageUserTime plus overhead: beside it, it is no second test. */
static bool is_second_test(const struct comparison *c, const struct metric *m)
{
	if (m != metric_find("TotalUserTime"))
		return false;
	for (size_t i = 0; i < c->n_metrics; i++)
		if (c->metrics[i] == metric_find("AverageUserTime"))
			return true;
	return false;
}

static int compare_cell(struct row *r, const struct comparison *c, const struct metric *m,
			size_t column)
{
	size_t base = c->columns.v[column].base;
	struct change *x = &r->changes[column];
	int err;

	if (base == column)
		return 0;
	err = change_make(x, m, &r->cells[base], &r->cells[column], c->options->alpha,
			  c->options->margin);
	if (!err && r->cells[column].present)
		err = check_cell(r, c, column);
	if (err)
		return err;
	x->tested = x->tested && !x->reasons.n && !is_second_test(c, m);
	if (x->made && x->engine == ENGINE_RANK)
		r->cells[base].ranked = r->cells[column].ranked = true;
	return 0;
}

/* A set by itself: a skewed metric is a median, whatever its n. */
static void rank_alone(struct row *r, const struct comparison *c, const struct metric *m)
{
	for (size_t i = 0; i < c->columns.n; i++) {
		struct cell *cell = &r->cells[i];

		if (c->columns.n == 1 && cell->raw && metric_is_skewed(m, cell->disturbed))
			cell->ranked = true;
	}
}

static int row_compare(struct row *r, const struct comparison *c, const struct metric *m)
{
	int err = 0;

	choose_units(r, c);
	for (size_t i = 0; !err && i < c->columns.n; i++)
		err = compare_cell(r, c, m, i);
	rank_alone(r, c, m);
	return err;
}

/* --- one family a table ---------------------------------------------------------------------- */

static int adjust(struct table *t, const struct comparison *c)
{
	size_t columns = c->columns.n, n = t->n_rows * columns;
	double *p = calloc(2 * n + 1, sizeof(*p)), *adjusted;

	if (!p)
		return -ENOMEM;
	adjusted = p + n;
	for (size_t i = 0; i < n; i++) {
		const struct change *x = &t->rows[i / columns].changes[i % columns];

		p[i] = x->made && x->tested ? x->p : NAN;
		t->family += !isnan(p[i]);
	}
	(c->options->explore ? stats_benjamini_hochberg : stats_holm)(p, n, adjusted);
	for (size_t i = 0; i < n; i++) {
		struct change *x = &t->rows[i / columns].changes[i % columns];

		x->p_adjusted = adjusted[i];
		if (x->made)
			change_judge(x, t->metric, c->options->alpha, c->options->margin);
	}
	free(p);
	return 0;
}

static void log_change(const struct change *x, double *log_ratio, double *se, double *df)
{
	*log_ratio = *se = *df = NAN;
	if (!x->made || x->reasons.n || x->is_difference)
		return;
	if (x->engine == ENGINE_PAIR) {
		*log_ratio = x->pair.mean;
		*se = x->pair.se;
		*df = x->pair.df;
	} else if (x->engine == ENGINE_RANK) {
		*log_ratio = log(x->rank.shift);
	} else {
		*log_ratio = x->welch.log_ratio;
		*se = x->welch.log_se;
		*df = x->welch.df;
	}
}

static int average_over_rows(struct table *t, const struct comparison *c)
{
	double *v = calloc(3 * t->n_rows + 3, sizeof(*v));
	double *se, *df;

	t->geomeans = calloc(c->columns.n + 1, sizeof(*t->geomeans));
	if (!v || !t->geomeans) {
		free(v);
		return -ENOMEM;
	}
	se = v + t->n_rows;
	df = se + t->n_rows;
	for (size_t i = 0; i < c->columns.n; i++) {
		for (size_t k = 0; k < t->n_rows; k++)
			log_change(&t->rows[k].changes[i], &v[k], &se[k], &df[k]);
		t->geomeans[i] = stats_geomean(v, se, df, t->n_rows, c->options->alpha);
	}
	free(v);
	return 0;
}

/* --- the table ------------------------------------------------------------------------------- */

static void table_release(struct table *t, size_t columns)
{
	for (size_t i = 0; i < t->n_rows; i++)
		row_release(&t->rows[i], columns);
	free(t->rows);
	free(t->geomeans);
	*t = (struct table){ 0 };
}

static int fill_rows(struct table *t, const struct comparison *c, bool *any)
{
	struct row_key *keys;
	size_t n;
	int err = choose_rows(c, t->metric, &keys, &n);

	if (err)
		return err;
	t->rows = calloc(n + 1, sizeof(*t->rows));
	err = t->rows ? 0 : -ENOMEM;
	for (size_t i = 0; !err && i < n; i++) {
		struct row *r = &t->rows[t->n_rows++];

		r->key = keys[i];
		err = row_fill(r, c, t->metric);
		*any |= !err && row_has_value(r, c->columns.n);
		if (!err && row_is_empty(r, c->columns.n))
			row_release(&t->rows[--t->n_rows], c->columns.n);
	}
	free(keys);
	return err;
}

/* *any: does any column have a value of this metric? */
static int table_make(struct table *t, const struct comparison *c, const struct metric *m,
		      bool *any)
{
	int err;

	*t = (struct table){ .metric = m };
	*any = false;
	err = fill_rows(t, c, any);
	for (size_t i = 0; !err && *any && i < t->n_rows; i++) {
		err = row_compare(&t->rows[i], c, m);
		for (size_t k = 0; k < c->columns.n; k++)
			t->ranked |= t->rows[i].cells[k].ranked;
	}
	if (!err && *any)
		err = adjust(t, c);
	if (!err && *any)
		err = average_over_rows(t, c);
	if (err || !*any)
		table_release(t, c->columns.n);
	return err;
}

static int make_tables(struct comparison *c)
{
	c->tables = calloc(c->n_metrics + 1, sizeof(*c->tables));
	if (!c->tables)
		return -ENOMEM;
	for (size_t i = 0; i < c->n_metrics; i++) {
		bool any;
		int err = table_make(&c->tables[c->n_tables], c, c->metrics[i], &any);

		if (err)
			return err;
		c->n_tables += any;
	}
	return 0;
}

/* What all sets that say it say they are about. */
static const char *find_title(const struct comparison *c)
{
	const char *title = NULL;

	for (size_t i = 0; i < c->columns.n; i++) {
		const char *own = c->columns.v[i].sets[0]->plan.title;

		if (own && title && strcmp(own, title))
			return NULL;
		title = own ? own : title;
	}
	return title;
}

int comparison_make(struct comparison *c, const struct set *sets, size_t n_sets,
		    const struct options *o, const char *const *metrics, struct errmsg *e)
{
	int err;

	*c = (struct comparison){ .options = o };
	err = columns_make(&c->columns, sets, n_sets, o, e);
	if (!err)
		err = choose_metrics(c, metrics, e);
	if (err)
		goto out;
	err = make_tables(c);
	if (!err)
		err = choose_order(c);
	if (err)
		errmsg_errno(e, -err, "comparison");
	else
		c->title = find_title(c);
out:
	if (err)
		comparison_release(c);
	return err;
}

void comparison_release(struct comparison *c)
{
	for (size_t i = 0; i < c->n_tables; i++)
		table_release(&c->tables[i], c->columns.n);
	free(c->tables);
	free(c->order);
	free(c->own_metrics);
	free(c->metrics);
	columns_release(&c->columns);
	*c = (struct comparison){ 0 };
}

bool row_is_comparable(const struct row *r, size_t column)
{
	return !r->changes[column].reasons.n;
}

bool comparison_is_base(const struct comparison *c, size_t column)
{
	return c->columns.n > 1 && c->columns.v[column].base == column;
}

bool comparison_is_worse(const struct comparison *c)
{
	const struct table *t = c->n_tables ? &c->tables[0] : NULL;

	for (size_t i = 0; t && i < t->n_rows; i++)
		for (size_t k = 0; k < c->columns.n; k++) {
			const struct change *x = &t->rows[i].changes[k];

			if (x->made && x->tested && stats_verdict_is_worse(x->verdict))
				return true;
		}
	return false;
}

double cell_centre(const struct cell *c)
{
	return c->ranked ? c->shown.median : c->shown.mean;
}

double row_change_against(const struct row *r, size_t base, size_t column)
{
	return cell_centre(&r->cells[column]) / cell_centre(&r->cells[base]) - 1;
}

static size_t count_cpus(const struct host *h)
{
	size_t n = 0;

	for (int i = 0; i < h->n_cpus; i++)
		n += h->cpu_node[i] >= 0;
	return n;
}

/* Share of the burst that must have met the jobs for elapsed less hackbench to mean something. */
#define BURST_OVERLAP .95

bool row_burst_is_doubtful(const struct comparison *c, const struct row *r)
{
	for (size_t i = 0; i < c->columns.n; i++) {
		const struct column *column = &c->columns.v[i];
		size_t n;
		const struct column_run *runs = column_runs(column, r->key.n, &n);

		if (n && r->key.n < (int64_t)count_cpus(&column->sets[0]->host))
			return true;
		for (size_t k = 0; k < n; k++)
			if (runs[k].run->disturbance.overlap_fraction < BURST_OVERLAP)
				return true;
	}
	return false;
}
