/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <assert.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <gsl/gsl_cdf.h>

#include "report/stats_sample.h"
#include "report/stats_t.h"

static int compare_double(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

size_t stats_sort(double *v, size_t n)
{
	size_t kept = 0;

	for (size_t i = 0; i < n; i++)
		if (!isnan(v[i]))
			v[kept++] = v[i];
	if (kept)
		qsort(v, kept, sizeof(*v), compare_double);
	return kept;
}

static double mean_of(const double *v, size_t n)
{
	long double sum = 0, rest = 0, mean;

	for (size_t i = 0; i < n; i++)
		sum += v[i];
	mean = sum / n;
	for (size_t i = 0; i < n; i++)
		rest += v[i] - mean;
	return n ? (double)(mean + rest / n) : NAN;
}

static double sd_of(const double *v, size_t n, double mean)
{
	long double squares = 0;

	if (n < 2)
		return NAN;
	for (size_t i = 0; i < n; i++)
		squares += ((long double)v[i] - mean) * ((long double)v[i] - mean);
	return (double)sqrtl(squares / (n - 1));
}

struct stats_moments stats_moments(const double *v, size_t n)
{
	double mean = mean_of(v, n);

	return (struct stats_moments){ .n = n, .mean = mean, .sd = sd_of(v, n, mean) };
}

struct stats_moments stats_moments_floor(struct stats_moments m, double resolution)
{
	double floor_sd = resolution / sqrt(12);

	if (m.sd < floor_sd)
		m.sd = floor_sd;
	return m;
}

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

/* --- intervals ------------------------------------------------------------------------------ */

double stats_half_width(const struct stats_moments *m, double alpha)
{
	if (m->n < 2)
		return NAN;
	return stats_t_critical(alpha, (double)(m->n - 1)) * m->sd / sqrt((double)m->n);
}

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

/* --- summary -------------------------------------------------------------------------------- */

struct stats_summary stats_summary_of_moments(const struct stats_moments *m, double alpha)
{
	return (struct stats_summary){
		.n = m->n,
		.mean = m->mean,
		.sd = m->sd,
		.cv = m->mean > 0 ? m->sd / m->mean : NAN,
		.sem = m->sd / sqrt((double)m->n),
		.half_width = stats_half_width(m, alpha),
		.min = NAN,
		.max = NAN,
		.median = NAN,
		.q25 = NAN,
		.q75 = NAN,
		.q95 = NAN,
		.mad = NAN,
		.gmean = NAN,
		.hmean = NAN,
		.median_lo = NAN,
		.median_hi = NAN,
		.median_level = NAN,
	};
}

static void summary_add_order(struct stats_summary *s, const double *sorted, double alpha)
{
	struct stats_order_interval i = stats_order_interval(s->n, alpha);

	s->min = sorted[0];
	s->max = sorted[s->n - 1];
	s->median = stats_median(sorted, s->n);
	s->q25 = stats_quantile(sorted, s->n, .25, 7);
	s->q75 = stats_quantile(sorted, s->n, .75, 7);
	s->q95 = stats_quantile(sorted, s->n, .95, 7);
	s->mad = stats_mad(sorted, s->n);
	s->median_lo = sorted[i.lo - 1];
	s->median_hi = sorted[i.hi - 1];
	s->median_level = i.level;
	s->median_meets = i.meets;
}

static void summary_add_other_means(struct stats_summary *s, const double *sorted)
{
	long double logs = 0, inverses = 0;

	if (!(sorted[0] > 0))
		return;
	for (size_t i = 0; i < s->n; i++) {
		logs += logl(sorted[i]);
		inverses += 1 / (long double)sorted[i];
	}
	s->gmean = (double)expl(logs / s->n);
	s->hmean = (double)(s->n / inverses);
}

struct stats_summary stats_summary(const double *sorted, size_t n, double alpha)
{
	struct stats_moments m = stats_moments(sorted, n);
	struct stats_summary s = stats_summary_of_moments(&m, alpha);

	if (!n)
		return s;
	summary_add_order(&s, sorted, alpha);
	summary_add_other_means(&s, sorted);
	return s;
}

/* --- boots ---------------------------------------------------------------------------------- */

static size_t first_of_boot(const int *boot, int wanted)
{
	size_t i = 0;

	while (boot[i] != wanted)
		i++;
	return i;
}

static double boot_mean(const double *v, const int *boot, size_t n, int wanted)
{
	long double sum = 0;
	size_t used = 0;

	for (size_t i = 0; i < n; i++) {
		if (boot[i] != wanted || isnan(v[i]))
			continue;
		sum += v[i];
		used++;
	}
	return used ? (double)(sum / used) : NAN;
}

size_t stats_boot_means(const double *v, const int *boot, size_t n, double *mean)
{
	size_t boots = 0;

	for (size_t i = 0; i < n; i++)
		if (boot[i] < 0)
			return 0;
	for (size_t i = 0; i < n; i++) {
		if (first_of_boot(boot, boot[i]) != i)
			continue;
		mean[boots] = boot_mean(v, boot, n, boot[i]);
		if (!isnan(mean[boots]))
			boots++;
	}
	return boots;
}
