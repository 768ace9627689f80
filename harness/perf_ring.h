/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * perf_ring: one ring of records for each CPU, owned by the harness and mapped before any fork.
 *
 * A ring must be mapped before the job's exec to hold its first stay, but the harness cannot map
 * an event that the child has yet to open, and what the child maps goes away with its exec. So
 * the harness opens an event of its own on each CPU that never starts, maps its ring, and every
 * child sends its events' output there (PERF_EVENT_IOC_SET_OUTPUT; allowed between tasks because
 * the CPU is the same). The child makes one more call an event and waits for nothing.
 *
 * Rings are not drained while jobs run, and do not overwrite: full, they keep the start.
 */
#ifndef NT_HARNESS_PERF_RING_H
#define NT_HARNESS_PERF_RING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/cpulist.h"

struct perf_rings; /* opaque */

/*
 * bytes: of one ring, a power of two of at least a page; 0: a share of the memory, at most 8 MiB,
 * halved until the kernel grants it (perf_event_mlock_kb, RLIMIT_MEMLOCK). 0 or -errno.
 */
int perf_rings_open(struct perf_rings **rings, const struct cpulist *cpus, size_t bytes);
void perf_rings_close(struct perf_rings *rings); /* NULL is fine */

int perf_rings_fd(const struct perf_rings *rings, int cpu); /* -1 where there is no ring */
size_t perf_rings_bytes(const struct perf_rings *rings);    /* of one ring */

/* The bytes recorded since the last perf_rings_empty(). Lent. */
struct perf_ring_view {
	int cpu;
	const unsigned char *data;
	size_t size;         /* of the ring, a power of two */
	uint64_t tail, head; /* positions modulo size */
	bool full;           /* no room for one more record: some may have been lost */
};

size_t perf_rings_n(const struct perf_rings *rings);
struct perf_ring_view perf_rings_view(const struct perf_rings *rings, size_t i);
void perf_rings_empty(struct perf_rings *rings);

#endif
