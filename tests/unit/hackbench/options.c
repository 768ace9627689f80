/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "hackbench/options.h"

#define WORDS_MAX 8

/* argp permutes the vector it is given. */
static int parse(const char *const words[WORDS_MAX], struct options *o, struct errmsg *e)
{
	char *argv[WORDS_MAX + 2] = { (char *)"hackbench" };
	int argc = 1;

	for (; argc <= WORDS_MAX && words[argc - 1]; argc++)
		argv[argc] = (char *)words[argc - 1];
	return options_parse(o, argc, argv, e);
}

static void forms_people_know(void **state)
{
	static const struct {
		const char *words[WORDS_MAX];
		struct options want;
	} forms[] = {
		{ { 0 }, { .groups = 10, .fds = 20, .loops = 100, .data_bytes = 100 } },
		{ { "20" }, { .groups = 20, .fds = 20, .loops = 100, .data_bytes = 100 } },
		{ { "20", "process" },
		  { .groups = 20, .fds = 20, .loops = 100, .data_bytes = 100 } },
		{ { "20", "thread", "1000" },
		  { .groups = 20, .fds = 20, .loops = 1000, .data_bytes = 100, .threads = true } },
		{ { "-g", "4", "-l", "200", "-s", "512", "-f", "10" },
		  { .groups = 4, .fds = 10, .loops = 200, .data_bytes = 512 } },
		{ { "-g4", "-pT", "-v" },
		  { .groups = 4,
		    .fds = 20,
		    .loops = 100,
		    .data_bytes = 100,
		    .pipes = true,
		    .threads = true,
		    .verbose = true } },
		{ { "--groups=3", "--loops", "7", "--datasize=4k", "--fds=2", "--pipe",
		    "--process" },
		  { .groups = 3, .fds = 2, .loops = 7, .data_bytes = 4096, .pipes = true } },
		{ { "--threads", "-P", "--timeout=1.5" },
		  { .groups = 10,
		    .fds = 20,
		    .loops = 100,
		    .data_bytes = 100,
		    .timeout_ns = 1500000000 } },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(forms) / sizeof(*forms); i++) {
		struct errmsg e = { 0 };
		struct options o;

		assert_int_equal(parse(forms[i].words, &o, &e), 0);
		assert_string_equal(e.text, "");
		assert_int_equal(o.threads, forms[i].want.threads);
		assert_int_equal(o.pipes, forms[i].want.pipes);
		assert_int_equal(o.verbose, forms[i].want.verbose);
		assert_int_equal(o.groups, forms[i].want.groups);
		assert_int_equal(o.fds, forms[i].want.fds);
		assert_int_equal(o.loops, forms[i].want.loops);
		assert_int_equal(o.data_bytes, forms[i].want.data_bytes);
		assert_int_equal(o.timeout_ns, forms[i].want.timeout_ns);
	}
}

static void refused_by_name(void **state)
{
	static const struct {
		const char *words[WORDS_MAX];
		int err;
		const char *says;
	} bad[] = {
		{ { "-g", "0" }, -ERANGE, "--groups: '0'" },
		{ { "-g", "-1" }, -ERANGE, "--groups: '-1'" },
		{ { "-l", "x" }, -EINVAL, "--loops: 'x'" },
		{ { "-l", "1e3" }, -EINVAL, "--loops: '1e3'" },
		{ { "-f", "" }, -EINVAL, "--fds: ''" },
		{ { "-s", "0" }, 0, "--datasize" },
		{ { "-s", "2M" }, -ERANGE, "'2M' is more than 1048576 bytes" },
		{ { "-s", "99999999T" }, -ERANGE, "--datasize" },
		{ { "--timeout", "0" }, -ERANGE, "--timeout: '0'" },
		{ { "--timeout", "soon" }, -EINVAL, "--timeout" },
		{ { "twenty" }, -EINVAL, "groups: 'twenty'" },
		{ { "20", "fork" }, -EINVAL, "'fork' is neither 'process' nor 'thread'" },
		{ { "20", "process", "0" }, -ERANGE, "loops: '0'" },
		{ { "20", "process", "10", "10" }, -EINVAL, "'10' is one word too many" },
		{ { "-g", "3", "20" }, -EINVAL, "'20': the groups are given by -g" },
		{ { "-g", "4194304", "-f", "1" }, -ERANGE, "more than 4194304 tasks" },
		{ { "-g", "1", "-f", "2097152", "-l", "2147483647" },
		  -EOVERFLOW,
		  "more messages than can be counted" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		struct errmsg e = { 0 };
		struct options o;
		int err = parse(bad[i].words, &o, &e);

		assert_true(err < 0);
		if (bad[i].err)
			assert_int_equal(err, bad[i].err);
		if (!strstr(e.text, bad[i].says))
			fail_msg("\"%s\" does not say \"%s\"", e.text, bad[i].says);
	}
}

static void amounts(void **state)
{
	struct options o = options_default();

	(void)state;
	assert_int_equal(options_tasks(&o), 400);
	assert_int_equal(options_messages(&o), 400000);
	o.groups = 20;
	assert_int_equal(options_tasks(&o), 800);
	assert_int_equal(options_messages(&o), 800000);
	o = (struct options){ .groups = 1, .fds = 1, .loops = 1 };
	assert_int_equal(options_tasks(&o), 2);
	assert_int_equal(options_messages(&o), 1);
	o = (struct options){ .groups = 3, .fds = 500, .loops = INT32_MAX };
	assert_int_equal(options_messages(&o), INT64_C(3) * 500 * 500 * INT32_MAX);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(forms_people_know),
		cmocka_unit_test(refused_by_name),
		cmocka_unit_test(amounts),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
