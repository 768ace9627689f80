/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/comparable.h"
#include "report/footer.h"
#include "report/footnote.h"

#define NAMES_SHOWN 4

typedef bool (*change_test)(const struct change *x);

static bool spoke_welch(const struct change *x)
{
	return x->engine == ENGINE_WELCH;
}

static bool spoke_rank(const struct change *x)
{
	return x->engine == ENGINE_RANK;
}

static bool disagrees(const struct change *x)
{
	return x->disagree;
}

static bool spoke_pair(const struct change *x)
{
	return x->engine == ENGINE_PAIR;
}

static bool table_any(const struct comparison *c, const struct table *t, change_test test)
{
	for (size_t i = 0; i < t->n_rows; i++)
		for (size_t k = 0; k < c->columns.n; k++) {
			const struct change *x = &t->rows[i].changes[k];

			if (x->made && !x->reasons.n && test(x))
				return true;
		}
	return false;
}

static bool any(const struct comparison *c, change_test test)
{
	for (size_t i = 0; i < c->n_tables; i++)
		if (table_any(c, &c->tables[i], test))
			return true;
	return false;
}

/* --- the legend ------------------------------------------------------------------------------ */

static size_t most_rows(const struct comparison *c)
{
	size_t most = 0;

	for (size_t i = 0; i < c->n_tables; i++)
		most = c->tables[i].n_rows > most ? c->tables[i].n_rows : most;
	return most;
}

static bool is_tested(const struct comparison *c, size_t column)
{
	for (size_t i = 0; i < c->n_tables; i++)
		for (size_t k = 0; k < c->tables[i].n_rows; k++) {
			const struct change *x = &c->tables[i].rows[k].changes[column];

			if (x->made && x->tested)
				return true;
		}
	return false;
}

/* Columns that were tested against another. */
static size_t count_compared(const struct comparison *c)
{
	size_t n = 0;

	for (size_t i = 0; i < c->columns.n; i++)
		n += is_tested(c, i);
	return n;
}

static void put_family(FILE *out, const struct comparison *c)
{
	size_t sets = count_compared(c);

	fprintf(out, ", %s over %zu N", c->options->explore ? "Benjamini-Hochberg" : "Holm",
		most_rows(c));
	if (sets > 1)
		fprintf(out, " x %zu sets", sets);
}

static void put_metrics(FILE *out, const struct comparison *c, change_test test)
{
	bool first = true;

	for (size_t i = 0; i < c->n_tables; i++) {
		if (!table_any(c, &c->tables[i], test))
			continue;
		fprintf(out, "%s%s", first ? "" : ", ", c->tables[i].metric->title);
		first = false;
	}
}

/* What spoke for only some of the metrics names them. */
static void put_engines(FILE *out, const struct comparison *c)
{
	bool welch = any(c, spoke_welch), rank = any(c, spoke_rank), pair = any(c, spoke_pair);

	fputs("change: ", out);
	if (welch)
		fputs("means; CI Welch-Fieller; p.adj: Welch t", out);
	if (rank) {
		fputs(welch ? "; of " : "of ", out);
		put_metrics(out, c, spoke_rank);
		fputs(": Hodges-Lehmann ratio; p.adj: rank test", out);
	}
	if (pair)
		fprintf(out, "%spaired: geometric mean of the blocks' ratios; p.adj: paired t",
			welch || rank ? "; " : "");
	put_family(out, c);
	fputs("; ~ no difference shown (not \"equal\").", out);
}

static bool legend_is_due(const struct comparison *c)
{
	return most_rows(c) > 1 &&
	       (any(c, spoke_welch) || any(c, spoke_rank) || any(c, spoke_pair));
}

/* --- averages of a log ----------------------------------------------------------------------- */

static const struct cell *cell_at(const struct comparison *c, size_t i, size_t *t, size_t *r)
{
	size_t columns = c->columns.n;

	for (*t = 0; *t < c->n_tables; ++*t) {
		size_t n = c->tables[*t].n_rows * columns;

		if (i < n) {
			*r = i / columns;
			return &c->tables[*t].rows[*r].cells[i % columns];
		}
		i -= n;
	}
	return NULL;
}

/* Calls visit for every cell that has a value. */
static void for_each_cell(const struct comparison *c, void (*visit)(const struct cell *, void *),
			  void *arg)
{
	const struct cell *cell;
	size_t t, r;

	for (size_t i = 0; (cell = cell_at(c, i, &t, &r)); i++)
		if (cell->present)
			visit(cell, arg);
}

struct tally {
	size_t least, most; /* n of imported averages */
	bool unknown, no_n; /* a +- of unknown kind; an average of unknown n */
	size_t few;         /* raw cells with n < 5 */
	size_t few_least;
	bool two_groups, outlier, res, disagree, paired;
	bool one_boot, boots, counted; /* known boots, fewer than three; boot means; counted time */
};

