/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * metric: one number of a run, and what it takes to judge it.
 *
 * Values leave here in the metric's own unit (seconds, percent, a count), as every table prints
 * them; before that all is ns and fractions. The class is fixed with the metric, before any data is
 * seen: it decides which statistics are used.
 */
#ifndef NT_REPORT_METRIC_H
#define NT_REPORT_METRIC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "report/set.h"
#include "report/stats_verdict.h"

enum metric_class {
	METRIC_STEADY,        /* mean and Welch */
	METRIC_SKEWED,        /* median and ranks */
	METRIC_SKEWED_BESIDE, /* skewed beside a disturbance, steady alone */
	METRIC_COUNT,         /* skewed, may be 0: differences instead of ratios */
};

struct metric {
	const char *name;   /* what --metric takes: "AverageUserTime" */
	const char *title;  /* what a table calls it: "residency on home" */
	const char *unit;   /* "s", "%", "" for a plain number */
	const char *letter; /* in a matrix: "U"; NULL: not there */
	const char *help;
	enum stats_direction direction;
	enum metric_class class;
	int decimals;
	bool untested;         /* shown, never compared: E-H */
	const char *statistic; /* imported: "AMean", "HMean", "Median"; NULL: by class */
	/* NAN where the run does not know. NULL: what the log printed under the metric's name. */
	double (*of_run)(const struct set_run *r);
};

/* Our own, in the order of tables. Ends with a NULL name. */
extern const struct metric metric_table[];

/* By name, letter or title, without regard to case; NULL where there is none. */
const struct metric *metric_find(const char *name);

/* "NAME  help", a line each. */
void metric_list(FILE *out);

/* The value of one run; NAN where it is not known. A failed run has none. */
double metric_of_run(const struct metric *m, const struct set_run *r);

/* Is the metric of this run judged by ranks? */
bool metric_is_skewed(const struct metric *m, bool disturbed);

/* Did a disturbance run beside this one? */
bool set_run_disturbed(const struct set_run *r);

#endif
