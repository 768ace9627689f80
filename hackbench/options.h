/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * options: what hackbench was asked to do, and how much that is.
 *
 * Options are named as in rt-tests' hackbench; the words of the first hackbench of 2002
 * ("hackbench 20", "hackbench 20 thread 1000") are understood, too.
 */
#ifndef NT_HACKBENCH_OPTIONS_H
#define NT_HACKBENCH_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "lib/errmsg.h"

/* PID_MAX_LIMIT of a 64-bit kernel (include/linux/threads.h): more tasks can't exist. */
#define TASKS_MAX (INT64_C(4) << 20)
/* Every task has a buffer of its own for one message. */
#define DATASIZE_MAX (INT64_C(1) << 20)

struct options {
	bool threads;       /* else processes */
	bool pipes;         /* else AF_UNIX stream socket pairs */
	bool verbose;       /* print the number of messages, too */
	int64_t groups;     /* >= 1 */
	int64_t fds;        /* senders of a group, and receivers of it; >= 1 */
	int64_t loops;      /* messages from each sender to each receiver of its group; >= 1 */
	int64_t data_bytes; /* of a message; 1 .. DATASIZE_MAX */
	int64_t timeout_ns; /* 0: none */
};

/* 10 groups of 20 + 20 processes, 100 loops, 100 bytes, socket pairs. */
struct options options_default(void);

/*
 * Reads the command line over the defaults. --help, --usage, --version and unknown options print
 * and exit here, as argp does it. Returns 0, or -EINVAL, -ERANGE or -EOVERFLOW.
 */
int options_parse(struct options *o, int argc, char **argv, struct errmsg *e);

int64_t options_tasks(const struct options *o);    /* groups x fds x 2 */
int64_t options_messages(const struct options *o); /* groups x fds x fds x loops */

#endif
