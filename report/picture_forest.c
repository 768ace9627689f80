/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The change of each set against its base, with its interval, over N. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "report/axis.h"
#include "report/palette.h"
#include "report/panel.h"
#include "report/picture.h"
#include "report/svg.h"

#define LEFT   190
#define RIGHT  500
#define TOP    8
#define HEIGHT 22

struct picture_panel {
	struct panel_name name;
	const struct comparison *comparison;
	const struct table *table;
};

/* What a verdict looks like: a shape, a colour and a word, so that colour is never alone. */
struct look {
	const char *shape, *colour, *class;
	bool hollow;
};

static struct look look_of(const struct row *r, size_t column)
{
	const struct change *x = &r->changes[column];

	if (!row_is_comparable(r, column) || !x->tested)
		return (struct look){ "square", "#6b6b6b", "", true };
	if (stats_verdict_is_better(x->verdict))
		return (struct look){ "circle", "#008a64", "", false };
	if (stats_verdict_is_worse(x->verdict))
		return (struct look){ "triangle", "#c65100", "", false };
	return (struct look){ "diamond", "#7a7a7a", "", x->verdict != STATS_EQUIVALENT };
}

static bool has_change(const struct comparison *c, const struct row *r, size_t column)
{
	return !comparison_is_base(c, column) && r->changes[column].made;
}

static size_t table_changes(const struct comparison *c, const struct table *t)
{
	size_t n = 0;

	for (size_t i = 0; i < t->n_rows; i++)
		for (size_t k = 0; k < c->columns.n; k++)
			n += has_change(c, &t->rows[i], k);
	return n;
}

static int make(const struct picture_input *in, struct picture_panel **panels, size_t *n,
		struct errmsg *e)
{
	const struct comparison *c = in->comparison;

	*n = 0;
	*panels = calloc(c->n_tables + 1, sizeof(**panels));
	if (!*panels)
		return errmsg_errno(e, ENOMEM, "forest");
	for (size_t i = 0; i < c->n_tables; i++) {
		const struct table *t = &c->tables[i];
		struct picture_panel *p = &(*panels)[*n];

		if (!table_changes(c, t))
			continue;
		*p = (struct picture_panel){ .comparison = c, .table = t };
		snprintf(p->name.title, sizeof(p->name.title), "%.80s: change against the base",
			 t->metric->title);
		snprintf(p->name.id, sizeof(p->name.id), "forest-");
		svg_id(p->name.id + 7, sizeof(p->name.id) - 7, t->metric->name);
		(*n)++;
	}
	return 0;
}

static const struct panel_name *name(const struct picture_panel *panels, size_t i)
{
	return &panels[i].name;
}

/* In the unit that is drawn: percent, or the metric's own for a difference. */
static double drawn(const struct change *x, double v)
{
	return x->is_difference ? v : 100 * v;
}

static struct axis scale(const struct picture_panel *p)
{
	double margin = 100 * p->comparison->options->margin, low = -2 * margin, high = 2 * margin;

	for (size_t i = 0; i < p->table->n_rows; i++)
		for (size_t k = 0; k < p->comparison->columns.n; k++) {
			const struct change *x = &p->table->rows[i].changes[k];
			const double values[] = { x->value, x->lo, x->hi };

			if (!has_change(p->comparison, &p->table->rows[i], k))
				continue;
			for (int v = 0; v < 3; v++)
				if (isfinite(values[v])) {
					low = fmin(low, drawn(x, values[v]));
					high = fmax(high, drawn(x, values[v]));
				}
		}
	return axis_make(low, high, 5, LEFT, RIGHT);
}

static bool is_difference(const struct picture_panel *p)
{
	for (size_t i = 0; i < p->table->n_rows; i++)
		for (size_t k = 0; k < p->comparison->columns.n; k++)
			if (has_change(p->comparison, &p->table->rows[i], k))
				return p->table->rows[i].changes[k].is_difference;
	return false;
}

static const char *word(const struct row *r, size_t column)
{
	if (!row_is_comparable(r, column))
		return "not comparable";
	if (!r->changes[column].tested)
		return "not tested";
	switch (r->changes[column].verdict) {
	case STATS_NO_DIFFERENCE_SHOWN:
		return "no difference shown";
	case STATS_EQUIVALENT:
		return "equivalent";
	case STATS_UNDECIDED:
		return "undecided";
	default:
		return stats_verdict_text(r->changes[column].verdict);
	}
}

static void draw_interval(const struct change *x, const struct axis *a, const char *colour,
			  double y, struct markup *m)
{
	if (isnan(x->lo) || isnan(x->hi))
		return;
	svg_rect(m, "", colour, axis_at(a, drawn(x, x->lo)), y - 1,
		 fmax(axis_at(a, drawn(x, x->hi)) - axis_at(a, drawn(x, x->lo)), 1), 2);
}

