/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "report/stats.h"
#include "tests/unit/report/golden.h"

/*
 * Tails of the incomplete beta function to 40 digits (mpmath 1.2.1, betainc): beyond 30 df, where
 * GSL's own t tail is an expansion.
 */
static void small_tails_keep_their_digits(void **state)
{
	static const struct {
		double t, df, p;
	} known[] = {
		{ 1e-6, 19998, .99999920212541368938 }, { 8, 31, 4.9402637019033796e-9 },
		{ 12, 31, 3.4779268004197404e-13 },     { 20, 45.3, 4.0963541791750408e-24 },
		{ 20, 100, 9.9942678613369559e-37 },    { 40, 333.3, 2.8167722762569075e-129 },
		{ 1.96, 1000, 0.050273184955748718 },   { 5, 19998, 5.781519012877399e-7 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(known) / sizeof(*known); i++) {
		golden_assert_near(stats_t_two_sided(known[i].t, known[i].df), known[i].p);
		golden_assert_near(stats_t_two_sided(-known[i].t, known[i].df), known[i].p);
		golden_assert_near(stats_t_upper(known[i].t, known[i].df), known[i].p / 2);
		golden_assert_near(stats_t_upper(-known[i].t, known[i].df), 1 - known[i].p / 2);
	}
}

static void critical_value_inverts_the_tail(void **state)
{
	static const double dfs[] = { 1, 1.7, 3, 4.19, 18, 31, 77.7, 5000 };
	static const double alphas[] = { .5, .2, .05, .01, .002, 1e-6 };

	(void)state;
	for (size_t i = 0; i < sizeof(dfs) / sizeof(*dfs); i++)
		for (size_t j = 0; j < sizeof(alphas) / sizeof(*alphas); j++)
			golden_assert_near(
				stats_t_two_sided(stats_t_critical(alphas[j], dfs[i]), dfs[i]),
				alphas[j]);
}

static void unknown_stays_unknown(void **state)
{
	(void)state;
	assert_true(isnan(stats_t_two_sided(NAN, 4)));
	assert_true(isnan(stats_t_two_sided(1, 0)));
	assert_true(isnan(stats_t_two_sided(1, NAN)));
	assert_true(isnan(stats_t_upper(NAN, 4)));
	assert_true(isnan(stats_t_critical(.05, NAN)));
	assert_true(isnan(stats_t_critical(.05, 0)));
	assert_true(isnan(stats_t_critical(0, 4)));
	assert_true(isnan(stats_t_critical(1, 4)));
	assert_true(isnan(stats_t_critical(NAN, 4)));
	assert_true(isnan(stats_t_tost(0, NAN, 4, -1, 1, NULL, NULL)));
	assert_true(isnan(stats_t_tost(0, 1, 4, NAN, 1, NULL, NULL)));
	assert_true(stats_t_two_sided(INFINITY, 4) == 0);
	assert_true(stats_t_upper(-INFINITY, 4) == 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(small_tails_keep_their_digits),
		cmocka_unit_test(critical_value_inverts_the_tail),
		cmocka_unit_test(unknown_stays_unknown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
