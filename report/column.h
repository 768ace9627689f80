/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * column: what is compared. One set, or several under one label: boots of the same kernel, pooled.
 */
#ifndef NT_REPORT_COLUMN_H
#define NT_REPORT_COLUMN_H

#include <stdbool.h>
#include <stddef.h>

#include "lib/errmsg.h"
#include "report/options.h"
#include "report/set.h"

/* A run of a column, with the column's own number of its boot. */
struct column_run {
	const struct set_run *run;
	int boot; /* -1: unknown */
};

struct column {
	const char *label;       /* lent from the first set */
	const struct set **sets; /* lent; at least one */
	size_t n_sets;
	struct column_run *runs; /* of all its sets, by N, then in the order of the files */
	size_t n_runs;
	struct strlist boots;
	size_t base;   /* index of the column that this one is compared with; its own: a base */
	bool own_base; /* --base SET:BASE said which */
};

struct columns {
	struct column *v;
	size_t n;
	size_t first_base; /* the base of sets that have none of their own */
	bool families;     /* there is more than one base */
};

/*
 * Columns of these sets, in their order, with the bases that the options name. -EINVAL with e set
 * when sets under one label are no boots of one kernel, or when a base is none of the labels.
 */
int columns_make(struct columns *c, const struct set *sets, size_t n_sets, const struct options *o,
		 struct errmsg *e);
void columns_release(struct columns *c);

/* The runs of one N: *n of them from the returned one on. */
const struct column_run *column_runs(const struct column *c, int64_t n_jobs, size_t *n);

#endif
