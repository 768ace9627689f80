/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

#include "lib/strlist.h"

static void empty_is_valid(void **state)
{
	struct strlist l = { 0 };
	char *joined;

	(void)state;
	strlist_for_each (s, &l)
		fail();
	assert_false(strlist_has(&l, ""));
	joined = strlist_join(&l, ",");
	assert_string_equal(joined, "");
	free(joined);
	strlist_release(&l);
	strlist_release(&l);
}

static void is_an_argv_at_any_length(void **state)
{
	struct strlist l = { 0 };

	(void)state;
	for (int i = 0; i < 100; i++) {
		assert_int_equal(strlist_addf(&l, "arg %d", i), 0);
		assert_int_equal(l.n, i + 1);
		assert_null(l.v[l.n]);
	}
	assert_string_equal(l.v[0], "arg 0");
	assert_string_equal(l.v[99], "arg 99");
	strlist_release(&l);
	assert_null(l.v);
}

static void adds_once(void **state)
{
	struct strlist l = { 0 };
	char *joined;

	(void)state;
	assert_int_equal(strlist_add_once(&l, "spill"), 0);
	assert_int_equal(strlist_add_once(&l, "steal"), 0);
	assert_int_equal(strlist_add_once(&l, "spill"), 0);
	joined = strlist_join(&l, ", ");
	assert_string_equal(joined, "spill, steal");
	free(joined);
	strlist_release(&l);
}

static void copies_own_their_strings(void **state)
{
	struct strlist from = { 0 }, to = { 0 };

	(void)state;
	strlist_add(&from, "a");
	strlist_add(&to, "old");
	assert_int_equal(strlist_copy(&to, &from), 0);
	strlist_release(&from);
	assert_int_equal(to.n, 1);
	assert_string_equal(to.v[0], "a");
	assert_null(to.v[1]);
	strlist_release(&to);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(empty_is_valid),
		cmocka_unit_test(is_an_argv_at_any_length),
		cmocka_unit_test(adds_once),
		cmocka_unit_test(copies_own_their_strings),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
