/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "lib/units.h"

static void sizes_with_suffixes(void **state)
{
	static const struct {
		const char *text;
		uint64_t bytes;
	} good[] = {
		{ "4096", 4096 },      { "1B", 1 },          { "64M", 64 << 20 },
		{ "64MiB", 64 << 20 }, { "64MB", 64 << 20 }, { "1.5G", 3ULL << 29 },
		{ "2k", 2048 },        { "1t", 1ULL << 40 },
	};
	struct errmsg e = { 0 };
	uint64_t bytes;

	(void)state;
	for (size_t i = 0; i < sizeof(good) / sizeof(*good); i++) {
		assert_int_equal(units_parse_size("--size", good[i].text, &bytes, &e), 0);
		assert_int_equal(bytes, good[i].bytes);
	}
}

static void sizes_refused(void **state)
{
	static const char *const bad[] = { "",     "10X",   "-1",   "0", "M",   "1MM",  "inf",
					   "0x10", "1e400", "1..2", ".", "nan", "64Mi", " 64M" };
	struct errmsg e = { 0 };
	uint64_t bytes = 7;

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		assert_true(units_parse_size("--size", bad[i], &bytes, &e) < 0);
		assert_int_equal(bytes, 7);
		assert_non_null(strstr(e.text, "--size"));
	}
	assert_int_equal(units_parse_size("--size", "99999999T", &bytes, &e), -ERANGE);
}

static void durations(void **state)
{
	struct errmsg e = { 0 };
	int64_t ns;

	(void)state;
	assert_int_equal(units_parse_duration("--delay", "0.5", &ns, &e), 0);
	assert_int_equal(ns, 500000000);
	assert_int_equal(units_parse_duration("--delay", "250ms", &ns, &e), 0);
	assert_int_equal(ns, 250000000);
	assert_int_equal(units_parse_duration("--delay", "2min", &ns, &e), 0);
	assert_int_equal(ns, 120000000000);
	assert_int_equal(units_parse_duration("--delay", "5x", &ns, &e), -EINVAL);
	assert_int_equal(units_parse_duration("--delay", "-5", &ns, &e), -EINVAL);
	assert_int_equal(units_parse_duration("--delay", "1e9", &ns, &e), -EINVAL);
	assert_int_equal(units_parse_duration("--delay", "99999999999", &ns, &e), -ERANGE);
}

static void lists_keep_order_and_drop_duplicates(void **state)
{
	struct errmsg e = { 0 };
	int *list = NULL;
	size_t n = 0;

	(void)state;
	assert_int_equal(units_parse_int_list("-n", "4,1,4,2", 1, 100, &list, &n, &e), 0);
	assert_int_equal(n, 3);
	assert_int_equal(list[0], 4);
	assert_int_equal(list[1], 1);
	assert_int_equal(list[2], 2);
	free(list);
	list = NULL;
	assert_int_equal(units_parse_int_list("-n", "", 1, 100, &list, &n, &e), -EINVAL);
	assert_int_equal(units_parse_int_list("-n", "1,,2", 1, 100, &list, &n, &e), -EINVAL);
	assert_int_equal(units_parse_int_list("-n", "0", 1, 100, &list, &n, &e), -ERANGE);
	assert_non_null(strstr(e.text, "'0' is not between 1 and 100"));
	assert_null(list);
}

static void sizes_for_people(void **state)
{
	char buf[32];

	(void)state;
	assert_string_equal(units_format_size(268435456, buf, sizeof(buf)), "256 MiB");
	assert_string_equal(units_format_size(3ULL << 29, buf, sizeof(buf)), "1.5 GiB");
	assert_string_equal(units_format_size(100, buf, sizeof(buf)), "100 B");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sizes_with_suffixes),
		cmocka_unit_test(sizes_refused),
		cmocka_unit_test(durations),
		cmocka_unit_test(lists_keep_order_and_drop_duplicates),
		cmocka_unit_test(sizes_for_people),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
