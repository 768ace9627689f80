/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Who was where when: jobs as rows, time as x, the node as colour; a run for each set. */
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/timeline.h"
#include "report/axis.h"
#include "report/palette.h"
#include "report/panel.h"
#include "report/picture.h"
#include "report/places.h"
#include "report/svg.h"
#include "report/timeline_bins.h"

#define LEFT   60
#define RIGHT  710
#define PIXELS (RIGHT - LEFT)

/* Stretches and ticks of all rows together, at most: some 90 bytes of a page each. */
#define MOST_PARTS    40000
#define LEAST_COLUMNS 50

struct picture_panel {
	struct panel_name name;
	struct timeline timeline;
	bool is_unread; /* its file is damaged: the page says so and has the rest */
	struct errmsg unread;
	struct places places;
	const struct set_run *run;
	int64_t from_ns, to_ns; /* first exec, end of the last stay */
};

/* --- which run, and what is known of it ----------------------------------------------------- */

static bool has_timeline(int folder, int64_t run)
{
	char name[64];
	struct stat st;

	snprintf(name, sizeof(name), "timeline/%lld.zst", (long long)run);
	return !fstatat(folder, name, &st, AT_SYMLINK_NOFOLLOW) && S_ISREG(st.st_mode);
}

/* The run that is asked for, else the first one of the largest N; NULL: none has a timeline. */
static const struct set_run *choose(const struct set *s, const struct picture_input *in, int folder)
{
	const struct set_run *best = NULL;

	for (size_t i = 0; i < s->n_runs; i++) {
		const struct set_run *r = &s->runs[i];

		if (in->run >= 0 ? r->run != in->run
				 : r->failed || !options_want_n(in->comparison->options, r->n))
			continue;
		if ((!best || r->n > best->n) && has_timeline(folder, r->run))
			best = r;
	}
	return best;
}

static void find_span(struct picture_panel *p)
{
	const struct timeline *t = &p->timeline;

	p->from_ns = INT64_MAX;
	for (size_t i = 0; i < t->n_tasks; i++) {
		const struct timeline_task *task = &t->tasks[i];

		if (task->n && task->start_ns < p->from_ns)
			p->from_ns = task->start_ns;
		if (task->n && task->stays[task->n - 1].end_ns > p->to_ns)
			p->to_ns = task->stays[task->n - 1].end_ns;
	}
	if (p->from_ns > p->to_ns)
		p->from_ns = p->to_ns;
}

static int add_set(struct picture_panel *panels, size_t *n, const struct picture_input *in,
		   size_t set, struct errmsg *e)
{
	const struct set *s = &in->sets[set];
	struct picture_panel *p = &panels[*n];
	int folder = open(s->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC), err = 0;

	if (folder < 0)
		return errmsg_errno(e, errno, "%s", s->path);
	p->run = choose(s, in, folder);
	if (p->run) {
		(*n)++;
		timeline_init(&p->timeline);
		snprintf(p->name.id, sizeof(p->name.id), "timeline-%zu", set + 1);
		snprintf(p->name.title, sizeof(p->name.title), "%.100s, N = %lld: run %lld",
			 s->label, (long long)p->run->n, (long long)p->run->run);
		p->is_unread = timeline_read(&p->timeline, folder, p->run->run, &p->unread) < 0;
		if (places_of_set(&p->places, s))
			err = errmsg_errno(e, ENOMEM, "timeline");
		find_span(p);
	}
	close(folder);
	return err;
}

static void release(struct picture_panel *panels, size_t n)
{
	for (size_t i = 0; panels && i < n; i++) {
		timeline_release(&panels[i].timeline);
		places_release(&panels[i].places);
	}
	free(panels);
}

static int make(const struct picture_input *in, struct picture_panel **panels, size_t *n,
		struct errmsg *e)
{
	int err = 0;

	*n = 0;
	*panels = calloc(in->n_sets + 1, sizeof(**panels));
	if (!*panels)
		return errmsg_errno(e, ENOMEM, "timeline");
	for (size_t i = 0; !err && i < in->n_sets; i++)
		err = add_set(*panels, n, in, i, e);
	if (!err)
		return 0;
	release(*panels, *n);
	*panels = NULL;
	*n = 0;
	return err;
}

