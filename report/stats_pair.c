/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "report/stats_pair.h"
#include "report/stats_sample.h"
#include "report/stats_t.h"

/* What a pair becomes before the t test, and back. */
struct pair_scale {
	double (*contrast)(double base, double fresh);
	double (*back)(double contrast);
	double (*margin_lo)(double margin), (*margin_hi)(double margin);
};

static double log_ratio(double base, double fresh)
{
	return base > 0 && fresh > 0 ? log(fresh / base) : NAN;
}

static double difference(double base, double fresh)
{
	return fresh - base;
}

static double same(double x)
{
	return x;
}

static double minus(double x)
{
	return -x;
}

static double log_below(double margin)
{
	return log1p(-margin);
}

static const struct pair_scale ratio_scale = { log_ratio, exp, log_below, log1p };
static const struct pair_scale difference_scale = { difference, same, minus, same };

static struct stats_pair pair_unknown(size_t n)
{
	return (struct stats_pair){ .n = n,
				    .t = NAN,
				    .df = NAN,
				    .p = NAN,
				    .shift = NAN,
				    .lo = NAN,
				    .hi = NAN,
				    .mean = NAN,
				    .se = NAN,
				    .tost_p = NAN };
}

/* Two passes over the contrasts, which are cheap to make again and need no memory. */
static struct stats_moments pair_moments(const struct pair_scale *scale, const double *base,
					 const double *fresh, size_t n)
{
	struct stats_moments m = { 0 };
	long double sum = 0, squares = 0;

	for (size_t i = 0; i < n; i++) {
		if (isnan(base[i]) || isnan(fresh[i]))
			continue;
		sum += scale->contrast(base[i], fresh[i]);
		m.n++;
	}
	m.mean = m.n ? (double)(sum / m.n) : NAN;
	for (size_t i = 0; i < n; i++) {
		double rest = scale->contrast(base[i], fresh[i]) - m.mean;

		if (!isnan(base[i]) && !isnan(fresh[i]))
			squares += (long double)rest * rest;
	}
	m.sd = m.n > 1 ? (double)sqrtl(squares / (m.n - 1)) : NAN;
	return m;
}

static struct stats_pair pair_test(const struct pair_scale *scale, const struct stats_moments *m,
				   double alpha, double margin)
{
	struct stats_pair out = pair_unknown(m->n);
	double reach;

	out.mean = m->mean;
	out.shift = scale->back(m->mean);
	if (!(m->sd > 0))
		return out;
	out.se = m->sd / sqrt((double)m->n);
	out.df = (double)m->n - 1;
	out.t = m->mean / out.se;
	out.p = stats_t_two_sided(out.t, out.df);
	reach = stats_t_critical(alpha, out.df) * out.se;
	out.lo = scale->back(m->mean - reach);
	out.hi = scale->back(m->mean + reach);
	out.tost_p = stats_t_tost(m->mean, out.se, out.df, scale->margin_lo(margin),
				  scale->margin_hi(margin), NULL, NULL);
	return out;
}

static struct stats_pair pair_compare(const struct pair_scale *scale, const double *base,
				      const double *fresh, size_t n, double alpha, double margin)
{
	struct stats_moments m = pair_moments(scale, base, fresh, n);

	if (m.n < STATS_PAIR_MIN_BLOCKS || isnan(m.mean))
		return pair_unknown(m.n);
	return pair_test(scale, &m, alpha, margin);
}

struct stats_pair stats_pair_ratio(const double *base, const double *fresh, size_t n, double alpha,
				   double margin)
{
	return pair_compare(&ratio_scale, base, fresh, n, alpha, margin);
}

struct stats_pair stats_pair_difference(const double *base, const double *fresh, size_t n,
					double alpha, double margin)
{
	return pair_compare(&difference_scale, base, fresh, n, alpha, margin);
}
