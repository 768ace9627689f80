/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * worker: one sender or one receiver, and what it did.
 *
 * A sender writes one message to each of its descriptors in turn, `rounds` times. A receiver has
 * one descriptor and reads `rounds` messages from it. Both are plain blocking read(2) and
 * write(2), as in every hackbench since 2002: the work is in the kernel.
 */
#ifndef NT_HACKBENCH_WORKER_H
#define NT_HACKBENCH_WORKER_H

#include <stdint.h>

#include "hackbench/gate.h"
#include "lib/errmsg.h"

enum worker_role {
	WORKER_RECEIVER,
	WORKER_SENDER
};

struct worker {
	enum worker_role role;
	int64_t group, number; /* counted from 1, for messages to people */
	const struct gate *gate;
	const int *fds; /* lent by the group */
	int64_t n_fds;
	int64_t rounds;
	char *data; /* room for one message, touched by this worker only; lent by the group */
	int64_t data_bytes;

	/* What it did; set when it ends. */
	int64_t messages; /* complete ones, written or read */
	int error;        /* 0 or errno of the call that failed; a peer that is gone is no error */
};

int64_t worker_expected(const struct worker *w); /* messages */

/*
 * Waits at the gate, passes all messages and sets what it did. When the other side is gone (end
 * of file, EPIPE), it ends early with fewer messages and no error: whoever went first is to blame.
 */
void worker_run(struct worker *w);

const char *worker_role_name(const struct worker *w); /* "sender" or "receiver" */

/* "sender 3 of group 2"; buf holds at least 64 bytes. Returns buf. */
char *worker_name(const struct worker *w, char *buf, size_t size);

/* An error that says why this worker failed; returns -error. */
int worker_failure(const struct worker *w, struct errmsg *e);

/* 0, or -EIO and a message if a worker that ended passed fewer or more messages than it should. */
int worker_check(const struct worker *w, struct errmsg *e);

#endif
