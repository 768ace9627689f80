/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>
#include <gsl/gsl_cdf.h>

#include "report/stats_rank.h"
#include "report/stats_rank_null.h"

#define EXACT_MOST_PAIRS 2500    /* without ties */
#define EXACT_MOST_STEPS 2000000 /* with ties: additions, about a millisecond */

/* --- without ties --------------------------------------------------------------------------- */

/*
 * count[u], u = 0 .. top, of the ways to deal n0 and n1 distinct ranks so that U is u: the
 * coefficients of the Gaussian binomial, product of (1 - q^(many + i)) / (1 - q^i) over i = 1 ..
 * few.
 */
static void wilcoxon_counts(size_t n0, size_t n1, size_t top, double *count)
{
	size_t few = n0 < n1 ? n0 : n1, many = n0 < n1 ? n1 : n0;

	for (size_t i = 1; i <= few; i++) {
		for (size_t u = top; u >= many + i; u--)
			count[u] -= count[u - many - i];
		for (size_t u = i; u <= top; u++)
			count[u] += count[u - i];
	}
}

static double wilcoxon_total(size_t n0, size_t n1)
{
	long double total = 1;

	for (size_t i = 1; i <= n0; i++)
		total = total * (long double)(n1 + i) / (long double)i;
	return (double)total;
}

static double wilcoxon_sigma(size_t n0, size_t n1)
{
	return sqrt((double)n0 * (double)n1 * (double)(n0 + n1 + 1) / 12);
}

/* P(U <= u) for u in the lower half. */
static double wilcoxon_lower_half(size_t u, size_t n0, size_t n1)
{
	double count[EXACT_MOST_PAIRS / 2 + 1] = { 1 }, sum = 0;

	if (n0 * n1 > EXACT_MOST_PAIRS)
		return gsl_cdf_ugaussian_P(((double)u + .5 - (double)n0 * (double)n1 / 2) /
					   wilcoxon_sigma(n0, n1));
	wilcoxon_counts(n0, n1, u, count);
	for (size_t i = 0; i <= u; i++)
		sum += count[i];
	return sum / wilcoxon_total(n0, n1);
}

double stats_wilcoxon_cdf(long u, size_t n0, size_t n1)
{
	size_t all = n0 * n1;

	if (u < 0)
		return 0;
	if ((size_t)u >= all)
		return 1;
	if ((size_t)u <= all / 2)
		return wilcoxon_lower_half((size_t)u, n0, n1);
	return 1 - wilcoxon_lower_half(all - 1 - (size_t)u, n0, n1);
}

static size_t wilcoxon_k_exact(size_t n0, size_t n1, double alpha)
{
	double count[EXACT_MOST_PAIRS / 2 + 1] = { 1 }, sum = 0;
	double wanted = alpha / 2 * wilcoxon_total(n0, n1) * (1 - 1e-14);
	size_t k;

	wilcoxon_counts(n0, n1, n0 * n1 / 2, count);
	for (k = 0; k < n0 * n1 / 2; k++) {
		sum += count[k];
		if (sum >= wanted)
			break;
	}
	return k;
}

size_t stats_wilcoxon_k(size_t n0, size_t n1, double alpha)
{
	double k;

	if (n0 * n1 <= EXACT_MOST_PAIRS)
		k = (double)wilcoxon_k_exact(n0, n1, alpha);
	else
		k = ceil((double)n0 * (double)n1 / 2 - .5 +
			 wilcoxon_sigma(n0, n1) * gsl_cdf_ugaussian_Pinv(alpha / 2));
	return k < 1 ? 1 : (size_t)k;
}

static struct rank_tails tails_untied(const struct rank_pairs *p)
{
	long u = (long)rank_pairs_u(p), all = (long)(p->base_n * p->fresh_n);

	return (struct rank_tails){
		.lower = stats_wilcoxon_cdf(u, p->base_n, p->fresh_n),
		.upper = stats_wilcoxon_cdf(all - u, p->base_n, p->fresh_n),
		.exact = true,
	};
}

/* --- with ties ------------------------------------------------------------------------------ */

/*
 * The pooled mid-ranks, doubled so that they are whole and shifted so that the least is 0, are
 * dealt to the smaller set, k of them; its sum decides U.
 */
