/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How the Mann-Whitney U is distributed when the two sets are one: for stats_rank.c.
 */
#ifndef NT_REPORT_STATS_RANK_NULL_H
#define NT_REPORT_STATS_RANK_NULL_H

#include <stdbool.h>

#include "report/stats_rank_pairs.h"

/* P(U <= observed) and P(U >= observed); both count the observed value. */
struct rank_tails {
	double lower, upper;
	bool exact;
};

/*
 * Exact where that takes a millisecond at most (about 24 runs a side with ties, 50 without),
 * else normal.
 */
struct rank_tails rank_tails(const struct rank_pairs *p);

/* Normal approximation with the variance corrected for ties and half a step of continuity. */
struct rank_tails rank_tails_normal(const struct rank_pairs *p);

#endif
