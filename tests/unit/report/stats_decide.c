/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "report/stats.h"
#include "tests/unit/report/golden.h"

#define ALPHA .05

/* --- pairs ---------------------------------------------------------------------------------- */

static void drift_drops_out_of_pairs(void **state)
{
	double base[6], fresh[6];
	struct stats_moments m0, m1;
	struct stats_pair p;

	(void)state;
	for (size_t i = 0; i < 6; i++) {
		base[i] = 10 + 3 * (double)i;
		fresh[i] = base[i] * (1.02 + .001 * (double)(i % 2));
	}
	p = stats_pair_ratio(base, fresh, 6, ALPHA, .05);
	m0 = stats_moments(base, 6);
	m1 = stats_moments(fresh, 6);
	assert_true(p.n == 6 && p.df == 5 && p.p < 1e-5);
	assert_true(p.lo > 1.019 && p.hi < 1.022 && p.tost_p < ALPHA);
	p = stats_pair_ratio(fresh, base, 6, ALPHA, .02);
	golden_assert_near(p.tost_p,
			   stats_t_tost(p.mean, p.se, p.df, log(.98), log(1.02), NULL, NULL));
	assert_true(stats_welch(&m0, &m1, ALPHA, NAN).p > .5);
}

static void pairs_with_a_gap(void **state)
{
	double base[] = { 1, 2, NAN, 4, 5 }, fresh[] = { 2, 3, 4, 5, NAN };
	double base4[] = { 1, 2, 3, 4 }, fresh4[] = { 2, 3, 5, 9 };
	double base5[] = { 1, NAN, 2, 3, 4 }, fresh5[] = { 2, 7, 3, 5, 9 };
	struct stats_pair p = stats_pair_ratio(base, fresh, 5, ALPHA, .01), q;

	(void)state;
	assert_int_equal(p.n, 3);
	assert_true(isnan(p.shift) && isnan(p.p) && isnan(p.lo) && isnan(p.tost_p));
	p = stats_pair_difference(base4, fresh4, 4, ALPHA, NAN);
	q = stats_pair_difference(base5, fresh5, 5, ALPHA, NAN);
	assert_true(p.n == 4 && q.n == 4);
	golden_assert_near(q.p, p.p);
	golden_assert_near(q.shift, 2.25);
	golden_assert_near(q.hi, p.hi);
}

static void pairs_of_counts_use_differences(void **state)
{
	double base[] = { 0, 1, 2, 0, 1 }, fresh[] = { 3, 4, 4, 3, 5 };
	struct stats_pair p = stats_pair_ratio(base, fresh, 5, ALPHA, .01);

	(void)state;
	assert_true(isnan(p.shift) && isnan(p.p) && isnan(p.mean));
	p = stats_pair_difference(base, fresh, 5, ALPHA, 5);
	golden_assert_near(p.shift, 3);
	assert_true(p.lo > 0 && p.p < ALPHA && p.tost_p < ALPHA);
}

static void equal_pairs_have_no_test(void **state)
{
	double base[] = { 1, 2, 3, 4 }, fresh[] = { 2, 3, 4, 5 };
	struct stats_pair p = stats_pair_difference(base, fresh, 4, ALPHA, 2);

	(void)state;
	assert_true(p.shift == 1 && isnan(p.p) && isnan(p.lo) && isnan(p.se));
}

/* --- families ------------------------------------------------------------------------------- */

static void unknown_p_is_no_member(void **state)
{
	double p[] = { .01, NAN, .04, .03 }, adjusted[4];

	(void)state;
	stats_holm(p, 4, adjusted);
	golden_assert_near(adjusted[0], .03);
	assert_true(isnan(adjusted[1]));
	golden_assert_near(adjusted[2], .06);
	golden_assert_near(adjusted[3], .06);
	stats_benjamini_hochberg(p, 4, adjusted);
	golden_assert_near(adjusted[0], .03);
	assert_true(isnan(adjusted[1]));
	golden_assert_near(adjusted[2], .04);
	golden_assert_near(adjusted[3], .04);
	assert_int_equal(stats_holm(p, 1, adjusted), 0);
	golden_assert_near(adjusted[0], .01);
	assert_int_equal(stats_holm(NULL, 0, NULL), 0);
	assert_int_equal(stats_holm(p, 4, p), 0);
	golden_assert_near(p[0], .03);
	golden_assert_near(p[3], .06);
	assert_true(isnan(p[1]));
}

static void equal_p_are_adjusted_alike(void **state)
{
	double p[] = { .02, .02, .02, .9 }, adjusted[4];

	(void)state;
	stats_holm(p, 4, adjusted);
	for (size_t i = 0; i < 3; i++)
		golden_assert_near(adjusted[i], .08);
	golden_assert_near(adjusted[3], .9);
	stats_benjamini_hochberg(p, 4, adjusted);
	for (size_t i = 0; i < 3; i++)
		golden_assert_near(adjusted[i], .02 * 4 / 3);
}

