/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * usher: opens the gate for the crew, so that hackbench itself stays quick to react and to die.
 *
 * Workers get their parent-death signal late in hackbench's exit. With thousands of runnable
 * workers three things held that up for up to 16 s (4,000 workers, 2 CPUs, kernel 6.18):
 *
 * - Waking everybody takes milliseconds of CPU, and a fair scheduler then lets all others catch up
 *   first: 4 ms of lag x 2,000 tasks a CPU = 8 s (kernel/sched/fair.c, update_entity_lag()). So a
 *   helper process, the usher, wakes them.
 * - A task that wakes waits for all whose deadline is earlier, up to one slice of each. So
 *   hackbench asks for the shortest slice for itself (since 6.12; elsewhere it has no effect).
 * - exit() unmaps memory before it signals children, and needs a lock shared with every forked
 *   process, which a kernel thread that waits for a CPU may hold (DAMON's walks do). The usher
 *   shares hackbench's memory, so that hackbench has none to unmap.
 *
 * Where the usher can't be had (qemu-user knows no such process), hackbench opens the gate itself.
 */
#ifndef NT_HACKBENCH_USHER_H
#define NT_HACKBENCH_USHER_H

#include <sys/types.h>

#include "hackbench/gate.h"
#include "lib/errmsg.h"

struct usher {
	pid_t pid; /* 0: there is none */
	pid_t parent;
	const struct gate *gate;
	int end_fd; /* an eventfd: the usher may go */
	void *stack;
};

/* Gives the caller a short slice and opens the gate. `u` must not move until its release. */
int usher_start(struct usher *u, const struct gate *gate, struct errmsg *e);

/* Ends the usher. Must come before the gate is released. */
void usher_release(struct usher *u);

#endif
