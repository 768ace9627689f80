/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * run_line: what `report SET --columns` can print of a run below its table, one table entry each.
 */
#ifndef NT_REPORT_RUN_LINE_H
#define NT_REPORT_RUN_LINE_H

#include <stdio.h>

#include "lib/record.h"

struct run_line {
	const char *name;  /* what --columns takes, and what stands before the value */
	const char *group; /* a name for several */
	const char *unit;
	const char *help;
	int decimals;
	double (*number)(const struct record *r); /* NULL: a counter of record.vmstat, by name */
};

/* Ends with a NULL name. */
extern const struct run_line run_line_table[];

/* "numa_hint_faults                 1234" */
void run_line_print(const struct run_line *l, const struct record *r, FILE *out);

#endif
