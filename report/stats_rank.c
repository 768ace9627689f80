/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <gsl/gsl_cdf.h>

#include "report/stats_rank.h"
#include "report/stats_rank_null.h"
#include "report/stats_rank_pairs.h"

static struct stats_rank rank_unknown(void)
{
	return (struct stats_rank){ .u = NAN,
				    .u_max = NAN,
				    .p = NAN,
				    .shift = NAN,
				    .lo = NAN,
				    .hi = NAN,
				    .level = NAN,
				    .tost_p = NAN };
}

static double rank_two_sided(struct rank_tails tails)
{
	return fmin(1, 2 * fmin(tails.lower, tails.upper));
}

static void rank_test(struct stats_rank *out, const struct rank_pairs *pairs)
{
	struct rank_tails tails = rank_tails(pairs);

	out->u = rank_pairs_u(pairs);
	out->u_max = (double)pairs->base_n * (double)pairs->fresh_n;
	out->p = rank_two_sided(tails);
	out->exact = tails.exact;
}

static void rank_shift(struct stats_rank *out, const struct rank_pairs *pairs, double alpha)
{
	uint64_t all = (uint64_t)pairs->base_n * pairs->fresh_n;
	uint64_t k = stats_wilcoxon_k(pairs->base_n, pairs->fresh_n, alpha);

	out->shift = rank_pairs_median(pairs);
	out->lo = rank_pairs_select(pairs, k);
	out->hi = rank_pairs_select(pairs, all + 1 - k);
	out->level = 1 - 2 * stats_wilcoxon_cdf((long)k - 1, pairs->base_n, pairs->fresh_n);
	out->meets = out->level >= 1 - alpha;
}

/* The fresh set against the base moved to each end of the margin. */
static double rank_tost(struct rank_pairs pairs, double margin)
{
	struct rank_tails at_lower, at_upper;

	if (isnan(margin))
		return NAN;
	rank_pairs_move(&pairs, -margin);
	at_lower = rank_tails(&pairs);
	rank_pairs_move(&pairs, margin);
	at_upper = rank_tails(&pairs);
	return fmax(at_lower.upper, at_upper.lower);
}

static struct stats_rank rank_compare(const struct rank_pairs *pairs, double alpha, double margin)
{
	struct stats_rank out = rank_unknown();

	if (!pairs->base_n || !pairs->fresh_n)
		return out;
	rank_test(&out, pairs);
	if (pairs->contrast == RANK_RATIO && !(pairs->base[0] > 0 && pairs->fresh[0] > 0))
		return out;
	rank_shift(&out, pairs, alpha);
	out.tost_p = rank_tost(*pairs, margin);
	return out;
}

struct stats_rank stats_rank_ratio(const double *base_sorted, size_t base_n,
				   const double *fresh_sorted, size_t fresh_n, double alpha,
				   double margin)
{
	struct rank_pairs pairs =
		rank_pairs(RANK_RATIO, base_sorted, base_n, fresh_sorted, fresh_n);

	return rank_compare(&pairs, alpha, margin);
}

struct stats_rank stats_rank_difference(const double *base_sorted, size_t base_n,
					const double *fresh_sorted, size_t fresh_n, double alpha,
					double margin)
{
	struct rank_pairs pairs =
		rank_pairs(RANK_DIFFERENCE, base_sorted, base_n, fresh_sorted, fresh_n);

	return rank_compare(&pairs, alpha, margin);
}
