/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * result: what one job saw. All-zero is valid and empty; result_release() empties it.
 *
 * Nodes are -1, fractions NAN and maps not `known` where nobody could tell.
 */
#ifndef NT_NUMA_TEST_RESULT_H
#define NT_NUMA_TEST_RESULT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "lib/intmap.h"
#include "numa_test/array.h"
#include "numa_test/selfwatch.h"

struct result {
	/* The work. */
	const char *walk; /* name; not owned */
	int64_t seed;
	uint64_t array_bytes, steps;
	enum pages pages_asked;
	struct mempolicy mem;
	/* What the array got. */
	char pages_got[16];    /* "" unknown; see array_pages_got() */
	double huge_fraction;  /* share in transparent huge pages */
	bool policy_inherited; /* "local" was asked under another policy of the process */
	struct intmap home_start, home_end; /* sampled pages by node, after touch and after walk */
	/* Where it ran. */
	int node_exec, node_main, node_touch;
	enum selfwatch_source self_source;
	int64_t self_changes;
	struct intmap self_time_ns; /* CPU time from main() on, by CPU */
	struct intmap self_node_ns; /* the same by node, -1 for CPUs of no known node */
	double local_fraction;      /* of the walk's CPU time, weighted by pages; see locality.h */
	/* How long it took. */
	int64_t main_cpu_ns;  /* CPU clock when main() began */
	int64_t setup_cpu_ns; /* from there to the start of the walk */
	int64_t walk_cpu_ns;  /* the accesses alone */
	int64_t setup_ns, walk_start_ns, walk_end_ns;
	int64_t user_ns, sys_ns, elapsed_ns; /* getrusage(2); elapsed from main() on */
	uint64_t checksum;                   /* index of the line where the walk ended: verified */
	int64_t cache_bytes;                 /* last-level cache, -1 unknown */
};

/* CPU time of the walk by accesses. */
double result_ns_per_access(const struct result *r);

/* Node with most of the array after the touch, -1 unknown; its share of the pages, NAN unknown. */
int result_home(const struct result *r);
double result_home_share(const struct result *r);

/*
 * Name of the i-th doubt about this result (lib/flag.h), NULL behind the last. Spill is no doubt
 * where interleave was asked for, nor other base pages than of 4 KiB.
 */
const char *result_flag(const struct result *r, size_t i);

/* For people. The first line is "178.3 ns per access". */
void result_print(const struct result *r, FILE *out);

/*
 * The worker's part of the job record, one line with its newline, allocated; the caller frees. NULL
 * if memory is short.
 */
char *result_json(const struct result *r);

void result_release(struct result *r);

#endif
