/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "report/summary.h"

static void unknown_is_null(void **state)
{
	struct summary s;
	char *line;

	(void)state;
	summary_init(&s);
	s.metric = strdup("AverageUserTime");
	line = summary_write(&s);
	assert_string_equal(line,
			    "{\"schema\":1,\"metric\":\"AverageUserTime\",\"case\":null,\"n\":null,"
			    "\"repeats\":null,\"mean\":null,\"pm\":null,\"pm_kind\":null,"
			    "\"other_conditions\":false,\"mean_printed\":null,"
			    "\"change_printed_pct\":null}");
	free(line);
	summary_release(&s);
	summary_release(&s);
}

static void what_is_written_is_read(void **state)
{
	struct summary s, r = { 0 };
	struct errmsg e = { 0 };
	char *line;

	(void)state;
	summary_init(&s);
	s.metric = strdup("tbench");
	s.label = strdup("16-clients \xff");
	s.n = 16;
	s.repeats = 4;
	s.mean = 31.18;
	s.pm = 0.67;
	s.pm_kind = SUMMARY_PM_CV_PCT;
	s.other_conditions = true;
	s.mean_printed = 1.05;
	s.change_printed_pct = -5.3;
	line = summary_write(&s);
	assert_non_null(line);
	assert_int_equal(summary_read(&r, line, strlen(line), &e), 0);
	assert_string_equal(r.metric, "tbench");
	assert_string_equal(r.label, "16-clients \\xff");
	assert_int_equal(r.n, 16);
	assert_int_equal(r.repeats, 4);
	assert_true(r.mean == 31.18 && r.pm == 0.67 && r.other_conditions);
	assert_int_equal(r.pm_kind, SUMMARY_PM_CV_PCT);
	assert_true(r.mean_printed == 1.05 && r.change_printed_pct == -5.3);
	free(line);
	summary_release(&s);
	summary_release(&r);
}

static void standard_deviation_of_each_kind(void **state)
{
	struct summary s;

	(void)state;
	summary_init(&s);
	s.mean = 50;
	s.pm = 2;
	assert_true(isnan(summary_sd(&s)));
	s.pm_kind = SUMMARY_PM_UNKNOWN;
	assert_true(summary_sd(&s) == 2);
	s.pm_kind = SUMMARY_PM_SEM;
	assert_true(isnan(summary_sd(&s)));
	s.repeats = 4;
	assert_true(summary_sd(&s) == 4);
	s.pm_kind = SUMMARY_PM_CV_PCT;
	assert_true(summary_sd(&s) == 1);
}

static void what_is_wrong_is_named(void **state)
{
	static const struct {
		const char *line, *message;
	} bad[] = {
		{ "{", "expected" },
		{ "[]", "not a JSON object" },
		{ "{\"schema\":1}", "\"metric\" is missing" },
		{ "{\"metric\":\"x\"}", "\"schema\" is not" },
		{ "{\"schema\":2,\"metric\":\"x\"}", "schema 2 is newer" },
		{ "{\"schema\":1,\"metric\":7}", "\"metric\" is not a string" },
		{ "{\"schema\":1,\"metric\":\"x\",\"n\":-4}", "\"n\" is not a count" },
		{ "{\"schema\":1,\"metric\":\"x\",\"mean\":\"4\"}", "\"mean\" is not a number" },
		{ "{\"schema\":1,\"metric\":\"x\",\"pm_kind\":\"iqr\"}", "\"pm_kind\" is not" },
	};
	struct summary s = { 0 };
	struct errmsg e;

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		e.text[0] = '\0';
		assert_int_equal(summary_read(&s, bad[i].line, strlen(bad[i].line), &e), -EINVAL);
		assert_non_null(strstr(e.text, bad[i].message));
		assert_null(s.metric);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(unknown_is_null),
		cmocka_unit_test(what_is_written_is_read),
		cmocka_unit_test(standard_deviation_of_each_kind),
		cmocka_unit_test(what_is_wrong_is_named),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
