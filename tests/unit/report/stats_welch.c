/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>

#include "report/stats.h"
#include "tests/unit/report/golden.h"

#define ALPHA .05

static struct stats_moments moments(size_t n, double mean, double sd)
{
	return (struct stats_moments){ .n = n, .mean = mean, .sd = sd };
}

static struct stats_moments scaled(struct stats_moments m, double by)
{
	return moments(m.n, m.mean * by, m.sd * by);
}

static void unit_does_not_matter(void **state)
{
	struct stats_moments base = moments(5, 62.276, 4.969), fresh = moments(7, 116.2, 32.6);
	struct stats_moments base_ms = scaled(base, 1000), fresh_ms = scaled(fresh, 1000);
	struct stats_welch s = stats_welch(&base, &fresh, ALPHA, .01);
	struct stats_welch ms = stats_welch(&base_ms, &fresh_ms, ALPHA, .01);

	(void)state;
	golden_assert_near(ms.p, s.p);
	golden_assert_near(ms.ratio, s.ratio);
	golden_assert_near(ms.ratio_lo, s.ratio_lo);
	golden_assert_near(ms.ratio_hi, s.ratio_hi);
	golden_assert_near(ms.tost_p, s.tost_p);
	golden_assert_near(ms.log_se, s.log_se);
	golden_assert_near(ms.diff_lo, 1000 * s.diff_lo);
}

/* Fieller's set turns over with the roles: [lo, hi] becomes [1/hi, 1/lo]. */
static void roles_can_be_swapped(void **state)
{
	struct stats_moments base = moments(5, 62.276, 4.969), fresh = moments(7, 116.2, 12.6);
	struct stats_welch there = stats_welch(&base, &fresh, ALPHA, NAN);
	struct stats_welch back = stats_welch(&fresh, &base, ALPHA, NAN);

	(void)state;
	golden_assert_near(back.p, there.p);
	golden_assert_near(1 / back.ratio_hi, there.ratio_lo);
	golden_assert_near(1 / back.ratio_lo, there.ratio_hi);
	assert_true(isnan(there.tost_p));
}

/*
 * Two runs against many, with far less spread: between the ratio and 1 the test rejects and then
 * accepts again, or the other way round.
 */
static void holes_do_not_part_interval_and_p(void **state)
{
	struct stats_moments base = moments(12, 1, .474), fresh = moments(2, 3.936, .5365);
	struct stats_welch w = stats_welch(&base, &fresh, ALPHA, NAN);

	(void)state;
	assert_true(w.p > ALPHA && w.ratio_lo <= 1 && !w.unbounded);
	base = moments(13, 1, 1.146);
	fresh = moments(2, 2.216, .276);
	w = stats_welch(&base, &fresh, ALPHA, NAN);
	assert_true(w.p < ALPHA && w.ratio_lo > 1 && !w.unbounded);
}

/* Over random pairs, with few runs, unequal n and unequal spread too. */
static void interval_and_p_agree(void **state)
{
	gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
	int excluded = 0, included = 0, unbounded = 0;

	(void)state;
	gsl_rng_set(rng, 4);
	for (int i = 0; i < 4000; i++) {
		struct stats_moments base =
			moments(2 + gsl_rng_uniform_int(rng, 10), 1, gsl_ran_exponential(rng, .1));
		struct stats_moments fresh =
			moments(2 + gsl_rng_uniform_int(rng, 10), exp(gsl_ran_gaussian(rng, .3)),
				gsl_ran_exponential(rng, .1));
		struct stats_welch w = stats_welch(&base, &fresh, ALPHA, NAN);
		bool holds_one = w.ratio_lo <= 1 && 1 <= w.ratio_hi;

		assert_true(w.ratio_lo <= w.ratio && w.ratio <= w.ratio_hi);
		if (w.unbounded) {
			assert_true(isinf(w.ratio_lo) && isinf(w.ratio_hi));
			unbounded++;
			continue;
		}
		assert_int_equal(w.p < ALPHA, !holds_one);
		excluded += !holds_one;
		included += holds_one;
	}
	gsl_rng_free(rng);
	assert_true(excluded > 500 && included > 500 && unbounded > 10);
}

static void ends_are_where_the_test_turns(void **state)
{
	struct stats_moments base = moments(6, 40, 1.5), fresh = moments(4, 37, 2.5);
	struct stats_welch w = stats_welch(&base, &fresh, ALPHA, NAN);
	struct stats_moments at_lo = scaled(base, w.ratio_lo), at_hi = scaled(base, w.ratio_hi);

	(void)state;
	golden_assert_near(stats_welch(&at_lo, &fresh, ALPHA, NAN).p, ALPHA);
	golden_assert_near(stats_welch(&at_hi, &fresh, ALPHA, NAN).p, ALPHA);
}

