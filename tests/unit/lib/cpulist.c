/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <sched.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "lib/cpulist.h"

static void reads_and_writes_the_kernels_notation(void **state)
{
	static const struct {
		const char *text, *as;
	} good[] = {
		{ "0-3,8,10-11", "0-3,8,10-11" },
		{ "", "" },
		{ "\n", "" },
		{ "7\n", "7" },
		{ "3,1,2,1", "1-3" },
		{ "5-9,0-6", "0-9" },
		{ "0-7:1/2", "0,2,4,6" },
		{ "0-9:2/4,20", "0-1,4-5,8-9,20" },
		{ "65535", "65535" },
		{ "0-65535", "0-65535" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(good) / sizeof(*good); i++) {
		struct errmsg e = { 0 };
		struct cpulist l = { 0 };
		char *text;

		assert_int_equal(cpulist_parse(&l, good[i].text, &e), 0);
		text = cpulist_format(&l);
		assert_string_equal(text, good[i].as);
		free(text);
		cpulist_release(&l);
	}
}

static void refuses_all_else(void **state)
{
	static const char *const bad[] = { "a",
					   "-1",
					   "3-1",
					   "0-",
					   ",",
					   "0,",
					   "0,,1",
					   " 0",
					   "0 1",
					   "65536",
					   "0-65536",
					   "1-2:",
					   "0-7:0/2",
					   "0-7:3/2",
					   "0-7:1/0",
					   "0-7:1/",
					   "0:1/2",
					   "0x1",
					   "99999999999999999999",
					   "0-1-2",
					   "\xff" };

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		struct errmsg e = { 0 };
		struct cpulist l = { 0 };

		cpulist_add(&l, 5);
		assert_int_equal(cpulist_parse(&l, bad[i], &e), -EINVAL);
		assert_non_null(strstr(e.text, "is not a list like"));
		assert_int_equal(l.n, 1);
		cpulist_release(&l);
	}
}

/* 1,000 overlapping ranges of all numbers: a test that takes no time unless each is inserted. */
static void overlapping_ranges_stay_cheap(void **state)
{
	struct cpulist l = { 0 };
	struct errmsg e = { 0 };
	char *text;
	size_t size;
	FILE *f = open_memstream(&text, &size);

	(void)state;
	for (int i = 0; i < 1000; i++)
		fprintf(f, "0-65535,");
	fprintf(f, "1");
	fclose(f);
	assert_int_equal(cpulist_parse(&l, text, &e), 0);
	assert_int_equal(l.n, 65536);
	free(text);
	cpulist_release(&l);
}

static void add_sorts_and_drops_duplicates(void **state)
{
	struct cpulist l = { 0 };

	(void)state;
	for (int i = 99; i >= 0; i -= 3)
		assert_int_equal(cpulist_add(&l, i), 0);
	assert_int_equal(cpulist_add(&l, 99), 0);
	assert_int_equal(l.n, 34);
	for (size_t i = 0; i < l.n; i++)
		assert_int_equal(l.v[i], 3 * (int)i);
	assert_true(cpulist_has(&l, 33));
	assert_false(cpulist_has(&l, 34));
	assert_false(cpulist_has(&l, -1));
	assert_int_equal(cpulist_add(&l, -1), -ERANGE);
	assert_int_equal(cpulist_add(&l, CPULIST_MAX + 1), -ERANGE);
	cpulist_release(&l);
	cpulist_release(&l);
	assert_false(cpulist_has(&l, 0));
}

static void allowed_follows_affinity(void **state)
{
	struct cpulist l = { 0 }, one = { 0 };
	struct errmsg e = { 0 };
	cpu_set_t before, set;

	(void)state;
	assert_int_equal(sched_getaffinity(0, sizeof(before), &before), 0);
	assert_int_equal(cpulist_allowed(&l, &e), 0);
	assert_int_equal(l.n, CPU_COUNT(&before));
	CPU_ZERO(&set);
	CPU_SET(l.v[l.n - 1], &set);
	assert_int_equal(sched_setaffinity(0, sizeof(set), &set), 0);
	assert_int_equal(cpulist_allowed(&one, &e), 0);
	assert_int_equal(one.n, 1);
	assert_int_equal(one.v[0], l.v[l.n - 1]);
	sched_setaffinity(0, sizeof(before), &before);
	cpulist_release(&l);
	cpulist_release(&one);
}

static void copies(void **state)
{
	struct cpulist from = { 0 }, to = { 0 };

	(void)state;
	cpulist_add(&from, 4);
	assert_int_equal(cpulist_copy(&to, &from), 0);
	cpulist_release(&from);
	assert_int_equal(to.n, 1);
	assert_int_equal(to.v[0], 4);
	assert_int_equal(cpulist_copy(&to, &from), 0);
	assert_int_equal(to.n, 0);
	cpulist_release(&to);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(reads_and_writes_the_kernels_notation),
		cmocka_unit_test(refuses_all_else),
		cmocka_unit_test(overlapping_ranges_stay_cheap),
		cmocka_unit_test(add_sorts_and_drops_duplicates),
		cmocka_unit_test(allowed_follows_affinity),
		cmocka_unit_test(copies),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
