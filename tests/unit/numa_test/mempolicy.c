/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "numa_test/mempolicy.h"

static void policies_and_back(void **state)
{
	static const char *const good[] = { "local", "bind:0", "bind:1023", "interleave",
					    "preferred:8" };
	struct errmsg e = { 0 };
	struct mempolicy m;
	char name[32];

	(void)state;
	for (size_t i = 0; i < sizeof(good) / sizeof(*good); i++) {
		assert_int_equal(mempolicy_parse(good[i], &m, &e), 0);
		assert_string_equal(mempolicy_name(&m, name, sizeof(name)), good[i]);
	}
}

static void policies_refused(void **state)
{
	static const char *const bad[] = { "",          "bind",      "bind:",        "bind:-1",
					   "bind:x",    "local:1",   "interleave:0", "loc",
					   "bind:1024", "preferred", "bind:0,1" };
	struct errmsg e;
	struct mempolicy m;

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		e.text[0] = '\0';
		assert_true(mempolicy_parse(bad[i], &m, &e) < 0);
		assert_non_null(strstr(e.text, "--mem"));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(policies_and_back),
		cmocka_unit_test(policies_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
