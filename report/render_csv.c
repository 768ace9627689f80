/* SPDX-License-Identifier: GPL-3.0-or-later */
/* CSV, tidy: one line for each metric, row and set. numa_test-export(5) names the columns. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/export.h"
#include "report/render.h"
#include "report/text.h"

struct line {
	const struct comparison *c;
	const struct table *t;
	const struct row *r;
	size_t column;
	const struct cell *cell;
	const struct change *x;
};

/* RFC 4180; bytes that a terminal would obey are shown as \xNN. */
static void put_text(FILE *out, const char *s)
{
	char *clean = s ? text_clean(s) : NULL;
	bool quoted = clean && strpbrk(clean, ",\"\n");

	if (quoted)
		fputc('"', out);
	for (const char *p = clean; p && *p; p++) {
		if (*p == '"')
			fputc('"', out);
		fputc(*p, out);
	}
	if (quoted)
		fputc('"', out);
	free(clean);
}

/* All digits: what is read back is the same number. Empty: unknown. */
static void put_number(FILE *out, double value)
{
	if (isinf(value))
		fputs(value > 0 ? "inf" : "-inf", out);
	else if (!isnan(value))
		fprintf(out, "%.17g", value);
}

/* --- the columns ----------------------------------------------------------------------------- */

static void put_definitions(FILE *out, const struct line *l)
{
	(void)l;
	fprintf(out, "%d", STATS_VERSION);
}

static void put_about(FILE *out, const struct line *l)
{
	put_text(out, l->c->title);
}

static void put_metric(FILE *out, const struct line *l)
{
	put_text(out, l->t->metric->name);
}

static void put_title(FILE *out, const struct line *l)
{
	put_text(out, l->t->metric->title);
}

static void put_unit(FILE *out, const struct line *l)
{
	put_text(out, l->t->metric->unit);
}

static void put_better(FILE *out, const struct line *l)
{
	put_text(out, export_better(l->t->metric));
}

static void put_class(FILE *out, const struct line *l)
{
	put_text(out, export_class(l->t->metric));
}

static void put_statistic(FILE *out, const struct line *l)
{
	put_text(out, l->t->metric->statistic);
}

static void put_case(FILE *out, const struct line *l)
{
	put_text(out, l->r->key.name);
}

static void put_jobs(FILE *out, const struct line *l)
{
	if (l->r->key.n >= 0)
		fprintf(out, "%lld", (long long)l->r->key.n);
}

static void put_set(FILE *out, const struct line *l)
{
	put_text(out, l->c->columns.v[l->column].label);
}

static void put_base(FILE *out, const struct line *l)
{
	size_t base = l->c->columns.v[l->column].base;

	if (base != l->column)
		put_text(out, l->c->columns.v[base].label);
}

static void put_disturbed(FILE *out, const struct line *l)
{
	if (l->cell->disturbance_known)
		fputc('0' + l->cell->disturbed, out);
}

static void put_n_unit(FILE *out, const struct line *l)
{
	put_text(out, export_unit(l->cell));
}

static void put_n(FILE *out, const struct line *l)
{
	if (l->cell->shown.n)
		fprintf(out, "%zu", l->cell->shown.n);
}

static void put_failed(FILE *out, const struct line *l)
{
	fprintf(out, "%zu", l->cell->n_failed);
}

static void put_pm_kind(FILE *out, const struct line *l)
{
	put_text(out, l->cell->raw ? "raw" : l->cell->pm_kind);
}

static void put_engine(FILE *out, const struct line *l)
{
	put_text(out, export_engine(l->x));
}

static void put_change_unit(FILE *out, const struct line *l)
{
	if (l->x->made)
		put_text(out, l->x->is_difference ? "unit" : "fraction");
}

static void put_verdict(FILE *out, const struct line *l)
{
	if (l->x->made && l->x->tested)
		put_text(out, stats_verdict_text(l->x->verdict));
}

static void put_flags(FILE *out, const struct line *l)
{
	struct strlist flags = { 0 };
	char *text = export_flags(l->cell, l->x, &flags) ? NULL : strlist_join(&flags, " ");

	put_text(out, text);
	free(text);
	strlist_release(&flags);
}

static void put_excluded(FILE *out, const struct line *l)
{
	char *text = l->x->reasons.n ? strlist_join(&l->x->reasons, "; ") : NULL;

	put_text(out, text);
	free(text);
}

static void put_values(FILE *out, const struct line *l)
{
	for (size_t i = 0; i < l->cell->runs.n; i++) {
		fputs(i ? " " : "", out);
		put_number(out, l->cell->runs.v[i]);
	}
}

static void put_blocks(FILE *out, const struct line *l)
{
	for (size_t i = 0; l->cell->campaign && i < l->cell->runs.n; i++)
		fprintf(out, "%s%lld", i ? " " : "", (long long)l->cell->blocks[i]);
}

static void put_boots(FILE *out, const struct line *l)
{
	for (size_t i = 0; l->cell->n_boots && i < l->cell->runs.n; i++)
		fprintf(out, "%s%d", i ? " " : "", l->cell->boots[i]);
}

static void put_campaign(FILE *out, const struct line *l)
{
	put_text(out, l->cell->campaign);
}

/* One of the many plain numbers: which struct, where in it. */
struct number {
	enum {
		OF_CELL,
		OF_CHANGE
	} of;
	size_t offset;
};

#define CELL(field)                                   \
	{                                             \
		OF_CELL, offsetof(struct cell, field) \
	}
