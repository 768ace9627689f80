/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "report/axis.h"

static void near(double a, double b)
{
	assert_true(fabs(a - b) < 1e-9 * (1 + fabs(b)));
}

static void holds_both_values_on_round_ticks(void **state)
{
	struct axis a = axis_make(27.3, 36.1, 5, 100, 600);

	(void)state;
	near(a.step, 2);
	near(a.low, 26);
	near(a.high, 38);
	assert_int_equal(axis_n_ticks(&a), 7);
	near(axis_tick(&a, 1), 28);
	near(axis_at(&a, 26), 100);
	near(axis_at(&a, 38), 600);
	near(axis_at(&a, 32), 350);
	near(axis_at(&a, 99), 600);
}

static void makes_room_around_one_value(void **state)
{
	struct axis a = axis_make(5, 5, 5, 0, 100);

	(void)state;
	assert_true(a.low < 5 && a.high > 5);
	a = axis_make(0, 0, 5, 0, 100);
	assert_true(a.low < 0 && a.high > 0);
}

static void needs_decimals_for_small_steps(void **state)
{
	struct axis a = axis_make(.001, .0042, 5, 0, 100);

	(void)state;
	assert_int_equal(axis_decimals(&a), 3);
	a = axis_make(-4, 3, 5, 0, 100);
	assert_int_equal(axis_decimals(&a), 0);
	near(axis_tick(&a, (size_t)lround(-a.low / a.step)), 0);
}

static void survives_values_that_are_none(void **state)
{
	struct axis a = axis_make(INFINITY, -INFINITY, 5, 0, 100);

	(void)state;
	near(a.low, 0);
	near(a.high, 1);
	a = axis_make(NAN, 3, 5, 0, 100);
	near(a.high, 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(holds_both_values_on_round_ticks),
		cmocka_unit_test(makes_room_around_one_value),
		cmocka_unit_test(needs_decimals_for_small_steps),
		cmocka_unit_test(survives_values_that_are_none),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
