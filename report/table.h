/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * table: everything that a renderer prints, computed.
 *
 *	comparison	the columns, a table a metric, notes for below
 *	  table		rows under one metric; one family of tests
 *	    row		a cell and a change for each column
 *
 * Numbers are in the metric's unit, changes are fractions (or the unit, for counts); rounding,
 * percent and words are the renderers'. Sets must outlive the comparison.
 */
#ifndef NT_REPORT_TABLE_H
#define NT_REPORT_TABLE_H

#include <stdbool.h>
#include <stddef.h>

#include "lib/errmsg.h"
#include "report/cell.h"
#include "report/change.h"
#include "report/column.h"
#include "report/options.h"

struct row {
	struct row_key key;
	struct cell *cells;     /* [column] */
	struct change *changes; /* [column]; of a base: not made */
};

struct table {
	const struct metric *metric;
	struct row *rows; /* by N; rows with a name in the order of their log */
	size_t n_rows;
	size_t family;                  /* tests that p is adjusted over */
	struct stats_geomean *geomeans; /* [column], over the comparable rows; n = 0: none */
	bool ranked;                    /* some cell is shown as median */
};

struct comparison {
	const struct options *options; /* lent */
	struct columns columns;
	size_t *order;              /* columns as they are printed, bases first */
	struct metric *own_metrics; /* that imported sets brought along */
	const struct metric **metrics;
	size_t n_metrics;
	struct table *tables; /* [metric]; metrics without any value have none */
	size_t n_tables;
	const char *title; /* what all sets are about: "sp.C 8 threads"; NULL */
};

/*
 * metrics: names of those to be used unless the options name some, ends with NULL; NULL: the usual
 * ones. 0, -ENOMEM, or -EINVAL with e set: an unknown metric or base, sets that can't be pooled.
 */
int comparison_make(struct comparison *c, const struct set *sets, size_t n_sets,
		    const struct options *o, const char *const *metrics, struct errmsg *e);
void comparison_release(struct comparison *c);

/* Did the primary metric, the first table, get worse in any cell? */
bool comparison_is_worse(const struct comparison *c);

/* Is this column a base of any? A column alone is not. */
bool comparison_is_base(const struct comparison *c, size_t column);

/* The mean, or the median where ranks judge it; NAN: nothing. */
double cell_centre(const struct cell *c);

/* Change of a column's centre against any other's, a fraction; for show, never tested. */
double row_change_against(const struct row *r, size_t base, size_t column);

/*
 * Is elapsed less hackbench doubtful in this row: fewer jobs than CPUs, or a burst that ran on
 * after the jobs for more than 5 % of its time?
 */
bool row_burst_is_doubtful(const struct comparison *c, const struct row *r);

/* May this cell be compared with its base? */
bool row_is_comparable(const struct row *r, size_t column);

#endif
