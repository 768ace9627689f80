/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What was found, a sentence a comparison: N by N where there is a difference, the rest together.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "report/export.h"
#include "report/page.h"

static void row_name(const struct row *r, struct markup *m)
{
	if (r->key.name)
		markup_text(m, r->key.name);
	else
		markup_textf(m, "N=%lld", (long long)r->key.n);
}

static bool judged(const struct row *r, size_t column)
{
	return r->changes[column].made && r->changes[column].tested && row_is_comparable(r, column);
}

static void difference(const struct table *t, const struct row *r, size_t column, struct markup *m)
{
	const struct change *x = &r->changes[column];
	double scale = x->is_difference ? 1 : 100;
	const char *unit = x->is_difference ? t->metric->unit : "%";
	bool better = stats_verdict_is_better(x->verdict);

	markup_textf(m, "%+.1f %s [%+.1f, %+.1f] at ", scale * x->value, unit, scale * x->lo,
		     scale * x->hi);
	row_name(r, m);
	markup_text(m, ", ");
	markup_open(m, "span");
	markup_attr(m, "class", better ? "better" : "worse");
	markup_text(m, stats_verdict_text(x->verdict));
	markup_close(m);
}

/* The rows of one verdict together: "no difference shown at N=4, N=8". */
static size_t others(const struct table *t, size_t column, enum stats_verdict v, const char *words,
		     size_t said, struct markup *m)
{
	size_t n = 0;

	for (size_t i = 0; i < t->n_rows; i++) {
		const struct row *r = &t->rows[i];

		if (!judged(r, column) || r->changes[column].verdict != v)
			continue;
		if (!n++)
			markup_textf(m, "%s%s at ", said ? "; " : "", words);
		else
			markup_text(m, ", ");
		row_name(r, m);
	}
	return n;
}

static void sentence(const struct comparison *c, const struct table *t, size_t column,
		     struct markup *m)
{
	size_t said = 0, base = c->columns.v[column].base;

	markup_open(m, "p");
	markup_open(m, "b");
	markup_textf(m, "%s against %s: ", c->columns.v[column].label, c->columns.v[base].label);
	markup_close(m);
	markup_textf(m, "%s ", t->metric->name);
	for (size_t i = 0; i < t->n_rows; i++) {
		enum stats_verdict v = t->rows[i].changes[column].verdict;

		if (!judged(&t->rows[i], column) ||
		    (!stats_verdict_is_better(v) && !stats_verdict_is_worse(v)))
			continue;
		markup_text(m, said++ ? "; " : "");
		difference(t, &t->rows[i], column, m);
	}
	said += others(t, column, STATS_NO_DIFFERENCE_SHOWN, "no difference shown", said, m);
	said += others(t, column, STATS_EQUIVALENT, "equivalent", said, m);
	said += others(t, column, STATS_UNDECIDED, "too few runs to tell", said, m);
	markup_text(m, said ? "." : "nothing that may be compared.");
	markup_close(m);
}

/* A set alone: what there is. */
static void alone(const struct picture_input *in, size_t i, struct markup *m)
{
	const struct set *s = &in->sets[i];
	size_t failed = 0;

	for (size_t k = 0; k < s->n_runs; k++)
		failed += s->runs[k].failed;
	markup_open(m, "p");
	markup_leaf(m, "b", s->label);
	if (s->n_runs)
		markup_textf(m, ": %zu runs, %zu failed", s->n_runs, failed);
	else
		markup_textf(m, ": %zu averages of a log", s->averages.n);
	if (host_fact(&s->host, "kernel", "release"))
		markup_textf(m, "; Linux %s", host_fact(&s->host, "kernel", "release"));
	if (host_fact(&s->host, "state", "host"))
		markup_textf(m, " on %s", host_fact(&s->host, "state", "host"));
	markup_text(m, ".");
	markup_close(m);
}

int page_summary(const struct picture_input *in, struct markup *m)
{
	const struct comparison *c = in->comparison;

	markup_open(m, "section");
	markup_attr(m, "id", "summary");
	markup_open(m, "h1");
	markup_text(m, c->title ? c->title : "NUMA locality");
	markup_close(m);
	for (size_t i = 0; c->n_tables && i < c->columns.n; i++)
		if (c->columns.v[c->order[i]].base != c->order[i])
			sentence(c, &c->tables[0], c->order[i], m);
	for (size_t i = 0; i < in->n_sets; i++)
		alone(in, i, m);
	markup_close(m);
	return 0;
}
