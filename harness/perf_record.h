/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * perf_record: what the kernel wrote into a ring, decoded.
 *
 * Source: perf_event_open(2), "MMAP layout"; include/uapi/linux/perf_event.h. Every record ends
 * in {pid, tid, time, cpu}, because the events have sample_id_all and a sample type of
 * TID|TIME|CPU (perf_event.c).
 */
#ifndef NT_HARNESS_PERF_RECORD_H
#define NT_HARNESS_PERF_RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "harness/perf_ring.h"

enum perf_record_type {
	PERF_RECORD_IS_IN,   /* tid got the CPU */
	PERF_RECORD_IS_OUT,  /* tid gave it up, or was preempted */
	PERF_RECORD_IS_EXEC, /* tid exec'd */
	PERF_RECORD_IS_FORK, /* parent_tid made pid/tid */
	PERF_RECORD_IS_EXIT, /* tid is at its end */
	PERF_RECORD_IS_LOST, /* `lost` records are missing here */
};

struct perf_record {
	enum perf_record_type type;
	bool preempted; /* OUT */
	int cpu;
	int pid, tid, parent_tid; /* parent_tid: FORK, else -1 */
	int64_t time_ns;          /* CLOCK_MONOTONIC */
	int64_t lost;
};

struct perf_record_list {
	struct perf_record *v;
	size_t n, room;
};

/*
 * Appends a ring's records, leaving out those of other kinds (a mere change of name). 0, -ENOMEM,
 * or -EBADMSG where the bytes make no sense (then what came before them is in the list).
 */
int perf_record_decode(struct perf_record_list *list, const struct perf_ring_view *view);

/* By time; of one moment, in the order they were appended. 0 or -ENOMEM. */
int perf_record_sort(struct perf_record_list *list);
void perf_record_list_release(struct perf_record_list *list);

#endif
