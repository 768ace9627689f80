/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Sets that were interleaved: the runs of a block are a pair, and what drifts from block to block
 * drops out. One-sample t on the log ratios (or differences) of the blocks.
 */
#ifndef NT_REPORT_STATS_PAIR_H
#define NT_REPORT_STATS_PAIR_H

#include <stddef.h>

/* Fewer blocks than this are not paired. */
#define STATS_PAIR_MIN_BLOCKS 4

struct stats_pair {
	size_t n;        /* pairs used */
	double t, df, p; /* df = n - 1 */
	double shift;    /* a ratio (geometric mean), or a mean difference in the metric's unit */
	double lo, hi;   /* t interval at 1 - alpha */
	double mean, se; /* of the log ratios, or of the differences: feeds stats_geomean() */
	double tost_p;   /* equivalence within ln(1 - margin) .. ln(1 + margin), or +-margin */
};

/*
 * base[i] and fresh[i] are of one block; a pair with NAN on a side is left out. All NAN with fewer
 * than STATS_PAIR_MIN_BLOCKS pairs left, or, of ratios, when a value is <= 0. All pairs equal: the
 * shift stands, the rest is NAN. margin NAN: tost_p NAN; of differences it is in the metric's unit.
 */
struct stats_pair stats_pair_ratio(const double *base, const double *fresh, size_t n, double alpha,
				   double margin);
struct stats_pair stats_pair_difference(const double *base, const double *fresh, size_t n,
					double alpha, double margin);

#endif
