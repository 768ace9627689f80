/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * procstat: what the whole machine did, from /proc/stat (proc(5)).
 *
 * Its times come in ticks of 1/USER_HZ s per CPU: fine for "did somebody else run here", no more.
 */
#ifndef NT_HARNESS_PROCSTAT_H
#define NT_HARNESS_PROCSTAT_H

#include <stdint.h>

#include "lib/cpulist.h"
#include "lib/errmsg.h"

struct procstat {
	int64_t busy_ns;  /* user, nice, system, irq, softirq of the CPUs asked for; -1: unknown */
	int64_t steal_ns; /* of the same; -1: unknown */
	int64_t procs_running; /* of the machine, the caller included; -1: unknown */
};

/* Reads sysroot/proc/stat for these CPUs. On failure all is unknown and -errno is returned. */
int procstat_read(struct procstat *s, const char *sysroot, const struct cpulist *cpus);

/*
 * Waits until nobody but the caller runs, three looks in a row, at most limit_ns.
 * Ends early when a blocked signal other than SIGCHLD is pending. *others: running besides the
 * caller at the last look, -1: unknown. Returns how long it waited.
 */
int64_t procstat_wait_idle(int64_t limit_ns, int64_t *others);

#endif
