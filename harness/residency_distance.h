/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * residency_distance: how far a migration went, by the CPUs it went between.
 *
 * The classes, nearest first: "core" (another thread of the same core), "llc" (another core
 * under the same last-level cache), "node" (same node, another cache), "distance D" (another node
 * at SLIT distance D; "distance unknown" where there is no SLIT).
 *
 * Source of core and cache: /sys/devices/system/cpu/cpuK/topology/thread_siblings_list and
 * cache/indexN/shared_cpu_list of the highest level. Where they can't be read, every CPU is a core
 * and a cache of its own.
 */
#ifndef NT_HARNESS_RESIDENCY_DISTANCE_H
#define NT_HARNESS_RESIDENCY_DISTANCE_H

#include "lib/record.h"
#include "lib/topology.h"

struct residency_distance {
	const struct topology *topology; /* lent */
	int *core, *llc;                 /* [cpu] -> lowest CPU that shares it */
	int n_cpus;
};

/* sysroot "" is this machine. 0 or -ENOMEM. */
int residency_distance_load(struct residency_distance *d, const struct topology *t,
			    const char *sysroot);
void residency_distance_release(struct residency_distance *d);

/* Sets every class that this machine has to 0, so that a 0 is a count. 0 or -ENOMEM. */
int residency_distance_zero(const struct residency_distance *d, struct named_values *migrations);

/* Counts one migration, from != to. 0 or -ENOMEM. */
int residency_distance_count(const struct residency_distance *d, struct named_values *migrations,
			     int from, int to);

#endif
