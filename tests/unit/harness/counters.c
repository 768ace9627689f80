/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Events by name, what a job's events came to, and what could not be counted. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>

#include "harness/counters.h"
#include "harness/counters_event.h"
#include "harness/fd_pass.h"

static int begin(void **state)
{
	(void)state;
	return counters_event_begin(NULL);
}

static int end(void **state)
{
	(void)state;
	counters_event_end();
	return 0;
}

static void names_are_found_and_count_user_code(void **state)
{
	static const struct {
		const char *name;
		uint32_t type;
		uint64_t config;
		bool user, kernel;
	} events[] = {
		{ "perf::PAGE-FAULTS", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS, true, false },
		{ "page-faults:k", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS, false, true },
		{ "page-faults:u:k", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS, true, true },
		{ "cycles", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES, true, false },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(events) / sizeof(*events); i++) {
		struct perf_event_attr attr;
		struct errmsg e = { 0 };

		if (counters_event_encode(&attr, events[i].name, i == 0, &e))
			fail_msg("%s", e.text);
		assert_int_equal(attr.type, events[i].type);
		assert_int_equal(attr.config, events[i].config);
		assert_int_equal(!attr.exclude_user, events[i].user);
		assert_int_equal(!attr.exclude_kernel, events[i].kernel);
		assert_int_equal(attr.enable_on_exec, 1);
		assert_int_equal(attr.inherit, i == 0);
		assert_false(counters_event_is_kernel(&attr));
	}
}

/* Counted for user code they would be 0 whatever happens. */
static void what_happens_in_the_kernel_is_counted_there(void **state)
{
	static const char *const names[] = { "perf::CONTEXT-SWITCHES", "cs:k", "migrations:u:k" };
	struct perf_event_attr attr;
	struct errmsg e = { 0 };

	(void)state;
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		assert_int_equal(counters_event_encode(&attr, names[i], false, &e), 0);
		assert_false(attr.exclude_kernel);
		assert_true(counters_event_is_kernel(&attr));
	}
	assert_int_equal(counters_event_encode(&attr, "migrations:u", false, &e), -EINVAL);
	assert_non_null(strstr(e.text, "'migrations:u': it happens in the kernel only"));
}

