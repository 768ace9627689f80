/* SPDX-License-Identifier: GPL-3.0-or-later */
/* timeline_bins: stays of one job reduced to what a row of pixels can show. */
#ifndef NT_REPORT_TIMELINE_BINS_H
#define NT_REPORT_TIMELINE_BINS_H

#include <stddef.h>
#include <stdint.h>

#include "lib/timeline.h"

#define BIN_NOBODY (-2) /* the job was on no CPU; -1: on one whose node is unknown */

/*
 * nodes[n]: for each of n equal parts of from_ns..to_ns the node on which the job's tasks were
 * longest, BIN_NOBODY where they were on none. moves[n]: 2 where a task of it went to another node
 * within the part, 1 to another CPU, 0 neither. Gives the number of stays. -ENOMEM.
 */
int64_t timeline_bins(const struct timeline *t, int64_t job, int64_t from_ns, int64_t to_ns,
		      int *nodes, char *moves, size_t n);

/* How often the job's tasks moved to another CPU, and how often to another node. */
void timeline_moves(const struct timeline *t, int64_t job, int64_t *cpus, int64_t *nodes);

int timeline_node(const struct timeline *t, int cpu); /* -1: unknown */

#endif
