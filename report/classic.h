/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * classic: one run as in 2002.
 *
 *	Running 'hackbench 20' in the background: Time: 9.639
 *	Job  node00 node01 node02 node03 | iSched MSched | UserTime(s)
 *	  1     7.5   92.5    0.0    0.0 |    0     1   *|  38.29
 *	AverageUserTime 30.47 seconds
 *	ElapsedTime     46.17
 *	TotalUserTime   243.86
 *	TotalSysTime    0.41
 *
 * Job rows are "%3d %7.1f … | %4d %5d %3s|%7.2f"; columns are the nodes that have CPUs, under their
 * real numbers, and are wider where a number needs it. Unknown is "-". A failed job's row ends with
 * its reason in place of the time.
 *
 * Where it is known where the burst ran, a line follows under the four: "hackbench" and its share
 * of each node. No line but a job's row ends in "| number". Doubts about the run or its jobs come
 * last, one line a flag.
 *
 * Further columns stand behind the time, after a bar; further lines of the run under the burst's.
 */
#ifndef NT_REPORT_CLASSIC_H
#define NT_REPORT_CLASSIC_H

#include <stdio.h>

#include "report/extra.h"
#include "report/set.h"

/* x may be NULL: as in 2002; else the set must keep its records. 0 or -ENOMEM. What the stream
 * thinks of it is the caller's to ask. */
int classic_print(const struct set *s, const struct set_run *r, const struct extra *x, FILE *out);

#endif
