/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * sizing: fills in what a plan leaves open: array, steps of the walk, loops of the burst.
 */
#ifndef NT_HARNESS_SIZING_H
#define NT_HARNESS_SIZING_H

#include <stdbool.h>

#include "harness/plan.h"
#include "harness/run.h"
#include "harness/work.h"
#include "lib/errmsg.h"

struct sizing {
	struct run_context *run; /* to run a job alone; NULL: only what is known (--dry-run) */
	const struct topology *topology;
	const char *machine; /* host.json's machine.key */
	const char *kernel;
	bool recalibrate;              /* measure again, replace what work.json has */
	void (*measuring)(void *data); /* called before the first measurement */
	void *data;
	int64_t fixed_steps; /* the person gave them; -1: work them out */
	bool changed;        /* out: the book has something new */
	bool reused;         /* out: something came from the book */
};

/*
 * Sizes p. Where it needs to measure, it runs one job, then one burst, alone. Adds notes to the
 * plan (array under twice the LLC). -EINTR and *signal_number when a signal came meanwhile.
 */
int sizing_plan(struct sizing *s, struct plan *p, struct work_book *b, int *signal_number,
		struct errmsg *e);

#endif
