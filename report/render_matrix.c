/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * N x (U, TU, E, H, E-H), sets as columns, as the summary of 2002. Under each value its change
 * against the set's own base; with more than one base two lines, against the first base (in
 * parentheses for sets of another family) and against the own one. `*` marks the best of a row.
 */
#include <errno.h>
#include <math.h>
#include <string.h>

#include "report/footer.h"
#include "report/render.h"
#include "report/text.h"

#define CELL_WIDTH 10
#define N_WIDTH    6
#define NAME_WIDTH 5

static const char *const metrics[] = { "AverageUserTime", "TotalUserTime", "ElapsedTime",
				       "hackbench",       "E-H",           NULL };

/* Which columns stand beside each other, and how wide they are. */
struct layout {
	struct text_span span;
	int width;
};

static int cell_width(const struct comparison *c)
{
	int width = CELL_WIDTH;

	for (size_t i = 0; i < c->columns.n; i++) {
		int label = (int)text_width(c->columns.v[i].label) + 2;

		width = label > width ? label : width;
	}
	return width;
}

static bool is_candidate(const struct row *r, size_t column)
{
	return row_is_comparable(r, column) && !isnan(cell_centre(&r->cells[column]));
}

/* The column with the best value; none where fewer than two have one. */
static size_t find_best(const struct comparison *c, const struct metric *m, const struct row *r)
{
	double sign = m->direction == STATS_HIGHER_IS_BETTER ? -1 : 1;
	size_t best = c->columns.n, candidates = 0;

	for (size_t i = 0; i < c->columns.n; i++) {
		if (!is_candidate(r, i))
			continue;
		candidates++;
		if (best == c->columns.n ||
		    sign * cell_centre(&r->cells[i]) < sign * cell_centre(&r->cells[best]))
			best = i;
	}
	return candidates > 1 ? best : c->columns.n;
}

static void print_value(const struct row *r, size_t column, const struct metric *m, bool best,
			int width, FILE *out)
{
	double value = cell_centre(&r->cells[column]);
	char text[64];

	if (isnan(value))
		snprintf(text, sizeof(text), row_is_comparable(r, column) ? "-" : "(-)");
	else
		snprintf(text, sizeof(text), row_is_comparable(r, column) ? "%.*f" : "(%.*f)",
			 m->decimals, value);
	fprintf(out, "%*s%c", width - 1, text, best ? '*' : ' ');
}

static void print_percent(double change, bool doubtful, int width, FILE *out)
{
	char text[32] = "";

	if (!isnan(change))
		snprintf(text, sizeof(text), doubtful ? "(%+.1f%%)" : "%+.1f%%", 100 * change);
	fprintf(out, "%*s ", width - 1, text);
}

/* Blanks at a line's end do not survive a mail. */
static void end_line(char *line, FILE *out)
{
	size_t len = strlen(line);

	while (len && line[len - 1] == ' ')
		len--;
	fprintf(out, "%.*s\n", (int)len, line);
}

/* Against one base for all, or, base == none, against each set's own. */
static int print_changes(const struct comparison *c, const struct row *r, const char *title,
			 size_t base, const struct layout *l, FILE *out)
{
	char *line = NULL;
	size_t size;
	FILE *text = open_memstream(&line, &size);

	if (!text)
		return -ENOMEM;
	fprintf(text, "%*s", N_WIDTH + NAME_WIDTH, title);
	for (size_t i = l->span.from; i < l->span.to; i++) {
		size_t own = c->columns.v[i].base, to = base == c->columns.n ? own : base;
		double change = i == to ? NAN : row_change_against(r, to, i);

		print_percent(change, own != to || !row_is_comparable(r, i), l->width, text);
	}
	if (fclose(text)) {
		free(line);
		return -ENOMEM;
	}
	end_line(line, out);
	free(line);
	return 0;
}

