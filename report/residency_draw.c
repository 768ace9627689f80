/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "report/palette.h"
#include "report/panel.h"
#include "report/residency_view.h"
#include "report/svg.h"

#define BARS_LEFT  150
#define BARS_RIGHT 560
#define ROW        18

static const char *row_name(const struct residency_row *r)
{
	static char name[32];

	if (!r->job)
		return "hackbench";
	snprintf(name, sizeof(name), "%lld", (long long)r->job);
	return name;
}

static void chip(const struct residency_view *v, const char *prefix, int node, double x, double y,
		 struct markup *m)
{
	int place = places_find(&v->places, node);

	if (place >= 0) {
		svg_rect_open(m, "", palette_fill((size_t)place, prefix), x, y, 12, 12);
		svg_title(m, "node %d", node);
		markup_close(m);
	} else {
		svg_textf(m, "muted", SVG_MUTED, x + 6, y + 11, "middle", "-");
	}
}

static void draw_shares(const struct residency_view *v, const struct residency_row *r,
			const char *prefix, double y, struct markup *m)
{
	double x = BARS_LEFT;

	for (size_t i = 0; i < v->places.n; i++) {
		double width = r->shares[i] * (BARS_RIGHT - BARS_LEFT);

		if (!(width >= .05))
			continue;
		svg_rect_open(m, "", palette_fill(i, prefix), x, y, width, ROW - 4);
		svg_title(m, "%s%s on node %d: %.1f %%", r->job ? "job " : "", row_name(r),
			  v->places.nodes[i], 100 * r->shares[i]);
		markup_close(m);
		x += width;
	}
	if (v->places.n && isnan(r->shares[0]))
		svg_textf(m, "muted", SVG_MUTED, BARS_LEFT, y + 11, "start", "not known");
}

/* Share on home, mean and standard deviation, on the scale of the bars. */
static void draw_spread(const struct residency_row *r, double y, struct markup *m)
{
	double scale = BARS_RIGHT - BARS_LEFT, low, high;

	if (isnan(r->at_home) || isnan(r->at_home_sd))
		return;
	low = fmax(r->at_home - r->at_home_sd, 0);
	high = fmin(r->at_home + r->at_home_sd, 1);
	svg_rect(m, "ink", SVG_INK, BARS_LEFT + low * scale, y + ROW - 4, (high - low) * scale,
		 1.5);
	svg_rect(m, "ink", SVG_INK, BARS_LEFT + r->at_home * scale - 1, y + ROW - 7, 2, 5);
}

static void draw_figures(const struct residency_view *v, const struct residency_row *r, double y,
			 struct markup *m)
{
	double right = SVG_WIDTH - 8;

	if (!r->job)
		return;
	svg_textf(m, "ink", SVG_INK, right - 84, y + 11, "end", "%s",
		  isnan(r->user_ns) ? "-" : panel_number(r->user_ns / 1e9, 2));
	if (isnan(r->at_home))
		svg_textf(m, "muted", SVG_MUTED, right, y + 11, "end", "-");
	else if (v->n_runs && !isnan(r->at_home_sd))
		svg_textf(m, "ink", SVG_INK, right, y + 11, "end", "%.1f ± %.1f", 100 * r->at_home,
			  100 * r->at_home_sd);
	else
		svg_textf(m, "ink", SVG_INK, right, y + 11, "end", "%.1f", 100 * r->at_home);
}

static void draw_star(const struct residency_view *v, const struct residency_row *r, double x,
		      double y, struct markup *m)
{
	if (r->star <= 0)
		return;
	if (v->n_runs)
		svg_textf(m, "ink", SVG_INK, x, y + 11, "start", "*%d", r->star);
	else
		svg_textf(m, "ink", SVG_INK, x, y + 11, "start", "*");
}

