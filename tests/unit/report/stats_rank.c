/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>

#include "report/stats.h"
#include "report/stats_rank_null.h"
#include "tests/unit/report/golden.h"

#define ALPHA .05

/* --- without ties: the table ---------------------------------------------------------------- */

/* Two samples without ties whose U is u, 0 <= u <= n0 n1: value 2 i + 1 for the base's i-th. */
static void samples_with_u(size_t u, double *base, size_t n0, double *fresh, size_t n1)
{
	for (size_t i = 0; i < n0; i++)
		base[i] = 100 * (double)(i + 1);
	for (size_t i = 0; i < n1; i++) {
		size_t above = u < n0 ? u : n0; /* of the base, below this one */

		fresh[i] = 100 * (double)above + 50 + (double)i;
		u -= above;
	}
	stats_sort(fresh, n1);
}

static struct stats_rank rank_with_u(size_t u, size_t n0, size_t n1)
{
	double base[20], fresh[20];
	struct stats_rank r;

	samples_with_u(u, base, n0, fresh, n1);
	r = stats_rank_ratio(base, n0, fresh, n1, ALPHA, NAN);
	assert_true(r.u == (double)u && r.exact);
	return r;
}

/* The largest U that is significant, which is the last one or none. */
static void check_critical_u(const struct golden_line *line, size_t n0, size_t n1)
{
	double critical = golden_number(line, 4);

	if (critical < 0) {
		assert_true(rank_with_u(0, n0, n1).p > ALPHA);
		return;
	}
	golden_assert_near(rank_with_u((size_t)critical, n0, n1).p, golden_number(line, 5));
	assert_true(rank_with_u((size_t)critical + 1, n0, n1).p > ALPHA);
}

static void table_without_ties(void **state)
{
	FILE *file = golden_csv("mwu_hl_table.csv");
	struct golden_line line;
	size_t rows = 0;

	(void)state;
	for (; golden_line(file, &line); rows++) {
		size_t n0 = (size_t)golden_number(&line, 0), n1 = (size_t)golden_number(&line, 1);
		struct stats_rank least = rank_with_u(0, n0, n1),
				  most = rank_with_u(n0 * n1, n0, n1);

		golden_assert_near(least.p, golden_number(&line, 3));
		golden_assert_near(most.p, golden_number(&line, 3));
		golden_assert_near(stats_wilcoxon_cdf(0, n0, n1), 1 / golden_number(&line, 2));
		check_critical_u(&line, n0, n1);
		assert_true((double)stats_wilcoxon_k(n0, n1, ALPHA) == golden_number(&line, 6));
		golden_assert_near(least.level, golden_number(&line, 7));
		assert_int_equal(least.meets, !strcmp(line.field[8], "TRUE"));
	}
	fclose(file);
	assert_int_equal(rows, 210);
}

static void distribution_is_symmetric_and_whole(void **state)
{
	(void)state;
	for (long u = -1; u <= 7 * 11; u++)
		golden_assert_near(stats_wilcoxon_cdf(u, 7, 11),
				   1 - stats_wilcoxon_cdf(7 * 11 - 1 - u, 7, 11));
	assert_true(stats_wilcoxon_cdf(7 * 11, 7, 11) == 1);
	assert_true(stats_wilcoxon_cdf(-1, 7, 11) == 0);
	golden_assert_near(stats_wilcoxon_cdf(30, 7, 11), stats_wilcoxon_cdf(30, 11, 7));
}

/* --- with ties: all ways to deal ------------------------------------------------------------ */

static double u_of_deal(const double *pooled, size_t all, unsigned int is_fresh)
{
	double u = 0;

	for (size_t i = 0; i < all; i++)
		for (size_t j = 0; j < all; j++)
			if ((is_fresh >> i & 1) && !(is_fresh >> j & 1))
				u += pooled[i] > pooled[j] ? 1 : pooled[i] == pooled[j] ? .5 : 0;
	return u;
}

/* P(U <= u) and P(U >= u) by looking at every subset. */
static struct rank_tails tails_by_enumeration(const double *pooled, size_t all, size_t n1, double u)
{
	double lower = 0, upper = 0, total = 0;

	for (unsigned int deal = 0; deal < 1u << all; deal++) {
		double other;

		if ((size_t)__builtin_popcount(deal) != n1)
			continue;
		other = u_of_deal(pooled, all, deal);
		total++;
		lower += other <= u;
		upper += other >= u;
	}
	return (struct rank_tails){ lower / total, upper / total, true };
}

