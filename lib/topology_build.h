/* SPDX-License-Identifier: GPL-3.0-or-later */
/* topology_build: what the readers of topologies share. Not for others. */
#ifndef NT_LIB_TOPOLOGY_BUILD_H
#define NT_LIB_TOPOLOGY_BUILD_H

#include "lib/topology.h"

/* An empty topology, all unknown. */
void topology_init(struct topology *t);

/*
 * Appends a node without CPUs, all else unknown, and lends it until the next call. NULL when
 * memory is short.
 */
struct topology_node *topology_add_node(struct topology *t, int id);

/* By id, before distance rows are made: they follow the order of nodes. */
void topology_sort_nodes(struct topology *t);

/*
 * Fills online, cpu_node and a missing n_possible from the CPU lists of the sorted nodes. -EINVAL
 * for a topology without CPUs or with a CPU or an id twice; the caller puts the place in front of
 * e.
 */
int topology_finish(struct topology *t, struct errmsg *e);

#endif
