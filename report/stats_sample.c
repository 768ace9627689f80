/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>

#include "report/stats_order.h"
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

double stats_half_width(const struct stats_moments *m, double alpha)
{
	if (m->n < 2)
		return NAN;
	return stats_t_critical(alpha, (double)(m->n - 1)) * m->sd / sqrt((double)m->n);
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
