/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * command: the command lines that a run executes, from the plan's.
 *
 * A plan says "numa_test" and "hackbench" where ours are meant, so that it can be run from another
 * folder on another machine; they are found beside this program.
 */
#ifndef NT_HARNESS_COMMAND_H
#define NT_HARNESS_COMMAND_H

#include <stdbool.h>
#include <stdint.h>

#include "harness/plan.h"
#include "lib/errmsg.h"
#include "lib/strlist.h"

/* Path of the program `name` beside this one; the caller frees it. NULL: memory. */
char *command_beside(const char *name);

/*
 * A command with its program as a path: ours beside this one, others along PATH, so that execv()
 * serves and no shell is ever tried. 0 or -ENOMEM.
 */
int command_resolve(struct strlist *out, const struct strlist *cmd);

/* Is the workload our worker, which reports on a descriptor and marks its walk's start? */
bool command_is_worker(const struct plan_workload *w);

/* What the worker is to do, as options. */
struct command_worker {
	const struct plan_workload *workload;
	int64_t steps, seed;
	int report_fd;
	int start_fd, slot;      /* start_fd -1: none */
	int sync_fd, sync_count; /* sync_fd -1: none */
};

/* Our worker's whole command line. 0 or -ENOMEM. */
int command_worker_argv(struct strlist *out, const struct command_worker *w);

/* Is the program of a resolved command there? `what` is named. */
int command_check_program(const char *what, const struct strlist *cmd, struct errmsg *e);

#endif
