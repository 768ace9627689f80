/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * guard: a sleeping process that sees to it that nothing of a run outlives the harness.
 *
 * A parent-death signal reaches children, not grandchildren, and a foreign hackbench has 800 of
 * these. So every process of a run joins the guard's process group (in the harness's session: a
 * session of its own would be an autogroup of its own). The guard sleeps in a read() of a pipe
 * whose other end only the harness holds; when that is closed, by guard_end() or by any death of
 * the harness, it kills the whole group, itself included.
 */
#ifndef NT_HARNESS_GUARD_H
#define NT_HARNESS_GUARD_H

#include <sys/types.h>

#include "lib/errmsg.h"

struct guard {
	pid_t pid;   /* also the process group; 0: none */
	int pipe_fd; /* the end that keeps it asleep */
};

int guard_start(struct guard *g, struct errmsg *e);

/* In a child, between fork and exec: joins the group. */
void guard_join(const struct guard *g);

/* Kills all that is left of the group and reaps the guard. Fine on an all-zero guard. */
void guard_end(struct guard *g);

#endif
