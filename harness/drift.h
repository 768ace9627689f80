/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * drift: did a setting of the machine change while a campaign ran?
 *
 * A daemon that changes the governor at midnight makes two halves of a campaign incomparable. The
 * settings that decide times are read before and after each run; a run that saw another state than
 * the first run of its variant is flagged.
 */
#ifndef NT_HARNESS_DRIFT_H
#define NT_HARNESS_DRIFT_H

#include <stddef.h>

#include "harness/plan.h"
#include "lib/cpulist.h"
#include "lib/errmsg.h"
#include "lib/record.h"

struct drift {
	const struct cpulist *cpus; /* lent: whose governors are looked at */
	char **first;               /* of each variant, or one; NULL: not seen yet */
	size_t n;
};

int drift_init(struct drift *d, const struct plan *p, const struct cpulist *cpus, struct errmsg *e);

/*
 * Clock source, governors, online CPUs, numa_balancing, huge pages, autogroup, below sysroot, as
 * one text. The caller frees it; NULL: memory.
 */
char *drift_snapshot(const char *sysroot, const struct cpulist *cpus);

/* Flags r where before or after (snapshots of its run) differ from the first. 0 or -ENOMEM. */
int drift_check(struct drift *d, int variant, const char *before, const char *after,
		struct record *r);

void drift_release(struct drift *d);

#endif
