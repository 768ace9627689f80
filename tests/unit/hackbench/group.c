/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>
#include <cmocka.h>

#include "hackbench/group.h"

static int descriptors_open(void)
{
	int n = 0;

	for (int fd = 0; fd < 256; fd++)
		n += fcntl(fd, F_GETFD) >= 0;
	return n;
}

static void work_is_shared_out(void **state)
{
	struct options o = { .groups = 1, .fds = 3, .loops = 5, .data_bytes = 100 };
	int64_t sent = 0, received = 0;
	struct group g;

	(void)state;
	assert_int_equal(group_open(&g, &o, 1, NULL), 0);
	for (int64_t i = 0; i < options_tasks(&o); i++) {
		struct worker w = group_worker(&g, &o, i, NULL);

		assert_int_equal(w.role, i < 3 ? WORKER_RECEIVER : WORKER_SENDER);
		assert_int_equal(w.number, i % 3 + 1);
		*(w.role == WORKER_SENDER ? &sent : &received) += worker_expected(&w);
		memset(w.data, (int)i, 100);
	}
	for (int64_t i = 0; i < options_tasks(&o); i++) /* buffers of their own */
		assert_int_equal(group_worker(&g, &o, i, NULL).data[99], i);
	assert_int_equal(sent, options_messages(&o));
	assert_int_equal(received, options_messages(&o));
	group_release(&g);
	group_release(&g);
}

static void both_kinds_of_channel_carry_bytes(void **state)
{
	(void)state;
	for (int pipes = 0; pipes < 2; pipes++) {
		struct options o = {
			.groups = 1, .fds = 2, .loops = 1, .data_bytes = 1, .pipes = pipes
		};
		char bytes[2];
		struct group g;

		assert_int_equal(group_open(&g, &o, 1, NULL), 0);
		assert_int_equal(write(g.write_fds[1], "x", 1), 1);
		assert_int_equal(read(g.read_fds[1], bytes, 2), 1);
		group_release(&g);
	}
}

static void failure_leaves_nothing_open(void **state)
{
	struct options o = { .groups = 1, .fds = 20, .loops = 1, .data_bytes = 1 };
	int before = descriptors_open();
	struct rlimit was, few;
	struct errmsg e = { 0 };
	struct group g;

	(void)state;
	assert_int_equal(getrlimit(RLIMIT_NOFILE, &was), 0);
	few = was;
	few.rlim_cur = 16;
	assert_int_equal(setrlimit(RLIMIT_NOFILE, &few), 0);
	assert_int_equal(group_open(&g, &o, 7, &e), -EMFILE);
	assert_non_null(strstr(e.text, "of 20: Too many open files"));
	assert_int_equal(setrlimit(RLIMIT_NOFILE, &was), 0);
	assert_int_equal(descriptors_open(), before);
	assert_null(g.data);
}

static void limit_is_raised_when_needed(void **state)
{
	struct options o = { .groups = 2, .fds = 20, .loops = 1, .data_bytes = 1 };
	struct rlimit was, now;

	(void)state;
	assert_int_equal(getrlimit(RLIMIT_NOFILE, &was), 0);
	now = was;
	now.rlim_cur = 104; /* enough for one group of processes */
	assert_int_equal(setrlimit(RLIMIT_NOFILE, &now), 0);
	group_raise_limit(&o);
	assert_int_equal(getrlimit(RLIMIT_NOFILE, &now), 0);
	assert_int_equal(now.rlim_cur, 104);
	o.threads = true;
	group_raise_limit(&o);
	assert_int_equal(getrlimit(RLIMIT_NOFILE, &now), 0);
	assert_int_equal(now.rlim_cur, was.rlim_max);
	assert_int_equal(setrlimit(RLIMIT_NOFILE, &was), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(work_is_shared_out),
		cmocka_unit_test(both_kinds_of_channel_carry_bytes),
		cmocka_unit_test(failure_leaves_nothing_open),
		cmocka_unit_test(limit_is_raised_when_needed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
