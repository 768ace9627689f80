/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * yardstick: what a campaign measures before its runs, so that their times can be read.
 *
 * What to measure is worked out from a topology alone (any machine's); measuring is apart. For
 * the struct and its form on disk see lib/yardstick.h.
 */
#ifndef NT_HARNESS_YARDSTICK_H
#define NT_HARNESS_YARDSTICK_H

#include <stdbool.h>

#include <jansson.h>

#include "harness/plan.h"
#include "harness/run.h"
#include "harness/sets.h"
#include "lib/cpulist.h"
#include "lib/errmsg.h"
#include "lib/topology.h"
#include "lib/yardstick.h"

/*
 * Is one to be measured for this plan? Its wish is "on", "off" or (NULL, too) "auto": then where
 * two or more nodes have CPUs and memory, and not in a virtual machine: there the guest's nodes
 * may be no nodes of the host, and an emulator models no memory latency. host is host.json's
 * object; where its machine.hypervisor.present is null (nothing tells on arm64), it counts as no
 * virtual machine. Who knows better (nodes bound to the host's, emulated distance) says "on".
 * Never for a foreign workload, which has no accesses.
 */
bool yardstick_is_due(const struct plan *p, const struct topology *t, const json_t *host);

/*
 * Lays out the points of a machine of which we may use these CPUs and the memory of these nodes,
 * nothing measured yet:
 *
 *	alone		on the node with memory that has most of the CPUs; of several, the lowest
 *	distance	one for each SLIT distance between two different nodes, ascending, unknown
 *			last; seen from the node above where it has a neighbour at that distance,
 *			else from the lowest node; to the lowest node
 *	node-full	as alone, a job on each of the node's CPUs
 *
 * -ENODATA where no node has both.
 */
int yardstick_lay_out(struct yardstick *y, const struct topology *t, const struct cpulist *cpus,
		      const struct cpulist *nodes, struct errmsg *e);

/*
 * Measures them: YARDSTICK_ROUNDS rounds over all points, each a walk that takes half a
 * second alone, or as long as a job of the set if that is shorter. A point that can't be measured
 * (no room on its node, a binding that is refused) keeps the reason and is left out of later
 * rounds. -EINTR and *signal_number when a signal came.
 */
int yardstick_measure(struct yardstick *y, const struct run_context *c, int *signal_number,
		      struct errmsg *e);

/* Reads the one of any set of the plan; -ENOENT where none has one. */
int yardstick_load(struct yardstick *y, const char *results, const struct plan *p,
		   struct errmsg *e);

/* Writes it into every open set that has none. */
int yardstick_store(const struct yardstick *y, const struct sets *s, struct errmsg *e);

#endif
