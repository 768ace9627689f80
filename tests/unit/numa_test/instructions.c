/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How many instructions an access takes, counted one by one: the walk shall measure the machine. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>

#include "numa_test/walk.h"

enum {
	LINES = 64,
	NOT_ALLOWED = 77
};

static struct selfwatch watch;
static uint32_t fake_cpu;

static int64_t fake_clock(void)
{
	return 0;
}

static uint32_t fake_getcpu(void)
{
	return fake_cpu;
}

/* In the child: stops itself before and after the walk. */
static void walk_between_stops(const struct walk *walk, enum selfwatch_source source,
			       uint64_t steps)
{
	struct walk_state s = { .watch = &watch };

	selfwatch_start_with(&watch, source, &fake_cpu, fake_clock, fake_getcpu);
	s.lines = aligned_alloc(4096, LINES * sizeof(struct line));
	cycle_init(&s.cycle, LINES, 1);
	walk->setup(&s, NULL);
	if (ptrace(PTRACE_TRACEME, 0, NULL, NULL))
		_exit(NOT_ALLOWED);
	raise(SIGSTOP);
	walk->run(&s, steps);
	raise(SIGSTOP);
	_exit(s.at == walk_expected(&s, steps) ? 0 : 1);
}

/* Steps from one stop to the next. Negative: could not be traced. */
static int64_t count_between_stops(pid_t pid)
{
	int64_t count = 0;
	int status;

	waitpid(pid, &status, 0);
	if (!WIFSTOPPED(status))
		return -1;
	do {
		if (ptrace(PTRACE_SINGLESTEP, pid, NULL, NULL))
			return -1;
		waitpid(pid, &status, 0);
		count++;
	} while (WIFSTOPPED(status) && WSTOPSIG(status) == SIGTRAP);
	ptrace(PTRACE_CONT, pid, NULL, NULL);
	waitpid(pid, &status, 0);
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 0);
	return count;
}

static int64_t count(const char *walk, enum selfwatch_source source, uint64_t steps)
{
	pid_t pid = fork();

	if (!pid)
		walk_between_stops(walk_find(walk), source, steps);
	return count_between_stops(pid);
}

/* By difference, so that the call and the stops do not count. */
static void assert_at_most(const char *walk, enum selfwatch_source source, double limit)
{
	const uint64_t few = 160, many = 960;
	int64_t base, all;
	double each;

#if defined(__SANITIZE_ADDRESS__) || !defined(__OPTIMIZE__)
	skip();
#endif
	base = count(walk, source, few);
	all = base < 0 ? -1 : count(walk, source, many);
	if (base < 0 || all < 0)
		skip();
	each = (double)(all - base) / (double)(many - few);
	print_message("# %s, %s: %.2f instructions an access\n", walk,
		      source == SELFWATCH_OFF ? "not watching" : "watching", each);
	assert_true(each >= 1.0 && each <= limit);
}

static void chase_not_watching(void **state)
{
	(void)state;
	assert_at_most("chase", SELFWATCH_OFF, 4.0);
}

static void chase_watching(void **state)
{
	(void)state;
	assert_at_most("chase", SELFWATCH_RSEQ, 8.0);
}

static void update_not_watching(void **state)
{
	(void)state;
	assert_at_most("update", SELFWATCH_OFF, 6.0);
}

static void update_watching(void **state)
{
	(void)state;
	assert_at_most("update", SELFWATCH_RSEQ, 8.0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(chase_not_watching),
		cmocka_unit_test(chase_watching),
		cmocka_unit_test(update_not_watching),
		cmocka_unit_test(update_watching),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
