/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * summary: a number that a log gives for several runs at once, without the runs.
 *
 * One line of a set's summaries.jsonl. Only imported sets have that file: an averaged table
 * ("AverageUserTime 31.18+-0.67"), a cell of a matrix, a row of normalised results. What a run of
 * its own gave is a record (lib/record.h), never a summary.
 *
 *	{"schema":1,"metric":"AverageUserTime","case":null,"n":4,"repeats":4,"mean":31.18,
 *	 "pm":0.67,"pm_kind":"unknown","other_conditions":false,"mean_printed":31.18,
 *	 "change_printed_pct":null}
 *
 * Unit, direction and statistic of a metric are in plan.json's "metrics" (report/import.h).
 */
#ifndef NT_REPORT_SUMMARY_H
#define NT_REPORT_SUMMARY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/errmsg.h"

#define SUMMARY_SCHEMA 1

/*
 * What stands behind the plus-minus. SUMMARY_PM_UNKNOWN is what old tables have: it may be sd or
 * the standard error of the mean; take it as sd and print that.
 */
enum summary_pm {
	SUMMARY_PM_NONE,    /* there is none; pm is NAN; null on disk */
	SUMMARY_PM_UNKNOWN, /* "unknown" */
	SUMMARY_PM_SD,      /* "sd": standard deviation of the repeats, n - 1 */
	SUMMARY_PM_SEM,     /* "sem": standard error of the mean */
	SUMMARY_PM_CV_PCT,  /* "cv_pct": 100 sd / mean */
};

struct summary {
	char *metric;    /* "AverageUserTime"; never NULL in a summary that was read */
	char *label;     /* row of a table that is not by N: "16-groups", "Copy"; NULL: by N.
			    "case" on disk */
	int64_t n;       /* jobs, groups, clients …; -1: the row has none */
	int64_t repeats; /* runs behind the mean; -1: the log does not say */
	double mean;     /* NAN: the log says that it was not measured */
	double pm;       /* NAN: none */
	enum summary_pm pm_kind;
	bool other_conditions; /* printed in parentheses: takes no part in comparisons */
	/*
	 * A normalised table prints 1.05 and, more exactly, the improvement [-5.30]. mean is then
	 * the exact one, 1.053, and these are what was printed. NAN: nothing.
	 */
	double mean_printed;
	double change_printed_pct;
};

/* All unknown. To be called before fields are set. */
void summary_init(struct summary *s);
void summary_release(struct summary *s); /* leaves an all-zero struct; safe twice */

/* The standard deviation of one run, NAN where it cannot be told; unknown is taken as sd. */
double summary_sd(const struct summary *s);

/* One line without newline; the caller frees it with free(). NULL when memory is short. */
char *summary_write(const struct summary *s);

/* Reads one line. On failure *s is released and e says what is wrong, without file and line. */
int summary_read(struct summary *s, const char *line, size_t len, struct errmsg *e);

/* A growing list that owns its summaries; all-zero is empty. */
struct summary_list {
	struct summary *v;
	size_t n, room;
};

struct summary *summary_list_add(struct summary_list *l); /* lent; NULL when memory is short */
void summary_list_release(struct summary_list *l);

#endif
