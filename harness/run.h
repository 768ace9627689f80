/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * run: one run of a plan, from the idle machine to its record.
 *
 * While jobs run the harness sleeps in one ppoll(): it wakes when a child ends, when the burst is
 * due, when a source asks to sample, when a signal comes or the limit is over.
 */
#ifndef NT_HARNESS_RUN_H
#define NT_HARNESS_RUN_H

#include <stdbool.h>
#include <stdint.h>

#include "harness/counters.h"
#include "harness/plan.h"
#include "harness/process.h"
#include "harness/residency.h"
#include "lib/cpulist.h"
#include "lib/errmsg.h"
#include "lib/record.h"
#include "lib/topology.h"

/* What all runs of a campaign have in common. */
struct run_context {
	const struct plan *plan;
	const struct topology *topology;
	const struct cpulist *allowed;     /* CPUs the jobs may run on */
	struct residency *residency;       /* of the jobs */
	struct residency *burst_residency; /* of the disturbance */
	const struct counters *counters;   /* events of the jobs; NULL: none */
	const char *boot_id;
	bool numa_balancing; /* is it on? for a flag */
	int signal_fd;       /* signalfd: SIGCHLD and the ending signals */
	const struct process_found *found;
	int64_t idle_limit_ns; /* longest wait for an idle machine */
};

/*
 * Does it. 0 and *r filled (status "ok" or "failed": a job that dies is a failed run, not an
 * error); -EINTR when a signal ended it, *signal_number set, every process gone and *r empty;
 * -errno when the machine can't do it at all.
 */
int run_execute(const struct run_context *c, const struct plan_run *pr, struct record *r,
		int *signal_number, struct errmsg *e);

#endif
