/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The default columns, a table a metric, with the doubts that belong to their numbers below. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "report/export.h"
#include "report/footer.h"
#include "report/page.h"
#include "report/panel.h"
#include "report/svg.h"

static void cell_open(struct markup *m, bool number)
{
	markup_open(m, "td");
	if (number)
		markup_attr(m, "class", "n");
}

static void cell_text(struct markup *m, bool number, const char *text)
{
	cell_open(m, number);
	markup_text(m, text);
	markup_close(m);
}

static void centre(const struct table *t, const struct row *r, size_t column, struct markup *m)
{
	const struct cell *cell = &r->cells[column];
	const char *open = row_is_comparable(r, column) ? "" : "(";
	const char *close = row_is_comparable(r, column) ? "" : ")";
	int d = t->metric->decimals;

	cell_open(m, true);
	if (!cell->present)
		markup_text(m, "-");
	else if (cell->ranked)
		markup_textf(m, "%s%s [%s, %s]%s", open, panel_number(cell_centre(cell), d),
			     panel_number(panel_low(cell), d), panel_number(panel_high(cell), d),
			     close);
	else
		markup_textf(m, "%s%s ± %s%s", open, panel_number(cell_centre(cell), d),
			     panel_number(cell->shown.half_width, d), close);
	markup_close(m);
}

static void verdict(const struct change *x, struct markup *m)
{
	markup_open(m, "td");
	if (x->tested && stats_verdict_is_better(x->verdict))
		markup_attr(m, "class", "better");
	if (x->tested && stats_verdict_is_worse(x->verdict))
		markup_attr(m, "class", "worse");
	markup_text(m, x->tested ? stats_verdict_text(x->verdict) : "");
	markup_close(m);
}

static void change(const struct change *x, struct markup *m)
{
	double scale = x->is_difference ? 1 : 100;

	cell_open(m, true);
	markup_textf(m, "%+.1f%s", scale * x->value, x->is_difference ? "" : " %");
	markup_close(m);
	cell_open(m, true);
	if (isnan(x->lo) || isnan(x->hi))
		markup_text(m, "-");
	else
		markup_textf(m, "%+.1f, %+.1f", scale * x->lo, scale * x->hi);
	markup_close(m);
	cell_text(m, true, panel_number(x->p_adjusted, 3));
	verdict(x, m);
}

static void no_change(const struct comparison *c, const struct row *r, size_t column,
		      struct markup *m)
{
	cell_text(m, false, comparison_is_base(c, column) ? "base" : "");
	cell_text(m, false, "");
	cell_text(m, false, "");
	cell_text(m, false, row_is_comparable(r, column) ? "" : "( )");
}

static int flags(const struct cell *cell, const struct change *x, struct markup *m)
{
	struct strlist words = { 0 };
	int err = export_flags(cell, x, &words);

	markup_open(m, "td");
	strlist_for_each (word, &words)
		markup_textf(m, "%s ", *word);
	markup_close(m);
	strlist_release(&words);
	return err;
}

static int row(const struct comparison *c, const struct table *t, const struct row *r,
	       size_t column, struct markup *m)
{
	const struct change *x = &r->changes[column];
	int err;

	markup_open(m, "tr");
	if (r->key.name)
		cell_text(m, false, r->key.name);
	else
		cell_text(m, true, panel_number((double)r->key.n, 0));
	cell_text(m, false, c->columns.v[column].label);
	cell_text(m, true,
		  r->cells[column].shown.n ? panel_number((double)r->cells[column].shown.n, 0)
					   : "-");
	centre(t, r, column, m);
	cell_text(m, true, panel_number(100 * r->cells[column].shown.cv, 1));
	if (!comparison_is_base(c, column) && x->made && row_is_comparable(r, column))
		change(x, m);
	else
		no_change(c, r, column, m);
	err = flags(&r->cells[column], x, m);
	markup_close(m);
	return err;
}

static void lines(const struct strlist *l, struct markup *m)
{
	strlist_for_each (line, l) {
		markup_open(m, "p");
		markup_attr(m, "class", "note");
		markup_text(m, *line);
		markup_close(m);
	}
}

static void head(const struct table *t, struct markup *m)
{
	char id[80];

	svg_id(id, sizeof(id), t->metric->name);
	markup_open(m, "h3");
	markup_attrf(m, "id", "table-%s", id);
	markup_textf(m, "%s%s%s%s, %s is better", t->metric->title, *t->metric->unit ? " (" : "",
		     t->metric->unit, *t->metric->unit ? ")" : "", export_better(t->metric));
	markup_close(m);
}

static int table(const struct comparison *c, const struct table *t, struct markup *m)
{
	struct strlist doubts = { 0 };
	int err = 0;

	head(t, m);
	markup_open(m, "div");
	markup_attr(m, "class", "scroll");
	panel_table(m,
		    (const char *[]){ "N", "kernel", "n",
				      t->ranked ? "median [CI], or mean ± CI" : "mean ± CI", "CV %",
				      "change", "CI", "p.adj", "verdict", "flags", NULL });
	for (size_t i = 0; i < t->n_rows; i++)
		for (size_t k = 0; !err && k < c->columns.n; k++)
			err = row(c, t, &t->rows[i], c->order[k], m);
	panel_table_end(m);
	markup_close(m);
	if (!err)
		err = footer_of_table(c, t, &doubts);
	lines(&doubts, m);
	strlist_release(&doubts);
	return err;
}

int page_tables(const struct picture_input *in, struct markup *m)
{
	const struct comparison *c = in->comparison;
	struct strlist paragraphs = { 0 };
	int err = 0;

	markup_open(m, "section");
	markup_attr(m, "id", "tables");
	markup_leaf(m, "h2", c->columns.n > 1 ? "Comparison" : "Results");
	for (size_t i = 0; !err && i < c->n_tables; i++)
		err = table(c, &c->tables[i], m);
	if (!err)
		err = footer_make(c, &paragraphs);
	lines(&paragraphs, m);
	markup_close(m);
	strlist_release(&paragraphs);
	return err;
}
