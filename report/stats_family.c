/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "report/stats_family.h"
#include "report/stats_t.h"

/* A p value and the place it came from. */
struct member {
	double p;
	size_t place;
};

static int compare_members(const void *a, const void *b)
{
	const struct member *x = a, *y = b;

	return (x->p > y->p) - (x->p < y->p);
}

/* The known p values, ascending: *count of them, to be freed. NULL: no memory. */
static struct member *family_sorted(const double *p, size_t n, size_t *count)
{
	struct member *members = calloc(n + 1, sizeof(*members));

	*count = 0;
	for (size_t i = 0; members && i < n; i++)
		if (!isnan(p[i]))
			members[(*count)++] = (struct member){ p[i], i };
	if (members)
		qsort(members, *count, sizeof(*members), compare_members);
	return members;
}

int stats_holm(const double *p, size_t n, double *adjusted)
{
	size_t count;
	struct member *members = family_sorted(p, n, &count);
	double running = 0;

	if (!members)
		return -ENOMEM;
	for (size_t i = 0; i < n; i++)
		adjusted[i] = NAN;
	for (size_t i = 0; i < count; i++) {
		running = fmax(running, fmin(1, members[i].p * (double)(count - i)));
		adjusted[members[i].place] = running;
	}
	free(members);
	return 0;
}

int stats_benjamini_hochberg(const double *p, size_t n, double *adjusted)
{
	size_t count;
	struct member *members = family_sorted(p, n, &count);
	double running = 1;

	if (!members)
		return -ENOMEM;
	for (size_t i = 0; i < n; i++)
		adjusted[i] = NAN;
	for (size_t i = count; i-- > 0;) {
		running = fmin(running, members[i].p * (double)count / (double)(i + 1));
		adjusted[members[i].place] = running;
	}
	free(members);
	return 0;
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
