/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

#include "lib/timeline.h"

static const char text[] = "numa_test timeline 1\n"
			   "run 17\n"
			   "cpu 0 0\n"
			   "cpu 1 -1\n"
			   "cpu 2 8\n"
			   "lost 12\n"
			   "task 3 4711 4711 1428213402372 0\n"
			   "0 0 109307 s\n"
			   "2 40 1000 p\n"
			   "2 7 0 ?\n"
			   "task 3 4711 4712 1428213500000 -1\n"
			   "0 0 5 x\n"
			   "end\n";

static int parse(struct timeline *t, const char *s, struct errmsg *e)
{
	return timeline_parse(t, s, strlen(s), e);
}

static void text_and_back(void **state)
{
	struct timeline t;
	struct errmsg e = { 0 };
	size_t len;
	char *again;

	(void)state;
	assert_int_equal(parse(&t, text, &e), 0);
	assert_int_equal(t.run, 17);
	assert_int_equal(t.lost, 12);
	assert_int_equal(t.n_cpus, 3);
	assert_int_equal(t.cpu_node[1], -1);
	assert_int_equal(t.cpu_node[2], 8);
	assert_int_equal(t.n_tasks, 2);
	assert_int_equal(t.tasks[0].job, 3);
	assert_int_equal(t.tasks[0].n, 3);
	assert_int_equal(t.tasks[0].stays[1].start_ns, 1428213402372 + 109307 + 40);
	assert_int_equal(t.tasks[0].stays[1].end_ns, 1428213402372 + 109307 + 40 + 1000);
	assert_int_equal(t.tasks[0].stays[1].end, TIMELINE_PREEMPTED);
	assert_int_equal(t.tasks[1].exec_cpu, -1);
	again = timeline_format(&t, &len);
	assert_non_null(again);
	assert_int_equal(len, strlen(text));
	assert_memory_equal(again, text, len);
	free(again);
	timeline_release(&t);
	timeline_release(&t);
}

static void no_losses_have_no_line(void **state)
{
	struct timeline t;
	size_t len;
	char *s;

	(void)state;
	timeline_init(&t);
	s = timeline_format(&t, &len);
	assert_non_null(s);
	assert_null(strstr(s, "lost"));
	free(s);
	timeline_release(&t);
}

static void damaged_text_is_refused(void **state)
{
	static const struct {
		const char *text, *says;
	} bad[] = {
		{ "", "cut off" },
		{ "numa_test timeline 2\nend\n", "version 1" },
		{ "some other file\n", "version 1" },
		{ "numa_test timeline 1\nrun 17\n", "cut off in line 2" },
		{ "numa_test timeline 1\nrun 17\nend", "cut off in line 3" },
		{ "numa_test timeline 1\n0 0 5 x\nend\n", "line 2" }, /* of no task */
		{ "numa_test timeline 1\ntask 1 2 3 4 0\n0 -1 5 x\nend\n", "line 3" },
		{ "numa_test timeline 1\ntask 1 2 3 4 0\n0 1 5 y\nend\n", "line 3" },
		{ "numa_test timeline 1\ntask 1 2 3 4 0\n0 1 5\nend\n", "line 3" },
		{ "numa_test timeline 1\ntask 1 2 3 9223372036854775807 0\n0 1 5 x\nend\n",
		  "line 3" },
		{ "numa_test timeline 1\nrun 99999999999999999999\nend\n", "line 2" },
		{ "numa_test timeline 1\ncpu 1 0\nend\n", "line 2" },
		{ "numa_test timeline 1\nend\nrun 1\n", "line 3" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		struct errmsg e = { 0 };
		struct timeline t;

		assert_true(parse(&t, bad[i].text, &e) < 0);
		assert_non_null(strstr(e.text, bad[i].says));
		assert_int_equal(t.n_tasks, 0);
	}
}

static int open_folder(char *name)
{
	assert_non_null(mkdtemp(name));
	return open(name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
}

static void remove_folder(const char *name, int dirfd)
{
	unlinkat(dirfd, "timeline/17.zst", 0);
	assert_int_equal(unlinkat(dirfd, "timeline", AT_REMOVEDIR), 0); /* nothing else is left */
	close(dirfd);
	assert_int_equal(rmdir(name), 0);
}

static void stored_and_read(void **state)
{
	char name[] = "/tmp/timeline-XXXXXX";
	int dirfd = open_folder(name);
	struct timeline t, again;
	struct errmsg e = { 0 };

	(void)state;
	assert_int_equal(parse(&t, text, &e), 0);
	assert_int_equal(timeline_read(&again, dirfd, 17, &e), -ENOENT);
	assert_int_equal(timeline_write(&t, dirfd, &e), 0);
	assert_int_equal(timeline_write(&t, dirfd, &e), 0);
	assert_int_equal(timeline_read(&again, dirfd, 17, &e), 0);
	assert_int_equal(again.n_tasks, 2);
	assert_int_equal(again.tasks[1].stays[0].end, TIMELINE_EXIT);
	timeline_release(&again);
	timeline_release(&t);
	remove_folder(name, dirfd);
}

static void a_damaged_file_is_refused_by_name(void **state)
{
	char name[] = "/tmp/timeline-XXXXXX";
	int dirfd = open_folder(name), fd;
	struct errmsg e = { 0 };
	struct timeline t;

	(void)state;
	assert_int_equal(parse(&t, text, &e), 0);
	assert_int_equal(timeline_write(&t, dirfd, &e), 0);
	timeline_release(&t);
	fd = openat(dirfd, "timeline/17.zst", O_WRONLY);
	assert_int_equal(pwrite(fd, "\0\0\0\0", 4, 8), 4);
	close(fd);
	assert_true(timeline_read(&t, dirfd, 17, &e) < 0);
	assert_non_null(strstr(e.text, "timeline/17.zst"));
	remove_folder(name, dirfd);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(text_and_back),
		cmocka_unit_test(no_losses_have_no_line),
		cmocka_unit_test(damaged_text_is_refused),
		cmocka_unit_test(stored_and_read),
		cmocka_unit_test(a_damaged_file_is_refused_by_name),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
