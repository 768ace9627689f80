/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Normalised to the base, as schedulers were compared in 2025. A positive figure in the brackets is
 * an improvement, whatever the direction of the metric; the parentheses hold the CV.
 *
 *	Case:          vanilla[pct imp](CV)      series[pct imp](CV)
 *	8-threads      1.00 [ -0.00]( 7.98)     1.87 [-86.58](28.05)
 */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/render.h"
#include "report/text.h"

#define RULE       "=================================================================="
#define CASE_WIDTH 9
#define CELL_WIDTH 20
#define GAP        5
#define HEAD       "[pct imp](CV)"

/* "threads" of a title like "sp.C 8 threads", where N is 8; else "jobs". The caller frees. */
static char *noun_of(const char *title, int64_t n)
{
	char number[32];
	const char *at;

	snprintf(number, sizeof(number), " %lld ", (long long)n);
	at = title ? strstr(title, number) : NULL;
	if (at)
		at += strlen(number);
	return at && isalpha((unsigned char)*at) ? strndup(at, strcspn(at, " ,;:"))
						 : strdup("jobs");
}

static char *case_of(const struct comparison *c, const struct row *r)
{
	char *noun, *text = NULL;

	if (r->key.name)
		return text_clean(r->key.name);
	noun = noun_of(c->title, r->key.n);
	if (!noun || asprintf(&text, "%lld-%s", (long long)r->key.n, noun) < 0)
		text = NULL;
	free(noun);
	return text;
}

static const char *statistic_of(const struct table *t)
{
	if (t->metric->statistic)
		return t->metric->statistic;
	return t->ranked ? "Median" : "AMean";
}

static void print_unit(const struct metric *m, FILE *out)
{
	fputs("Units         : ", out);
	if (!strcmp(m->unit, "s"))
		fputs("Normalized time in seconds", out);
	else if (!strncmp(m->unit, "Normalized", 10))
		text_put(out, m->unit);
	else if (*m->unit)
		fprintf(out, "Normalized %s", m->unit);
	else
		fputs("Normalized count", out);
	fputc('\n', out);
}

static void print_head(const struct comparison *c, const struct table *t, FILE *out)
{
	fputs(RULE "\nTest          : ", out);
	text_put(out, c->title ? c->title : t->metric->title);
	fputc('\n', out);
	print_unit(t->metric, out);
	fprintf(out, "Interpretation: %s is better\nStatistic     : %s\n" RULE "\n",
		t->metric->direction == STATS_HIGHER_IS_BETTER ? "Higher" : "Lower",
		statistic_of(t));
}

static size_t cell_width(const struct comparison *c)
{
	size_t width = CELL_WIDTH;

	for (size_t i = 0; i < c->columns.n; i++) {
		size_t label = text_width(c->columns.v[i].label) + strlen(HEAD);

		width = label > width ? label : width;
	}
	return width;
}

static void print_columns(const struct comparison *c, const struct text_span *span, size_t cases,
			  size_t width, FILE *out)
{
	fprintf(out, "%-*s", (int)cases + 1, "Case:");
	for (size_t i = span->from; i < span->to; i++) {
		text_put_right(out, c->columns.v[c->order[i]].label, width + GAP - strlen(HEAD));
		fputs(HEAD, out);
	}
	fputc('\n', out);
}

static void print_cell(const struct comparison *c, const struct table *t, const struct row *r,
		       size_t column, size_t width, FILE *out)
{
	double sign = t->metric->direction == STATS_HIGHER_IS_BETTER ? 1 : -1;
	double change = row_change_against(r, c->columns.v[column].base, column);
	char text[80];

	if (isnan(change))
		snprintf(text, sizeof(text), "-");
	else
		snprintf(text, sizeof(text),
			 row_is_comparable(r, column) ? "%.2f [%6.2f](%5.2f)"
						      : "(%.2f)[%6.2f](%5.2f)",
			 1 + change, sign * 100 * change, 100 * r->cells[column].shown.cv);
	fprintf(out, "%*s", (int)(width + GAP), text);
}

static void print_span(const struct comparison *c, const struct table *t,
		       const struct text_span *span, size_t cases, size_t width, FILE *out)
{
	print_columns(c, span, cases, width, out);
	for (size_t i = 0; i < t->n_rows; i++) {
		char *name = case_of(c, &t->rows[i]);

		fprintf(out, "%-*s", (int)cases + 1, name ? name : "");
		for (size_t k = span->from; k < span->to; k++)
			print_cell(c, t, &t->rows[i], c->order[k], width, out);
		fputc('\n', out);
		free(name);
	}
}

static int print_table(const struct comparison *c, const struct table *t, FILE *out)
{
	size_t width = cell_width(c), cases = CASE_WIDTH;
	struct text_span span = { 0 };

	for (size_t i = 0; i < t->n_rows; i++) {
		char *name = case_of(c, &t->rows[i]);

		if (!name)
			return -1;
		cases = strlen(name) > cases ? strlen(name) : cases;
		free(name);
	}
	print_head(c, t, out);
	while (text_span_next(&span, c->columns.n, cases + 1, width + GAP))
		print_span(c, t, &span, cases, width, out);
	return 0;
}

static int render(const struct comparison *c, FILE *out)
{
	int err = 0;

	for (size_t i = 0; !err && i < c->n_tables; i++) {
		if (i)
			fputs("\n\n", out);
		err = print_table(c, &c->tables[i], out);
	}
	return err;
}

const struct render render_normalized = {
	.name = "normalized",
	.help = "ratio to the base [improvement in %](CV), as in 2025; positive is better",
	.render = render,
};