struct deal {
	size_t k;
	bool deals_base;
	size_t observed; /* sum of the smaller set */
	size_t most;     /* largest possible sum */
};

/* Doubled rank of the group that the walk stands at, less that of the first group. */
static size_t doubled_rank(const struct rank_walk *w, size_t first_tied)
{
	size_t tied = w->base_tied + w->fresh_tied;

	return 2 * (w->base_seen + w->fresh_seen) - tied - first_tied;
}

static struct deal deal_prepare(const struct rank_pairs *p)
{
	struct deal d = { .deals_base = p->base_n < p->fresh_n };
	size_t all = p->base_n + p->fresh_n, first = 0, seen = 0, tied;
	struct rank_walk w = { 0 };

	d.k = d.deals_base ? p->base_n : p->fresh_n;
	while ((tied = rank_walk_next(p, &w))) {
		size_t rank, in_top;

		first = first ? first : tied;
		rank = doubled_rank(&w, first);
		d.observed += rank * (d.deals_base ? w.base_tied : w.fresh_tied);
		seen += tied;
		in_top = seen > all - d.k ? seen - (all - d.k) : 0;
		d.most += rank * (in_top < tied ? in_top : tied);
	}
	return d;
}

/* ways[j * width + s]: how many ways to deal j ranks so far with the sum s. */
static void deal_count(const struct rank_pairs *p, const struct deal *d, double *ways)
{
	size_t width = d->most + 1, first = 0, tied;
	struct rank_walk w = { 0 };

	ways[0] = 1;
	while ((tied = rank_walk_next(p, &w))) {
		size_t rank;

		first = first ? first : tied;
		rank = doubled_rank(&w, first);
		for (size_t t = 0; t < tied; t++)
			for (size_t j = d->k; j > 0; j--)
				for (size_t s = rank; s < width; s++)
					ways[j * width + s] += ways[(j - 1) * width + s - rank];
	}
}

static struct rank_tails deal_tails(const struct deal *d, const double *ways)
{
	const double *row = ways + d->k * (d->most + 1);
	double below = 0, above = 0, total;

	for (size_t s = 0; s < d->observed; s++)
		below += row[s];
	for (size_t s = d->most; s > d->observed; s--)
		above += row[s];
	total = below + row[d->observed] + above;
	below = (below + row[d->observed]) / total;
	above = (above + row[d->observed]) / total;
	return (struct rank_tails){
		.lower = d->deals_base ? above : below,
		.upper = d->deals_base ? below : above,
		.exact = true,
	};
}

static struct rank_tails tails_tied(const struct rank_pairs *p)
{
	struct deal d = deal_prepare(p);
	double *ways = NULL;
	struct rank_tails tails;

	if ((double)(p->base_n + p->fresh_n) * (double)d.k * (double)d.most < EXACT_MOST_STEPS)
		ways = calloc((d.k + 1) * (d.most + 1), sizeof(*ways));
	if (!ways)
		return rank_tails_normal(p);
	deal_count(p, &d, ways);
	tails = deal_tails(&d, ways);
	free(ways);
	return tails;
}

/* --- large ---------------------------------------------------------------------------------- */

static double tie_sum(const struct rank_pairs *p)
{
	struct rank_walk w = { 0 };
	double sum = 0, tied;

	while ((tied = (double)rank_walk_next(p, &w)) > 0)
		sum += tied * tied * tied - tied;
	return sum;
}

struct rank_tails rank_tails_normal(const struct rank_pairs *p)
{
	double n0 = (double)p->base_n, n1 = (double)p->fresh_n, all = n0 + n1;
	double off = rank_pairs_u(p) - n0 * n1 / 2;
	double sigma = sqrt(n0 * n1 / 12 * (all + 1 - tie_sum(p) / (all * (all - 1))));

	if (!(sigma > 0)) /* all values are equal */
		return (struct rank_tails){ .lower = 1, .upper = 1 };
	return (struct rank_tails){
		.lower = gsl_cdf_ugaussian_P((off + .5) / sigma),
		.upper = gsl_cdf_ugaussian_Q((off - .5) / sigma),
	};
}

struct rank_tails rank_tails(const struct rank_pairs *p)
{
	bool small = (double)p->base_n * (double)p->fresh_n <= EXACT_MOST_PAIRS;

	return small && tie_sum(p) == 0 ? tails_untied(p) : tails_tied(p);
}
