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

/* Half-width of the Student-t interval of the mean, qt(1 - alpha/2, n - 1) * sd / sqrt(n). */
double stats_half_width(const struct stats_moments *m, double alpha);

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

#endif
