/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include <sys/mman.h>

#include "numa_test/home.h"

static void picks_rise_and_stay_in_their_stretch(void **state)
{
	static const struct {
		uint64_t sampled, pages;
	} cases[] = { { 1, 1 },       { 4096, 4096 },    { 256, 257 },
		      { 256, 65536 }, { 4096, 1000003 }, { 4096, UINT64_C(1) << 50 } };

	(void)state;
	for (size_t c = 0; c < sizeof(cases) / sizeof(*cases); c++) {
		uint64_t jitter = 9, pages = cases[c].pages, sampled = cases[c].sampled, last = 0;

		for (uint64_t i = 0; i < sampled; i++) {
			uint64_t page = home_pick(i, sampled, pages, &jitter);

			assert_true(page < pages);
			assert_true(!i || page > last);
			last = page;
		}
	}
}

/* Round-robin pages and a stride that is a multiple of the nodes: without jitter all are node 0. */
static void picks_do_not_alias_with_interleaving(void **state)
{
	uint64_t jitter = 1, on_node[4] = { 0 };

	(void)state;
	for (uint64_t i = 0; i < 4096; i++)
		on_node[home_pick(i, 4096, 4096 * 16, &jitter) % 4]++;
	for (int node = 0; node < 4; node++)
		assert_in_range(on_node[node], 850, 1200);
}

static void map(struct array *a, uint64_t bytes)
{
	const struct mempolicy local = { 0 };

	assert_int_equal(array_map(a, bytes, PAGES_4K, &local, NULL), 0);
}

static void touched_pages_are_counted(void **state)
{
	size_t page_bytes = array_base_page_bytes();
	struct intmap by_node = { 0 };
	struct array a = { 0 };
	uint64_t jitter = 1;
	int err;

	(void)state;
	map(&a, 300 * page_bytes);
	memset(a.start, 1, 100 * page_bytes);
	err = home_sample(&a, HOME_PAGES, &jitter, &by_node);
	if (err == -ENOSYS || err == -EPERM)
		skip();
	assert_int_equal(err, 0);
	assert_int_equal(intmap_sum(&by_node), 100);
	intmap_release(&by_node);

	memset(a.start, 1, a.bytes);
	assert_int_equal(home_sample(&a, 64, &jitter, &by_node), 0);
	assert_int_equal(intmap_sum(&by_node), 64);
	intmap_release(&by_node);
	array_release(&a);
	array_release(&a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(picks_rise_and_stay_in_their_stretch),
		cmocka_unit_test(picks_do_not_alias_with_interleaving),
		cmocka_unit_test(touched_pages_are_counted),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