static void count_cell(const struct cell *cell, void *arg)
{
	struct tally *t = arg;
	size_t n = cell->moments.n;

	if (cell->raw) {
		t->few += cell->shown.n < STATS_FEW_N;
		if (cell->shown.n < STATS_FEW_N && (!t->few_least || cell->shown.n < t->few_least))
			t->few_least = cell->shown.n;
		t->one_boot |= cell->n_boots > 0 && cell->unit == UNIT_RUN;
		t->boots |= cell->unit == UNIT_BOOT;
		t->counted |= cell->unit == UNIT_PERTURBATION;
		t->two_groups |= cell->flags.two_groups;
		t->outlier |= cell->flags.outlier;
		t->res |= cell->flags.res;
		return;
	}
	t->unknown |= cell->pm_kind && !strcmp(cell->pm_kind, "unknown");
	t->no_n |= !n;
	t->least = t->least && t->least < n ? t->least : n;
	t->most = t->most > n ? t->most : n;
}

static void put_imported(FILE *out, const struct tally *t)
{
	if (t->unknown)
		fputs("Imported +- taken as SD", out);
	else if (t->most)
		fputs("Imported averages", out);
	else
		return;
	if (t->least == t->most && t->most)
		fprintf(out, ", n=%zu.", t->most);
	else
		fprintf(out, ", n=%zu..%zu.", t->least, t->most);
}

/* --- paragraphs ------------------------------------------------------------------------------ */

static int add(struct strlist *l, char *text)
{
	int err = text && *text ? strlist_add(l, text) : text ? 0 : -ENOMEM;

	free(text);
	return err;
}

static int add_legend(const struct comparison *c, const struct tally *t, struct strlist *l)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	if (!out)
		return -ENOMEM;
	if (legend_is_due(c)) {
		put_engines(out, c);
		if (t->most || t->unknown)
			fputc(' ', out);
	}
	put_imported(out, t);
	if (fclose(out)) {
		free(text);
		return -ENOMEM;
	}
	return add(l, text);
}

static int add_samples(const struct tally *t, struct strlist *l)
{
	int err = 0;

	if (t->no_n)
		err |= strlist_add(l, "A log that does not say how many runs it averaged has no "
				      "interval and decides nothing.");
	if (t->few)
		err |= strlist_addf(l,
				    "n<5: intervals of so few runs (here %zu) are wide, and no "
				    "outlier or second group can be told.",
				    t->few_least);
	if (t->boots)
		err |= strlist_add(l, "n counts boots: a boot's mean is the unit.");
	if (t->one_boot)
		err |= strlist_add(l, "Fewer than three boots a side: intervals leave boot-to-boot "
				      "variation out.");
	if (t->counted)
		err |= strlist_add(l, "Counted time in an emulator: n counts perturbations; times "
				      "are instructions, no NUMA latency.");
	return err;
}

/* What a mark behind a row means, for the marks that are there. */
static int add_marks(const struct tally *t, struct strlist *l)
{
	const struct {
		bool met;
		const char *text;
	} marks[] = {
		{ t->two_groups, "2g: the runs fall in two groups." },
		{ t->outlier, "o: a run ten robust sd off the median, not dropped." },
		{ t->disagree, "d: Welch and ranks differ about significance." },
		{ t->paired, "paired: by the blocks of one campaign." },
		{ t->res, "res: all runs equal at the printed resolution." },
	};
	struct strlist met = { 0 };
	char *text = NULL;
	int err = 0;

	for (size_t i = 0; i < sizeof(marks) / sizeof(*marks); i++)
		if (marks[i].met)
			err |= strlist_add(&met, marks[i].text);
	if (!err && met.n) {
		text = strlist_join(&met, " ");
		err = text ? strlist_add(l, text) : -ENOMEM;
	}
	free(text);
	strlist_release(&met);
	return err;
}

/* "LABEL: kernel defaults differ from BASE: a, b and 7 more; report diff-host lists them." */
static int add_notes(const struct comparison *c, size_t column, struct strlist *l)
{
	const struct column *fresh = &c->columns.v[column], *base = &c->columns.v[fresh->base];
	struct strlist names = { 0 };
	char *text = NULL;
	size_t size;
	FILE *out;
	int err;

	if (base == fresh)
		return 0;
	err = comparable_notes(base, fresh, &names);
	out = err || !names.n ? NULL : open_memstream(&text, &size);
	if (out) {
		fprintf(out, "Note: tunables of %s and %s differ: ", fresh->label, base->label);
		for (size_t i = 0; i < names.n && i < NAMES_SHOWN; i++)
			fprintf(out, "%s%s", i ? ", " : "", names.v[i]);
		if (names.n > NAMES_SHOWN)
			fprintf(out, " and %zu more", names.n - NAMES_SHOWN);
		fputs(" (report diff-host lists all).", out);
		err = fclose(out) ? -ENOMEM : add(l, text);
	}
	strlist_release(&names);
	return err;
}