static const struct panel_name *name(const struct picture_panel *panels, size_t i)
{
	return &panels[i].name;
}

/* --- drawing --------------------------------------------------------------------------------- */

static double row_height(const struct picture_panel *p)
{
	return fmin(20, fmax(1, 600 / (double)(p->run->n_jobs + !p->run->n_jobs)));
}

/* Parts that a row's time is cut into: pixels, or wider ones where there are many rows. */
static size_t row_columns(const struct picture_panel *p)
{
	size_t columns = MOST_PARTS / (p->run->n_jobs + !p->run->n_jobs);

	if (columns < LEAST_COLUMNS)
		return LEAST_COLUMNS;
	return columns < PIXELS ? columns : PIXELS;
}

/* One rect for each stretch of pixels on one node; gives how many. */
static int64_t draw_stretches(const struct picture_panel *p, const int *nodes, double y,
			      double height, struct markup *m)
{
	size_t columns = row_columns(p);
	double width = (double)PIXELS / (double)columns;
	int64_t drawn = 0;

	for (size_t i = 0, k; i < columns; i = k) {
		int place = places_find(&p->places, nodes[i]);

		for (k = i; k < columns && nodes[k] == nodes[i]; k++)
			;
		if (nodes[i] == BIN_NOBODY)
			continue;
		svg_rect(m, "", place < 0 ? "#6b6b6b" : palette_fill((size_t)place, p->name.id),
			 LEFT + (double)i * width, y, (double)(k - i) * width, height);
		drawn++;
	}
	return drawn;
}

/* Ticks of moves: the height of the row to another node, a third of it within one. */
static void draw_moves(const struct picture_panel *p, const char *moves, double y, double height,
		       struct markup *m)
{
	size_t columns = row_columns(p);

	for (size_t i = 0; i < columns; i++) {
		double x = LEFT + (double)i * PIXELS / (double)columns;
		double part = moves[i] == 2 ? 1 : .33;

		if (moves[i] == 2 || (moves[i] == 1 && height >= 8))
			svg_rect(m, "ink", SVG_INK, x, y + height * (1 - part), 1, height * part);
	}
}

static void draw_home(const struct picture_panel *p, int home, double y, struct markup *m)
{
	int place = places_find(&p->places, home);

	if (place >= 0)
		svg_rect(m, "", palette_fill((size_t)place, p->name.id), LEFT, y, PIXELS, 2);
}

/* Gives how many stays were merged into what is drawn. */
static int64_t draw_job(const struct picture_panel *p, size_t job, double y, double height,
			struct markup *m)
{
	const struct set_job *j = &p->run->jobs[job];
	int nodes[PIXELS];
	char moves[PIXELS];
	int64_t stays = timeline_bins(&p->timeline, j->number, p->from_ns, p->to_ns, nodes, moves,
				      row_columns(p));
	double bar = height >= 8 ? height - 6 : height >= 3 ? height - 1 : height;
	int64_t drawn = draw_stretches(p, nodes, y, bar, m);

	draw_moves(p, moves, y, bar, m);
	if (height >= 8)
		draw_home(p, j->home, y + bar + 1, m);
	return stays > drawn ? stays - drawn : 0;
}

static bool has_burst(const struct picture_panel *p)
{
	return p->run->disturbance.start_ns >= 0 && p->run->disturbance.time_ns >= 0;
}

static void draw_burst(const struct picture_panel *p, const struct axis *a, double top,
		       double bottom, struct markup *m)
{
	const struct set_disturbance *d = &p->run->disturbance;
	double from = (double)(d->start_ns - p->from_ns) / 1e9,
	       to = from + (double)d->time_ns / 1e9;

	if (!has_burst(p))
		return;
	svg_rect_open(m, "band", "#dcdcdc", axis_at(a, from), top - 4,
		      fmax(axis_at(a, to) - axis_at(a, from), 1), bottom - top + 4);
	svg_title(m, "hackbench, %.2f s to %.2f s", from, to);
	markup_close(m);
}

