/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * perf_event: the software events that watch a process, and what this kernel accepts of them.
 *
 * Source: perf_event_open(2), include/uapi/linux/perf_event.h, kernel/events/core.c.
 */
#ifndef NT_HARNESS_PERF_EVENT_H
#define NT_HARNESS_PERF_EVENT_H

#include <linux/perf_event.h>
#include <stdbool.h>
#include <stdint.h>

#include "lib/cpulist.h"

/* 6.0 and later; the headers of Debian 12 have it, older ones do not. */
#define PERF_EVENT_FORMAT_LOST (1U << 4)

enum perf_event_kind {
	PERF_EVENT_COUNT, /* task-clock: ns on the CPU */
	PERF_EVENT_NONE,  /* counts nothing, only carries records */
};

/*
 * An event that starts at exec, of user and kernel time alike but asking for the least rights
 * (exclude_kernel: the task clock does not mind). inherit: threads and children, too. records:
 * context switches, execs, forks and exits go to the ring the event is given.
 */
struct perf_event_attr perf_event_attr(enum perf_event_kind kind, bool inherit, bool records);

/* An event that never starts, of the calling process: it only owns a ring. */
struct perf_event_attr perf_event_ring_attr(void);

/* Of the calling process on one CPU (-1: any), close-on-exec. The descriptor or -errno. */
int perf_event_open_self(const struct perf_event_attr *attr, int cpu);

/*
 * Which of the CPUs 0 … n_cpus - 1 the kernel accepts attr for: all possible ones, offline ones,
 * too. Takes PERF_EVENT_FORMAT_LOST out of attr where the kernel is too old for it. 0 or -errno,
 * as it came from the kernel: EACCES, EPERM, ENOSYS, EINVAL, EMFILE, ENOMEM.
 */
int perf_event_probe(struct perf_event_attr *attr, int n_cpus, struct cpulist *cpus);

#endif
