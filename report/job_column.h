/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * job_column: what `report SET --columns` can put behind a job's row, one table entry each.
 *
 * A new one is a line in the table. Values come from the record as it is stored, in the unit that
 * is printed; unknown is NAN or NULL and printed as "-".
 */
#ifndef NT_REPORT_JOB_COLUMN_H
#define NT_REPORT_JOB_COLUMN_H

#include <stdio.h>

#include "lib/record.h"
#include "report/set.h"

/* One job, as it was recorded and as it was reduced. */
struct job_view {
	const struct set *set;
	const struct set_job *job;
	const struct record_job *record;
	const char *event; /* of the column event:NAME; NULL for the others */
};

/* The one column that is a kind: --columns event:cycles,event:cs has it twice. */
#define JOB_COLUMN_EVENT "event:NAME"

struct job_column {
	const char *name;  /* what --columns takes; also the header, with the unit */
	const char *group; /* a name for several */
	const char *unit;  /* "" for a plain number or a word */
	const char *help;
	int decimals;
	double (*number)(const struct job_view *v);
	char *(*text)(const struct job_view *v); /* in place of number; the caller frees; NULL: - */
};

/* Ends with a NULL name. */
extern const struct job_column job_column_table[];

/* "slowdown", "local[%]" */
void job_column_header(const struct job_column *c, char *buf, size_t size);

/* As printed, free of blanks; the caller frees. NULL when memory is short. */
char *job_column_value(const struct job_column *c, const struct job_view *v);

#endif