static void check_by_enumeration(gsl_rng *rng, size_t n0, size_t n1, unsigned long distinct)
{
	double pooled[16], base[16], fresh[16];
	struct rank_tails wanted, got;
	struct rank_pairs pairs;

	for (size_t i = 0; i < n0 + n1; i++)
		pooled[i] = (double)gsl_rng_uniform_int(rng, distinct);
	memcpy(base, pooled, n0 * sizeof(*base));
	memcpy(fresh, pooled + n0, n1 * sizeof(*fresh));
	stats_sort(base, n0);
	stats_sort(fresh, n1);
	pairs = rank_pairs(RANK_DIFFERENCE, base, n0, fresh, n1);
	wanted = tails_by_enumeration(pooled, n0 + n1, n1, rank_pairs_u(&pairs));
	got = rank_tails(&pairs);
	assert_true(got.exact);
	golden_assert_near(got.lower, wanted.lower);
	golden_assert_near(got.upper, wanted.upper);
	golden_assert_near(stats_rank_difference(base, n0, fresh, n1, ALPHA, NAN).p,
			   fmin(1, 2 * fmin(wanted.lower, wanted.upper)));
}

static void ties_are_exact(void **state)
{
	gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);

	(void)state;
	gsl_rng_set(rng, 5);
	for (int i = 0; i < 60; i++)
		check_by_enumeration(rng, 1 + gsl_rng_uniform_int(rng, 5),
				     1 + gsl_rng_uniform_int(rng, 5),
				     1 + gsl_rng_uniform_int(rng, 6));
	gsl_rng_free(rng);
}

static void equal_values_differ_in_nothing(void **state)
{
	double v[40];
	struct stats_rank r;

	(void)state;
	for (size_t i = 0; i < 40; i++)
		v[i] = 3;
	r = stats_rank_ratio(v, 5, v, 6, ALPHA, .01);
	assert_true(r.p == 1 && r.u == 15 && r.shift == 1 && r.lo == 1 && r.hi == 1 && r.exact);
	assert_true(r.tost_p < ALPHA);
	r = stats_rank_ratio(v, 40, v, 40, ALPHA, .01);
	assert_true(r.p == 1 && !isnan(r.lo));
}

/* The change of method must not show: both on the same data just below the change. */
static void normal_approximation_comes_close(void **state)
{
	gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
	double base[50], fresh[50];

	(void)state;
	gsl_rng_set(rng, 6);
	for (int i = 0; i < 20; i++) {
		struct rank_pairs pairs = rank_pairs(RANK_DIFFERENCE, base, 50, fresh, 50);
		struct rank_tails exact, normal;

		for (size_t j = 0; j < 50; j++) {
			base[j] = gsl_ran_gaussian(rng, 1);
			fresh[j] = .2 + gsl_ran_gaussian(rng, 1);
		}
		stats_sort(base, 50);
		stats_sort(fresh, 50);
		exact = rank_tails(&pairs);
		normal = rank_tails_normal(&pairs);
		assert_true(exact.exact && !normal.exact);
		assert_true(fabs(exact.lower - normal.lower) < .001);
		assert_true(fabs(exact.upper - normal.upper) < .001);
	}
	gsl_rng_free(rng);
}

/* --- Hodges-Lehmann ------------------------------------------------------------------------- */

static void check_selection(enum rank_contrast contrast, const double *base, size_t n0,
			    const double *fresh, size_t n1)
{
	struct rank_pairs pairs = rank_pairs(contrast, base, n0, fresh, n1);
	double all[256];
	size_t n = 0;

	for (size_t i = 0; i < n0; i++)
		for (size_t j = 0; j < n1; j++)
			all[n++] = contrast == RANK_RATIO ? fresh[j] / base[i] : fresh[j] - base[i];
	stats_sort(all, n);
	for (size_t k = 1; k <= n; k++)
		assert_true(rank_pairs_select(&pairs, k) == all[k - 1]);
	golden_assert_near(rank_pairs_median(&pairs), contrast == RANK_RATIO
							      ? sqrt(all[(n - 1) / 2] * all[n / 2])
							      : stats_median(all, n));
}

