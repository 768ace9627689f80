/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * import_columns: tables that have a column for each set.
 */
#ifndef NT_REPORT_IMPORT_COLUMNS_H
#define NT_REPORT_IMPORT_COLUMNS_H

#include "report/import.h"
#include "report/import_metric.h"
#include "report/import_scan.h"

#define IMPORT_COLUMNS_MAX 256

/* Names of the columns; none: the sets have no names. All-zero is valid and empty. */
struct import_columns {
	struct strlist names;
};

/* Takes the names from a line if it has that many; 1: it has not; -ENOMEM. */
int import_columns_take(struct import_columns *c, const char *line, int want);

/* The set of column i (0, 1, …); as import_result_set(). */
struct import_set *import_columns_set(const struct import_columns *c, int i,
				      struct import_result *out, struct errmsg *e);

void import_columns_release(struct import_columns *c);

/* A row of one set's table: the metric under its own name. 0 or -ENOMEM. */
int import_put_cell(struct import_set *s, const struct classic_metric *m, int64_t n,
		    int64_t repeats, const struct scan_cell *cell);

#endif
