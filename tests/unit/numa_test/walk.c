/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "numa_test/walk.h"

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

static void begin(struct walk_state *s, const struct walk *walk, uint64_t n,
		  enum selfwatch_source source)
{
	selfwatch_start_with(&watch, source, &fake_cpu, fake_clock, fake_getcpu);
	*s = (struct walk_state){ .watch = &watch };
	s->lines = aligned_alloc(4096, (n * sizeof(struct line) + 4095) / 4096 * 4096);
	assert_non_null(s->lines);
	memset(s->lines, 0, n * sizeof(struct line));
	cycle_init(&s->cycle, n, 5);
	assert_int_equal(walk->setup(s, NULL), 0);
}

static void end(struct walk_state *s, const struct walk *walk)
{
	if (walk->teardown)
		walk->teardown(s);
	free(s->lines);
}

/* Any cut of the steps, so that every tail of the unrolled loops is met. */
static void check_end_is_as_computed(const struct walk *walk, uint64_t n,
				     enum selfwatch_source source)
{
	struct walk_state s;
	uint64_t done = 0;

	begin(&s, walk, n, source);
	assert_ptr_equal(s.at, walk_expected(&s, 0));
	for (uint64_t steps = 0; steps < 200; steps++) {
		walk->run(&s, steps);
		done += steps;
		assert_ptr_equal(s.at, walk_expected(&s, done));
	}
	end(&s, walk);
}

static void walks_end_where_they_must(void **state)
{
	static const uint64_t sizes[] = { 1, 2, 3, 64, 65, 1000, 4096 };

	(void)state;
	for (size_t w = 0; walk_at(w); w++)
		for (size_t i = 0; i < sizeof(sizes) / sizeof(*sizes); i++)
			for (int source = SELFWATCH_OFF; source <= SELFWATCH_GETCPU; source++)
				check_end_is_as_computed(walk_at(w), sizes[i],
							 (enum selfwatch_source)source);
}

static uint64_t visits(const struct walk_state *s)
{
	uint64_t sum = 0;

	for (uint64_t i = 0; i < s->cycle.n; i++)
		sum += s->lines[i].visits;
	return sum;
}

static void update_changes_each_line_once_a_round(void **state)
{
	const struct walk *walk = walk_find("update");
	struct walk_state s;

	(void)state;
	begin(&s, walk, 1000, SELFWATCH_RSEQ);
	walk->run(&s, 2000);
	for (uint64_t i = 0; i < 1000; i++)
		assert_int_equal(s.lines[i].visits, 2);
	end(&s, walk);
}

static void chase_changes_nothing(void **state)
{
	const struct walk *walk = walk_find("chase");
	struct walk_state s;

	(void)state;
	begin(&s, walk, 1000, SELFWATCH_RSEQ);
	walk->run(&s, 5000);
	assert_int_equal(visits(&s), 0);
	end(&s, walk);
}

static void walks_notice_moves(void **state)
{
	(void)state;
	for (size_t w = 0; walk_at(w); w++) {
		for (int source = SELFWATCH_RSEQ; source <= SELFWATCH_GETCPU; source++) {
			struct walk_state s;

			fake_cpu = 0;
			begin(&s, walk_at(w), 100, (enum selfwatch_source)source);
			fake_cpu = 1;
			walk_at(w)->run(&s, 1000);
			assert_int_equal(watch.changes, 1);
			assert_int_equal(watch.cpu, 1);
			end(&s, walk_at(w));
		}
	}
}

static void walks_are_found_by_name(void **state)
{
	(void)state;
	assert_string_equal(walk_default()->name, "update");
	assert_null(walk_find("dance"));
	for (size_t w = 0; walk_at(w); w++) {
		assert_ptr_equal(walk_find(walk_at(w)->name), walk_at(w));
		assert_non_null(walk_at(w)->help);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(walks_end_where_they_must),
		cmocka_unit_test(update_changes_each_line_once_a_round),
		cmocka_unit_test(chase_changes_nothing),
		cmocka_unit_test(walks_notice_moves),
		cmocka_unit_test(walks_are_found_by_name),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
