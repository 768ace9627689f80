/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * watch: sleeps until the processes of a run have ended, and does what is due meanwhile.
 */
#ifndef NT_HARNESS_WATCH_H
#define NT_HARNESS_WATCH_H

#include <stdbool.h>
#include <stdint.h>

#include "harness/crew.h"
#include "lib/errmsg.h"

struct watch {
	struct crew *crew;
	int signal_fd;

	/* Called when the burst is due; starts it. */
	int (*start_burst)(void *data, struct errmsg *e);
	/* Called for each process that ended, as a zombie, before it is reaped. */
	void (*ended)(void *data, struct process *p);
	/* Called each sample_interval_ns, where that is not 0. */
	void (*sample)(void *data);
	/* Called at look_ns, just before a burst that is due then; returns when to look again. */
	int64_t (*look)(void *data);
	void *data;

	bool burst_wanted;
	bool burst_from_walk; /* else the moment below is final */
	int64_t burst_delay_ns;
	int64_t burst_due_ns;       /* CLOCK_MONOTONIC: start it, or look whether all walk */
	int64_t sample_interval_ns; /* 0: never */
	int64_t look_ns;            /* CLOCK_MONOTONIC; 0: never */
	int64_t limit_ns;           /* CLOCK_MONOTONIC; then all is killed */

	/* Results. */
	bool burst_started, burst_early;
	bool over_limit;
	int signal_number; /* the signal that ended it; 0: none */
};

/*
 * Returns when no process of the crew is left. -EINTR when a signal came: then all were killed and
 * reaped. -errno when the burst could not be started (the jobs go on to their end first).
 */
int watch_crew(struct watch *w, struct errmsg *e);

#endif
