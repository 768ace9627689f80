/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include <sched.h>

#include "lib/clock.h"
#include "numa_test/rseq.h"
#include "numa_test/selfwatch.h"

static int64_t fake_cpu_ns;
static uint32_t fake_cpu;
static struct selfwatch watch;

static int64_t fake_clock(void)
{
	return fake_cpu_ns;
}

static uint32_t fake_getcpu(void)
{
	return fake_cpu;
}

static void start(enum selfwatch_source source)
{
	fake_cpu_ns = 1000;
	fake_cpu = 3;
	selfwatch_start_with(&watch, source, &fake_cpu, fake_clock, fake_getcpu);
}

static void run_on(uint32_t cpu, int64_t cpu_ns)
{
	fake_cpu = cpu;
	selfwatch_poll(&watch);
	fake_cpu_ns += cpu_ns;
}

static void check_time_by_cpu(enum selfwatch_source source)
{
	struct intmap by_cpu = { 0 };

	start(source);
	run_on(3, 10);
	run_on(3, 5);
	run_on(0, 100);
	run_on(8191, 7);
	run_on(3, 1000);
	assert_int_equal(selfwatch_update(&watch), 2122);
	assert_int_equal(watch.changes, 3);
	assert_int_equal(selfwatch_by_cpu(&watch, &by_cpu), 0);
	assert_int_equal(by_cpu.n, 3);
	assert_int_equal(intmap_get(&by_cpu, 0), 100);
	assert_int_equal(intmap_get(&by_cpu, 3), 1015);
	assert_int_equal(intmap_get(&by_cpu, 8191), 7);
	assert_int_equal(intmap_sum(&by_cpu), 2122 - watch.start_cpu_ns);
	intmap_release(&by_cpu);
}

static void time_goes_to_the_cpu_it_was_spent_on(void **state)
{
	(void)state;
	check_time_by_cpu(SELFWATCH_RSEQ);
	check_time_by_cpu(SELFWATCH_GETCPU);
}

static void clock_is_read_on_changes_only(void **state)
{
	(void)state;
	start(SELFWATCH_RSEQ);
	fake_cpu_ns += 50;
	selfwatch_poll(&watch);
	assert_int_equal(watch.last_cpu_ns, 1000);
	fake_cpu = 4;
	selfwatch_poll(&watch);
	assert_int_equal(watch.last_cpu_ns, 1050);
	assert_int_equal(watch.cpu, 4);
}

static void off_keeps_the_clock_and_knows_no_cpu(void **state)
{
	struct intmap by_cpu = { 0 };

	(void)state;
	start(SELFWATCH_OFF);
	run_on(5, 40);
	assert_int_equal(selfwatch_update(&watch), 1040);
	assert_int_equal(selfwatch_by_cpu(&watch, &by_cpu), 0);
	assert_false(by_cpu.known);
	assert_int_equal(watch.changes, 0);
	assert_null(selfwatch_source_name(SELFWATCH_OFF));
}

static void cpus_beyond_the_table_are_not_attributed(void **state)
{
	struct intmap by_cpu = { 0 };

	(void)state;
	start(SELFWATCH_RSEQ);
	run_on(SELFWATCH_CPUS, 500);
	run_on(1, 3);
	selfwatch_update(&watch);
	assert_int_equal(selfwatch_by_cpu(&watch, &by_cpu), 0);
	assert_int_equal(intmap_sum(&by_cpu), 3);
	intmap_release(&by_cpu);
}

static cpu_set_t allowed_at_start;

/* The two lowest CPUs that we may use. */
static bool two_cpus(int cpu[2])
{
	int n = 0;

	sched_getaffinity(0, sizeof(allowed_at_start), &allowed_at_start);
	for (int i = 0; i < CPU_SETSIZE && n < 2; i++)
		if (CPU_ISSET(i, &allowed_at_start))
			cpu[n++] = i;
	return n == 2;
}

static void move_to(int cpu)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(cpu, &set);
	assert_int_equal(sched_setaffinity(0, sizeof(set), &set), 0);
	selfwatch_poll(&watch);
}

/* Burns so much CPU time, looking after itself all the while. */
static void burn(int64_t cpu_ns)
{
	int64_t until = clock_thread_cpu_ns() + cpu_ns;

	while (clock_thread_cpu_ns() < until)
		selfwatch_poll(&watch);
}

/* Ground truth: where we pinned ourselves, and our own clock when we did. */
static void check_real_moves(bool rseq)
{
	struct intmap by_cpu = { 0 };
	int64_t truth[2] = { 0 }, last;
	int cpu[2];

	if (!two_cpus(cpu) || (rseq && !rseq_cpu_word()))
		skip();
	move_to(cpu[0]);
	selfwatch_start_with(&watch, rseq ? SELFWATCH_RSEQ : SELFWATCH_GETCPU, rseq_cpu_word(),
			     clock_thread_cpu_ns, (uint32_t(*)(void))sched_getcpu);
	last = watch.start_cpu_ns;
	for (int k = 0; k < 10; k++) {
		int64_t now;

		burn((k % 2 ? 3 : 1) * 2 * NS_PER_MS);
		move_to(cpu[(k + 1) % 2]);
		now = clock_thread_cpu_ns();
		truth[k % 2] += now - last;
		last = now;
	}
	truth[0] += selfwatch_update(&watch) - last;
	sched_setaffinity(0, sizeof(allowed_at_start), &allowed_at_start);
	assert_int_equal(selfwatch_by_cpu(&watch, &by_cpu), 0);
	assert_int_equal(watch.changes, 10);
	assert_int_equal(intmap_sum(&by_cpu), truth[0] + truth[1]);
	for (int i = 0; i < 2; i++) /* a shift is the time a move itself takes */
		assert_in_range(intmap_get(&by_cpu, cpu[i]), truth[i] * 9 / 10, truth[i] * 11 / 10);
	intmap_release(&by_cpu);
}

static void real_moves_with_rseq(void **state)
{
	(void)state;
	check_real_moves(true);
}

static void real_moves_with_getcpu(void **state)
{
	(void)state;
	check_real_moves(false);
}

static void best_source_is_taken(void **state)
{
	(void)state;
	selfwatch_start(&watch, true);
	assert_int_equal(watch.source, rseq_cpu_word() ? SELFWATCH_RSEQ : SELFWATCH_GETCPU);
	selfwatch_start(&watch, false);
	assert_int_equal(watch.source, SELFWATCH_OFF);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(time_goes_to_the_cpu_it_was_spent_on),
		cmocka_unit_test(clock_is_read_on_changes_only),
		cmocka_unit_test(off_keeps_the_clock_and_knows_no_cpu),
		cmocka_unit_test(cpus_beyond_the_table_are_not_attributed),
		cmocka_unit_test(real_moves_with_rseq),
		cmocka_unit_test(real_moves_with_getcpu),
		cmocka_unit_test(best_source_is_taken),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