#define CHANGE(field)                                     \
	{                                                 \
		OF_CHANGE, offsetof(struct change, field) \
	}

static const struct {
	const char *name;
	void (*put)(FILE *out, const struct line *l); /* NULL: the number */
	struct number number;
} columns[] = {
	{ .name = "definitions", .put = put_definitions },
	{ .name = "about", .put = put_about },
	{ .name = "metric", .put = put_metric },
	{ .name = "title", .put = put_title },
	{ .name = "unit", .put = put_unit },
	{ .name = "better", .put = put_better },
	{ .name = "class", .put = put_class },
	{ .name = "statistic", .put = put_statistic },
	{ .name = "case", .put = put_case },
	{ .name = "jobs", .put = put_jobs },
	{ .name = "set", .put = put_set },
	{ .name = "base", .put = put_base },
	{ .name = "disturbed", .put = put_disturbed },
	{ .name = "n_unit", .put = put_n_unit },
	{ .name = "n", .put = put_n },
	{ .name = "failed", .put = put_failed },
	{ .name = "mean", .number = CELL(shown.mean) },
	{ .name = "sd", .number = CELL(shown.sd) },
	{ .name = "pm_kind", .put = put_pm_kind },
	{ .name = "ci_half", .number = CELL(shown.half_width) },
	{ .name = "cv", .number = CELL(shown.cv) },
	{ .name = "min", .number = CELL(shown.min) },
	{ .name = "max", .number = CELL(shown.max) },
	{ .name = "median", .number = CELL(shown.median) },
	{ .name = "median_lo", .number = CELL(shown.median_lo) },
	{ .name = "median_hi", .number = CELL(shown.median_hi) },
	{ .name = "median_level", .number = CELL(shown.median_level) },
	{ .name = "engine", .put = put_engine },
	{ .name = "change", .number = CHANGE(value) },
	{ .name = "change_lo", .number = CHANGE(lo) },
	{ .name = "change_hi", .number = CHANGE(hi) },
	{ .name = "change_level", .number = CHANGE(level) },
	{ .name = "change_unit", .put = put_change_unit },
	{ .name = "p", .number = CHANGE(p) },
	{ .name = "p_adjusted", .number = CHANGE(p_adjusted) },
	{ .name = "tost_p", .number = CHANGE(tost_p) },
	{ .name = "verdict", .put = put_verdict },
	{ .name = "flags", .put = put_flags },
	{ .name = "excluded", .put = put_excluded },
	{ .name = "welch_t", .number = CHANGE(welch.t) },
	{ .name = "welch_df", .number = CHANGE(welch.df) },
	{ .name = "welch_p", .number = CHANGE(welch.p) },
	{ .name = "welch_ratio", .number = CHANGE(welch.ratio) },
	{ .name = "welch_ratio_lo", .number = CHANGE(welch.ratio_lo) },
	{ .name = "welch_ratio_hi", .number = CHANGE(welch.ratio_hi) },
	{ .name = "rank_u", .number = CHANGE(rank.u) },
	{ .name = "rank_p", .number = CHANGE(rank.p) },
	{ .name = "rank_shift", .number = CHANGE(rank.shift) },
	{ .name = "rank_lo", .number = CHANGE(rank.lo) },
	{ .name = "rank_hi", .number = CHANGE(rank.hi) },
	{ .name = "rank_level", .number = CHANGE(rank.level) },
	{ .name = "pair_t", .number = CHANGE(pair.t) },
	{ .name = "pair_p", .number = CHANGE(pair.p) },
	{ .name = "pair_shift", .number = CHANGE(pair.shift) },
	{ .name = "pair_lo", .number = CHANGE(pair.lo) },
	{ .name = "pair_hi", .number = CHANGE(pair.hi) },
	{ .name = "campaign", .put = put_campaign },
	{ .name = "blocks", .put = put_blocks },
	{ .name = "boots", .put = put_boots },
	{ .name = "values", .put = put_values },
};

#define N_COLUMNS (sizeof(columns) / sizeof(*columns))

static void put_field(FILE *out, const struct line *l, size_t i)
{
	const char *base =
		columns[i].number.of == OF_CELL ? (const char *)l->cell : (const char *)l->x;

	if (columns[i].put)
		columns[i].put(out, l);
	else if (columns[i].number.of == OF_CELL || l->x->made)
		put_number(out, *(const double *)(base + columns[i].number.offset));
}

static void put_line(FILE *out, const struct line *l)
{
	for (size_t i = 0; i < N_COLUMNS; i++) {
		if (i)
			fputc(',', out);
		put_field(out, l, i);
	}
	fputc('\n', out);
}

static void put_row(FILE *out, const struct comparison *c, const struct table *t,
		    const struct row *r)
{
	for (size_t i = 0; i < c->columns.n; i++) {
		const struct line l = { c, t, r, i, &r->cells[i], &r->changes[i] };

		if (l.cell->present)
			put_line(out, &l);
	}
}

static int render(const struct comparison *c, FILE *out)
{
	for (size_t i = 0; i < N_COLUMNS; i++)
		fprintf(out, "%s%s", i ? "," : "", columns[i].name);
	fputc('\n', out);
	for (size_t i = 0; i < c->n_tables; i++)
		for (size_t k = 0; k < c->tables[i].n_rows; k++)
			put_row(out, c, &c->tables[i], &c->tables[i].rows[k]);
	return 0;
}

const struct render render_csv = {
	.name = "csv",
	.help = "one line for each metric, N and set, with all statistics and raw values",
	.render = render,
};
