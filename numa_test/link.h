/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * link: the descriptors that the program which started us handed down.
 *
 *	--report-fd N		at the end one JSON line is written to it (file, memfd, pipe,
 *socket)
 *	--start-fd N --slot K	a shared file of int64_t: slot K takes the CLOCK_MONOTONIC ns at
 *				which the walk starts, with a release store. Nobody is woken.
 *	--sync-fd N --sync-count M	a shared file that begins with a uint32_t of 0: each job
 *				adds 1 after its set-up and waits until M have (futex(2) on it).
 *
 * All-zero is not valid: an unused link is LINK_NONE.
 */
#ifndef NT_NUMA_TEST_LINK_H
#define NT_NUMA_TEST_LINK_H

#include <stddef.h>
#include <stdint.h>

#include "lib/errmsg.h"

struct link {
	int report_fd, start_fd, sync_fd; /* -1: not given */
	int64_t slot;                     /* >= 0 */
	int64_t sync_count;               /* >= 1 */
	int64_t sync_limit_ns;            /* how long to wait for the others */
	/* From here on set by link_open(). */
	void *start_map, *sync_map;
	size_t start_bytes, sync_bytes;
};

#define LINK_NONE                                                                             \
	{                                                                                     \
		.report_fd = -1, .start_fd = -1, .sync_fd = -1, .slot = -1, .sync_count = -1, \
		.sync_limit_ns = INT64_C(300000000000)                                        \
	}

/* Checks every descriptor and maps the shared ones. 0 or -errno; the message names the option. */
int link_open(struct link *l, struct errmsg *e);

/* Waits for the others, if --sync-fd was given. 0, or -ETIMEDOUT when they did not come. */
int link_sync(struct link *l, struct errmsg *e);

/* Leaves the walk's start in the slot, if there is one. */
void link_started(struct link *l, int64_t walk_start_ns);

/* Writes the whole text to report_fd. 0 or -errno. */
int link_report(struct link *l, const char *text, struct errmsg *e);

void link_release(struct link *l);

#endif
