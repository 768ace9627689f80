/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * All n0 * n1 pairs of two samples, without making them: counting and selecting take
 * O(n0 + n1) steps each, so that thousands of runs cost no more than they should.
 * For stats_rank.c and stats_rank_null.c.
 */
#ifndef NT_REPORT_STATS_RANK_PAIRS_H
#define NT_REPORT_STATS_RANK_PAIRS_H

#include <stddef.h>
#include <stdint.h>

enum rank_contrast {
	RANK_DIFFERENCE, /* fresh - base */
	RANK_RATIO,      /* fresh / base, all values > 0 */
};

struct rank_pairs {
	enum rank_contrast contrast;
	const double *base, *fresh; /* sorted, borrowed */
	size_t base_n, fresh_n;
	double scale, offset; /* base is taken as base * scale + offset, scale > 0 */
};

struct rank_pairs rank_pairs(enum rank_contrast contrast, const double *base, size_t base_n,
			     const double *fresh, size_t fresh_n);

/* Moves the base as it stood at first to ratio 1 + margin, or by margin: replaces an earlier move.
 */
void rank_pairs_move(struct rank_pairs *p, double margin);

/*
 * A walk over the pooled values, ascending, one group of equal values a step. Start at { 0 };
 * gives the size of the next group, 0 at the end.
 */
struct rank_walk {
	size_t base_seen, fresh_seen; /* up to and with this group */
	size_t base_tied, fresh_tied; /* in this group */
};
size_t rank_walk_next(const struct rank_pairs *p, struct rank_walk *w);

/* Pairs with fresh > base, plus half of those that tie. */
double rank_pairs_u(const struct rank_pairs *p);

/* The k-th smallest contrast of a pair, 1 <= k <= n0 * n1, and the median. They ignore moves. */
double rank_pairs_select(const struct rank_pairs *p, uint64_t k);
double rank_pairs_median(const struct rank_pairs *p);

#endif
