/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "report/stats_flags.h"
#include "report/stats_order.h"
#include "report/stats_sample.h"

/* --- two groups ----------------------------------------------------------------------------- */

static double sum_of_squares(const double *v, size_t n, double mean)
{
	long double squares = 0;

	for (size_t i = 0; i < n; i++)
		squares += ((long double)v[i] - mean) * ((long double)v[i] - mean);
	return (double)squares;
}

static void split_set_means(struct stats_split *s, const double *sorted, size_t n)
{
	s->low_mean = stats_moments(sorted, s->low_n).mean;
	s->high_mean = stats_moments(sorted + s->low_n, n - s->low_n).mean;
}

/*
 * What a split takes off the total: left^2 n / (k (n - k)), with left the sum of the k smallest as
 * distances from the mean.
 */
struct stats_split stats_split(const double *sorted, size_t n)
{
	struct stats_split s = { .ratio = NAN, .low_mean = NAN, .high_mean = NAN };
	double mean = stats_moments(sorted, n).mean, total = sum_of_squares(sorted, n, mean);
	long double left = 0, best = -1;

	if (n < STATS_SPLIT_MIN_N || !(total > 0))
		return s;
	for (size_t k = 1; k <= n - 2; k++) {
		long double between;

		left += (long double)sorted[k - 1] - mean;
		between = left * left * n / ((long double)k * (n - k));
		if (k >= 2 && between > best) {
			best = between;
			s.low_n = k;
		}
	}
	split_set_means(&s, sorted, n);
	s.ratio = (sum_of_squares(sorted, s.low_n, s.low_mean) +
		   sum_of_squares(sorted + s.low_n, n - s.low_n, s.high_mean)) /
		  total;
	return s;
}

/*
 * 5 % quantile of the split's ratio over 400,000 simulated normal samples a size; copied with
 * its provenance in tests/data/golden/bimodal_split_crit.csv, and checked against it by the test.
 */
static const struct {
	size_t n;
	double ratio;
} split_critical[] = {
	{ 4, .0331 },  { 5, .0511 },  { 6, .0721 },  { 7, .0913 },  { 8, .1085 },
	{ 9, .1233 },  { 10, .1363 }, { 11, .1479 }, { 12, .1580 }, { 13, .1668 },
	{ 14, .1743 }, { 15, .1818 }, { 16, .1883 }, { 17, .1940 }, { 18, .1993 },
	{ 19, .2044 }, { 20, .2086 }, { 25, .2273 }, { 30, .2400 },
};

double stats_split_critical(size_t n)
{
	double ratio = NAN;

	for (size_t i = 0; i < sizeof(split_critical) / sizeof(*split_critical); i++)
		if (split_critical[i].n <= n)
			ratio = split_critical[i].ratio;
	return ratio;
}

/* --- flags ---------------------------------------------------------------------------------- */

static bool has_outlier(const double *sorted, size_t n, double resolution)
{
	double median = stats_median(sorted, n), mad = stats_mad(sorted, n), reach;

	if (n < STATS_OUTLIER_MIN_N)
		return false;
	if (mad == 0)
		mad = resolution / 4;
	reach = STATS_OUTLIER_MAD * mad;
	if (!(reach > 0))
		return false;
	return median - sorted[0] > reach || sorted[n - 1] - median > reach;
}

static bool is_unstable(const struct stats_flags *f)
{
	return f->cv >= STATS_UNSTABLE_CV || f->max_over_min >= STATS_UNSTABLE_RANGE;
}

struct stats_flags stats_flags(const double *sorted, size_t n, double resolution)
{
	struct stats_moments m = stats_moments(sorted, n);
	struct stats_flags f = {
		.few = n<STATS_FEW_N, .cv = m.mean> 0 ? m.sd / m.mean : NAN,
		.max_over_min = n && sorted[0] > 0 ? sorted[n - 1] / sorted[0] : NAN,
		.split = stats_split(sorted, n),
	};

	f.unstable = is_unstable(&f);
	f.noisy = f.cv >= STATS_NOISY_CV && !f.unstable;
	f.two_groups = f.split.ratio < stats_split_critical(n);
	f.bimodal = f.two_groups && n >= STATS_BIMODAL_MIN_N;
	f.outlier = has_outlier(sorted, n, resolution);
	f.res = n >= 2 && sorted[0] == sorted[n - 1] && resolution > 0;
	return f;
}