static void draw_bar(const struct residency_view *v, const struct residency_row *r,
		     const char *prefix, double y, struct markup *m)
{
	svg_textf(m, "ink", SVG_INK, r->job ? 40 : 70, y + 11, "end", "%s", row_name(r));
	if (r->job) {
		draw_star(v, r, 44, y, m);
		chip(v, prefix, r->start, 84, y + 1, m);
		chip(v, prefix, r->home, 120, y + 1, m);
	}
	draw_shares(v, r, prefix, y, m);
	draw_spread(r, y, m);
	draw_figures(v, r, y, m);
}

static void bars_head(double y, struct markup *m)
{
	svg_textf(m, "muted", SVG_MUTED, 40, y, "end", "job");
	svg_textf(m, "muted", SVG_MUTED, 90, y, "middle", "start");
	svg_textf(m, "muted", SVG_MUTED, 126, y, "middle", "home");
	svg_textf(m, "muted", SVG_MUTED, BARS_LEFT + 6, y, "start", "share of CPU time by node");
	svg_textf(m, "muted", SVG_MUTED, SVG_WIDTH - 92, y, "end", "user s");
	svg_textf(m, "muted", SVG_MUTED, SVG_WIDTH - 8, y, "end", "on home %%");
}

static const char *explanation(const struct residency_view *v)
{
	static char text[200];

	if (!v->n_runs)
		return "*: spent most of its time on another node than where it started";
	snprintf(text, sizeof(text),
		 "mean of %zu runs, by job number; *K: in K runs most of the time away from the "
		 "start; line: on home, ± sd",
		 v->n_runs);
	return text;
}

static void draw_bars(const struct residency_view *v, const char *prefix, const char *title,
		      struct markup *m)
{
	size_t lines = (v->places.n + 12) / 13;
	double top = 34 + ROW * (double)lines;

	svg_open(m, SVG_WIDTH, top + ROW * (double)v->n + 24, title);
	palette_defs(m, v->places.n, prefix);
	places_legend(&v->places, prefix, 8, 8, m);
	bars_head(top - 8, m);
	for (size_t i = 0; i < v->n; i++)
		draw_bar(v, &v->rows[i], prefix, top + ROW * (double)i, m);
	svg_textf(m, "muted", SVG_MUTED, 8, top + ROW * (double)v->n + 16, "start", "%s",
		  explanation(v));
	svg_close(m);
}

/* --- the heat map: a thin line a job, a column a node -------------------------------------- */

#define HEAT_LEFT 60
#define HEAT_HIGH 520.

static void heat_row(const struct residency_view *v, const struct residency_row *r, double width,
		     double y, double height, struct markup *m)
{
	for (size_t i = 0; i < v->places.n; i++) {
		if (!(r->shares[i] >= .005))
			continue;
		markup_open(m, "rect");
		markup_attrf(m, "x", "%.1f", HEAT_LEFT + width * (double)i);
		markup_attrf(m, "y", "%.2f", y);
		markup_attrf(m, "width", "%.1f", width - 2);
		markup_attrf(m, "height", "%.2f", height);
		markup_attrf(m, "fill-opacity", "%.2f", r->shares[i]);
		markup_empty(m);
	}
	if (r->star > 0)
		svg_rect(m, "ink", SVG_INK, HEAT_LEFT + width * (double)v->places.n + 4, y, 10,
			 fmax(height, 1));
}

/* Every hundredth job or so has its number beside it. */
static void heat_scale(const struct residency_view *v, double top, double height, struct markup *m)
{
	size_t step = (v->n / 10 + 9) / 10 * 10;

	for (size_t i = 0; i < v->n; i += step)
		svg_textf(m, "muted", SVG_MUTED, HEAT_LEFT - 8, top + height * (double)i + 10,
			  "end", "%s", row_name(&v->rows[i]));
}

