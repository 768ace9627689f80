/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every run as a point, by set; mean (or median) and interval under the points. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "report/axis.h"
#include "report/palette.h"
#include "report/panel.h"
#include "report/picture.h"
#include "report/svg.h"

#define LEFT   170
#define RIGHT  560
#define TOP    8
#define HEIGHT 40

struct picture_panel {
	struct panel_name name;
	const struct comparison *comparison;
	const struct table *table;
	const struct row *row;
};

static int make(const struct picture_input *in, struct picture_panel **panels, size_t *n,
		struct errmsg *e)
{
	const struct comparison *c = in->comparison;
	size_t most = 0;

	for (size_t i = 0; i < c->n_tables; i++)
		most += c->tables[i].n_rows;
	*n = 0;
	*panels = calloc(most + 1, sizeof(**panels));
	if (!*panels)
		return errmsg_errno(e, ENOMEM, "strip");
	for (size_t i = 0; i < c->n_tables; i++) {
		const struct table *t = &c->tables[i];

		for (size_t k = 0; k < t->n_rows; k++) {
			struct picture_panel *p = &(*panels)[(*n)++];

			*p = (struct picture_panel){ .comparison = c,
						     .table = t,
						     .row = &t->rows[k] };
			panel_name_row(&p->name, "strip", t, p->row);
		}
	}
	return 0;
}

static const struct panel_name *name(const struct picture_panel *panels, size_t i)
{
	return &panels[i].name;
}

/* Runs of a column in this row; rows that are not by N have averages only. */
static const struct column_run *runs_of(const struct picture_panel *p, size_t column, size_t *n)
{
	*n = 0;
	return p->row->key.name ? NULL
				: column_runs(&p->comparison->columns.v[column], p->row->key.n, n);
}

static void widen(double *low, double *high, double v)
{
	if (!isfinite(v))
		return;
	*low = fmin(*low, v);
	*high = fmax(*high, v);
}

/* One scale for all sets of the panel. */
static struct axis scale(const struct picture_panel *p)
{
	double low = INFINITY, high = -INFINITY;

	for (size_t k = 0; k < p->comparison->columns.n; k++) {
		const struct cell *cell = &p->row->cells[k];
		size_t n;
		const struct column_run *r = runs_of(p, k, &n);

		for (size_t i = 0; i < n; i++)
			widen(&low, &high, metric_of_run(p->table->metric, r[i].run));
		if (cell->present) {
			widen(&low, &high, cell_centre(cell));
			widen(&low, &high, panel_low(cell));
			widen(&low, &high, panel_high(cell));
		}
	}
	return axis_make(low, high, 5, LEFT, RIGHT);
}

static void draw_points(const struct picture_panel *p, size_t column, const struct axis *a,
			double y, struct markup *m)
{
	const struct metric *metric = p->table->metric;
	size_t n;
	const struct column_run *r = runs_of(p, column, &n);

	for (size_t i = 0; i < n; i++) {
		double v = metric_of_run(metric, r[i].run);
		const char *flags = r[i].run->flags;

		if (!isfinite(v))
			continue;
		svg_mark_open(m, palette_shape(column), palette_set(column), flags, axis_at(a, v),
			      y + (double)(i * 7 % 5) * 3 - 6, 3.5);
		svg_title(m, "%s, run %lld: %.*f %s%s%s", p->comparison->columns.v[column].label,
			  (long long)r[i].run->run, metric->decimals, v, metric->unit,
			  flags ? "; " : "", flags ? flags : "");
		markup_close(m);
	}
}

