/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * yardstick: what an access costs on a machine by where job and memory are; numa_test-yardstick(5).
 *
 * Measured before the runs of a set, with its own array, pages and walk: one job alone on its node,
 * one away from its memory for each SLIT distance, and a node full of local jobs. A job's time is
 * read with it: alone on its node, sharing it, away from its memory, or both.
 *
 * yardstick.json of a set is one struct yardstick. The harness measures and writes it, the report
 * reads it. Costs are ns of CPU time per access of the walk. Unknown is -1, NAN or NULL.
 */
#ifndef NT_LIB_YARDSTICK_H
#define NT_LIB_YARDSTICK_H

#include <stddef.h>
#include <stdint.h>

#include <jansson.h>

#include "lib/cpulist.h"
#include "lib/errmsg.h"

#define YARDSTICK_FILE   "yardstick.json"
#define YARDSTICK_SCHEMA 1
#define YARDSTICK_ROUNDS 3 /* walks of each point; what counts is their median */

enum yardstick_kind {
	YARDSTICK_ALONE,    /* one job, its memory on its own node */
	YARDSTICK_DISTANCE, /* one job, its memory on another node */
	YARDSTICK_FULL,     /* a job on each CPU of a node, their memory on it */
};

struct yardstick_point {
	enum yardstick_kind kind;
	int cpu_node, memory_node;
	int distance;        /* SLIT, from cpu_node to memory_node; -1: the machine tells none */
	struct cpulist cpus; /* where it ran: one job on all of them, or one job on each */
	int jobs;
	double measured[YARDSTICK_ROUNDS]; /* ns per access, of several jobs the mean */
	size_t n_measured;
	double ns_per_access; /* median of measured[]; NAN: not measured */
	char *reason;         /* why it was not, one line */
};

struct yardstick {
	int64_t measured_wall_ns;
	char *boot_id;
	char *walk, *pages;
	int64_t array_bytes;
	int64_t steps;     /* of each of its walks */
	int64_t set_steps; /* of a job of the set */
	struct yardstick_point *points;
	size_t n;
};

/* An all-unknown point at the end, lent until the next call; NULL when memory is short. */
struct yardstick_point *yardstick_add(struct yardstick *y, enum yardstick_kind kind);

/* Adds what one round measured and takes the median anew. At most YARDSTICK_ROUNDS are kept. */
void yardstick_take(struct yardstick_point *p, double ns_per_access);

/* Lends the point of this kind and, for YARDSTICK_DISTANCE, this distance; NULL: there is none. */
const struct yardstick_point *yardstick_find(const struct yardstick *y, enum yardstick_kind kind,
					     int distance);

/* ns per access of that point; NAN where it was not measured. */
double yardstick_ns(const struct yardstick *y, enum yardstick_kind kind, int distance);

/* "alone", "distance", "node-full". */
const char *yardstick_kind_name(enum yardstick_kind kind);

/* A new reference; NULL: memory. */
json_t *yardstick_write(const struct yardstick *y);

/* Overwrites *y; on failure it is empty and e names the place below the file. */
int yardstick_read(struct yardstick *y, const json_t *o, struct errmsg *e);

void yardstick_release(struct yardstick *y);

#endif
