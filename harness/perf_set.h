/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * perf_set: one event per CPU for one process, opened by that process between fork and exec.
 *
 * The child opens the events on itself and sends the descriptors through a socketpair, at most
 * 253 a message (SCM_MAX_FD). It never waits: the messages lie in the socket, and hold the events
 * alive, until the harness collects them when the process is a zombie. So no job's descriptors
 * are open in the harness while jobs run, however many CPUs there are, and nobody is woken.
 */
#ifndef NT_HARNESS_PERF_SET_H
#define NT_HARNESS_PERF_SET_H

#include <stdint.h>

#include "harness/perf_event.h"
#include "harness/perf_ring.h"
#include "lib/cpulist.h"
#include "lib/intmap.h"

/* What is opened for every process of a campaign. */
struct perf_plan {
	struct perf_event_attr attr;
	struct cpulist cpus;
	const struct perf_rings *rings; /* lent; NULL: no records wanted */
	int keeper_fd;
};

struct perf_set {
	const struct perf_plan *plan; /* lent */
	int parent_fd, child_fd;      /* -1: closed */
};

/*
 * attr as perf_event_attr() made it, for each of the CPUs 0 … n_cpus - 1 that the kernel accepts.
 * Keeps one idle event open: the first event of a machine patches the scheduler's code and waits
 * for all CPUs (account_event() in kernel/events/core.c), which must not fall to a child. 0 or
 * -errno, *plan is released then.
 */
int perf_plan_open(struct perf_plan *plan, const struct perf_event_attr *attr, int n_cpus);
void perf_plan_release(struct perf_plan *plan); /* of an opened or all-zero plan */

/*
 * 0 if n_sets sets can be armed at once under the descriptor limits, else -EMFILE. A process
 * without CAP_SYS_RESOURCE may have no more descriptors in sockets than its RLIMIT_NOFILE.
 */
int perf_plan_check(const struct perf_plan *plan, int n_sets);

int perf_set_open(struct perf_set *set, const struct perf_plan *plan); /* 0 or -errno */
void perf_set_arm(struct perf_set *set);   /* in the child; async-signal-safe */
void perf_set_adopt(struct perf_set *set); /* in the parent, after fork() */

/*
 * Adds each event's count to counts (CPU -> count, zeros left out) and its lost records to lost
 * (CPU -> records); either may be NULL. Once, when the process has ended. 0 or -errno: what the
 * child met when it opened them, -ESRCH where it never came to it, -ENOMEM.
 */
int perf_set_collect(struct perf_set *set, struct intmap *counts, struct intmap *lost);
void perf_set_close(struct perf_set *set);

#endif