static void selection_equals_sorting(void **state)
{
	gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
	double base[16], fresh[16];

	(void)state;
	gsl_rng_set(rng, 7);
	for (int i = 0; i < 50; i++) {
		size_t n0 = 1 + gsl_rng_uniform_int(rng, 16), n1 = 1 + gsl_rng_uniform_int(rng, 16);

		for (size_t j = 0; j < 16; j++) {
			base[j] = round(gsl_ran_exponential(rng, 50)) + 1;
			fresh[j] = round(gsl_ran_exponential(rng, 60)) + 1;
		}
		stats_sort(base, n0);
		stats_sort(fresh, n1);
		check_selection(RANK_RATIO, base, n0, fresh, n1);
		check_selection(RANK_DIFFERENCE, base, n0, fresh, n1);
	}
	gsl_rng_free(rng);
}

static void unit_and_roles(void **state)
{
	double base[] = { 3, 4, 5, 7, 11 }, fresh[] = { 4.5, 6, 8, 12, 20, 21 };
	double base_ms[5], fresh_ms[6];
	struct stats_rank s = stats_rank_ratio(base, 5, fresh, 6, ALPHA, .01), ms, back;

	(void)state;
	for (size_t i = 0; i < 5; i++)
		base_ms[i] = 1000 * base[i];
	for (size_t i = 0; i < 6; i++)
		fresh_ms[i] = 1000 * fresh[i];
	ms = stats_rank_ratio(base_ms, 5, fresh_ms, 6, ALPHA, .01);
	golden_assert_near(ms.p, s.p);
	golden_assert_near(ms.shift, s.shift);
	golden_assert_near(ms.lo, s.lo);
	golden_assert_near(ms.tost_p, s.tost_p);
	back = stats_rank_ratio(fresh, 6, base, 5, ALPHA, .01);
	golden_assert_near(back.p, s.p);
	golden_assert_near(back.u, s.u_max - s.u);
	golden_assert_near(back.shift, 1 / s.shift);
	golden_assert_near(back.lo, 1 / s.hi);
}

static void counts_use_differences(void **state)
{
	double base[] = { 0, 0, 1, 1, 2 }, fresh[] = { 2, 3, 3, 4, 6 };
	struct stats_rank r = stats_rank_ratio(base, 5, fresh, 5, ALPHA, .01);

	(void)state;
	assert_true(isnan(r.shift) && isnan(r.lo) && isnan(r.hi) && isnan(r.tost_p));
	assert_true(r.p < ALPHA && r.exact);
	r = stats_rank_difference(base, 5, fresh, 5, ALPHA, 10);
	assert_true(r.shift == 3 && r.lo >= 1 && r.hi <= 6 && r.lo < r.hi);
	assert_true(r.tost_p < ALPHA);
	assert_true(stats_rank_difference(base, 5, fresh, 5, ALPHA, 1).tost_p > ALPHA);
	r = stats_rank_difference(base, 0, fresh, 5, ALPHA, 10);
	assert_true(isnan(r.p) && isnan(r.u) && isnan(r.shift) && isnan(r.level) && !r.meets);
}

static void equivalence_by_ranks(void **state)
{
	double base[10], close[10], far[10];

	(void)state;
	for (size_t i = 0; i < 10; i++) {
		base[i] = 100 + .1 * (double)i;
		close[i] = 100.05 + .1 * (double)i;
		far[i] = 101 + .1 * (double)i;
	}
	assert_true(stats_rank_ratio(base, 10, close, 10, ALPHA, .01).tost_p < .001);
	assert_true(stats_rank_ratio(base, 10, far, 10, ALPHA, .01).tost_p > .3);
	assert_true(isnan(stats_rank_ratio(base, 10, far, 10, ALPHA, NAN).tost_p));
}

static void thousands_of_runs(void **state)
{
	static double base[5000], fresh[5000];
	struct stats_rank r;

	(void)state;
	for (size_t i = 0; i < 5000; i++) {
		base[i] = 1000 + (double)i;
		fresh[i] = 1.05 * base[i];
	}
	r = stats_rank_ratio(base, 5000, fresh, 5000, ALPHA, .01);
	assert_true(!r.exact && r.p < 1e-6 && r.lo > 1 && r.lo < r.shift && r.shift < r.hi);
	assert_true(fabs(r.level - .95) < 1e-4 && r.meets);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(table_without_ties),
		cmocka_unit_test(distribution_is_symmetric_and_whole),
		cmocka_unit_test(ties_are_exact),
		cmocka_unit_test(equal_values_differ_in_nothing),
		cmocka_unit_test(normal_approximation_comes_close),
		cmocka_unit_test(selection_equals_sorting),
		cmocka_unit_test(unit_and_roles),
		cmocka_unit_test(counts_use_differences),
		cmocka_unit_test(equivalence_by_ranks),
		cmocka_unit_test(thousands_of_runs),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
