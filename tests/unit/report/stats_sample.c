/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "report/stats.h"
#include "tests/unit/report/golden.h"

#define ALPHA .05

static void sorting_drops_what_is_unknown(void **state)
{
	double v[] = { 3, NAN, 1, 2, NAN };

	(void)state;
	assert_int_equal(stats_sort(v, 5), 3);
	assert_true(v[0] == 1 && v[1] == 2 && v[2] == 3);
	assert_int_equal(stats_sort(NULL, 0), 0);
}

/* k_lo, k_hi, level and whether it meets 95 %, for every n of the table. */
static void order_intervals(void **state)
{
	FILE *file = golden_csv("median_orderstat_ci.csv");
	struct golden_line line;
	size_t rows = 0;

	(void)state;
	for (; golden_line(file, &line); rows++) {
		struct stats_order_interval i =
			stats_order_interval((size_t)golden_number(&line, 0), ALPHA);

		assert_true((double)i.lo == golden_number(&line, 1));
		assert_true((double)i.hi == golden_number(&line, 2));
		golden_assert_near(i.level, golden_number(&line, 3));
		assert_int_equal(i.meets, !strcmp(line.field[4], "TRUE"));
	}
	fclose(file);
	assert_int_equal(rows, 40);
}

static void order_interval_of_thousands(void **state)
{
	struct stats_order_interval i = stats_order_interval(10000, ALPHA);

	(void)state;
	assert_true(i.meets && i.level < .952);
	assert_int_equal(i.lo + i.hi, 10001);
	i = stats_order_interval(0, ALPHA);
	assert_true(!i.meets && isnan(i.level) && i.lo == 0);
}

static size_t read_jobs(const struct golden_line *table, double *v)
{
	FILE *file = golden_csv("classic_2002_rows.csv");
	struct golden_line line;
	size_t n = 0;

	while (golden_line(file, &line))
		if (!strcmp(line.field[0], table->field[0]) &&
		    !strcmp(line.field[1], table->field[1]))
			v[n++] = golden_number(&line, 10);
	fclose(file);
	return n;
}

static void published_tables(void **state)
{
	FILE *file = golden_csv("classic_2002_tables.csv");
	struct golden_line line;
	size_t rows = 0;

	(void)state;
	for (; golden_line(file, &line); rows++) {
		double v[64];
		size_t n = stats_sort(v, read_jobs(&line, v));
		struct stats_summary s = stats_summary(v, n, ALPHA);

		golden_assert_near((double)n, golden_number(&line, 1));
		golden_assert_near(s.mean, golden_number(&line, 8));
		golden_assert_near(s.sd, golden_number(&line, 12));
		golden_assert_near(100 * s.cv, golden_number(&line, 13));
		golden_assert_near(s.min, golden_number(&line, 14));
		golden_assert_near(s.max, golden_number(&line, 15));
	}
	fclose(file);
	assert_int_equal(rows, 9);
}

static void few_values_claim_little(void **state)
{
	double one[] = { 5 };
	struct stats_summary s = stats_summary(one, 1, ALPHA);

	(void)state;
	assert_true(s.n == 1 && s.mean == 5 && s.median == 5 && s.min == 5 && s.max == 5);
	assert_true(isnan(s.sd) && isnan(s.cv) && isnan(s.sem) && isnan(s.half_width));
	assert_true(s.median_level == 0 && !s.median_meets);
	s = stats_summary(NULL, 0, ALPHA);
	assert_true(s.n == 0 && isnan(s.mean) && isnan(s.median) && isnan(s.min) && isnan(s.mad));
	assert_true(isnan(s.median_level) && isnan(s.q95) && isnan(s.gmean));
}

static void moments_say_what_they_can(void **state)
{
	struct stats_moments m = { .n = 4, .mean = 31.18, .sd = .67 };
	struct stats_summary s = stats_summary_of_moments(&m, ALPHA);

	(void)state;
	golden_assert_near(s.cv, .67 / 31.18);
	golden_assert_near(s.half_width, stats_half_width(&m, ALPHA));
	assert_true(isnan(s.median) && isnan(s.min) && isnan(s.max) && isnan(s.median_lo));
	m = (struct stats_moments){ .n = 1, .mean = 31.18, .sd = NAN };
	s = stats_summary_of_moments(&m, ALPHA);
	assert_true(s.mean == 31.18 && isnan(s.half_width) && isnan(s.sem));
}

static void zero_has_no_coefficient_of_variation(void **state)
{
	double v[] = { 0, 0, 0, 1 }, below[] = { -3, -2, -1 };
	struct stats_summary s = stats_summary(v, 4, ALPHA);

	(void)state;
	assert_true(isnan(s.gmean) && isnan(s.hmean));
	golden_assert_near(s.cv, 2);
	s = stats_summary(v, 3, ALPHA);
	assert_true(isnan(s.cv) && s.sd == 0 && s.half_width == 0);
	s = stats_summary(below, 3, ALPHA);
	assert_true(isnan(s.cv) && s.sd == 1 && isnan(s.gmean));
}

/* A large offset must not eat the spread. */
static void spread_survives_a_large_mean(void **state)
{
	double v[] = { 1e9 + 1, 1e9 + 2, 1e9 + 3, 1e9 + 4 };

	(void)state;
	golden_assert_near(stats_moments(v, 4).sd, sqrt(5. / 3));
	golden_assert_near(stats_mad(v, 4), 1);
}

static void resolution_is_the_floor_of_the_spread(void **state)
{
	struct stats_moments equal = { .n = 5, .mean = 31.2, .sd = 0 };
	struct stats_moments wide = { .n = 5, .mean = 31.2, .sd = .5 };
	struct stats_moments one = { .n = 1, .mean = 31.2, .sd = NAN };

	(void)state;
	golden_assert_near(stats_moments_floor(equal, .01).sd, .01 / sqrt(12));
	assert_true(stats_moments_floor(equal, NAN).sd == 0);
	assert_true(stats_moments_floor(wide, .01).sd == .5);
	assert_true(isnan(stats_moments_floor(one, .01).sd));
}

static void boots_become_means(void **state)
{
	double v[] = { 1, 10, 3, 20, NAN, 100, NAN }, mean[7];
	int boot[] = { 7, 2, 7, 2, 2, 9, 5 };

	(void)state;
	assert_int_equal(stats_boot_means(v, boot, 7, mean), 3);
	assert_true(mean[0] == 2 && mean[1] == 15 && mean[2] == 100);
	boot[3] = -1;
	assert_int_equal(stats_boot_means(v, boot, 7, mean), 0);
	assert_int_equal(stats_boot_means(NULL, NULL, 0, NULL), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sorting_drops_what_is_unknown),
		cmocka_unit_test(order_intervals),
		cmocka_unit_test(order_interval_of_thousands),
		cmocka_unit_test(published_tables),
		cmocka_unit_test(few_values_claim_little),
		cmocka_unit_test(moments_say_what_they_can),
		cmocka_unit_test(zero_has_no_coefficient_of_variation),
		cmocka_unit_test(spread_survives_a_large_mean),
		cmocka_unit_test(resolution_is_the_floor_of_the_spread),
		cmocka_unit_test(boots_become_means),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
