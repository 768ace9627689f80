/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * group: the channels and message buffers of one group.
 *
 * One channel (socket pair or pipe) a receiver; every sender of the group writes to all of them.
 * Buffers are mapped, but never touched here: each worker's first touch puts its own page where
 * that worker runs, also after fork().
 */
#ifndef NT_HACKBENCH_GROUP_H
#define NT_HACKBENCH_GROUP_H

#include <stddef.h>
#include <stdint.h>

#include "hackbench/options.h"
#include "hackbench/worker.h"
#include "lib/errmsg.h"

struct group {
	int64_t number;                /* counted from 1 */
	int64_t n_channels;            /* those that are open */
	int *read_fds, *write_fds;     /* n_channels each */
	char *data;                    /* one message for every worker of the group */
	size_t data_bytes, slot_bytes; /* of the whole mapping, of one worker's part */
};

/* On failure nothing stays open. */
int group_open(struct group *g, const struct options *o, int64_t number, struct errmsg *e);
void group_release(struct group *g);

/* What worker i of the group has to do: receivers first (0 .. fds-1), then senders. */
struct worker group_worker(const struct group *g, const struct options *o, int64_t i,
			   const struct gate *gate);

/* In a forked worker: closes every channel end that it does not use, so that ends of file show. */
void group_keep_own(struct group *g, const struct worker *w);

/*
 * Raises the soft limit on open descriptors to the hard one if `o` needs more than the soft one.
 * If that is still too few, group_open() will say so.
 */
void group_raise_limit(const struct options *o);

#endif
