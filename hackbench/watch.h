/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * watch: what ends a run from outside (SIGINT, SIGTERM, SIGHUP, a time limit), and SIGCHLD, seen
 * at one place and never by surprise: the signals are blocked and read from a descriptor.
 *
 * A signal that was ignored when the program started (nohup, a background job) stays ignored.
 */
#ifndef NT_HACKBENCH_WATCH_H
#define NT_HACKBENCH_WATCH_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

#include "lib/errmsg.h"

struct watch {
	bool is_open; /* signal_fd is */
	int signal_fd;
	sigset_t mask_before;
	int64_t timeout_ns, deadline_ns; /* 0: none */

	int signal;        /* that ended the run, or 0 */
	bool worker_ended; /* SIGCHLD came; cleared by whoever looked after it */
};

/* The time limit is counted from here. Must be called before any thread or child is started. */
int watch_open(struct watch *w, int64_t timeout_ns, struct errmsg *e);
void watch_release(struct watch *w);

/* In a forked child: signals as they were before. */
void watch_leave(const struct watch *w);

/*
 * Sleeps until fd is readable or a worker ended. -EINTR if a signal ended the run (w->signal),
 * -ETIMEDOUT after the time limit.
 */
int watch_wait(struct watch *w, int fd, struct errmsg *e);

/* The same without sleeping: 0 if nothing ends the run. */
int watch_look(struct watch *w, struct errmsg *e);

#endif
