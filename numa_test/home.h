/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * home: which nodes hold the array, asked of the kernel for a sample of its pages.
 */
#ifndef NT_NUMA_TEST_HOME_H
#define NT_NUMA_TEST_HOME_H

#include <stddef.h>
#include <stdint.h>

#include "lib/intmap.h"
#include "numa_test/array.h"

enum {
	HOME_PAGES = 4096,      /* before and after the walk: 0.3 ms */
	HOME_PAGES_SHORT = 256, /* in between */
};

/*
 * Index of the i-th of `sampled` out of `pages` pages: one in each of `sampled` equal stretches, at
 * a random place in it, because a plain stride aliases with interleaving. *state: see splitmix.h.
 */
uint64_t home_pick(uint64_t i, uint64_t sampled, uint64_t pages, uint64_t *state);

/*
 * Pages by node, of at most max_pages base pages (all of them in a smaller array); pages that are
 * nowhere (swapped out) are not counted. Where move_pages(2) is refused or missing, *by_node
 * stays unknown and the errno comes back negative. -ENOMEM likewise.
 */
int home_sample(const struct array *a, size_t max_pages, uint64_t *state, struct intmap *by_node);

#endif
