/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * averages: what the repeats of one N say together, with 95 % intervals.
 *
 * Steady metrics: mean, Student-t half-width, CV, min, max. Skewed ones (times beside a burst,
 * counts): the median and [its order-statistic interval]; where the runs are too few for that,
 * min..max, with its true level. Doubts stand as letters behind the number. STATISTICS:
 * report/stats.h.
 */
#ifndef NT_REPORT_AVERAGES_H
#define NT_REPORT_AVERAGES_H

#include <stdio.h>

#include "lib/errmsg.h"
#include "report/options.h"
#include "report/set.h"

/* The N and metrics that the options ask for, else all N and the usual ones. -errno with e set. */
int averages_print(const struct set *s, const struct options *o, FILE *out, struct errmsg *e);

#endif