static void geometric_mean_skips_what_is_missing(void **state)
{
	double ratio[] = { log(1.1), NAN, log(1.21) }, se[] = { .01, NAN, .01 },
	       df[] = { 4, NAN, 4 };
	struct stats_geomean g = stats_geomean(ratio, se, df, 3, ALPHA);

	(void)state;
	assert_true(g.n == 2 && g.df == 8);
	golden_assert_near(g.log_ratio, 1.5 * log(1.1));
	golden_assert_near(g.se, .01 / sqrt(2));
	golden_assert_near(g.lo * g.hi, g.ratio * g.ratio);
	g = stats_geomean(ratio + 1, se + 1, df + 1, 1, ALPHA);
	assert_true(g.n == 0 && isnan(g.ratio) && isnan(g.se) && isnan(g.lo) && isnan(g.df));
}

/* --- verdicts ------------------------------------------------------------------------------- */

static void verdicts(void **state)
{
	static const struct {
		const char *text;
		struct stats_evidence e;
	} cases[] = {
		{ "worse",
		  { 5, 5, .866, .221, 1.504, .020, .99, .05, .01, STATS_LOWER_IS_BETTER } },
		{ "better",
		  { 5, 5, .866, .221, 1.504, .020, .99, .05, .01, STATS_HIGHER_IS_BETTER } },
		{ "better",
		  { 4, 4, -.06, -.086, -.036, .015, .99, .05, .01, STATS_LOWER_IS_BETTER } },
		{ "worse",
		  { 4, 4, -.06, -.086, -.036, .015, .99, .05, .01, STATS_HIGHER_IS_BETTER } },
		/* significant, wholly within the margin: small wins over = */
		{ "better small",
		  { 9, 9, -.004, -.007, -.001, .01, .001, .05, .01, STATS_LOWER_IS_BETTER } },
		{ "worse small",
		  { 9, 9, .004, .001, .007, .01, .001, .05, .01, STATS_LOWER_IS_BETTER } },
		/* one end outside is not small; no interval or no margin neither */
		{ "worse", { 9, 9, .008, .001, .015, .01, .3, .05, .01, STATS_LOWER_IS_BETTER } },
		{ "worse", { 9, 9, .004, NAN, NAN, .01, NAN, .05, .01, STATS_LOWER_IS_BETTER } },
		{ "worse", { 9, 9, .004, .001, .007, .01, NAN, .05, NAN, STATS_LOWER_IS_BETTER } },
		{ "=", { 9, 9, .001, -.004, .006, .4, .001, .05, .01, STATS_LOWER_IS_BETTER } },
		{ "~", { 9, 9, .001, -.04, .06, .4, .2, .05, .01, STATS_LOWER_IS_BETTER } },
		{ "~", { 9, 9, .02, .001, .04, .05, NAN, .05, .01, STATS_LOWER_IS_BETTER } },
		{ "?", { 2, 9, .2, .1, .3, .001, .9, .05, .01, STATS_LOWER_IS_BETTER } },
		{ "?", { 9, 2, .2, .1, .3, .001, .9, .05, .01, STATS_LOWER_IS_BETTER } },
		{ "?", { 9, 9, .2, .1, .3, NAN, .9, .05, .01, STATS_LOWER_IS_BETTER } },
		{ "?", { 9, 9, .2, .1, .3, NAN, .001, .05, .01, STATS_LOWER_IS_BETTER } },
		{ "?",
		  { 9, 9, .2, -INFINITY, INFINITY, .001, .9, .05, .01, STATS_LOWER_IS_BETTER } },
		{ "?", { 9, 9, .2, .1, INFINITY, .001, .9, .05, .01, STATS_LOWER_IS_BETTER } },
		{ "?", { 9, 9, .2, -INFINITY, .3, .001, .9, .05, .01, STATS_LOWER_IS_BETTER } },
		{ "?", { 9, 9, NAN, .1, .3, .001, .9, .05, .01, STATS_LOWER_IS_BETTER } },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++)
		assert_string_equal(stats_verdict_text(stats_verdict(&cases[i].e)), cases[i].text);
}

static void verdicts_that_a_script_asks_for(void **state)
{
	(void)state;
	assert_true(stats_verdict_is_worse(STATS_WORSE));
	assert_true(stats_verdict_is_worse(STATS_WORSE_SMALL));
	assert_false(stats_verdict_is_worse(STATS_BETTER));
	assert_false(stats_verdict_is_worse(STATS_UNDECIDED));
	assert_true(stats_verdict_is_better(STATS_BETTER_SMALL));
	assert_false(stats_verdict_is_better(STATS_EQUIVALENT));
}

static void engines_that_disagree(void **state)
{
	(void)state;
	assert_true(stats_disagree(.04, .06, ALPHA));
	assert_true(stats_disagree(.06, .04, ALPHA));
	assert_false(stats_disagree(.020, .008, ALPHA));
	assert_false(stats_disagree(.06, .9, ALPHA));
	assert_false(stats_disagree(NAN, .04, ALPHA));
	assert_false(stats_disagree(.04, NAN, ALPHA));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(drift_drops_out_of_pairs),
		cmocka_unit_test(pairs_with_a_gap),
		cmocka_unit_test(pairs_of_counts_use_differences),
		cmocka_unit_test(equal_pairs_have_no_test),
		cmocka_unit_test(unknown_p_is_no_member),
		cmocka_unit_test(equal_p_are_adjusted_alike),
		cmocka_unit_test(geometric_mean_skips_what_is_missing),
		cmocka_unit_test(verdicts),
		cmocka_unit_test(verdicts_that_a_script_asks_for),
		cmocka_unit_test(engines_that_disagree),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