static void what_nobody_knows_is_named(void **state)
{
	static const struct {
		const char *name, *why;
	} bad[] = {
		{ "perf::NO-SUCH-EVENT", "event not found" },
		{ "page-faults:zz", "invalid event attribute" },
		{ "page-faults:period=5", "can't sample" },
		{ "page-faults:cpu=0", "not per CPU" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		struct perf_event_attr attr;
		struct errmsg e = { 0 };

		assert_int_equal(counters_event_encode(&attr, bad[i].name, false, &e), -EINVAL);
		if (!strstr(e.text, bad[i].name) || !strstr(e.text, bad[i].why))
			fail_msg("'%s' says '%s'", bad[i].name, e.text);
	}
}

static struct counters *counters_of(const char *names)
{
	struct strlist list = { 0 };
	struct counters *c = NULL;
	struct errmsg e = { 0 };

	strlist_add_words(&list, names);
	if (counters_new(&c, &list, true, &e))
		fail_msg("%s", e.text);
	strlist_release(&list);
	return c;
}

static void no_names_are_no_counters(void **state)
{
	struct strlist none = { 0 };
	struct counters *c;

	(void)state;
	assert_int_equal(counters_new(&c, &none, false, NULL), 0);
	assert_null(c);
	assert_null(counters_line(c));
	counters_free(c);
}

static void an_unknown_name_is_an_error(void **state)
{
	struct strlist names = { 0 };
	struct errmsg e = { 0 };
	struct counters *c;

	(void)state;
	strlist_add_words(&names, "page-faults nonsense");
	assert_int_equal(counters_new(&c, &names, false, &e), -EINVAL);
	assert_null(c);
	assert_non_null(strstr(e.text, "'nonsense'"));
	strlist_release(&names);
}

static bool can_count(const char *name)
{
	struct perf_event_attr attr;
	int err = counters_event_encode(&attr, name, true, NULL);

	if (!err)
		err = counters_event_try(&attr);
	if (err)
		print_message("'%s' is refused here: %s\n", name, strerrorname_np(-err));
	return !err;
}

/* Runs true(1) and fills its job. */
static void run_true(const struct counters *c, struct record_job *j, struct rusage *ru)
{
	struct counters_job *cj;
	siginfo_t info;
	pid_t pid;

	record_job_init(j);
	assert_int_equal(counters_job_open(c, &cj, NULL), 0);
	pid = fork();
	if (!pid) {
		counters_job_child(cj);
		execlp("true", "true", NULL);
		_exit(127);
	}
	counters_job_adopt(cj);
	assert_int_equal(waitid(P_PID, (id_t)pid, &info, WEXITED | WNOWAIT), 0);
	assert_int_equal(info.si_status, 0);
	assert_int_equal(counters_job_read(cj, j), 0);
	counters_job_close(cj);
	assert_int_equal(wait4(pid, NULL, 0, ru), pid);
}

static void a_job_is_counted_from_its_exec(void **state)
{
	const struct record_counter *user, *all;
	struct counters *c;
	struct record_job j;
	struct rusage ru;

	(void)state;
	if (!can_count("page-faults:u:k"))
		skip();
	c = counters_of("page-faults page-faults:u:k");
	run_true(c, &j, &ru);
	user = record_job_counter(&j, "page-faults");
	all = record_job_counter(&j, "page-faults:u:k");
	assert_null(user->err);
	assert_true(user->count > 0);
	assert_true(user->running_ns > 0);
	assert_int_equal(user->running_ns, user->enabled_ns);
	/* The process's own account holds the child's faults before its exec, too. */
	assert_in_range(all->count, user->count, ru.ru_minflt + ru.ru_majflt);
	record_job_release(&j);
	counters_free(c);
}

static void what_can_not_be_counted_is_unknown_with_its_errno(void **state)
{
	const struct record_counter *cycles;
	struct counters *c;
	struct record_job j;
	struct rusage ru;

	(void)state;
	if (can_count("cycles"))
		skip(); /* there is a PMU */
	c = counters_of("cycles page-faults instructions");
	assert_non_null(strstr(counters_line(c), "not counted: cycles: "));
	assert_non_null(strstr(counters_line(c), "instructions: "));
	run_true(c, &j, &ru);
	assert_int_equal(j.n_counters, 3);
	cycles = &j.counters[0];
	assert_string_equal(cycles->name, "cycles");
	assert_int_equal(cycles->count, -1);
	assert_int_equal(cycles->enabled_ns, -1);
	assert_non_null(cycles->err);
	assert_string_equal(j.counters[1].name, "page-faults");
	record_job_release(&j);
	counters_free(c);
}

/* A descriptor that reads as an event with these numbers. */
static int fake_event(uint64_t count, uint64_t enabled_ns, uint64_t running_ns)
{
	uint64_t v[] = { count, enabled_ns, running_ns };
	int fd = memfd_create("event", 0);

	assert_int_equal(write(fd, v, sizeof(v)), sizeof(v));
	lseek(fd, 0, SEEK_SET);
	return fd;
}

static void turns_are_told_and_no_turn_is_unknown(void **state)
{
	struct fd_batch batch = { .n = 2 };
	struct counters_job *cj;
	struct counters *c;
	struct record_job j;

	(void)state;
	if (!can_count("page-faults"))
		skip();
	c = counters_of("page-faults minor-faults major-faults");
	record_job_init(&j);
	assert_int_equal(counters_job_open(c, &cj, NULL), 0);
	batch.fds[0] = fake_event(7, 900, 300);
	batch.fds[1] = fake_event(0, 900, 0);
	fd_batch_send(&batch, cj->child_fd, EMFILE, 1); /* as where the third can't be opened */
	counters_job_adopt(cj);
	assert_int_equal(counters_job_read(cj, &j), 0);
	assert_int_equal(j.counters[0].count, 7);
	assert_int_equal(j.counters[0].enabled_ns, 900);
	assert_int_equal(j.counters[0].running_ns, 300);
	assert_int_equal(j.counters[1].count, -1);
	assert_int_equal(j.counters[1].running_ns, 0);
	assert_null(j.counters[1].err);
	assert_int_equal(j.counters[2].count, -1);
	assert_string_equal(j.counters[2].err, "EMFILE");
	counters_job_close(cj);
	record_job_release(&j);
	counters_free(c);
}

static void a_child_that_never_came_to_it_is_unknown(void **state)
{
	struct counters_job *cj;
	struct counters *c;
	struct record_job j;

	(void)state;
	if (!can_count("page-faults"))
		skip();
	c = counters_of("page-faults");
	record_job_init(&j);
	assert_int_equal(counters_job_open(c, &cj, NULL), 0);
	counters_job_adopt(cj);
	assert_int_equal(counters_job_read(cj, &j), 0);
	assert_int_equal(j.counters[0].count, -1);
	assert_string_equal(j.counters[0].err, "ESRCH");
	counters_job_close(cj);
	record_job_release(&j);
	counters_free(c);
}

static void the_list_marks_what_can_be_counted(void **state)
{
	bool user = can_count("page-faults"), kernel = can_count("cs:k");
	char *text = NULL;
	size_t len;
	FILE *f = open_memstream(&text, &len);

	(void)state;
	assert_int_equal(counters_list(f, NULL), 0);
	fclose(f);
	assert_non_null(strstr(text, "perf: perf_events generic PMU\n"));
	if (user)
		assert_non_null(strstr(text, "\n  + perf::PAGE-FAULTS\n"));
	else
		assert_non_null(strstr(text, "\n  - perf::PAGE-FAULTS "));
	if (kernel)
		assert_non_null(strstr(text, "\n  k perf::CONTEXT-SWITCHES\n"));
	assert_non_null(strstr(text, " events can be counted for a job"));
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(names_are_found_and_count_user_code, begin, end),
		cmocka_unit_test_setup_teardown(what_happens_in_the_kernel_is_counted_there, begin,
						end),
		cmocka_unit_test_setup_teardown(what_nobody_knows_is_named, begin, end),
		cmocka_unit_test(no_names_are_no_counters),
		cmocka_unit_test(an_unknown_name_is_an_error),
		cmocka_unit_test_setup_teardown(a_job_is_counted_from_its_exec, begin, end),
		cmocka_unit_test_setup_teardown(what_can_not_be_counted_is_unknown_with_its_errno,
						begin, end),
		cmocka_unit_test_setup_teardown(turns_are_told_and_no_turn_is_unknown, begin, end),
		cmocka_unit_test_setup_teardown(a_child_that_never_came_to_it_is_unknown, begin,
						end),
		cmocka_unit_test_setup_teardown(the_list_marks_what_can_be_counted, begin, end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
