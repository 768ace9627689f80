/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What one sample says by itself.
 */
#ifndef NT_REPORT_STATS_SAMPLE_H
#define NT_REPORT_STATS_SAMPLE_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Drops every NAN, sorts the rest ascending, in place; gives how many are left. v may be NULL when
 * n is 0.
 */
size_t stats_sort(double *v, size_t n);

/*
 * n, mean and sd (n - 1): all that the t machinery needs, so an imported "31.18+-0.67" will do.
 * sd is NAN for n < 2; mean NAN for n = 0.
 */
struct stats_moments {
	size_t n;
	double mean;
	double sd;
};

/* Of raw values in any order, NAN not allowed. Two passes, as R's mean() and sd(). */
struct stats_moments stats_moments(const double *v, size_t n);

/*
 * The sd that a resolution can hide: values printed in steps of `resolution` and all equal still
 * spread by resolution / sqrt(12), the sd of a uniform error. Gives m with sd raised to that floor.
 * resolution NAN or 0 (unknown): m as it is. sd NAN stays NAN.
 */
struct stats_moments stats_moments_floor(struct stats_moments m, double resolution);

/*
 * Quantile of Hyndman & Fan (1996), type 1, 2, 6, 7 or 8 of R's quantile(); ours is type 7, the
 * others are what other tools print. 0 <= p <= 1. NAN for n = 0.
 */
double stats_quantile(const double *sorted, size_t n, double p, int type);

/* Mean of the two middle values for even n. NAN for n = 0. */
double stats_median(const double *sorted, size_t n);

/* Median of |x - median|, raw (not times 1.4826). NAN for n = 0. */
double stats_mad(const double *sorted, size_t n);

/* Half-width of the Student-t interval of the mean, qt(1 - alpha/2, n - 1) * sd / sqrt(n). */
double stats_half_width(const struct stats_moments *m, double alpha);

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

/*
 * All of it. From raw values every field is known (sd, cv, sem, half_width need n >= 2; gmean and
 * hmean are NAN when a value is <= 0); from moments only n, mean, sd, cv, sem and half_width, the
 * rest is NAN.
 */
struct stats_summary {
	size_t n;
	double mean;
	double sd;         /* n - 1 */
	double cv;         /* sd / mean, a fraction; NAN where the mean is <= 0 */
	double sem;        /* sd / sqrt(n) */
	double half_width; /* of the t interval at 1 - alpha */
	double min, max;
	double median;
	double q25, q75, q95; /* type 7 */
	double mad;
	double gmean, hmean;
	double median_lo, median_hi; /* order-statistic interval, min..max where that must do */
	double median_level;         /* its true level */
	bool median_meets;           /* median_level >= 1 - alpha */
};
struct stats_summary stats_summary(const double *sorted, size_t n, double alpha);
struct stats_summary stats_summary_of_moments(const struct stats_moments *m, double alpha);

/*
 * Boots. From STATS_MIN_BOOTS boots on, on both sides, the unit of a comparison is one boot's mean.
 * boot[i] >= 0 is the boot of v[i], < 0 is unknown. Writes the mean of each boot into mean[]
 * (room for n, no overlap with v), in the order in which the boots
 * first appear, and gives their number. NAN values are left out; a boot that has no other values
 * does not count. 0 when a boot is unknown: then nothing can be said about boots.
 */
#define STATS_MIN_BOOTS 3
size_t stats_boot_means(const double *v, const int *boot, size_t n, double *mean);

#endif
