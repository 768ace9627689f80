/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * host: what host.json knows of the machine, as named facts in groups.
 *
 * The groups say what a difference means (comparable.h): `machine`, `kernel`, `person`, `tunables`,
 * `state`, `build`. Nested facts have dotted names ("cpu.model"). A fact that is null is not in the
 * list.
 */
#ifndef NT_REPORT_HOST_H
#define NT_REPORT_HOST_H

#include <stddef.h>
#include <jansson.h>

#include "lib/errmsg.h"

struct host_fact {
	char *group, *name;
	char *value; /* a string as it is, anything else as compact JSON */
};

struct host_distance {
	int from, to, distance;
};

struct host {
	struct host_fact *facts; /* sorted by group and name */
	size_t n, room;
	int *cpu_node; /* [cpu] -> node id, -1; from machine.node_cpus and nothing else */
	int n_cpus;
	int *nodes; /* nodes that have CPUs, ascending */
	size_t n_nodes;
	struct host_distance *distances; /* SLIT; sorted by from and to */
	size_t n_distances;
};

/* root may be NULL: nothing is known. */
int host_read(struct host *h, const json_t *root, struct errmsg *e);
void host_release(struct host *h);

/* Lends the value; NULL where the fact is unknown. */
const char *host_fact(const struct host *h, const char *group, const char *name);

/* Node of a CPU; -1 where it is not known. */
int host_node_of_cpu(const struct host *h, int cpu);

/* SLIT distance between two nodes; -1 where it is not known. */
int host_distance(const struct host *h, int from, int to);

#endif
