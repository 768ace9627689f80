/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * crew: all workers of a run, from the first fork to the last one reaped.
 *
 *	crew_build(), crew_wait_ready(), crew_run(), crew_check(), crew_release()
 *
 * A crew is of one kind: processes or threads. Another kind is one file with a struct crew_kind.
 */
#ifndef NT_HACKBENCH_CREW_H
#define NT_HACKBENCH_CREW_H

#include <stdbool.h>
#include <stdint.h>

#include "hackbench/gate.h"
#include "hackbench/group.h"
#include "hackbench/options.h"
#include "hackbench/usher.h"
#include "hackbench/watch.h"
#include "hackbench/worker.h"
#include "lib/errmsg.h"

struct crew;

struct crew_kind {
	const char *name;        /* as the banner has it */
	bool shares_descriptors; /* with the workers: groups stay open here while they run */
	int (*open)(struct crew *c, struct errmsg *e);
	/* Starts c->workers[c->n_started]; 0 or a positive errno. */
	int (*start)(struct crew *c, struct group *g);
	/* Counts who ended since into n_ended; an error if one of them failed or was killed. */
	int (*collect)(struct crew *c, struct errmsg *e);
	/* Ends and reaps whoever still runs, where that can be done. */
	void (*stop)(struct crew *c);
	void (*release)(struct crew *c);
};

extern const struct crew_kind crew_processes, crew_threads;

struct crew {
	const struct crew_kind *kind;
	const struct options *options;
	struct watch *watch;
	struct gate gate;
	struct usher usher;
	struct group *groups;   /* options->groups; closed again unless shares_descriptors */
	struct worker *workers; /* n_workers, in memory that forked workers share */
	int64_t n_workers, n_started, n_ended;
	void *handles; /* the kind's own */
};

/*
 * Starts all workers; they stop at the gate. `o` and `watch` must outlive the crew. An error
 * names the group that could not be built. The caller releases the crew in any case.
 */
int crew_build(struct crew *c, const struct options *o, struct watch *watch, struct errmsg *e);

/* Until every worker is at the gate. Errors as of watch_wait(), or a worker that ended. */
int crew_wait_ready(struct crew *c, struct errmsg *e);

/*
 * Opens the gate and waits until every worker has ended and is reaped (joined): elapsed_ns is the
 * time from just before the one to just after the other.
 */
int crew_run(struct crew *c, int64_t *elapsed_ns, struct errmsg *e);

/* All messages arrived, and no more than all? *messages: read by all receivers. */
int crew_check(const struct crew *c, int64_t *messages, struct errmsg *e);

/*
 * Kills and reaps whoever still runs, then frees all. Threads can't be killed: if some still run,
 * what they use is left as it is until the process exits, so the crew must be a static variable.
 */
void crew_release(struct crew *c);

#endif
