/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * distribution: where the jobs of all repeats were, because that is what explains a user time.
 *
 * The start is iSched (the node at exec, else at main()), the middle MSched (the node with most of
 * the job's time). Failed runs are left out. A job whose start or middle is unknown is in none of
 * the counts but `unknown`.
 */
#ifndef NT_REPORT_DISTRIBUTION_H
#define NT_REPORT_DISTRIBUTION_H

#include <stddef.h>
#include <stdint.h>

#include "report/column.h"

struct distribution {
	int *nodes; /* ascending */
	size_t n_nodes;
	size_t *moves; /* [from * n_nodes + to] jobs, over all runs */
	/* [node] fewest and most jobs that a run had there. */
	size_t *start_min, *start_max, *middle_min, *middle_max;
	size_t runs, jobs, unknown;
	size_t stars; /* jobs with from != to */
};

/* 0 or -ENOMEM. Without runs of this N all is 0. */
int distribution_make(struct distribution *d, const struct column *c, int64_t n);
void distribution_release(struct distribution *d);

#endif
