/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

#include "report/timeline_bins.h"

/* CPUs 0 and 1 on node 0, 2 on node 8; job 1: 0-40 on CPU 0, 50-60 on CPU 1, 60-100 on CPU 2. */
static struct timeline made(void)
{
	struct timeline t;
	struct timeline_task *task;

	timeline_init(&t);
	t.cpu_node = malloc(3 * sizeof(int));
	t.n_cpus = 3;
	t.cpu_node[0] = t.cpu_node[1] = 0;
	t.cpu_node[2] = 8;
	task = timeline_add_task(&t, 1, 10, 10);
	timeline_add_stay(task, (struct timeline_stay){ 0, 40, 0, TIMELINE_SLEPT });
	timeline_add_stay(task, (struct timeline_stay){ 50, 60, 1, TIMELINE_PREEMPTED });
	timeline_add_stay(task, (struct timeline_stay){ 60, 100, 2, TIMELINE_EXIT });
	return t;
}

static void puts_stays_where_they_were(void **state)
{
	struct timeline t = made();
	int nodes[10];
	char moves[10];
	const int expected[10] = { 0, 0, 0, 0, BIN_NOBODY, 0, 8, 8, 8, 8 };
	const char expected_moves[10] = { 0, 0, 0, 0, 0, 1, 2, 0, 0, 0 };

	(void)state;
	assert_int_equal(timeline_bins(&t, 1, 0, 100, nodes, moves, 10), 3);
	/* A stay that ends where a part begins is not in it. */
	for (int i = 0; i < 10; i++) {
		assert_int_equal(nodes[i], expected[i]);
		assert_int_equal(moves[i], expected_moves[i]);
	}
	timeline_release(&t);
}

static void shows_the_majority_of_a_part(void **state)
{
	struct timeline t = made();
	int nodes[1];
	char moves[1];

	(void)state;
	timeline_bins(&t, 1, 0, 100, nodes, moves, 1);
	assert_int_equal(nodes[0], 0);
	assert_int_equal(moves[0], 2);
	timeline_bins(&t, 1, 40, 100, nodes, moves, 1);
	assert_int_equal(nodes[0], 8);
	timeline_release(&t);
}

static void knows_other_jobs_and_nothing(void **state)
{
	struct timeline t = made();
	int nodes[2];
	char moves[2];
	int64_t cpus, away;

	(void)state;
	assert_int_equal(timeline_bins(&t, 2, 0, 100, nodes, moves, 2), 0);
	assert_int_equal(nodes[0], BIN_NOBODY);
	assert_int_equal(timeline_bins(&t, 1, 5, 5, nodes, moves, 2), 0);
	timeline_moves(&t, 1, &cpus, &away);
	assert_int_equal(cpus, 2);
	assert_int_equal(away, 1);
	timeline_release(&t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(puts_stays_where_they_were),
		cmocka_unit_test(shows_the_majority_of_a_part),
		cmocka_unit_test(knows_other_jobs_and_nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
