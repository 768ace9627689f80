/* SPDX-License-Identifier: GPL-3.0-or-later */
/* extra_table: the further columns of one run's table, all values and widths known. */
#ifndef NT_REPORT_EXTRA_TABLE_H
#define NT_REPORT_EXTRA_TABLE_H

#include <stdio.h>

#include "report/extra.h"
#include "report/set.h"

struct extra_table {
	const struct extra *extra;   /* NULL: nothing further */
	const struct record *record; /* of the run */
	char **cells;                /* [job * n_columns + column] */
	char **headers;              /* [column] */
	int *widths;                 /* [column] */
	size_t n_jobs;
};

/* x may be NULL. The set must keep its records. 0 or -ENOMEM; then *t is empty. */
int extra_table_make(struct extra_table *t, const struct extra *x, const struct set *s,
		     const struct set_run *r);

/* " | slowdown class": what follows the classic header and a row; nothing without columns. */
void extra_table_print_header(const struct extra_table *t, FILE *out);
void extra_table_print_row(const struct extra_table *t, size_t job, FILE *out);

/* Below the summary. */
void extra_table_print_lines(const struct extra_table *t, FILE *out);

void extra_table_release(struct extra_table *t);

#endif
