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

/* A map from pairs; the list ends with a key of -2. */
static struct intmap map(int key, ...)
{
	struct intmap m = { .known = true };
	va_list ap;

	va_start(ap, key);
	for (; key != -2; key = va_arg(ap, int))
		assert_int_equal(intmap_set(&m, key, va_arg(ap, int)), 0);
	va_end(ap);
	return m;
}

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
	boundary(&l, map(0, 500, -2), map(0, 4096, -2));
	boundary(&l, map(0, 900, -2), map(0, 256, -2));
	assert_fraction(&l, 1.0);
}

static void time_before_the_walk_does_not_count(void **state)
{
	struct locality l = { 0 };

	(void)state;
	boundary(&l, map(1, 1000, -2), map(0, 256, -2)); /* set up on 1 */
	boundary(&l, map(0, 100, 1, 1000, -2), map(0, 256, -2));
	assert_fraction(&l, 1.0);
}

static void each_segment_weighs_with_its_own_pages(void **state)
{
	struct locality l = { 0 };

	(void)state;
	boundary(&l, map(0, 0, -2), map(0, 100, -2));
	boundary(&l, map(0, 300, -2), map(0, 100, -2));               /* 300 of 300 local */
	boundary(&l, map(0, 300, 8, 100, -2), map(0, 100, -2));       /* 0 of 100 */
	boundary(&l, map(0, 300, 8, 500, -2), map(0, 50, 8, 50, -2)); /* 400 x (0 + .5) / 2 */
	boundary(&l, map(0, 300, 8, 700, -2), map(8, 77, -2));        /* 200 x (.5 + 1) / 2 */
	assert_fraction(&l, (300.0 + 0.0 + 100.0 + 150.0) / 1000.0);
}

static void interleaved_pages_are_local_by_their_share(void **state)
{
	struct locality l = { 0 };

	(void)state;
	boundary(&l, map(2, 0, -2), map(0, 25, 1, 25, 2, 25, 3, 25, -2));
	boundary(&l, map(2, 1000, -2), map(0, 25, 1, 25, 2, 25, 3, 25, -2));
	assert_fraction(&l, 0.25);
}

static void what_nobody_knows_stays_unknown(void **state)
{
	struct locality l = { 0 };

	(void)state;
	assert_fraction(&l, NAN);
	boundary(&l, map(0, 0, -2), map(0, 100, -2));
	assert_fraction(&l, NAN); /* no segment yet */

	boundary(&l, map(0, 0, -2), map(0, 100, -2));
	boundary(&l, map(-1, 500, -2), map(0, 100, -2)); /* CPU of no node */
	boundary(&l, map(0, 900, -2), map(0, 100, -2));
	assert_fraction(&l, NAN);

	boundary(&l, map(0, 0, -2), map(0, 100, -2));
	boundary(&l, map(0, 500, -2), (struct intmap){ 0 }); /* move_pages refused */
	assert_fraction(&l, NAN);

	boundary(&l, (struct intmap){ 0 }, map(0, 100, -2)); /* not watching */
	boundary(&l, (struct intmap){ 0 }, map(0, 100, -2));
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
