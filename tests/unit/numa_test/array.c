/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "numa_test/array.h"

static const struct mempolicy local;

/* Bytes mapped by the process, so that nothing more than asked for stays behind. */
static uint64_t mapped_bytes(void)
{
	FILE *f = fopen("/proc/self/statm", "r");
	unsigned long pages;

	assert_non_null(f);
	assert_int_equal(fscanf(f, "%lu", &pages), 1);
	fclose(f);
	return (uint64_t)pages * array_base_page_bytes();
}

static void names_and_back(void **state)
{
	static const char *const names[] = { "4k", "thp", "2m", "1g" };
	struct errmsg e = { 0 };
	enum pages pages;

	(void)state;
	for (size_t i = 0; i < 4; i++) {
		assert_int_equal(pages_parse(names[i], &pages, &e), 0);
		assert_string_equal(pages_name(pages), names[i]);
	}
	assert_int_equal(pages_parse("", &pages, &e), -EINVAL);
	assert_non_null(strstr(e.text, "--pages"));
}

static void whole_pages_are_mapped(void **state)
{
	uint64_t page = array_base_page_bytes();

	(void)state;
	assert_int_equal(array_mapped_bytes(1, PAGES_4K), page);
	assert_int_equal(array_mapped_bytes(page, PAGES_4K), page);
	assert_int_equal(array_mapped_bytes(page + 1, PAGES_4K), 2 * page);
	assert_int_equal(array_mapped_bytes(2097152, PAGES_2M), 2097152);
	assert_int_equal(array_mapped_bytes(2097153, PAGES_2M), 4194304);
	assert_int_equal(array_mapped_bytes(1, PAGES_1G), 1 << 30);
}

static void mappings_are_aligned_exact_and_given_back(void **state)
{
	static const enum pages kinds[] = { PAGES_4K, PAGES_THP };

	(void)state;
#ifdef __SANITIZE_ADDRESS__
	skip(); /* maps memory of its own meanwhile */
#endif
	for (int k = 0; k < 2; k++) {
		uint64_t before = mapped_bytes();
		struct array a = { 0 };

		assert_int_equal(array_map(&a, 3000000, kinds[k], &local, NULL), 0);
		assert_int_equal(a.bytes, 3000000);
		assert_int_equal((uintptr_t)a.start % array_mapped_bytes(1, kinds[k]), 0);
		assert_int_equal(mapped_bytes() - before, a.mapped_bytes);
		memset(a.start, 1, a.mapped_bytes);
		array_release(&a);
		assert_int_equal(mapped_bytes(), before);
		array_release(&a);
	}
}

static void pages_got_are_named(void **state)
{
	struct array a = { 0 };
	double huge_fraction;
	char got[16], base[32];

	(void)state;
	snprintf(base, sizeof(base), "%zuk", array_base_page_bytes() / 1024);
	assert_int_equal(array_map(&a, 1 << 20, PAGES_4K, &local, NULL), 0);
	memset(a.start, 1, a.bytes);
	assert_string_equal(array_pages_got(&a, got, sizeof(got), &huge_fraction), base);
	assert_true(isnan(huge_fraction));
	array_release(&a);
}

static void too_much_names_the_size(void **state)
{
	struct array a = { 0 };
	struct errmsg e = { 0 };

	(void)state;
	assert_int_equal(array_map(&a, UINT64_C(1) << 61, PAGES_4K, &local, &e), -ENOMEM);
	assert_string_equal(e.text, "no memory for an array of 2048 PiB: Cannot allocate memory");
	assert_null(a.start);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names_and_back),
		cmocka_unit_test(whole_pages_are_mapped),
		cmocka_unit_test(mappings_are_aligned_exact_and_given_back),
		cmocka_unit_test(pages_got_are_named),
		cmocka_unit_test(too_much_names_the_size),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
