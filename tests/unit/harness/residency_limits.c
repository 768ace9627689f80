/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What happens where descriptors or locked memory run out. Each check is a process of its own that
 * gives up its rights first; its exit status says which part failed.
 */
#include <errno.h>
#include <grp.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "harness/residency.h"
#include "lib/flag.h"
#include "tests/unit/harness/watch.h"

#define NOBODY 65534

static struct topology topology;
static bool perf_refused; /* to a process without rights, on this machine */

static void become_nobody(void)
{
	if (geteuid() == 0 && (setgroups(0, NULL) || setresgid(NOBODY, NOBODY, NOBODY) ||
			       setresuid(NOBODY, NOBODY, NOBODY)))
		_exit(99);
}

/* Exit status of check() in a process without rights. */
static int as_nobody(int (*check)(void))
{
	int status = -1;
	pid_t pid = fork();

	if (pid == 0) {
		become_nobody();
		_exit(check());
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	return WIFEXITED(status) ? WEXITSTATUS(status) : 100 + WTERMSIG(status);
}

static int try_counting(void)
{
	struct residency_want want = { .asked = "counting", .max_jobs = 1, .topology = &topology };
	struct residency *r = NULL;

	if (residency_new(&r, &want, NULL))
		return 1;
	residency_free(r);
	return 0;
}

static int look(void **state)
{
	(void)state;
	if (topology_load_sysfs(&topology, "", NULL))
		return -1;
	perf_refused = as_nobody(try_counting) != 0;
	return 0;
}

static int forget(void **state)
{
	(void)state;
	topology_release(&topology);
	return 0;
}

#define CHECK(condition)                        \
	do {                                    \
		if (!(condition))               \
			return __COUNTER__ + 1; \
	} while (0)

static int more_jobs_than_descriptors(void)
{
	struct residency_want want = { .max_jobs = 4000000, .topology = &topology };
	struct residency *r = NULL;
	struct errmsg e = { 0 };

	CHECK(residency_new(&r, &want, &e) == 0);
	CHECK(strcmp(residency_name(r), "self") == 0);
	CHECK(strstr(residency_fallback_line(r), "counting: Too many open files (EMFILE)"));
	CHECK(strstr(residency_fallback_line(r), "switch: Too many open files (EMFILE)"));
	residency_free(r);
	want.foreign = true;
	CHECK(residency_new(&r, &want, &e) == 0);
	CHECK(strcmp(residency_name(r), "sampling") == 0);
	residency_free(r);
	want.asked = "counting";
	CHECK(residency_new(&r, &want, &e) == -EMFILE);
	CHECK(strstr(e.text, "counting") && strstr(e.text, "EMFILE"));
	return 0;
}

static void descriptors_run_out(void **state)
{
	(void)state;
	if (perf_refused)
		skip();
	assert_int_equal(as_nobody(more_jobs_than_descriptors), 0);
}

/* Rings until no more memory may be locked; then counting goes on without a timeline. */
static int rings_until_refused(void)
{
	struct residency_want want = { .timeline = true, .max_jobs = 1, .topology = &topology };
	struct residency *r[64] = { NULL };
	struct errmsg e = { 0 };
	int n = 0;

	do
		CHECK(residency_new(&r[n], &want, &e) == 0);
	while (residency_timeline(r[n]) && ++n < 64);
	CHECK(n > 0 && n < 64);
	CHECK(strcmp(residency_name(r[n]), "counting") == 0);
	CHECK(strstr(residency_fallback_line(r[n]), "timeline: Operation not permitted (EPERM)"));
	want.asked = "switch";
	CHECK(residency_new(&r[63], &want, &e) == -EPERM);
	for (int i = 0; i <= n; i++)
		residency_free(r[i]);
	return 0;
}

static void locked_memory_runs_out(void **state)
{
	struct rlimit before;

	(void)state;
	if (perf_refused)
		skip();
	assert_int_equal(getrlimit(RLIMIT_MEMLOCK, &before), 0);
	assert_int_equal(setrlimit(RLIMIT_MEMLOCK, &(struct rlimit){ 0, before.rlim_max }), 0);
	assert_int_equal(as_nobody(rings_until_refused), 0);
	assert_int_equal(setrlimit(RLIMIT_MEMLOCK, &before), 0);
}

/* The job must not see that its limit was raised for a moment. */
static int limit_is_as_it_was(void)
{
	char *argv[] = { "/bin/sh", "-c", "echo self 1 $(ulimit -n)", NULL };
	struct residency_want want = { .foreign = true, .max_jobs = 1, .topology = &topology };
	struct residency *r = NULL;
	struct rlimit limit;
	struct record rec;

	CHECK(getrlimit(RLIMIT_NOFILE, &limit) == 0);
	limit.rlim_cur = 77;
	CHECK(setrlimit(RLIMIT_NOFILE, &limit) == 0);
	CHECK(residency_new(&r, &want, NULL) == 0);
	record_init(&rec);
	CHECK(watch(r, &rec, NULL, argv) == 0);
	CHECK(intmap_get(&rec.jobs[0].self_time_ns, 1) == 77);
	CHECK(perf_refused || strcmp(rec.jobs[0].residency_source, "counting") == 0);
	record_release(&rec);
	residency_free(r);
	return 0;
}

static void the_job_keeps_its_limit(void **state)
{
	(void)state;
	assert_int_equal(as_nobody(limit_is_as_it_was), 0);
}

/* Descriptors run out after the choice, in one child: that job alone falls back. */
static int one_child_without_descriptors(void)
{
	char *argv[] = { "/bin/echo", "self 0 5", NULL };
	struct residency_want want = { .max_jobs = 1, .topology = &topology };
	struct residency *r = NULL;
	struct rlimit limit;
	struct record rec;
	struct record_job *j;

	CHECK(residency_new(&r, &want, NULL) == 0);
	CHECK(getrlimit(RLIMIT_NOFILE, &limit) == 0);
	limit.rlim_cur = limit.rlim_max = (rlim_t)dup(0) + 3; /* socket pair and output */
	CHECK(setrlimit(RLIMIT_NOFILE, &limit) == 0);
	close((int)limit.rlim_max - 3);
	record_init(&rec);
	CHECK(watch(r, &rec, NULL, argv) == 0);
	j = &rec.jobs[0];
	CHECK(strcmp(j->residency_source, "self") == 0);
	CHECK(j->n_fallbacks == 1 && strcmp(j->fallbacks[0].err, "EMFILE") == 0);
	CHECK(intmap_get(&j->cpu_time_ns, 0) == 5);
	CHECK(strlist_has(&j->flags, FLAG_CLOCK));
	record_release(&rec);
	residency_free(r);
	return 0;
}

static void a_job_that_cant_be_armed_falls_back_alone(void **state)
{
	(void)state;
	if (perf_refused)
		skip();
	assert_int_equal(as_nobody(one_child_without_descriptors), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(descriptors_run_out),
		cmocka_unit_test(locked_memory_runs_out),
		cmocka_unit_test(the_job_keeps_its_limit),
		cmocka_unit_test(a_job_that_cant_be_armed_falls_back_alone),
	};

	return cmocka_run_group_tests(tests, look, forget);
}