static void draw_heat(const struct residency_view *v, const char *title, struct markup *m)
{
	double height = fmin(6, fmax(HEAT_HIGH / (double)v->n, .5)), top = 34;
	double width =
		fmin(80, (SVG_WIDTH - HEAT_LEFT - 60.) / (double)(v->places.n + !v->places.n));
	double bottom = top + height * (double)v->n;
	size_t step = (size_t)(30 / width) + 1;

	svg_open(m, SVG_WIDTH, bottom + 46, title);
	svg_textf(m, "muted", SVG_MUTED, HEAT_LEFT - 8, top - 14, "end", "job");
	for (size_t i = 0; i < v->places.n; i += step)
		svg_textf(m, "muted", SVG_MUTED, HEAT_LEFT + width * ((double)i + .5), top - 14,
			  "middle", "%s%d", step == 1 && width > 50 ? "node " : "",
			  v->places.nodes[i]);
	svg_textf(m, "muted", SVG_MUTED, HEAT_LEFT + width * (double)v->places.n + 9, top - 14,
		  "middle", "*");
	markup_open(m, "g");
	markup_attr(m, "class", "heat");
	markup_attr(m, "fill", "#003f73");
	for (size_t i = 0; i < v->n; i++)
		heat_row(v, &v->rows[i], width, top + height * (double)i, height, m);
	markup_close(m);
	heat_scale(v, top, height, m);
	svg_textf(m, "muted", SVG_MUTED, 8, bottom + 18, "start",
		  "a line a job; the darker (in a dark page the lighter), the more of its CPU time "
		  "was "
		  "on the node");
	svg_textf(m, "muted", SVG_MUTED, 8, bottom + 36, "start", "%s", explanation(v));
	svg_close(m);
}

void residency_draw(const struct residency_view *v, const char *prefix, const char *title,
		    struct markup *m)
{
	if (v->n > RESIDENCY_MOST_BARS)
		draw_heat(v, title, m);
	else
		draw_bars(v, prefix, title, m);
}

/* --- the numbers ---------------------------------------------------------------------------- */

static void node_cell(struct markup *m, int node)
{
	markup_open(m, "td");
	markup_attr(m, "class", "n");
	if (node < 0)
		markup_text(m, "-");
	else
		markup_textf(m, "%d", node);
	markup_close(m);
}

static void number_cell(struct markup *m, double value, int decimals)
{
	markup_open(m, "td");
	markup_attr(m, "class", "n");
	markup_text(m, panel_number(value, decimals));
	markup_close(m);
}

static void numbers_row(const struct residency_view *v, const struct residency_row *r,
			struct markup *m)
{
	markup_open(m, "tr");
	markup_leaf(m, "td", row_name(r));
	node_cell(m, r->start);
	node_cell(m, r->home);
	number_cell(m, r->star < 0 ? (double)NAN : (double)r->star, 0);
	for (size_t i = 0; i < v->places.n; i++)
		number_cell(m, 100 * r->shares[i], 1);
	number_cell(m, 100 * r->at_home, 1);
	number_cell(m, 100 * r->at_home_sd, 1);
	number_cell(m, r->user_ns / 1e9, 2);
	markup_close(m);
}

static void numbers_head(const struct residency_view *v, struct markup *m)
{
	markup_open(m, "thead");
	markup_open(m, "tr");
	markup_leaf(m, "th", "job");
	markup_leaf(m, "th", "iSched");
	markup_leaf(m, "th", "home");
	markup_leaf(m, "th", "*");
	for (size_t i = 0; i < v->places.n; i++) {
		markup_open(m, "th");
		markup_textf(m, "node %d %%", v->places.nodes[i]);
		markup_close(m);
	}
	markup_leaf(m, "th", "on home %");
	markup_leaf(m, "th", "sd");
	markup_leaf(m, "th", "user s");
	markup_close(m);
	markup_close(m);
}

void residency_numbers(const struct residency_view *v, struct markup *m)
{
	markup_open(m, "table");
	numbers_head(v, m);
	markup_open(m, "tbody");
	for (size_t i = 0; i < v->n; i++)
		numbers_row(v, &v->rows[i], m);
	markup_close(m);
	markup_close(m);
}
