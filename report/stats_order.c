/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <assert.h>
#include <float.h>
#include <math.h>
#include <gsl/gsl_cdf.h>

#include "report/stats_order.h"

/* --- quantiles ------------------------------------------------------------------------------ */

/*
 * Hyndman & Fan: the quantile lies at position a + p (n + 1 - a - b) among the values counted from
 * 1. Types 1 and 2 don't interpolate: at a whole position type 1 takes that value, type 2 the mean
 * of it and the next; between positions both take the next.
 */
static const struct quantile_type {
	int type;
	double a, b;
	double whole, between; /* weight of the next value; < 0: interpolate */
} quantile_types[] = {
	{ .type = 1, .a = 0, .b = 1, .whole = 0, .between = 1 },
	{ .type = 2, .a = 0, .b = 1, .whole = .5, .between = 1 },
	{ .type = 6, .a = 0, .b = 0, .between = -1 },
	{ .type = 7, .a = 1, .b = 1, .between = -1 },
	{ .type = 8, .a = 1. / 3, .b = 1. / 3, .between = -1 },
};

static const struct quantile_type *quantile_type_find(int type)
{
	for (size_t i = 0; i < sizeof(quantile_types) / sizeof(*quantile_types); i++)
		if (quantile_types[i].type == type)
			return &quantile_types[i];
	return NULL;
}

static double value_at(const double *sorted, size_t n, double position)
{
	if (position < 1)
		return sorted[0];
	return sorted[position > n ? n - 1 : (size_t)position - 1];
}

double stats_quantile(const double *sorted, size_t n, double p, int type)
{
	const struct quantile_type *q = quantile_type_find(type);
	const double count = (double)n;
	const double fuzz = 4 * DBL_EPSILON * count; /* p n may miss a whole number by rounding */
	double position, whole, weight;

	assert(q && p >= 0 && p <= 1);
	if (!n)
		return NAN;
	position = q->a + p * (count + 1 - q->a - q->b);
	whole = floor(position + fuzz);
	weight = fmax(position - whole, 0);
	if (weight < fuzz)
		weight = q->between < 0 ? 0 : q->whole;
	else if (q->between >= 0)
		weight = q->between;
	return (1 - weight) * value_at(sorted, n, whole) + weight * value_at(sorted, n, whole + 1);
}

double stats_median(const double *sorted, size_t n)
{
	if (!n)
		return NAN;
	if (n % 2)
		return sorted[n / 2];
	return (sorted[n / 2 - 1] + sorted[n / 2]) / 2;
}

/*
 * The distances from the median are two ascending lists, to the left and to the right of it: merge
 * them up to the middle.
 */
double stats_mad(const double *sorted, size_t n)
{
	double median = stats_median(sorted, n), below = NAN, distance = NAN;
	size_t right = n / 2, left = right; /* next on the right; next on the left is left - 1 */

	for (size_t taken = 0; taken < n / 2 + 1 && n; taken++) {
		below = distance;
		if (left == 0 || (right < n && sorted[right] - median < median - sorted[left - 1]))
			distance = sorted[right++] - median;
		else
			distance = median - sorted[--left];
	}
	return n % 2 || !n ? distance : (below + distance) / 2;
}

/* --- interval of the median ----------------------------------------------------------------- */

static double order_level(size_t lo, size_t n)
{
	return 1 - 2 * gsl_cdf_binomial_P((unsigned int)(lo - 1), .5, (unsigned int)n);
}

struct stats_order_interval stats_order_interval(size_t n, double alpha)
{
	size_t lo = (n + 1) / 2;

	if (!n)
		return (struct stats_order_interval){ .level = NAN };
	while (lo > 1 && order_level(lo, n) < 1 - alpha)
		lo--;
	return (struct stats_order_interval){
		.lo = lo,
		.hi = n + 1 - lo,
		.level = order_level(lo, n),
		.meets = order_level(lo, n) >= 1 - alpha,
	};
}
