/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * vmstat: what the kernel counted for the whole machine while a run went on.
 *
 * From /proc/vmstat, by the kernel's own names: allocations by node, NUMA balancing, migrations of
 * pages, huge pages, page faults. From /proc/stat: context_switches, forks. From /proc/schedstat,
 * where the kernel has it, over all CPUs: sched_timeslices, sched_run_delay_ns (waiting for a CPU)
 * and, with kernel.sched_schedstats=1 (without it they stand still), sched_wakeups,
 * sched_wakeups_local.
 */
#ifndef NT_HARNESS_VMSTAT_H
#define NT_HARNESS_VMSTAT_H

#include <stdint.h>

#include "lib/record.h"

#define VMSTAT_MAX 64

struct vmstat_snapshot {
	int64_t value[VMSTAT_MAX]; /* by position in vmstat.c's table; -1: not to be had here */
};

/* sysroot "" is this machine. What can't be read is unknown, never an error. */
void vmstat_read(struct vmstat_snapshot *s, const char *sysroot);

/*
 * What was counted between the two, by name, into an empty list; a counter that one of them does
 * not have is left out. 0 or -ENOMEM.
 */
int vmstat_delta(const struct vmstat_snapshot *before, const struct vmstat_snapshot *after,
		 struct named_values *delta);

#endif
