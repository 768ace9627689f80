/* SPDX-License-Identifier: GPL-3.0-or-later */
/* size: how large the array is, and whether there is memory for it. */
#ifndef NT_NUMA_TEST_SIZE_H
#define NT_NUMA_TEST_SIZE_H

#include <stdint.h>

#include "lib/errmsg.h"
#include "lib/topology.h"
#include "numa_test/array.h"

#define SIZE_MIN_BYTES UINT64_C(4096) /* 64 lines */

/* `--size auto` for one job alone on this machine; see lib/autosize.h. */
uint64_t size_auto(const struct topology *t);

/*
 * Refuses, before anything is touched, what cannot be had: the machine, the cgroup, or with
 * `bind:N` the node has not got so many bytes. Huge pages of hugetlb are set aside beforehand and
 * are not checked here. 0 or -ENOMEM.
 */
int size_check(const char *sysroot, uint64_t bytes, enum pages pages, const struct mempolicy *mem,
	       struct errmsg *e);

#endif
