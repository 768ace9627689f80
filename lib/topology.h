/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * topology: which CPU and how much memory belongs to which node.
 *
 * topology.c looks things up, topology_sysfs.c and topology_hwloc.c read; only the last one needs
 * libhwloc.
 *
 * A CPU belongs to one node. It is mapped by /sys/devices/system/node, not by hwloc's node sets:
 * with a CPU-less node hwloc puts CPUs into two of them, and with numa=fake= it may keep one node
 * of four. Machines that are not this one come from an hwloc XML export, a synthetic description
 * ("node:4 pu:2") or a copy of another machine's /sys (sysroot); they can be planned for, never
 * bound to.
 *
 * Node ids and CPU numbers are the kernel's own and may be sparse (0, 8, 252).
 */
#ifndef NT_LIB_TOPOLOGY_H
#define NT_LIB_TOPOLOGY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/cpulist.h"
#include "lib/errmsg.h"

struct topology_node {
	int id; /* the kernel's node number */
	struct cpulist
		cpus; /* CPUs of this node, offline ones left out; empty: a memory-only node */
	int64_t memory_bytes; /* MemTotal; 0: a memory-less node, -1: unknown */
	int64_t free_bytes;   /* MemFree at loading time, -1: unknown */
	int *distance; /* SLIT row, one value per node in the order of nodes[]; NULL: unknown */
};

struct topology {
	struct topology_node *nodes; /* sorted by id; at least one */
	size_t n_nodes;
	struct cpulist online; /* all CPUs of all nodes */
	int n_possible;        /* highest possible CPU number + 1; -1: unknown */
	int64_t llc_bytes;     /* size of one last-level cache, -1: unknown */
	bool synthetic;        /* not this machine: never bind to it */
	int *cpu_node;         /* [cpu] -> node id or -1; use topology_node_of_cpu() */
	int n_cpu_node;
};

/*
 * Loading overwrites *t. On failure *t is empty and e names the file and what is wrong with it.
 *
 * The machine whose /sys is under sysroot ("" for this one; else `synthetic` is set). Without
 * /sys/devices/system/node (no NUMA in the kernel, a container) it is one node 0 with all CPUs of
 * /sys/devices/system/cpu/online, or of sched_getaffinity() where even that is missing (on this
 * machine only), but -ENODATA where /proc/buddyinfo shows that it has more. A CPU that several
 * nodes list (numa=fake=) belongs to the one it is linked to
 * (/sys/devices/system/cpu/cpuN/nodeM, the kernel's cpu_to_node()), else to the lowest. CPUs that
 * are offline are left out. A malformed CPU list is -EINVAL; malformed memory, distances and caches
 * are unknown. llc_bytes is the largest of one CPU a node. A machine with one node has the memory
 * that /proc/meminfo tells: where memory is initialised late, the node's own file counts a part.
 */
int topology_load_sysfs(struct topology *t, const char *sysroot, struct errmsg *e);

/*
 * A machine described by an hwloc XML file (input ends in .xml) or a synthetic string, without the
 * CPUs that it allows nobody; a node with CPUs whose memory it allows nobody has none. hwloc gives
 * the CPUs of its surroundings to a CPU-less node, too: a CPU belongs to the node with the fewest
 * CPUs of those that have it, of equal ones to the lowest id. free_bytes is unknown. A child loads
 * it first: an input that hwloc crashes on, or takes longer than 20 s for, is an error.
 */
int topology_load_hwloc(struct topology *t, const char *input, struct errmsg *e);

/*
 * Writes hwloc's XML export of this machine, with the CPUs that we may not use, to path. Quietly,
 * unless HWLOC_HIDE_ERRORS is set: hwloc has much to say where packages and nodes cross.
 */
int topology_export_xml(const char *path, struct errmsg *e);

/* Node id of a CPU; -1 for a CPU that is not known. */
int topology_node_of_cpu(const struct topology *t, int cpu);

/* Lends the node with this id; NULL where there is none. */
const struct topology_node *topology_node_find(const struct topology *t, int id);

/* SLIT distance between two node ids; -1: unknown. */
int topology_distance(const struct topology *t, int from, int to);

/* Nodes that have both CPUs and memory. */
size_t topology_full_nodes(const struct topology *t);

void topology_release(struct topology *t);

#endif
