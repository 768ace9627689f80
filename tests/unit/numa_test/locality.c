/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include <math.h>

#include "numa_test/locality.h"

/* A map from key, value, key, value …. */
static struct intmap map_of(size_t n, const int *pairs)
{
	struct intmap m = { .known = true };

	for (size_t i = 0; i + 1 < n; i += 2)
		assert_int_equal(intmap_set(&m, pairs[i], pairs[i + 1]), 0);
	return m;
}

#define map(...) map_of(sizeof((int[]){ __VA_ARGS__ }) / sizeof(int), (const int[]){ __VA_ARGS__ })

static void boundary(struct locality *l, struct intmap node_ns, struct intmap home)
{
	assert_int_equal(locality_boundary(l, &node_ns, &home), 0);
	intmap_release(&node_ns);
	intmap_release(&home);
}

static void assert_fraction(struct locality *l, double expected)
{
	double got = locality_fraction(l);

	assert_true(isnan(expected) ? isnan(got) : fabs(got - expected) < 1e-12);
	locality_release(l);
}

static void all_at_home(void **state)
{
	struct locality l = { 0 };

	(void)state;
	boundary(&l, map(0, 500), map(0, 4096));
	boundary(&l, map(0, 900), map(0, 256));
	assert_fraction(&l, 1.0);
}

static void time_before_the_walk_does_not_count(void **state)
{
	struct locality l = { 0 };

	(void)state;
	boundary(&l, map(1, 1000), map(0, 256)); /* set up on 1 */
	boundary(&l, map(0, 100, 1, 1000), map(0, 256));
	assert_fraction(&l, 1.0);
}

static void each_segment_weighs_with_its_own_pages(void **state)
{
	struct locality l = { 0 };

	(void)state;
	boundary(&l, map(0, 0), map(0, 100));
	boundary(&l, map(0, 300), map(0, 100));               /* 300 of 300 local */
	boundary(&l, map(0, 300, 8, 100), map(0, 100));       /* 0 of 100 */
	boundary(&l, map(0, 300, 8, 500), map(0, 50, 8, 50)); /* 400 x (0 + .5) / 2 */
	boundary(&l, map(0, 300, 8, 700), map(8, 77));        /* 200 x (.5 + 1) / 2 */
	assert_fraction(&l, (300.0 + 0.0 + 100.0 + 150.0) / 1000.0);
}

static void interleaved_pages_are_local_by_their_share(void **state)
{
	struct locality l = { 0 };

	(void)state;
	boundary(&l, map(2, 0), map(0, 25, 1, 25, 2, 25, 3, 25));
	boundary(&l, map(2, 1000), map(0, 25, 1, 25, 2, 25, 3, 25));
	assert_fraction(&l, 0.25);
}

static void what_nobody_knows_stays_unknown(void **state)
{
	struct locality l = { 0 };

	(void)state;
	assert_fraction(&l, NAN);
	boundary(&l, map(0, 0), map(0, 100));
	assert_fraction(&l, NAN); /* no segment yet */

	boundary(&l, map(0, 0), map(0, 100));
	boundary(&l, map(-1, 500), map(0, 100)); /* CPU of no node */
	boundary(&l, map(0, 900), map(0, 100));
	assert_fraction(&l, NAN);

	boundary(&l, map(0, 0), map(0, 100));
	boundary(&l, map(0, 500), (struct intmap){ 0 }); /* move_pages refused */
	assert_fraction(&l, NAN);

	boundary(&l, (struct intmap){ 0 }, map(0, 100)); /* not watching */
	boundary(&l, (struct intmap){ 0 }, map(0, 100));
	assert_fraction(&l, NAN);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(all_at_home),
		cmocka_unit_test(time_before_the_walk_does_not_count),
		cmocka_unit_test(each_segment_weighs_with_its_own_pages),
		cmocka_unit_test(interleaved_pages_are_local_by_their_share),
		cmocka_unit_test(what_nobody_knows_stays_unknown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
