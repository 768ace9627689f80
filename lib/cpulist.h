/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * cpulist: a set of CPU (or node) numbers in the kernel's own notation, "0-3,8,10-11".
 *
 * Sorted, unique. An all-zero struct is valid and empty. Numbers up to CPULIST_MAX are accepted:
 * more than any kernel has, small enough that a hostile list cannot fill the memory.
 */
#ifndef NT_LIB_CPULIST_H
#define NT_LIB_CPULIST_H

#include <stdbool.h>
#include <stddef.h>

#include "lib/errmsg.h"

#define CPULIST_MAX 65535

struct cpulist {
	int *v;
	size_t n, room;
};

/*
 * Replaces what l held; on failure (-EINVAL, -ENOMEM) l is unchanged. Also accepts the kernel's
 * grouped step form "0-31:1/2" (Documentation/core-api/kernel-parameters: of every two the first)
 * and a trailing newline. "" is empty.
 */
int cpulist_parse(struct cpulist *l, const char *text, struct errmsg *e);
int cpulist_add(struct cpulist *l, int number); /* 0, -ERANGE or -ENOMEM */
bool cpulist_has(const struct cpulist *l, int number);
int cpulist_copy(struct cpulist *to, const struct cpulist *from); /* releases what `to` held */

/* "0-3,8" as an allocated string, the caller frees it; NULL when memory is short. */
char *cpulist_format(const struct cpulist *l);

/*
 * The CPUs the calling process may run on (sched_getaffinity(2), any number of CPUs). Replaces
 * what l held.
 */
int cpulist_allowed(struct cpulist *l, struct errmsg *e);

void cpulist_release(struct cpulist *l);

#endif
