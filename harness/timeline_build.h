/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * timeline_build: from the records of context switches to the stays of each task.
 *
 * A stay begins with an exec of a job or with a switch in, and ends with a switch out or an exit.
 * Threads and children of a job are tasks of that job. Where records were lost, the timeline ends
 * at cut_ns, the last moment at which every ring was still whole; stays open then end by '?'.
 */
#ifndef NT_HARNESS_TIMELINE_BUILD_H
#define NT_HARNESS_TIMELINE_BUILD_H

#include <stdint.h>

#include "harness/perf_record.h"
#include "lib/intmap.h"
#include "lib/timeline.h"

/*
 * Adds tasks and stays to t. records are sorted by time; jobs: pid -> job number; cut_ns:
 * INT64_MAX where nothing was lost. 0 or -ENOMEM.
 */
int timeline_build(struct timeline *t, const struct perf_record_list *records,
		   const struct intmap *jobs, int64_t cut_ns);

#endif
