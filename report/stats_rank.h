/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Two sets of a skewed metric: Mann-Whitney and Hodges-Lehmann.
 *
 * p is exact, also with ties: the distribution of the rank sum over all ways to deal the observed
 * mid-ranks to the two sets; twice the smaller tail, at most 1. Large samples use the normal
 * approximation with tie and continuity correction, as R's wilcox.test(), and `exact` says so.
 * Hodges-Lehmann: median of all n0 * n1 pairwise ratios (in the logs, so an even number takes the
 * geometric mean of the two middle ones) or differences; the interval goes from the k-th smallest
 * to the k-th largest, k = qwilcox(alpha/2, n0, n1), at least 1, and carries its own level
 * 1 - 2 P(U < k), for untied data. Hollander & Wolfe 1999, 4.3.
 */
#ifndef NT_REPORT_STATS_RANK_H
#define NT_REPORT_STATS_RANK_H

#include <stdbool.h>
#include <stddef.h>

/* The skewed engine speaks from this many raw runs on, on both sides. */
#define STATS_RANK_MIN_RUNS 5

struct stats_rank {
	double u;      /* pairs with fresh > base, ties count one half; of n0 * n1 */
	double u_max;  /* n0 * n1 */
	double p;      /* two-sided */
	bool exact;    /* p is exact, not the normal approximation */
	double shift;  /* Hodges-Lehmann: a ratio, or a difference in the metric's unit */
	double lo, hi; /* its interval */
	double level;  /* the interval's true level; may miss 1 - alpha for few runs */
	bool meets;    /* level >= 1 - alpha */
	double tost_p; /* equivalence by two one-sided rank tests at 1 -+ margin */
};

/*
 * For n0 = 0 or n1 = 0 all NAN. Of ratios: every value must be > 0, else shift, lo, hi and tost_p
 * are NAN (the rank test itself stands). Counts that can be 0 use the difference; there margin is
 * in the metric's own unit. margin NAN: tost_p NAN.
 */
struct stats_rank stats_rank_ratio(const double *base_sorted, size_t base_n,
				   const double *fresh_sorted, size_t fresh_n, double alpha,
				   double margin);
struct stats_rank stats_rank_difference(const double *base_sorted, size_t base_n,
					const double *fresh_sorted, size_t fresh_n, double alpha,
					double margin);

/*
 * The null distribution of U without ties, R: pwilcox(u, n0, n1) = P(U <= u). Exact up to
 * n0 * n1 = 2500, else the normal approximation. u < 0 gives 0.
 */
double stats_wilcoxon_cdf(long u, size_t n0, size_t n1);

/* The k of the interval: qwilcox(alpha/2, n0, n1), at least 1. n0, n1 >= 1. */
size_t stats_wilcoxon_k(size_t n0, size_t n1, double alpha);

#endif
