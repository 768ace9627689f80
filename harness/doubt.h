/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * doubt: the flags of a finished run, from its record and what it was meant to be.
 */
#ifndef NT_HARNESS_DOUBT_H
#define NT_HARNESS_DOUBT_H

#include <stdbool.h>
#include <stdint.h>

#include "lib/record.h"

struct doubt_limits {
	int cpus;              /* allowed to the jobs */
	int64_t target_ns;     /* what one job alone is meant to take */
	bool numa_balancing;   /* on? */
	bool foreign_workload; /* spread and target mean nothing for it */
};

/*
 * Foreign CPU time of a run: what /proc/stat counted as busy on the allowed CPUs, less our own.
 * Ticks against exact clocks: a little below zero is zero. -1 where the ticks miss more of our own
 * time than the flag's limit: there (an emulated machine loses ticks) they can't show what others
 * used either.
 */
int64_t doubt_foreign_ns(int64_t busy_ns, int64_t own_ns, int64_t elapsed_ns, int cpus);

/*
 * Adds the flags of lib/flag.h that follow from the record's numbers: foreign CPU and steal above
 * min(2 % of the CPUs, 0.25 CPU), spread of the execs above 2 % of the target, overlap under 5 % of
 * the elapsed time, a target under 4 s with NUMA balancing on, others running at the start.
 * 0 or -ENOMEM.
 */
int doubt_flags(struct record *r, const struct doubt_limits *l);

#endif
