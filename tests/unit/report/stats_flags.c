/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "report/stats.h"
#include "tests/unit/report/golden.h"

#define ALPHA .05

static struct stats_flags flags_of(const double *v, size_t n, double resolution)
{
	double sorted[64];

	memcpy(sorted, v, n * sizeof(*v));
	return stats_flags(sorted, stats_sort(sorted, n), resolution);
}

/* The runs of the published sp.C figures: base noisy, series unstable, neither in two groups. */
static void noisy_and_unstable(void **state)
{
	static const double base[] = { 59.83, 67.72, 63.62, 55.01, 65.2 };
	static const double series[] = { 125.73, 87.54, 86.93, 165.98, 114.78 };
	static const double steady[] = { 40, 40.1, 40.2, 40.1, 40 };
	struct stats_flags f = flags_of(base, 5, .01);

	(void)state;
	assert_true(f.noisy && !f.unstable && !f.two_groups && !f.outlier && !f.few && !f.res);
	f = flags_of(series, 5, .01);
	assert_true(f.unstable && !f.noisy && !f.two_groups && !f.bimodal && !f.outlier);
	f = flags_of(steady, 5, .01);
	assert_true(!f.unstable && !f.noisy && !f.two_groups && !f.outlier);
}

/* max/min alone makes a sample unstable, whatever its CV; 1.5 itself is enough. */
static void range_alone_is_unstable(void **state)
{
	double v[60];
	struct stats_flags f;

	(void)state;
	for (size_t i = 0; i < 60; i++)
		v[i] = 100 + (double)(i % 3);
	v[7] = 150;
	f = flags_of(v, 60, NAN);
	assert_true(f.cv < STATS_UNSTABLE_CV && f.unstable && f.outlier);
}

static void spread_alone_is_unstable(void **state)
{
	static const double v[] = { 100, 100, 130, 130 };
	struct stats_flags f = flags_of(v, 4, NAN);

	(void)state;
	assert_true(f.max_over_min < STATS_UNSTABLE_RANGE && f.unstable && !f.noisy && f.few);
}

static void two_runs_are_enough_for_a_range(void **state)
{
	double v[] = { 100, 150 };

	(void)state;
	assert_true(flags_of(v, 2, NAN).unstable);
	v[0] = 0;
	assert_true(isnan(flags_of(v, 2, NAN).max_over_min));
}

static void critical_values_are_those_of_the_table(void **state)
{
	FILE *file = golden_csv("bimodal_split_crit.csv");
	struct golden_line line;
	size_t rows = 0;

	(void)state;
	for (; golden_line(file, &line); rows++)
		golden_assert_near(stats_split_critical((size_t)golden_number(&line, 0)),
				   golden_number(&line, 2));
	fclose(file);
	assert_int_equal(rows, 19);
	assert_true(isnan(stats_split_critical(3)));
	assert_true(stats_split_critical(24) == stats_split_critical(20));
	assert_true(stats_split_critical(1000) == stats_split_critical(30));
}

static void two_groups_and_the_word_bimodal(void **state)
{
	static const double seven[] = { 38, 39, 38.5, 93, 94, 148, 93.5 };
	static const double lonely[] = { 10, 30, 31, 32, 33, 34 };
	static const double two[] = { 38, 39, 38.5, 93, 94, 38.2, 93.5, 92.8 };
	struct stats_flags f = flags_of(two, 8, NAN);

	(void)state;
	assert_true(f.two_groups && f.bimodal && f.split.low_n == 4);
	f = flags_of(two, 7, NAN);
	assert_true(f.two_groups && !f.bimodal);
	f = flags_of(seven, 7, NAN);
	assert_false(f.two_groups);
	f = flags_of(lonely, 6, NAN); /* one low value is no group */
	assert_true(f.split.low_n >= 2 && f.split.low_n <= 4);
	f = flags_of(two, 3, NAN);
	assert_true(!f.two_groups && isnan(f.split.ratio) && f.split.low_n == 0);
}

static void outliers(void **state)
{
	static const double spread[] = { 10, 11, 12, 13, 14 };
	static const double low[] = { -8, 11, 12, 13, 14 };
	static const double beside[] = { 31.2, 31.2, 31.2, 31.2, 31.3 };
	static const double far[] = { 10, 11, 12, 13, 30 };
	static const double rounded[] = { 31.2, 31.2, 31.2, 31.2, 31.21 };
	static const double mostly[] = { 31.2, 31.2, 31.2, 31.2, 33 };

	(void)state;
	assert_false(flags_of(spread, 5, NAN).outlier);
	assert_true(flags_of(far, 5, NAN).outlier);
	assert_true(flags_of(low, 5, NAN).outlier);
	assert_false(flags_of(far + 1, 4, NAN).outlier);
	assert_true(flags_of(beside, 5, .01).outlier);
	assert_false(flags_of(rounded, 5, .01).outlier);
	assert_true(flags_of(mostly, 5, .01).outlier);
	assert_false(flags_of(mostly, 5, NAN).outlier);
}

