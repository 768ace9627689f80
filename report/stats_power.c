/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdbool.h>
#include <gsl/gsl_cdf.h>
#include <gsl/gsl_sf_gamma.h>

#include "report/stats_power.h"
#include "report/stats_root.h"
#include "report/stats_t.h"

#define MOST_RUNS   1000000
#define MOST_POINTS 100000 /* reached from 650 standard errors on, at 1 df */

/* Given the observed sd, s times the true one: how often the test rejects. */
static double rejects_at(double s, double shift_se, double critical)
{
	return gsl_cdf_ugaussian_Q(critical * s - shift_se) +
	       gsl_cdf_ugaussian_Q(critical * s + shift_se);
}

/*
 * The mean of rejects_at() over s = sqrt(chi^2 / df), whose density in x = ln s is
 * 2 (df/2)^(df/2) / Gamma(df/2) exp(df (x - s^2 / 2)). In x it is smooth and falls off fast on both
 * sides, where the plain trapezoid sum converges exponentially: steps of a third of the narrower
 * factor's width (density 1/sqrt(2 df), rejects_at() 1/shift) are off by 1e-12 at most.
 */
double stats_power(double shift_se, double df, double alpha)
{
	double critical = stats_t_critical(alpha, df), sum = 0;
	double scale, from, step;
	int points;

	if (isnan(critical) || isnan(shift_se))
		return NAN;
	scale = log(2) + df / 2 * log(df / 2) - gsl_sf_lngamma(df / 2);
	from = -(36 / df + 9 / sqrt(df));
	step = fmin(1 / sqrt(2 * df), 1 / (1 + fabs(shift_se))) / 3;
	step = fmax(step, (6 / sqrt(df) - from) / MOST_POINTS);
	points = (int)((6 / sqrt(df) - from) / step);
	for (int i = 0; i <= points; i++) {
		double x = from + i * step, s = exp(x);

		sum += exp(scale + df * (x - s * s / 2)) * rejects_at(s, shift_se, critical);
	}
	return sum * step;
}

/* What stats_root looks at: how much power is still missing. */
struct shift_search {
	double df, alpha, power;
};

static double shift_search_f(const void *context, double shift_se)
{
	const struct shift_search *s = context;

	return s->power - stats_power(shift_se, s->df, s->alpha);
}

/* The shift, in standard errors, that is shown with this power. */
static double shift_needed(double df, double alpha, double power)
{
	struct shift_search search = { .df = df, .alpha = alpha, .power = power };
	struct stats_root root = { .f = shift_search_f, .context = &search };
	double shift = 0;

	while (stats_root_narrow(&root, shift))
		shift = shift * 2 + 1;
	return stats_root_find(&root);
}

static double welch_df(double v0, double df0, double v1, double df1)
{
	return (v0 + v1) * (v0 + v1) / (v0 * v0 / df0 + v1 * v1 / df1);
}

double stats_power_change(const struct stats_moments *base, const struct stats_moments *fresh,
			  double alpha, double power)
{
	double v0 = base->sd * base->sd / (double)base->n;
	double v1 = fresh->sd * fresh->sd / (double)fresh->n;
	double df;

	if (base->n < 2 || fresh->n < 2 || !(base->mean > 0) || !(v0 + v1 > 0))
		return NAN;
	df = welch_df(v0, (double)base->n - 1, v1, (double)fresh->n - 1);
	return shift_needed(df, alpha, power) * sqrt(v0 + v1) / base->mean;
}

static bool runs_are_enough(size_t n, double v0, double v1, double change, double alpha,
			    double power)
{
	double df = welch_df(v0, (double)n - 1, v1, (double)n - 1);

	return stats_power(change / sqrt((v0 + v1) / (double)n), df, alpha) >= power;
}

size_t stats_power_runs(double base_cv, double fresh_cv, double change, double alpha, double power)
{
	double v0 = base_cv * base_cv, v1 = fresh_cv * fresh_cv;
	size_t lo = 1, hi = 2;

	if (!(v0 + v1 > 0) || !(change > 0))
		return 0;
	while (hi <= MOST_RUNS && !runs_are_enough(hi, v0, v1, change, alpha, power)) {
		lo = hi;
		hi *= 2;
	}
	while (hi - lo > 1) {
		size_t middle = lo + (hi - lo) / 2;

		if (runs_are_enough(middle, v0, v1, change, alpha, power))
			hi = middle;
		else
			lo = middle;
	}
	return hi <= MOST_RUNS ? hi : 0;
}
