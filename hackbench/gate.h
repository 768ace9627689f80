/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * gate: the start line. Every worker reports ready and waits; one byte lets all of them go.
 *
 * Workers sleep in poll() on one pipe that nobody reads, so that a single write wakes them all.
 * Works across fork() and between threads alike.
 */
#ifndef NT_HACKBENCH_GATE_H
#define NT_HACKBENCH_GATE_H

#include <stdbool.h>
#include <stdint.h>

#include "lib/errmsg.h"

struct gate {
	bool is_open; /* the descriptors below are */
	int ready[2], go[2];
	int64_t n_ready; /* workers that reported so far */
};

int gate_open(struct gate *g, struct errmsg *e);
void gate_release(struct gate *g);

/* A worker's side: reports and sleeps until the start. 0 or -errno. */
int gate_pass(const struct gate *g);

/* The other side: a descriptor that becomes readable when workers report. */
int gate_ready_fd(const struct gate *g);
/* Adds who reported meanwhile to n_ready; never blocks. */
int gate_count(struct gate *g, struct errmsg *e);
int gate_start(const struct gate *g, struct errmsg *e);

#endif
