/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * extra: what a person wants in and below the classic table besides what it had in 2002.
 */
#ifndef NT_REPORT_EXTRA_H
#define NT_REPORT_EXTRA_H

#include <stddef.h>
#include <stdio.h>

#include "lib/errmsg.h"
#include "report/job_column.h"
#include "report/run_line.h"

struct extra_column {
	size_t place; /* in job_column_table */
	char *event;  /* NAME of event:NAME; NULL for the others */
};

struct extra {
	struct extra_column *columns; /* in the order they were named */
	size_t n_columns;
	size_t *lines; /* places in run_line_table */
	size_t n_lines;
};

/*
 * Adds the names of a list separated by commas: columns, lines, groups of either, "event:NAME" for
 * any name of an event, or "all". Each once. -EINVAL and a message for a name that there is not.
 */
int extra_parse(struct extra *x, const char *list, struct errmsg *e);

/* "NAME  help", a line each, by group. */
void extra_list(FILE *out);

void extra_release(struct extra *x);

#endif
