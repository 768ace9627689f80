/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "numa_test/cycle.h"

static const uint64_t sizes[] = { 1,  2,   3,   4,    5,    6,    7,    8,    9,     63,   64,
				  65, 100, 127, 1000, 1023, 1024, 1025, 4097, 12345, 65537 };
static const uint64_t seeds[] = { 0, 1, 2, 0xdeadbeef, UINT64_MAX };

#define COUNT(a) (sizeof(a) / sizeof(*(a)))

static void fill_successors(const struct cycle *c, uint64_t *next)
{
	for (uint64_t first = 0; first < c->n; first += CYCLE_BATCH)
		cycle_successors(c, first, c->n - first < CYCLE_BATCH ? c->n - first : CYCLE_BATCH,
				 next + first);
}

/* Follows the successors from the start: all n elements, each once, in the order of cycle_at(). */
static void check_one_cycle(uint64_t n, uint64_t seed)
{
	uint64_t *next = calloc(n, sizeof(*next));
	unsigned char *seen = calloc(n, 1);
	struct cycle c;
	uint64_t at;

	cycle_init(&c, n, seed);
	fill_successors(&c, next);
	at = cycle_at(&c, 0);
	for (uint64_t i = 0; i < n; i++) {
		assert_true(at < n);
		assert_int_equal(at, cycle_at(&c, i));
		assert_int_equal(cycle_position(&c, at), i);
		assert_false(seen[at]++);
		at = next[at];
	}
	assert_int_equal(at, cycle_at(&c, 0));
	assert_int_equal(at, cycle_at(&c, n));
	free(next);
	free(seen);
}

static void one_cycle_for_any_size_and_seed(void **state)
{
	(void)state;
	for (size_t s = 0; s < COUNT(sizes); s++)
		for (size_t k = 0; k < COUNT(seeds); k++)
			check_one_cycle(sizes[s], seeds[k]);
	for (uint64_t n = 1; n <= 300; n++)
		check_one_cycle(n, n);
}

static void positions_invert_in_huge_cycles(void **state)
{
	static const uint64_t huge[] = { UINT64_C(1) << 32, (UINT64_C(1) << 40) + 1,
					 (UINT64_C(3) << 50) - 5, UINT64_C(1) << 62 };

	(void)state;
	for (size_t s = 0; s < COUNT(huge); s++) {
		struct cycle c;

		cycle_init(&c, huge[s], 7);
		for (uint64_t i = 0; i < 1000; i++) {
			uint64_t position = i * (huge[s] / 1000), next;

			assert_int_equal(cycle_position(&c, cycle_at(&c, position)), position);
			cycle_successors(&c, cycle_at(&c, position), 1, &next);
			assert_int_equal(next, cycle_at(&c, position + 1));
		}
	}
}

static void seeds_give_different_orders(void **state)
{
	struct cycle a, b, again;
	uint64_t same = 0;

	(void)state;
	cycle_init(&a, 10000, 1);
	cycle_init(&b, 10000, 2);
	cycle_init(&again, 10000, 1);
	for (uint64_t j = 0; j < 10000; j++) {
		uint64_t next_a, next_b;

		cycle_successors(&a, j, 1, &next_a);
		cycle_successors(&b, j, 1, &next_b);
		same += next_a == next_b;
		assert_int_equal(cycle_at(&a, j), cycle_at(&again, j));
	}
	assert_true(same < 20); /* 1 is expected of two random orders */
}

/*
 * An order that stays near is fast for the wrong reason. In a random one the distance of two
 * neighbours of the cycle averages n / 3, and 64 lines in a page make a step within a page rare.
 */
static void steps_go_far(void **state)
{
	const uint64_t n = 1 << 16;
	uint64_t same_page = 0;
	double far = 0.0;
	struct cycle c;

	(void)state;
	cycle_init(&c, n, 1);
	for (uint64_t j = 0; j < n; j++) {
		uint64_t next;

		cycle_successors(&c, j, 1, &next);
		far += (double)(next > j ? next - j : j - next);
		same_page += next / 64 == j / 64;
	}
	assert_true(far / (double)n > 0.3 * (double)n && far / (double)n < 0.37 * (double)n);
	assert_true(same_page < 3 * 64); /* 64 are expected */
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_cycle_for_any_size_and_seed),
		cmocka_unit_test(positions_invert_in_huge_cycles),
		cmocka_unit_test(seeds_give_different_orders),
		cmocka_unit_test(steps_go_far),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
