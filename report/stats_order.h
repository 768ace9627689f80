/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the order of a sample's values says.
 */
#ifndef NT_REPORT_STATS_ORDER_H
#define NT_REPORT_STATS_ORDER_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Quantile of Hyndman & Fan (1996), type 1, 2, 6, 7 or 8 of R's quantile(); ours is type 7, the
 * others are what other tools print. 0 <= p <= 1. NAN for n = 0.
 */
double stats_quantile(const double *sorted, size_t n, double p, int type);

/* Mean of the two middle values for even n. NAN for n = 0. */
double stats_median(const double *sorted, size_t n);

/* Median of |x - median|, raw (not times 1.4826). NAN for n = 0. */
double stats_mad(const double *sorted, size_t n);

/*
 * Interval of the median by order statistics: the lo-th and hi-th smallest value (counted from 1),
 * the narrowest symmetric pair whose level reaches 1 - alpha. `meets` is false when even min..max
 * does not (n < 6 at alpha .05): then it is min..max, and level says what that is worth.
 * level = 1 - 2 P(Binomial(n, 1/2) < lo), true for any continuous distribution. n = 0: lo = hi = 0
 * and NAN. n = 1: level 0.
 */
struct stats_order_interval {
	size_t lo, hi;
	double level;
	bool meets;
};
struct stats_order_interval stats_order_interval(size_t n, double alpha);

#endif
