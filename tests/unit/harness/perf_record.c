/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Recorded rings: tests/data/ring/README.md says of what, and where the numbers come from. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "harness/perf_record.h"
#include "harness/timeline_build.h"

#define RING_BYTES 4096
#define ROOT       6339

static unsigned char rings[2][RING_BYTES];

static const struct perf_ring_view views[2] = {
	{ .cpu = 0, .data = rings[0], .size = RING_BYTES, .tail = 368, .head = 1232 },
	{ .cpu = 1, .data = rings[1], .size = RING_BYTES, .tail = 2776, .head = 4800 },
};

static int load(void **state)
{
	(void)state;
	for (int cpu = 0; cpu < 2; cpu++) {
		char path[64];
		size_t n;
		FILE *f;

		snprintf(path, sizeof(path), "tests/data/ring/cpu%d.bin", cpu);
		f = fopen(path, "r");
		if (!f)
			return -1;
		n = fread(rings[cpu], 1, RING_BYTES, f);
		fclose(f);
		if (n != RING_BYTES)
			return -1;
	}
	return 0;
}

static void decode_both(struct perf_record_list *list)
{
	for (int cpu = 0; cpu < 2; cpu++)
		assert_int_equal(perf_record_decode(list, &views[cpu]), 0);
	assert_int_equal(perf_record_sort(list), 0);
}

static void records_of_two_rings_in_order(void **state)
{
	struct perf_record_list list = { 0 };

	(void)state;
	decode_both(&list);
	assert_int_equal(list.n, 80);
	assert_int_equal(list.v[0].type, PERF_RECORD_IS_EXEC);
	assert_int_equal(list.v[0].tid, ROOT);
	assert_int_equal(list.v[0].time_ns, 3593060933540);
	assert_int_equal(list.v[1].type, PERF_RECORD_IS_FORK);
	assert_int_equal(list.v[1].tid, 6340);
	assert_int_equal(list.v[1].parent_tid, ROOT);
	assert_int_equal(list.v[2].type, PERF_RECORD_IS_IN);
	assert_int_equal(list.v[2].cpu, 1);
	assert_int_equal(list.v[79].type, PERF_RECORD_IS_EXIT);
	for (size_t i = 1; i < list.n; i++)
		assert_true(list.v[i].time_ns >= list.v[i - 1].time_ns);
	perf_record_list_release(&list);
}

static void build(struct timeline *t, int64_t cut_ns)
{
	struct perf_record_list list = { 0 };
	struct intmap jobs = { 0 };

	timeline_init(t);
	decode_both(&list);
	assert_int_equal(intmap_set(&jobs, ROOT, 3), 0);
	assert_int_equal(timeline_build(t, &list, &jobs, cut_ns), 0);
	perf_record_list_release(&list);
	intmap_release(&jobs);
}

static int64_t total_ns(const struct timeline_task *task)
{
	int64_t sum = 0;

	for (size_t i = 0; i < task->n; i++)
		sum += task->stays[i].end_ns - task->stays[i].start_ns;
	return sum;
}

static const struct timeline_task *task_of(const struct timeline *t, int64_t tid)
{
	for (size_t i = 0; i < t->n_tasks; i++)
		if (t->tasks[i].tid == tid)
			return &t->tasks[i];
	fail_msg("no task %lld", (long long)tid);
	return NULL;
}

static void stays_of_a_program_and_its_children(void **state)
{
	static const struct {
		int64_t tid, total_ns;
		size_t stays;
	} expected[] = {
		{ ROOT, 1569039, 4 }, { 6340, 5166352, 7 }, { 6341, 5275880, 5 },
		{ 6342, 4995420, 5 }, { 6343, 5050051, 5 }, { 6344, 5128867, 6 },
		{ 6346, 5027898, 5 },
	};
	struct timeline t;

	(void)state;
	build(&t, INT64_MAX);
	assert_int_equal(t.n_tasks, sizeof(expected) / sizeof(*expected));
	for (size_t i = 0; i < t.n_tasks; i++) {
		const struct timeline_task *task = task_of(&t, expected[i].tid);

		assert_int_equal(task->job, 3);
		assert_int_equal(task->n, expected[i].stays);
		assert_int_equal(total_ns(task), expected[i].total_ns);
		assert_int_equal(task->stays[task->n - 1].end, TIMELINE_EXIT);
	}
	assert_int_equal(task_of(&t, ROOT)->exec_cpu, 0);
	assert_int_equal(task_of(&t, 6340)->exec_cpu, -1);
	assert_int_equal(task_of(&t, ROOT)->stays[0].end, TIMELINE_PREEMPTED);
	assert_int_equal(task_of(&t, ROOT)->stays[1].end, TIMELINE_SLEPT);
	timeline_release(&t);
}

static void a_cut_timeline_ends_in_unknowns(void **state)
{
	const int64_t cut_ns = 3593062400000; /* while 6339 waits and 6340 runs on CPU 1 */
	const struct timeline_task *task;
	struct timeline t;

	(void)state;
	build(&t, cut_ns);
	task = task_of(&t, 6340);
	assert_int_equal(task->n, 1);
	assert_int_equal(task->stays[0].end, TIMELINE_UNKNOWN);
	assert_true(task->stays[0].end_ns <= cut_ns);
	assert_int_equal(task_of(&t, ROOT)->stays[task_of(&t, ROOT)->n - 1].end,
			 TIMELINE_PREEMPTED);
	timeline_release(&t);
}

/* Whatever the bytes, no read outside the ring and no endless loop. */
static void broken_bytes_are_refused(void **state)
{
	struct perf_record_list list = { 0 };
	unsigned char broken[RING_BYTES];
	struct perf_ring_view view = views[1];
	unsigned int seed = 1;

	(void)state;
	view.data = broken;
	memset(broken, 0, sizeof(broken));
	assert_int_equal(perf_record_decode(&list, &view), -EBADMSG);
	memcpy(broken, rings[1], sizeof(broken));
	view.head -= 8; /* the last record is cut off */
	assert_int_equal(perf_record_decode(&list, &view), -EBADMSG);
	for (int i = 0; i < 2000; i++) {
		seed = seed * 1103515245U + 12345U;
		broken[(seed >> 8) % RING_BYTES] = (unsigned char)(seed >> 24);
		list.n = 0;
		perf_record_decode(&list, &view);
		assert_true(list.n <= RING_BYTES / 32);
	}
	perf_record_list_release(&list);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(records_of_two_rings_in_order),
		cmocka_unit_test(stays_of_a_program_and_its_children),
		cmocka_unit_test(a_cut_timeline_ends_in_unknowns),
		cmocka_unit_test(broken_bytes_are_refused),
	};

	return cmocka_run_group_tests(tests, load, NULL);
}
