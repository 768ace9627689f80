/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <math.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>

#include "harness/vmstat.h"
#include "harness/vmstat_pages.h"

#define DATA "tests/data/"

static void deltas_by_name(void **state)
{
	static const struct {
		const char *name;
		double delta;
	} expected[] = {
		{ "numa_hit", 3 }, /* not through a double: 2^53 + 1 to 2^53 + 4 */
		{ "numa_miss", 3 },
		{ "numa_hint_faults", 1000 },
		{ "numa_hint_faults_local", 700 },
		{ "thp_fault_alloc", 0 },
		{ "context_switches", 600 },
		{ "forks", 840 },
		{ "sched_run_delay_ns", 501 },
		{ "sched_timeslices", 5 },
		{ "sched_wakeups", 51 },
		{ "sched_wakeups_local", 1 },
	};
	struct vmstat_snapshot before, after;
	struct named_values delta = { 0 };

	(void)state;
	vmstat_read(&before, DATA "vmstat/before");
	vmstat_read(&after, DATA "vmstat/after");
	assert_int_equal(vmstat_delta(&before, &after, &delta), 0);
	assert_true(delta.known);
	for (size_t i = 0; i < sizeof(expected) / sizeof(*expected); i++)
		assert_true(named_values_get(&delta, expected[i].name) == expected[i].delta);
	assert_true(isnan(named_values_get(&delta, "thp_split_page")));
	assert_true(isnan(named_values_get(&delta, "pgmajfault"))); /* only in one of them */
	named_values_release(&delta);
}

static void nothing_readable_is_unknown(void **state)
{
	struct vmstat_snapshot s;
	struct named_values delta = { 0 };

	(void)state;
	vmstat_read(&s, DATA "no-such-machine");
	assert_int_equal(vmstat_delta(&s, &s, &delta), 0);
	assert_false(delta.known);
	assert_int_equal(delta.n, 0);
}

static void this_machine_counts_page_faults(void **state)
{
	struct vmstat_snapshot before, after;
	struct named_values delta = { 0 };
	const size_t bytes = 64 * 4096;
	char *touched;

	(void)state;
	vmstat_read(&before, "");
	touched = malloc(bytes);
	assert_non_null(touched);
	memset(touched, 1, bytes);
	vmstat_read(&after, "");
	assert_int_equal(vmstat_delta(&before, &after, &delta), 0);
	assert_true(named_values_get(&delta, "pgfault") > 0);
	assert_true(named_values_get(&delta, "context_switches") >= 0);
	free(touched);
	named_values_release(&delta);
}

static void pages_of_two_nodes(void **state)
{
	FILE *f = fopen(DATA "numa_maps/two-nodes", "r");
	struct intmap pages = { 0 };

	(void)state;
	assert_non_null(f);
	assert_int_equal(vmstat_pages_parse(&pages, f), 0);
	assert_int_equal(pages.n, 3);
	assert_int_equal(intmap_get(&pages, 0), 30 + 512 + 10 + 3);
	assert_int_equal(intmap_get(&pages, 1), 3 + 2048 + 3 + 4);
	assert_int_equal(intmap_get(&pages, 8), 3 * 512);
	intmap_release(&pages);
	fclose(f);
}

static void own_pages_and_those_of_a_zombie(void **state)
{
	struct intmap pages = { 0 };
	siginfo_t info;
	int err;
	pid_t pid;

	(void)state;
	err = vmstat_pages_read(&pages, getpid());
	if (err == -ENOENT)
		skip(); /* no NUMA in this kernel */
	assert_int_equal(err, 0);
	assert_true(intmap_sum(&pages) > 8);
	intmap_release(&pages);
	pid = fork();
	if (pid == 0)
		_exit(0);
	assert_int_equal(waitid(P_PID, (id_t)pid, &info, WEXITED | WNOWAIT), 0);
	assert_true(vmstat_pages_read(&pages, pid) < 0);
	assert_false(pages.known);
	assert_int_equal(waitpid(pid, NULL, 0), pid);
}

/* A child with a child of its own, which touches memory and says so. */
static pid_t start_family(int fd, size_t bytes)
{
	pid_t pid = fork();

	if (pid)
		return pid;
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	pid = fork();
	if (!pid) {
		char *array = malloc(bytes);

		prctl(PR_SET_PDEATHSIG, SIGKILL);
		memset(array, 1, bytes);
		if (write(fd, array, 1) != 1)
			_exit(1);
		pause();
	}
	waitpid(pid, NULL, 0);
	_exit(0);
}

static void pages_of_a_family(void **state)
{
	struct intmap own = { 0 }, all = { 0 };
	size_t bytes = 16 << 20;
	int fds[2];
	pid_t pid;
	char byte;

	(void)state;
	assert_int_equal(pipe(fds), 0);
	pid = start_family(fds[1], bytes);
	assert_true(pid > 0);
	assert_int_equal(read(fds[0], &byte, 1), 1);
	if (vmstat_pages_read(&own, pid) == -ENOENT) {
		kill(pid, SIGKILL);
		waitpid(pid, NULL, 0);
		skip(); /* no NUMA in this kernel */
	}
	assert_int_equal(vmstat_pages_read_tree(&all, pid), 0);
	assert_true(intmap_sum(&all) - intmap_sum(&own) >= (int64_t)(bytes >> 12));
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
	assert_true(vmstat_pages_read_tree(&all, pid) < 0);
	intmap_release(&own);
	intmap_release(&all);
	close(fds[0]);
	close(fds[1]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(deltas_by_name),
		cmocka_unit_test(nothing_readable_is_unknown),
		cmocka_unit_test(this_machine_counts_page_faults),
		cmocka_unit_test(pages_of_two_nodes),
		cmocka_unit_test(own_pages_and_those_of_a_zombie),
		cmocka_unit_test(pages_of_a_family),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