static int print_row(const struct comparison *c, const struct table *t, const struct row *r,
		     bool first, const struct layout *l, FILE *out)
{
	size_t best = find_best(c, t->metric, r), none = c->columns.n;
	char n[32] = "", name[16], *line = NULL;
	size_t size;
	FILE *text = open_memstream(&line, &size);
	int err = text ? 0 : -ENOMEM;

	if (err)
		return err;
	if (first && r->key.name)
		snprintf(n, sizeof(n), "%.20s", r->key.name);
	else if (first)
		snprintf(n, sizeof(n), "N=%lld", (long long)r->key.n);
	snprintf(name, sizeof(name), "%s%s", t->metric->letter ? t->metric->letter : "",
		 t->metric->untested && row_burst_is_doubtful(c, r) ? "?" : "");
	text_put_left(text, n, N_WIDTH);
	fprintf(text, "%-*s", NAME_WIDTH, name);
	for (size_t i = l->span.from; i < l->span.to; i++)
		print_value(r, i, t->metric, i == best, l->width, text);
	if (fclose(text)) {
		free(line);
		return -ENOMEM;
	}
	end_line(line, out);
	free(line);
	if (c->columns.families)
		err = print_changes(c, r, "% 1st ", c->columns.first_base, l, out);
	if (!err && c->columns.n > 1)
		err = print_changes(c, r, c->columns.families ? "% own " : "", none, l, out);
	return err;
}

static const struct row *row_like(const struct table *t, const struct row *wanted)
{
	for (size_t i = 0; i < t->n_rows; i++)
		if (row_key_same(&t->rows[i].key, &wanted->key))
			return &t->rows[i];
	return NULL;
}

/* All metrics of a row, where no earlier table had it. */
static int print_block(const struct comparison *c, size_t table, const struct row *wanted,
		       const struct layout *l, FILE *out)
{
	bool first = true;
	int err = 0;

	for (size_t i = 0; i < table; i++)
		if (row_like(&c->tables[i], wanted))
			return 0;
	for (size_t i = table; !err && i < c->n_tables; i++) {
		const struct row *r = row_like(&c->tables[i], wanted);

		if (!r)
			continue;
		err = print_row(c, &c->tables[i], r, first, l, out);
		first = false;
	}
	return err;
}

static void print_legend(const struct comparison *c, FILE *out)
{
	fputs("\nMeans, or medians where ranks judge; * best of its row", out);
	if (c->columns.families) {
		fputs("; % 1st: against ", out);
		text_put(out, c->columns.v[c->columns.first_base].label);
		fputs(",\n() across families; % own: against the own base", out);
	} else if (c->columns.n > 1) {
		fputs("; %: against ", out);
		text_put(out, c->columns.v[c->columns.first_base].label);
	}
	fputs(".\nU average, TU total user time, E elapsed, H hackbench; E-H is never tested.\n",
	      out);
}

static int print_reasons(const struct comparison *c, FILE *out)
{
	struct strlist lines = { 0 };
	int err = c->n_tables ? footer_of_table(c, &c->tables[0], &lines) : 0;

	strlist_for_each (line, &lines)
		text_wrap(out, "", "    ", *line, TEXT_WIDTH);
	strlist_release(&lines);
	return err;
}

static int print_span(const struct comparison *c, const struct layout *l, FILE *out)
{
	int err = 0;

	fprintf(out, "%-*s", N_WIDTH + NAME_WIDTH, "");
	for (size_t i = l->span.from; i < l->span.to; i++) {
		text_put_right(out, c->columns.v[i].label, (size_t)l->width - 1);
		fputs(i + 1 < l->span.to ? " " : "\n", out);
	}
	for (size_t i = 0; !err && i < c->n_tables; i++)
		for (size_t k = 0; !err && k < c->tables[i].n_rows; k++)
			err = print_block(c, i, &c->tables[i].rows[k], l, out);
	return err;
}

static int render(const struct comparison *c, FILE *out)
{
	struct layout l = { .width = cell_width(c) };
	int err = 0;

	while (!err &&
	       text_span_next(&l.span, c->columns.n, N_WIDTH + NAME_WIDTH, (size_t)l.width)) {
		if (l.span.from)
			fputc('\n', out);
		err = print_span(c, &l, out);
	}
	print_legend(c, out);
	return err ? err : print_reasons(c, out);
}

const struct render render_matrix = {
	.name = "matrix",
	.help = "N x (U, TU, E, H, E-H), sets as columns, changes under each",
	.metrics = metrics,
	.render = render,
};
