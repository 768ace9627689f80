/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Markdown: the columns of the default style as pipe tables. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "report/export.h"
#include "report/footer.h"
#include "report/render.h"
#include "report/text.h"

/* What Markdown or HTML would take for markup gets a backslash or an entity. */
static void put(FILE *out, const char *s)
{
	char *clean = text_clean(s);

	for (const char *p = clean; p && *p; p++) {
		if (*p == '<')
			fputs("&lt;", out);
		else if (*p == '&')
			fputs("&amp;", out);
		else {
			if (*p == '|' || *p == '*' || *p == '_' || *p == '`' || *p == '[' ||
			    *p == ']' || *p == '\\' || *p == '#')
				fputc('\\', out);
			fputc(*p, out);
		}
	}
	free(clean);
}

static void put_number(FILE *out, double value, int decimals)
{
	if (isnan(value))
		fputc('-', out);
	else
		fprintf(out, "%.*f", decimals, value);
}

static void print_head(const struct comparison *c, const struct table *t, FILE *out)
{
	fputs("### ", out);
	if (c->title) {
		put(out, c->title);
		fputs(": ", out);
	}
	put(out, t->metric->title);
	if (*t->metric->unit) {
		fputs(" (", out);
		put(out, t->metric->unit);
		fputc(')', out);
	}
	fprintf(out, ", %s is better\n\n", export_better(t->metric));
	fprintf(out,
		"| N | kernel | n | %s | CV %% | change | CI | p.adj | verdict |\n"
		"|---|---|--:|--:|--:|--:|:-:|--:|---|\n",
		t->ranked ? "median [CI], or mean ± CI" : "mean ± CI");
}

static void put_centre(FILE *out, const struct cell *cell, const struct metric *m)
{
	const struct stats_summary *s = &cell->shown;

	put_number(out, cell_centre(cell), m->decimals);
	if (cell->ranked) {
		fputs(" [", out);
		put_number(out, s->median_lo, m->decimals);
		fputs(", ", out);
		put_number(out, s->median_hi, m->decimals);
		fputc(']', out);
		return;
	}
	fputs(" ± ", out);
	put_number(out, s->half_width, m->decimals);
}

static void put_change(FILE *out, const struct change *x)
{
	double scale = x->is_difference ? 1 : 100;

	fprintf(out, "%+.1f%s | ", scale * x->value, x->is_difference ? "" : " %");
	if (isnan(x->lo) || isnan(x->hi))
		fputs("- | ", out);
	else
		fprintf(out, "%+.1f, %+.1f | ", scale * x->lo, scale * x->hi);
	put_number(out, x->p_adjusted, 3);
	fprintf(out, " | %s", x->tested ? stats_verdict_text(x->verdict) : "");
}

static int put_flags(FILE *out, const struct cell *cell, const struct change *x)
{
	struct strlist flags = { 0 };
	int err = export_flags(cell, x, &flags);

	strlist_for_each (f, &flags)
		fprintf(out, " %s", *f);
	strlist_release(&flags);
	return err;
}

static int print_row(const struct comparison *c, const struct table *t, const struct row *r,
		     size_t column, FILE *out)
{
	const struct cell *cell = &r->cells[column];
	const struct change *x = &r->changes[column];
	int err;

	fputs("| ", out);
	if (r->key.name)
		put(out, r->key.name);
	else
		fprintf(out, "%lld", (long long)r->key.n);
	fputs(" | ", out);
	put(out, c->columns.v[column].label);
	fprintf(out, cell->shown.n ? " | %zu | " : " | - | ", cell->shown.n);
	fputs(row_is_comparable(r, column) ? "" : "(", out);
	put_centre(out, cell, t->metric);
	fputs(row_is_comparable(r, column) ? " | " : ") | ", out);
	put_number(out, 100 * cell->shown.cv, 1);
	fputs(" | ", out);
	if (comparison_is_base(c, column))
		fputs("base | | | ", out);
	else if (x->made && row_is_comparable(r, column))
		put_change(out, x);
	else
		fputs(row_is_comparable(r, column) ? "| | | " : "| | | ( )", out);
	err = put_flags(out, cell, x);
	fputs(" |\n", out);
	return err;
}

static int print_lines(const struct strlist *lines, FILE *out)
{
	strlist_for_each (line, lines) {
		fputs("\n", out);
		put(out, *line);
		fputs("\n", out);
	}
	return 0;
}

static int print_table(const struct comparison *c, const struct table *t, FILE *out)
{
	struct strlist lines = { 0 };
	int err = 0;

	print_head(c, t, out);
	for (size_t i = 0; i < t->n_rows; i++)
		for (size_t k = 0; !err && k < c->columns.n; k++)
			err = print_row(c, t, &t->rows[i], c->order[k], out);
	if (!err)
		err = footer_of_table(c, t, &lines);
	if (!err)
		err = print_lines(&lines, out);
	strlist_release(&lines);
	return err;
}

static int render(const struct comparison *c, FILE *out)
{
	struct strlist paragraphs = { 0 };
	int err = 0;

	for (size_t i = 0; !err && i < c->n_tables; i++) {
		if (i)
			fputc('\n', out);
		err = print_table(c, &c->tables[i], out);
	}
	if (!err)
		err = footer_make(c, &paragraphs);
	if (!err)
		err = print_lines(&paragraphs, out);
	strlist_release(&paragraphs);
	return err;
}

const struct render render_md = {
	.name = "md",
	.help = "the default columns as Markdown",
	.render = render,
};
