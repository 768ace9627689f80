/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/averages.h"
#include "report/choose.h"
#include "report/footnote.h"
#include "report/metric.h"
#include "report/table.h"
#include "report/text.h"

/* What a run prints at its end. */
static const char *const shown[] = {
	"AverageUserTime", "WalkTime",  "ElapsedTime", "hackbench", "TotalUserTime",
	"TotalSysTime",    "residency", "stars",       "figure",    NULL,
};

static void print_title(FILE *out, const struct metric *m)
{
	char title[64];

	snprintf(title, sizeof(title), *m->unit ? "%s [%s]" : "%s", m->title, m->unit);
	fprintf(out, " %-21s", title);
}

static void print_steady(FILE *out, const struct metric *m, const struct stats_summary *v)
{
	text_number(out, v->mean, 10, m->decimals);
	fputs(" +-", out);
	text_number(out, v->half_width, 7, m->decimals);
	text_number(out, 100 * v->cv, 6, 1);
	text_number(out, v->min, 10, m->decimals);
	text_number(out, v->max, 10, m->decimals);
}

static void print_skewed(FILE *out, const struct metric *m, const struct stats_summary *v)
{
	text_number(out, v->median, 10, m->decimals);
	if (v->n < 2)
		return;
	if (v->median_meets)
		fprintf(out, " [%.*f, %.*f]", m->decimals, v->median_lo, m->decimals, v->median_hi);
	else
		fprintf(out, " %.*f..%.*f", m->decimals, v->median_lo, m->decimals, v->median_hi);
	fprintf(out, " (%.1f%%) median", 100 * v->median_level);
}

/* The cell of this metric and row; NULL where the set has no value of the metric at all. */
static const struct cell *cell_find(const struct comparison *c, const struct metric *m,
				    const struct row_key *key)
{
	for (size_t i = 0; i < c->n_tables; i++) {
		if (c->tables[i].metric != m)
			continue;
		for (size_t k = 0; k < c->tables[i].n_rows; k++)
			if (row_key_same(&c->tables[i].rows[k].key, key))
				return &c->tables[i].rows[k].cells[0];
	}
	return NULL;
}

static void print_row(const struct comparison *c, const struct metric *m, const struct row_key *key,
		      const struct footnotes *f, FILE *out)
{
	const struct stats_summary nothing = stats_summary(NULL, 0, c->options->alpha);
	const struct cell *cell = cell_find(c, m, key);
	const struct stats_summary *v = cell ? &cell->shown : &nothing;

	print_title(out, m);
	if (cell && !cell->raw && !v->n)
		fprintf(out, " %2s", "-");
	else
		fprintf(out, " %2zu", v->n);
	if (cell && cell->ranked)
		print_skewed(out, m, v);
	else
		print_steady(out, m, v);
	footnotes_print_marks(f, m, out);
	fputc('\n', out);
}

/* The condition that all runs of this N share: what ran beside them. */
static void print_heading(const struct set *s, const struct row_key *key, FILE *out)
{
	const struct set_disturbance *d = NULL;

	for (size_t i = 0; i < s->n_runs && !d; i++)
		if (!key->name && s->runs[i].n == key->n)
			d = &s->runs[i].disturbance;
	if (key->name)
		text_put(out, key->name);
	else
		fprintf(out, "N=%lld", (long long)key->n);
	if (d && d->command && !*d->command)
		fputs(", without disturbance", out);
	else if (d && d->title) {
		fputs(", beside '", out);
		text_put(out, d->title);
		fputc('\'', out);
	}
	fputc('\n', out);
}

/*
 * A log gives a few figures: only what it has. Our own runs say what they do not know, but for the
 * figure of a foreign program, which most have none of.
 */
static bool is_shown(const struct comparison *c, const struct set *s, const struct metric *m)
{
	for (size_t i = 0; i < c->n_tables; i++)
		if (c->tables[i].metric == m)
			return true;
	return s->n_runs && s->runs[0].n_jobs && strcmp(m->name, "figure");
}

static int print_n(const struct comparison *c, const struct set *s, const struct row_key *key,
		   FILE *out)
{
	struct footnotes f = { 0 };
	int err = key->name ? 0 : footnotes_collect(&f, s, key->n);

	print_heading(s, key, out);
	for (size_t i = 0; !err && i < c->n_metrics; i++)
		if (is_shown(c, s, c->metrics[i]))
			print_row(c, c->metrics[i], key, &f, out);
	footnotes_print(&f, out);
	footnotes_release(&f);
	return err;
}

static void print_units(const struct comparison *c, FILE *out)
{
	enum cell_unit unit = UNIT_RUN;

	for (size_t i = 0; i < c->n_tables; i++)
		for (size_t k = 0; k < c->tables[i].n_rows; k++)
			if (c->tables[i].rows[k].cells[0].unit != UNIT_RUN)
				unit = c->tables[i].rows[k].cells[0].unit;
	fprintf(out, "min..max, and the interval's true level. n: %s; jobs are never pooled.\n",
		unit == UNIT_BOOT           ? "boots"
		: unit == UNIT_PERTURBATION ? "perturbations"
					    : "runs");
}

static int print_all(const struct comparison *c, const struct set *s, FILE *out)
{
	double level = 100 * (1 - c->options->alpha);
	struct row_key *keys;
	char ci[32];
	size_t n;
	int err = choose_all_rows(c, &keys, &n);

	if (err || !n) {
		free(keys);
		return err;
	}
	snprintf(ci, sizeof(ci), "CI%.0f", level);
	fprintf(out, "%22s  n%10s +-%7s%6s%10s%10s\n", "", "mean", ci, "CV%", "min", "max");
	for (size_t i = 0; !err && i < n; i++)
		err = print_n(c, s, &keys[i], out);
	fprintf(out,
		"+-: %.0f%% Student t. Skewed numbers: median, [%.0f%% interval] or, below 6 "
		"runs,\n",
		level, level);
	print_units(c, out);
	free(keys);
	return err;
}

int averages_print(const struct set *s, const struct options *o, FILE *out, struct errmsg *e)
{
	struct comparison c;
	int err = comparison_make(&c, s, 1, o, shown, e);

	if (err)
		return err;
	err = print_all(&c, s, out);
	comparison_release(&c);
	return err ? errmsg_errno(e, -err, "%s", s->label) : 0;
}
