/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * collect: what a run left behind, into its record.
 */
#ifndef NT_HARNESS_COLLECT_H
#define NT_HARNESS_COLLECT_H

#include <stdbool.h>

#include "harness/crew.h"
#include "harness/plan.h"
#include "lib/record.h"
#include "lib/topology.h"

/* A zombie, before it is reaped: its clock, its own line, what its sources counted. */
void collect_zombie(struct record_job *j, struct process *p, bool worker);

/* Once reaped: rusage, exit, elapsed time. */
void collect_job(struct record_job *j, const struct process *p, const struct topology *t);

/* The burst once reaped; watched is the zombie's residency by CPU. */
void collect_burst(struct record *r, const struct process *p, const struct record_job *watched,
		   const struct topology *t);

/*
 * Where the pages of a running foreign program are: home_start of the first look, home_end of each
 * later one. A look that tells nothing changes nothing.
 */
void collect_pages(struct record_job *j, const struct process *p);

/* The figure that a foreign program printed; regex may be NULL. */
void collect_metric(struct record_job *j, const struct process *p, const char *regex);

/* MSched of a job whose cpu_time_ns is known: ties go to iSched, then to the lowest node. */
int64_t collect_main_node(const struct record_job *j, const struct topology *t);

/* The first failure of a job or the burst makes the run failed, with its reason. */
void collect_status(struct record *r);

#endif