/* Flags of the records: which N, and what they mean, the report of the set says. */
static int add_doubts(const struct comparison *c, size_t column, struct strlist *l)
{
	const struct column *own = &c->columns.v[column];
	int err = 0;

	for (size_t i = 0; !err && i < own->n_sets; i++) {
		char *counts = footnotes_flag_counts(own->sets[i]);

		err = counts ? 0 : -ENOMEM;
		if (counts && strcmp(counts, "none"))
			err = strlist_addf(l, "Doubts about runs of %s: %s (report %s says more).",
					   own->label, counts, own->sets[i]->name);
		free(counts);
	}
	return err;
}

int footer_make(const struct comparison *c, struct strlist *paragraphs)
{
	struct tally t = { 0 };
	int err;

	for_each_cell(c, count_cell, &t);
	t.disagree = any(c, disagrees);
	t.paired = any(c, spoke_pair);
	err = add_legend(c, &t, paragraphs);
	if (!err)
		err = add_marks(&t, paragraphs);
	if (!err)
		err = add_samples(&t, paragraphs);
	for (size_t i = 0; !err && i < c->columns.n; i++)
		err = add_notes(c, i, paragraphs);
	for (size_t i = 0; !err && i < c->columns.n; i++)
		err = add_doubts(c, i, paragraphs);
	return err ? -ENOMEM : 0;
}

/* --- under one table ------------------------------------------------------------------------- */

static bool same_reasons(const struct strlist *a, const struct strlist *b)
{
	if (a->n != b->n)
		return false;
	for (size_t i = 0; i < a->n; i++)
		if (strcmp(a->v[i], b->v[i]))
			return false;
	return true;
}

/* Rows with the same reasons share a line. */
static int add_reasons(const struct comparison *c, const struct table *t, size_t column,
		       struct strlist *lines)
{
	const struct strlist *last = NULL;
	int err = 0;

	for (size_t i = 0; !err && i < t->n_rows; i++) {
		const struct strlist *reasons = &t->rows[i].changes[column].reasons;
		char *text;

		if (!reasons->n || (last && same_reasons(last, reasons)))
			continue;
		text = strlist_join(reasons, "; ");
		err = text ? strlist_addf(lines, "( ) %s: %s", c->columns.v[column].label, text)
			   : -ENOMEM;
		free(text);
		last = reasons;
	}
	return err;
}

static int add_failed(const struct comparison *c, const struct table *t, size_t column,
		      struct strlist *lines)
{
	size_t failed = 0;

	for (size_t i = 0; i < t->n_rows; i++)
		failed += t->rows[i].cells[column].n_failed;
	return failed ? strlist_addf(lines, "%s: %zu failed run%s left out",
				     c->columns.v[column].label, failed, failed == 1 ? "" : "s")
		      : 0;
}

int footer_of_table(const struct comparison *c, const struct table *t, struct strlist *lines)
{
	int err = 0;

	for (size_t i = 0; !err && i < c->columns.n; i++) {
		err = add_reasons(c, t, i, lines);
		if (!err)
			err = add_failed(c, t, i, lines);
	}
	return err ? -ENOMEM : 0;
}

/* --- power ----------------------------------------------------------------------------------- */

struct range {
	double lo, hi;
	size_t least, most;
};

static void widen(struct range *r, double value, size_t n)
{
	if (isnan(value))
		return;
	r->lo = r->most ? fmin(r->lo, value) : value;
	r->hi = r->most ? fmax(r->hi, value) : value;
	r->least = r->most && r->least < n ? r->least : n;
	r->most = r->most > n ? r->most : n;
}

char *footer_power(const struct comparison *c, const struct table *t)
{
	struct range r = { 0 };
	char *text = NULL, runs[64];

	for (size_t i = 0; i < t->n_rows; i++)
		for (size_t k = 0; k < c->columns.n; k++) {
			const struct change *x = &t->rows[i].changes[k];

			if (x->made && x->tested && !x->is_difference)
				widen(&r, x->detectable,
				      x->base_n < x->fresh_n ? x->base_n : x->fresh_n);
		}
	if (!r.most)
		return strdup("power: not known, the runs have no spread or are too few");
	snprintf(runs, sizeof(runs), r.least == r.most ? "%zu runs" : "%zu to %zu runs", r.least,
		 r.most);
	if (r.hi - r.lo < .0005)
		return asprintf(&text, "%s: changes of %.1f %% and more (power %.0f %%)", runs,
				100 * r.hi, 100 * STATS_POWER) < 0
			       ? NULL
			       : text;
	return asprintf(&text, "%s: changes of %.1f %% to %.1f %% and more (power %.0f %%)", runs,
			100 * r.lo, 100 * r.hi, 100 * STATS_POWER) < 0
		       ? NULL
		       : text;
}
