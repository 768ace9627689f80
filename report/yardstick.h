/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * yardstick: a job's time beside what the machine can do; numa_test-yardstick(5).
 */
#ifndef NT_REPORT_YARDSTICK_H
#define NT_REPORT_YARDSTICK_H

#include <stdio.h>

#include "lib/record.h"
#include "report/set.h"

/*
 * "yardstick: alone 27.0 s; node full 31.4; distance 20: 36.1": what the work of one job of the
 * set takes, in seconds of CPU time; as ns per access where the set's work is not known. A point
 * that was not measured is "-". Nothing where the set has none.
 */
void yardstick_print(const struct set *s, FILE *out);

/* CPU time of the job's walk per access, ns; NAN where it is not known. */
double yardstick_job_ns(const struct record_job *j);

/* The same over that of a job alone on its node. */
double yardstick_slowdown(const struct set *s, const struct record_job *j);

/* What a job's time is judged by. */
struct yardstick_fit {
	double ns;       /* per access, the job's own */
	double local;    /* share of its CPU time on the nodes of its pages, 0..1 */
	double expected; /* ns per access with the machine to itself, where it was */
	double crowding; /* how many times as much a full node makes it: node full / alone */
};

/*
 * "alone", "shared", "away", "both", or "none" of them; NULL where something is not known.
 *
 * A job with local under 1/2 is away from its memory. Its node was shared when its time is nearer,
 * by ratio, to expected x crowding than to expected: above expected x sqrt(crowding), crowding
 * being at least 1.04. More than 10 % below expected, or above expected x crowding, fits none.
 * The facts of 2002 follow: 27 s, 27-32, 36 and up to 43 = 36 x 32 / 27.
 */
const char *yardstick_class_of(const struct yardstick_fit *f);

/* From the set's yardstick: expected is local x alone + (1 - local) x away. */
void yardstick_fit_job(struct yardstick_fit *f, const struct set *s, const struct record_job *j);

#endif
