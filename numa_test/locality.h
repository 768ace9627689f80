/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * locality: which share of its time the walk ran where its memory is.
 *
 * The walk is cut into segments. In each the CPU time on a node counts by the share of the array
 * that lies there, taken as the mean of the samples at the segment's two ends.
 *
 * All-zero is valid: nothing seen yet.
 */
#ifndef NT_NUMA_TEST_LOCALITY_H
#define NT_NUMA_TEST_LOCALITY_H

#include <stdbool.h>

#include "lib/intmap.h"

struct locality {
	bool begun, unknown;
	struct intmap node_ns; /* at the last boundary */
	struct intmap home;    /* at the last boundary */
	double local_ns, total_ns;
};

/*
 * A boundary between two segments: the CPU time by node *so far* and a sample of pages by node. The
 * first call only begins. An unknown map, or time on an unknown node (key -1), makes the whole
 * answer unknown. 0 or -ENOMEM.
 */
int locality_boundary(struct locality *l, const struct intmap *node_ns, const struct intmap *home);

/* In 0 to 1, NAN if unknown or if no time passed. */
double locality_fraction(const struct locality *l);

void locality_release(struct locality *l);

#endif