static void draw_centre(const struct picture_panel *p, const struct cell *cell,
			const struct axis *a, double y, struct markup *m)
{
	int decimals = p->table->metric->decimals;
	double centre = cell_centre(cell), low = panel_low(cell), high = panel_high(cell);

	if (!cell->present || isnan(centre)) {
		svg_textf(m, "muted", SVG_MUTED, SVG_WIDTH - 8, y + 4, "end", "-");
		return;
	}
	svg_rect(m, "ink", SVG_INK, axis_at(a, centre) - 1, y + 8, 2, 12);
	if (isfinite(low) && isfinite(high))
		svg_rect(m, "ink", SVG_INK, axis_at(a, low), y + 13,
			 fmax(axis_at(a, high) - axis_at(a, low), 1), 2);
	svg_textf(m, "ink", SVG_INK, SVG_WIDTH - 8, y + 4, "end", "%s %s",
		  cell->ranked ? "median" : "mean", panel_number(centre, decimals));
	svg_textf(m, "muted", SVG_MUTED, SVG_WIDTH - 8, y + 18, "end", "[%s, %s] n %zu",
		  panel_number(low, decimals), panel_number(high, decimals), cell->shown.n);
}

static void draw_column(const struct picture_panel *p, size_t column, const struct axis *a,
			double y, struct markup *m)
{
	svg_label(m, LEFT - 12, y + 8, "end", p->comparison->columns.v[column].label, 22);
	draw_points(p, column, a, y, m);
	draw_centre(p, &p->row->cells[column], a, y, m);
}

static void draw(const struct picture_panel *panels, size_t i, struct markup *m)
{
	const struct picture_panel *p = &panels[i];
	const struct comparison *c = p->comparison;
	double bottom = TOP + HEIGHT * (double)c->columns.n + 4;
	struct axis a = scale(p);

	svg_open(m, SVG_WIDTH, bottom + 42, p->name.title);
	axis_draw(&a, m, TOP, bottom, false, "");
	for (size_t k = 0; k < c->columns.n; k++)
		draw_column(p, c->order[k], &a, TOP + HEIGHT * (double)k + 14, m);
	svg_textf(m, "muted", SVG_MUTED, LEFT, bottom + 34, "start",
		  "a mark a run, hollow: flagged; bar: %s and %.3g %% interval; %s is better",
		  p->table->ranked ? "median or mean" : "mean", 100 * (1 - c->options->alpha),
		  p->table->metric->direction == STATS_HIGHER_IS_BETTER ? "higher" : "lower");
	svg_close(m);
}

static void numbers_of(const struct picture_panel *p, size_t column, struct markup *m)
{
	const struct metric *metric = p->table->metric;
	size_t n;
	const struct column_run *r = runs_of(p, column, &n);

	for (size_t i = 0; i < n; i++) {
		char number[32];

		snprintf(number, sizeof(number), "%lld", (long long)r[i].run->run);
		panel_table_row(m,
				(const char *[]){ p->comparison->columns.v[column].label, number,
						  panel_number(metric_of_run(metric, r[i].run),
							       metric->decimals),
						  r[i].run->flags ? r[i].run->flags : "", NULL });
	}
}

static void numbers(const struct picture_panel *panels, size_t i, struct markup *m)
{
	const struct picture_panel *p = &panels[i];
	const struct comparison *c = p->comparison;

	panel_table(m, (const char *[]){ "set", "run", p->table->metric->name, "flags", NULL });
	for (size_t k = 0; k < c->columns.n; k++)
		numbers_of(p, c->order[k], m);
	for (size_t k = 0; k < c->columns.n; k++) {
		const struct cell *cell = &p->row->cells[c->order[k]];

		panel_table_row(m, (const char *[]){ c->columns.v[c->order[k]].label,
						     cell->ranked ? "median" : "mean",
						     panel_number(cell_centre(cell),
								  p->table->metric->decimals),
						     "", NULL });
	}
	panel_table_end(m);
}

static void release(struct picture_panel *panels, size_t n)
{
	(void)n;
	free(panels);
}

const struct picture picture_strip = {
	.name = "strip",
	.help = "every run of every set as a point, mean and interval; a panel a metric and N",
	.make = make,
	.panel_name = name,
	.draw = draw,
	.numbers = numbers,
	.free = release,
};
