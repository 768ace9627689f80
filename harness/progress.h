/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * progress: what runs and how long it will take, on standard error.
 *
 * On a terminal one line that is written over, else one plain line a run. It writes between runs
 * only: the harness sleeps while jobs run.
 */
#ifndef NT_HARNESS_PROGRESS_H
#define NT_HARNESS_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "harness/plan.h"
#include "lib/record.h"

struct progress {
	const struct plan *plan;
	int cpus;
	bool terminal;
	const bool *done;             /* [run - 1], kept by the campaign */
	size_t total, finished;       /* of this call */
	int64_t spent_ns, planned_ns; /* of the finished runs: what they took, what was expected */
};

void progress_init(struct progress *p, const struct plan *plan, int cpus, const bool *done);
void progress_note(const struct progress *p, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
void progress_begin(const struct progress *p, const struct plan_run *run);
void progress_end(struct progress *p, const struct plan_run *run, const struct record *r,
		  int64_t spent_ns);

#endif
