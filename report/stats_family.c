/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "report/stats_family.h"
#include "report/stats_t.h"

static void family_start(const double *p, size_t n, double *adjusted, size_t *members)
{
	*members = 0;
	for (size_t i = 0; i < n; i++) {
		adjusted[i] = NAN;
		*members += !isnan(p[i]);
	}
}

/* The member not yet adjusted with the smallest (sign 1) or largest (sign -1) p. */
static size_t family_next(const double *p, size_t n, const double *adjusted, double sign)
{
	size_t next = n;

	for (size_t i = 0; i < n; i++)
		if (!isnan(p[i]) && isnan(adjusted[i]) &&
		    (next == n || sign * p[i] < sign * p[next]))
			next = i;
	return next;
}

void stats_holm(const double *p, size_t n, double *adjusted)
{
	double running = 0;
	size_t members;

	family_start(p, n, adjusted, &members);
	for (size_t left = members; left > 0; left--) {
		size_t i = family_next(p, n, adjusted, 1);

		running = fmax(running, fmin(1, p[i] * (double)left));
		adjusted[i] = running;
	}
}

void stats_benjamini_hochberg(const double *p, size_t n, double *adjusted)
{
	double running = 1;
	size_t members;

	family_start(p, n, adjusted, &members);
	for (size_t rank = members; rank > 0; rank--) {
		size_t i = family_next(p, n, adjusted, -1);

		running = fmin(running, p[i] * (double)members / (double)rank);
		adjusted[i] = running;
	}
}

/* --- over N --------------------------------------------------------------------------------- */

struct stats_geomean stats_geomean(const double *log_ratio, const double *se, const double *df,
				   size_t n, double alpha)
{
	struct stats_geomean g = { 0 };
	double sum = 0, variance = 0, spread = 0, reach;

	for (size_t i = 0; i < n; i++) {
		if (isnan(log_ratio[i]))
			continue;
		sum += log_ratio[i];
		variance += se[i] * se[i];
		spread += pow(se[i], 4) / df[i];
		g.n++;
	}
	g.log_ratio = g.n ? sum / (double)g.n : NAN;
	g.ratio = exp(g.log_ratio);
	g.se = sqrt(variance) / (double)g.n;
	g.df = variance * variance / spread;
	reach = stats_t_critical(alpha, g.df) * g.se;
	g.lo = exp(g.log_ratio - reach);
	g.hi = exp(g.log_ratio + reach);
	return g;
}
