/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * crew: the processes of one run, jobs and burst, and the waiting for them.
 */
#ifndef NT_HARNESS_CREW_H
#define NT_HARNESS_CREW_H

#include <stddef.h>
#include <stdint.h>

#include "harness/process.h"
#include "lib/errmsg.h"
#include "lib/intmap.h"

struct crew {
	struct guard guard;   /* whose group all are in */
	struct intmap before; /* children that the harness had before */
	struct process *jobs;
	size_t n_jobs;
	struct process burst;
	size_t running; /* started and not yet reaped, burst included */
	size_t jobs_running;
	struct process_note *notes; /* shared with the children: one a job, one for the burst */
	int64_t *walk_starts;       /* shared with the workers: CLOCK_MONOTONIC, 0: not yet */
	int walk_starts_fd;         /* memfd behind walk_starts; -1: none */
	int sync_fd;                /* memfd of the --sync barrier; -1: none */
};

int crew_open(struct crew *c, size_t n_jobs, bool sync, struct errmsg *e);

/* SIGKILL to all that run and to their children. They still have to be reaped. */
void crew_kill(struct crew *c);

/* The process of this pid; NULL: none of ours. */
struct process *crew_find(struct crew *c, pid_t pid);

/* Latest start of a walk, or 0 while a job that runs is not yet walking. */
int64_t crew_last_walk_start(const struct crew *c);

/* Ends what is left of its processes' children. None of its own may run any more. */
void crew_release(struct crew *c);

#endif
