/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * plan: what plan.json says was to run.
 *
 * Facts are kept the way host.h keeps them, so that two plans can be compared by name; what a
 * report computes with stands beside them.
 */
#ifndef NT_REPORT_PLAN_H
#define NT_REPORT_PLAN_H

#include <stddef.h>
#include <stdint.h>
#include <jansson.h>

#include "lib/errmsg.h"
#include "lib/strlist.h"

/* What an imported log says of one of its figures; NULL where it says nothing. */
struct plan_metric {
	char *name, *title, *unit, *better, *statistic;
};

struct plan {
	char *campaign, *preset, *variant, *version;
	char *title;    /* imported: "sp.C 8 threads"; what a table is about */
	char *workload; /* the command */
	char *walk, *pages, *memory;
	int64_t array_bytes, steps, repeats, target_ns, sync;
	int64_t created_wall_ns;
	char *disturbance; /* the command; "" for none, NULL: unknown */
	int64_t delay_ns;
	char *settings; /* of the variant: "kernel.numa_balancing=1" */
	int64_t *jobs;  /* N, in the order of the plan */
	size_t n_jobs;
	size_t n_runs; /* planned */
	struct strlist notes;
	struct plan_metric *metrics;
	size_t n_metrics;
};

/* root may be NULL: nothing is known. */
int plan_read(struct plan *p, const json_t *root, struct errmsg *e);
void plan_release(struct plan *p);

#endif