static void draw_change(const struct picture_panel *p, const struct row *r, size_t column,
			const struct axis *a, double y, struct markup *m)
{
	const struct change *x = &r->changes[column];
	const char *label = p->comparison->columns.v[column].label;
	const char *unit = x->is_difference ? p->table->metric->unit : "%";
	struct look look = look_of(r, column);

	svg_label(m, LEFT - 12, y + 4, "end", label, 17);
	draw_interval(x, a, look.colour, y, m);
	svg_mark_open(m, look.shape, look.colour, look.hollow, axis_at(a, drawn(x, x->value)), y,
		      4.5);
	svg_title(m, "%s: %+.1f %s [%+.1f, %+.1f], p.adj %s, %s", label, drawn(x, x->value), unit,
		  drawn(x, x->lo), drawn(x, x->hi), panel_number(x->p_adjusted, 3),
		  word(r, column));
	markup_close(m);
	svg_textf(m, "ink", SVG_INK, RIGHT + 14, y + 4, "start", "%+.1f %s  %s", drawn(x, x->value),
		  unit, word(r, column));
}

static void draw_row(const struct picture_panel *p, const struct row *r, const struct axis *a,
		     double *y, struct markup *m)
{
	const struct comparison *c = p->comparison;
	bool first = true;

	for (size_t k = 0; k < c->columns.n; k++) {
		if (!has_change(c, r, c->order[k]))
			continue;
		if (first && r->key.name)
			svg_label(m, 8, *y + 4, "start", r->key.name, 9);
		else if (first)
			svg_textf(m, "ink", SVG_INK, 8, *y + 4, "start", "N = %lld",
				  (long long)r->key.n);
		first = false;
		draw_change(p, r, c->order[k], a, *y, m);
		*y += HEIGHT;
	}
}

static void draw(const struct picture_panel *panels, size_t i, struct markup *m)
{
	const struct picture_panel *p = &panels[i];
	double margin = 100 * p->comparison->options->margin, y = TOP + HEIGHT / 2.;
	double bottom = TOP + HEIGHT * (double)table_changes(p->comparison, p->table);
	struct axis a = scale(p);

	svg_open(m, SVG_WIDTH, bottom + 42, p->name.title);
	if (!is_difference(p))
		svg_rect(m, "band", "#ececec", axis_at(&a, -margin), TOP,
			 axis_at(&a, margin) - axis_at(&a, -margin), bottom - TOP);
	axis_draw(&a, m, TOP, bottom, true, is_difference(p) ? "" : " %");
	svg_rect(m, "ink", SVG_INK, axis_at(&a, 0) - .5, TOP, 1, bottom - TOP);
	for (size_t k = 0; k < p->table->n_rows; k++)
		draw_row(p, &p->table->rows[k], &a, &y, m);
	svg_textf(m, "muted", SVG_MUTED, 8, bottom + 34, "start",
		  "circle: better, triangle: worse, diamond: neither, square: not judged; band: "
		  "±%.3g %%; %s is better",
		  margin,
		  p->table->metric->direction == STATS_HIGHER_IS_BETTER ? "higher" : "lower");
	svg_close(m);
}

static void numbers_of(const struct picture_panel *p, const struct row *r, size_t column,
		       struct markup *m)
{
	const struct change *x = &r->changes[column];
	char n[32];

	snprintf(n, sizeof(n), "%lld", (long long)r->key.n);
	panel_table_row(
		m, (const char *[]){
			   r->key.name ? r->key.name : n, p->comparison->columns.v[column].label,
			   panel_number(drawn(x, x->value), 2), panel_number(drawn(x, x->lo), 2),
			   panel_number(drawn(x, x->hi), 2), panel_number(x->p, 4),
			   panel_number(x->p_adjusted, 4), word(r, column), NULL });
}

static void numbers(const struct picture_panel *panels, size_t i, struct markup *m)
{
	const struct picture_panel *p = &panels[i];
	const struct comparison *c = p->comparison;

	panel_table(m, (const char *[]){ "N", "set", is_difference(p) ? "change" : "change %",
					 "low", "high", "p", "p.adj", "verdict", NULL });
	for (size_t k = 0; k < p->table->n_rows; k++)
		for (size_t s = 0; s < c->columns.n; s++)
			if (has_change(c, &p->table->rows[k], c->order[s]))
				numbers_of(p, &p->table->rows[k], c->order[s], m);
	panel_table_end(m);
}

static void release(struct picture_panel *panels, size_t n)
{
	(void)n;
	free(panels);
}

const struct picture picture_forest = {
	.name = "forest",
	.help = "change against the base with its interval, over N; a panel a metric",
	.make = make,
	.panel_name = name,
	.draw = draw,
	.numbers = numbers,
	.free = release,
};