/* |m0| / SE against t(.975, 3) = 3.182. */
static void a_base_that_may_be_zero_bounds_nothing(void **state)
{
	struct stats_moments fresh = moments(4, 3, .1);
	struct stats_moments noisy = moments(4, 1, 2 / 3.18), firm = moments(4, 1, 2 / 3.19);
	struct stats_moments zero = moments(4, 0, 1);
	struct stats_welch w = stats_welch(&noisy, &fresh, ALPHA, NAN);

	(void)state;
	assert_true(w.unbounded && w.ratio_lo == -INFINITY && w.ratio_hi == INFINITY);
	assert_false(isnan(w.p));
	w = stats_welch(&firm, &fresh, ALPHA, NAN);
	assert_true(!w.unbounded && isfinite(w.ratio_lo) && isfinite(w.ratio_hi));
	w = stats_welch(&zero, &fresh, ALPHA, NAN);
	assert_true(w.unbounded && isnan(w.ratio) && isnan(w.log_ratio) && !isnan(w.p));
}

static void one_run_gives_a_change_and_no_more(void **state)
{
	FILE *file = golden_csv("numaq_2002.csv");
	struct golden_line line;

	(void)state;
	while (golden_line(file, &line)) {
		struct stats_moments base = moments(1, golden_number(&line, 2), NAN);
		struct stats_moments fresh = moments(1, golden_number(&line, 3), NAN);
		struct stats_welch w = stats_welch(&base, &fresh, ALPHA, .01);

		golden_assert_near(100 * (w.ratio - 1), golden_number(&line, 4));
		assert_true(isnan(w.p) && isnan(w.t) && isnan(w.df) && isnan(w.se));
		assert_true(isnan(w.ratio_lo) && isnan(w.ratio_hi) && isnan(w.diff_lo));
		assert_true(isnan(w.tost_p) && isnan(w.log_se) && !w.unbounded);
	}
	fclose(file);
}

static void no_spread_is_not_certainty(void **state)
{
	struct stats_moments base = moments(5, 31.2, 0), fresh = moments(5, 31.3, 0);
	struct stats_welch w = stats_welch(&base, &fresh, ALPHA, .01);

	(void)state;
	assert_true(isnan(w.p) && isnan(w.ratio_lo) && isnan(w.tost_p));
	golden_assert_near(w.ratio, 31.3 / 31.2);
	base = stats_moments_floor(base, .01);
	w = stats_welch(&base, &fresh, ALPHA, .01);
	assert_true(w.p > 0 && w.p < 1e-6);
	assert_true(w.df == 4 && w.ratio_lo < w.ratio && w.ratio < w.ratio_hi);
}

static void intervals_may_be_left_out(void **state)
{
	struct stats_moments base = moments(5, 62.276, 4.969), fresh = moments(7, 116.2, 32.6);
	struct stats_welch all = stats_welch(&base, &fresh, ALPHA, .01);
	struct stats_welch w = stats_welch(&base, &fresh, NAN, .01);

	(void)state;
	assert_true(w.p == all.p && w.df == all.df && w.tost_p == all.tost_p && w.se == all.se);
	assert_true(isnan(w.ratio_lo) && isnan(w.ratio_hi) && isnan(w.diff_lo) && !w.unbounded);
}

static void equivalence_needs_precision(void **state)
{
	struct stats_moments base = moments(10, 100, .5), close = moments(10, 100.2, .5);
	struct stats_moments loose = moments(10, 100.2, 3), far = moments(10, 101.5, .5);

	(void)state;
	assert_true(stats_welch(&base, &close, ALPHA, .01).tost_p < ALPHA);
	assert_true(stats_welch(&base, &loose, ALPHA, .01).tost_p > ALPHA);
	assert_true(stats_welch(&base, &far, ALPHA, .01).tost_p > .5);
	assert_true(stats_welch(&base, &far, ALPHA, .03).tost_p < ALPHA);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(unit_does_not_matter),
		cmocka_unit_test(roles_can_be_swapped),
		cmocka_unit_test(holes_do_not_part_interval_and_p),
		cmocka_unit_test(interval_and_p_agree),
		cmocka_unit_test(ends_are_where_the_test_turns),
		cmocka_unit_test(a_base_that_may_be_zero_bounds_nothing),
		cmocka_unit_test(one_run_gives_a_change_and_no_more),
		cmocka_unit_test(no_spread_is_not_certainty),
		cmocka_unit_test(intervals_may_be_left_out),
		cmocka_unit_test(equivalence_needs_precision),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
