/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Averages as they were posted in 2002: sets side by side, the +- is the standard deviation.
 *
 *	numa_test 4 4
 *	AverageUserTime   31.18+- 0.67   31.25+- 2.51
 */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/render.h"
#include "report/text.h"

#define NAME_WIDTH 15
#define CELL_WIDTH 15

static const char *const metrics[] = { "AverageUserTime", "ElapsedTime", "TotalUserTime",
				       "TotalSysTime", NULL };

static const struct row *row_find(const struct table *t, const struct row_key *key)
{
	for (size_t i = 0; i < t->n_rows; i++)
		if (row_key_same(&t->rows[i].key, key))
			return &t->rows[i];
	return NULL;
}

static int cell_width(const struct comparison *c)
{
	int width = CELL_WIDTH;

	for (size_t i = 0; i < c->columns.n; i++) {
		int label = (int)text_width(c->columns.v[i].label) + 2;

		width = label > width ? label : width;
	}
	return width;
}

/* The most repeats of any set, as the header gives one number. */
static size_t repeats(const struct comparison *c, const struct row *r)
{
	size_t most = 0;

	for (size_t i = 0; i < c->columns.n; i++)
		most = r->cells[i].shown.n > most ? r->cells[i].shown.n : most;
	return most;
}

static void print_cell(const struct row *r, size_t column, int width, int decimals, FILE *out)
{
	const struct cell *cell = &r->cells[column];
	char text[80], sd[32];

	snprintf(sd, sizeof(sd), isnan(cell->shown.sd) ? "-" : "%.*f", decimals, cell->shown.sd);
	if (isnan(cell->shown.mean))
		snprintf(text, sizeof(text), "-");
	else
		snprintf(text, sizeof(text),
			 row_is_comparable(r, column) ? "%.*f+-%5s" : "(%.*f+-%5s)", decimals,
			 cell->shown.mean, sd);
	fprintf(out, "%*s", width, text);
}

static void print_block(const struct comparison *c, const struct row_key *key,
			const struct text_span *span, int width, FILE *out)
{
	bool headed = false;

	for (size_t i = 0; i < c->n_tables; i++) {
		const struct row *r = row_find(&c->tables[i], key);

		if (!r)
			continue;
		if (!headed && key->name) {
			text_put(out, key->name);
			fprintf(out, " %zu\n", repeats(c, r));
		} else if (!headed) {
			fprintf(out, "numa_test %lld %zu\n", (long long)key->n, repeats(c, r));
		}
		headed = true;
		text_put_left(out, c->tables[i].metric->title, NAME_WIDTH);
		for (size_t k = span->from; k < span->to; k++)
			print_cell(r, k, width, c->tables[i].metric->decimals, out);
		fputc('\n', out);
	}
}

/* All tables have their rows in the same order; those that only a later one has follow. */
static void print_blocks(const struct comparison *c, const struct text_span *span, int width,
			 FILE *out)
{
	for (size_t i = 0; i < c->n_tables; i++)
		for (size_t k = 0; k < c->tables[i].n_rows; k++) {
			const struct row_key *key = &c->tables[i].rows[k].key;
			bool seen = false;

			for (size_t j = 0; j < i; j++)
				seen |= row_find(&c->tables[j], key) != NULL;
			if (!seen)
				print_block(c, key, span, width, out);
		}
}

static int render(const struct comparison *c, FILE *out)
{
	struct text_span span = { 0 };
	int width = cell_width(c);

	while (text_span_next(&span, c->columns.n, NAME_WIDTH, (size_t)width)) {
		if (span.from)
			fputc('\n', out);
		fprintf(out, "%*s", NAME_WIDTH, "");
		for (size_t i = span.from; i < span.to; i++)
			text_put_right(out, c->columns.v[i].label, (size_t)width);
		fputc('\n', out);
		print_blocks(c, &span, width, out);
	}
	fputs("+- is the standard deviation of the repeats\n", out);
	return 0;
}

const struct render render_classic_avg = {
	.name = "classic-avg",
	.help = "averages as posted in 2002, +- standard deviation",
	.metrics = metrics,
	.render = render,
};