static void draw_scale(const struct axis *a, double top, double bottom, double end_s,
		       struct markup *m)
{
	for (size_t i = 0; i < axis_n_ticks(a); i++) {
		double v = axis_tick(a, i), x = LEFT + v / end_s * PIXELS;

		if (v > end_s)
			break;
		svg_line(m, "faint", SVG_FAINT, x, top, x, bottom);
		svg_textf(m, "muted", SVG_MUTED, x, bottom + 16, "middle", "%.*f s",
			  axis_decimals(a), v);
	}
}

static void draw_legend(const struct picture_panel *p, int64_t merged, double y, struct markup *m)
{
	svg_textf(m, "muted", SVG_MUTED, 8, y, "start",
		  "tick: to another node (short: another CPU); thin line: home of the pages%s",
		  has_burst(p) ? "; shaded: hackbench" : "");
	svg_textf(m, "muted", SVG_MUTED, 8, y + 18, "start", "%lld stays merged%s",
		  (long long)merged,
		  p->timeline.lost >= 0 ? "; TRUNCATED: records were lost, time after the end is "
					  "unknown"
					: "");
}

static void draw_unread(const struct picture_panel *p, struct markup *m)
{
	svg_open(m, SVG_WIDTH, 32, p->name.title);
	svg_label(m, 8, 20, "start", p->unread.text, 100);
	svg_close(m);
}

static void draw_rows(const struct picture_panel *p, struct markup *m)
{
	double height = row_height(p), top = 44, end_s = (double)(p->to_ns - p->from_ns) / 1e9;
	double bottom = top + height * (double)p->run->n_jobs;
	struct axis scale = axis_make(0, end_s, 6, LEFT, RIGHT);
	struct axis exact = { .low = 0, .high = end_s > 0 ? end_s : 1, .from = LEFT, .to = RIGHT };
	size_t every = height >= 13 ? 1 : (size_t)(16 / height) + 1;
	int64_t merged = 0;

	svg_open(m, SVG_WIDTH + 20, bottom + 62, p->name.title);
	palette_defs(m, p->places.n, p->name.id);
	places_legend(&p->places, p->name.id, 8, 8, m);
	draw_burst(p, &exact, top, bottom, m);
	draw_scale(&scale, top, bottom, exact.high, m);
	for (size_t k = 0; k < p->run->n_jobs; k++) {
		double y = top + height * (double)k;

		if (k % every == 0)
			svg_textf(m, "muted", SVG_MUTED, LEFT - 8, y + fmin(height, 12), "end",
				  "%d", (int)p->run->jobs[k].number);
		merged += draw_job(p, k, y, height, m);
	}
	draw_legend(p, merged, bottom + 34, m);
	svg_close(m);
}

static void draw(const struct picture_panel *panels, size_t i, struct markup *m)
{
	if (panels[i].is_unread)
		draw_unread(&panels[i], m);
	else
		draw_rows(&panels[i], m);
}

static void numbers(const struct picture_panel *panels, size_t i, struct markup *m)
{
	const struct picture_panel *p = &panels[i];

	panel_table(m, (const char *[]){ "job", "moves to another CPU", "moves to another node",
					 "home", NULL });
	for (size_t k = 0; k < p->run->n_jobs; k++) {
		const struct set_job *j = &p->run->jobs[k];
		int64_t cpus, nodes;

		timeline_moves(&p->timeline, j->number, &cpus, &nodes);
		panel_table_row(m, (const char *[]){ panel_number(j->number, 0),
						     panel_number((double)cpus, 0),
						     panel_number((double)nodes, 0),
						     j->home < 0 ? "-" : panel_number(j->home, 0),
						     NULL });
	}
	panel_table_end(m);
}

const struct picture picture_timeline = {
	.name = "timeline",
	.help = "who was on which node when, with the burst; a run for each set that has one",
	.make = make,
	.panel_name = name,
	.draw = draw,
	.numbers = numbers,
	.free = release,
};
