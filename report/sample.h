/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * sample: the values of one metric at one N of a set, one a run, as statistics take them.
 */
#ifndef NT_REPORT_SAMPLE_H
#define NT_REPORT_SAMPLE_H

#include <stddef.h>

#include "report/metric.h"
#include "report/set.h"
#include "report/stats_sample.h"

struct sample {
	const struct set_run **runs; /* lent; [i] gave values[i] */
	double *values;              /* in the order of the runs, no NAN */
	double *sorted;
	size_t n;
	size_t n_failed;  /* failed runs of this N, which have no value */
	size_t n_unknown; /* runs that are ok and do not know */
};

/* 0 or -ENOMEM. An empty sample is no error. */
int sample_take(struct sample *s, const struct set *set, const struct metric *m, int64_t n);
void sample_release(struct sample *s);

#endif