static void equal_at_the_resolution(void **state)
{
	static const double v[] = { 31.2, 31.2, 31.2, 31.2, 31.2 };

	(void)state;
	assert_true(flags_of(v, 5, .01).res);
	assert_false(flags_of(v, 5, NAN).res);
	assert_false(flags_of(v, 1, .01).res);
	assert_true(isnan(flags_of(v, 5, .01).split.ratio));
}

static void nothing_flags_nothing(void **state)
{
	struct stats_flags f = stats_flags(NULL, 0, NAN);

	(void)state;
	assert_true(f.few && !f.noisy && !f.unstable && !f.outlier && !f.two_groups && !f.res);
	assert_true(isnan(f.cv) && isnan(f.max_over_min));
}

/* --- power ---------------------------------------------------------------------------------- */

/*
 * R, ?power.t.test: n = 20, delta = 1, sd = 1 has power 0.8689528, without the far tail (2e-7).
 * With it, 0.868953027724 by quadrature of the chi density to 25 digits (mpmath 1.2.1), which also
 * gave the other two.
 */
static void power_as_published(void **state)
{
	(void)state;
	golden_assert_near(stats_power(1 / sqrt(2. / 20), 38, ALPHA), .86895302772399);
	golden_assert_near(stats_power(7, 2, ALPHA), .912842922032015);
	golden_assert_near(stats_power(3, 4.1858, ALPHA), .631037212952996);
	golden_assert_near(stats_power(0, 8, ALPHA), ALPHA);
	assert_true(isnan(stats_power(NAN, 8, ALPHA)) && isnan(stats_power(3, NAN, ALPHA)));
}

/* The same page: power .90 and delta 1 need n = 22.02, so 23. */
static void runs_needed(void **state)
{
	size_t n = stats_power_runs(.02, .02, .03, ALPHA, STATS_POWER);

	(void)state;
	assert_int_equal(stats_power_runs(1, 1, 1, ALPHA, .90), 23);
	assert_true(stats_power(.03 / (.02 * sqrt(2 / (double)n)), 2 * (double)n - 2, ALPHA) >=
		    STATS_POWER);
	n--;
	assert_true(stats_power(.03 / (.02 * sqrt(2 / (double)n)), 2 * (double)n - 2, ALPHA) <
		    STATS_POWER);
	assert_int_equal(stats_power_runs(.001, .001, .5, ALPHA, STATS_POWER), 2);
	assert_int_equal(stats_power_runs(.5, .5, 1e-6, ALPHA, STATS_POWER), 0);
	assert_int_equal(stats_power_runs(NAN, .5, .01, ALPHA, STATS_POWER), 0);
	assert_int_equal(stats_power_runs(0, 0, .01, ALPHA, STATS_POWER), 0);
}

static void change_that_could_have_been_shown(void **state)
{
	struct stats_moments base = { .n = 20, .mean = 50, .sd = 1 }, fresh = base;
	struct stats_moments none = { .n = 5, .mean = 50, .sd = 0 };
	double change = stats_power_change(&base, &fresh, ALPHA, STATS_POWER);

	(void)state;
	golden_assert_near(stats_power(change * 50 / sqrt(2. / 20), 38, ALPHA), STATS_POWER);
	fresh.mean = 100;
	golden_assert_near(stats_power_change(&base, &fresh, ALPHA, STATS_POWER), change);
	base.n = fresh.n = 5;
	assert_true(stats_power_change(&base, &fresh, ALPHA, STATS_POWER) > 2 * change);
	base.n = 1;
	assert_true(isnan(stats_power_change(&base, &fresh, ALPHA, STATS_POWER)));
	assert_true(isnan(stats_power_change(&none, &none, ALPHA, STATS_POWER)));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(noisy_and_unstable),
		cmocka_unit_test(range_alone_is_unstable),
		cmocka_unit_test(spread_alone_is_unstable),
		cmocka_unit_test(two_runs_are_enough_for_a_range),
		cmocka_unit_test(critical_values_are_those_of_the_table),
		cmocka_unit_test(two_groups_and_the_word_bimodal),
		cmocka_unit_test(outliers),
		cmocka_unit_test(equal_at_the_resolution),
		cmocka_unit_test(nothing_flags_nothing),
		cmocka_unit_test(power_as_published),
		cmocka_unit_test(runs_needed),
		cmocka_unit_test(change_that_could_have_been_shown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
