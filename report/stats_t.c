/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stddef.h>
#include <gsl/gsl_cdf.h>
#include <gsl/gsl_randist.h>

#include "report/stats_t.h"

/*
 * gsl_cdf_tdist_Q() changes to an expansion above 30 df that is off by 5e-7 relative where p is
 * tiny, so both tails are taken from the incomplete beta function: the small one directly, the
 * large one as 1 minus the other, each where it loses no digits.
 */
double stats_t_two_sided(double t, double df)
{
	double t2 = t * t;

	if (isnan(t) || !(df > 0))
		return NAN;
	if (isinf(t2))
		return 0;
	if (t2 < 4)
		return 1 - gsl_cdf_beta_P(t2 / (df + t2), .5, df / 2);
	return gsl_cdf_beta_P(df / (df + t2), df / 2, .5);
}

double stats_t_upper(double t, double df)
{
	double half = stats_t_two_sided(t, df) / 2;

	return t > 0 ? half : 1 - half;
}

double stats_t_critical(double alpha, double df)
{
	double t, step;

	if (!(alpha > 0 && alpha < 1) || !(df > 0))
		return NAN;
	t = gsl_cdf_tdist_Qinv(alpha / 2, df);
	/* Newton on our own tail, which is the more exact one; it converges from so near at once.
	 */
	for (int i = 0; i < 8; i++) {
		step = (stats_t_two_sided(t, df) - alpha) / (2 * gsl_ran_tdist_pdf(t, df));
		t += step;
		if (fabs(step) < 1e-14 * t)
			break;
	}
	return t;
}

double stats_t_tost(double estimate, double se, double df, double lo, double hi, double *lower,
		    double *upper)
{
	double p_lower = stats_t_upper((estimate - lo) / se, df);
	double p_upper = stats_t_upper((hi - estimate) / se, df);

	if (lower)
		*lower = p_lower;
	if (upper)
		*upper = p_upper;
	if (isnan(p_lower) || isnan(p_upper))
		return NAN;
	return fmax(p_lower, p_upper);
}
