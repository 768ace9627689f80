/* SPDX-License-Identifier: GPL-3.0-or-later */
/* residency_view: who was on which node, of one run or as a mean over the repeats of one N. */
#ifndef NT_REPORT_RESIDENCY_VIEW_H
#define NT_REPORT_RESIDENCY_VIEW_H

#include <stdbool.h>
#include <stdint.h>

#include "report/markup.h"
#include "report/places.h"
#include "report/set.h"

struct residency_row {
	int64_t job;                /* 0: the disturbance */
	int star;                   /* 1, 0; -1: unknown; of repeats: how many had it */
	int start, home;            /* nodes; -1: unknown, or of repeats not always the same */
	double *shares;             /* [place], 0..1; NAN: unknown */
	double user_ns;             /* NAN: unknown */
	double at_home, at_home_sd; /* share on the home node; NAN: unknown */
};

struct residency_view {
	struct places places;
	struct residency_row *rows;
	size_t n;
	size_t n_runs; /* 0: one run; else a mean over so many */
};

/* Of one run, jobs in order of their number, or those with `*` first. 0 or -ENOMEM. */
int residency_view_run(struct residency_view *v, const struct set *s, const struct set_run *r,
		       bool strays_first);

/* Runs of this N that did not fail and have all their jobs. */
size_t residency_repeats(const struct set *s, int64_t n);

/* Of all runs of this N that did not fail, job by job number. n_runs 0: there is none. */
int residency_view_repeats(struct residency_view *v, const struct set *s, int64_t n,
			   bool strays_first);
void residency_view_release(struct residency_view *v);

/* One svg: a bar a job; of more than RESIDENCY_MOST_BARS jobs a heat map, a line a job. */
#define RESIDENCY_MOST_BARS 48
void residency_draw(const struct residency_view *v, const char *prefix, const char *title,
		    struct markup *m);
void residency_numbers(const struct residency_view *v, struct markup *m);

#endif
