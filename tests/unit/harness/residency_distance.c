/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "harness/residency_distance.h"
#include "tests/unit/tree.h"

static void put(const struct tree *t, int cpu, const char *file, const char *text)
{
	char path[256];

	snprintf(path, sizeof(path), "/sys/devices/system/cpu/cpu%d/%s", cpu, file);
	tree_write(t, path, text);
}

/* Nodes 0 and 8; cores of two threads, caches of two cores, node 0 with two caches. */
static struct tree make_tree(void)
{
	struct tree t = tree_new();

	tree_write(&t, "/sys/devices/system/cpu/possible", "0-9\n");
	tree_write(&t, "/sys/devices/system/cpu/online", "0-9\n");
	tree_write(&t, "/sys/devices/system/node/online", "0,8\n");
	tree_write(&t, "/sys/devices/system/node/node0/cpulist", "0-7\n");
	tree_write(&t, "/sys/devices/system/node/node0/distance", "10 31\n");
	tree_write(&t, "/sys/devices/system/node/node8/cpulist", "8-9\n");
	tree_write(&t, "/sys/devices/system/node/node8/distance", "31 10\n");
	for (int cpu = 0; cpu < 10; cpu++) {
		char list[32];

		snprintf(list, sizeof(list), "%d-%d\n", cpu & ~1, cpu | 1);
		put(&t, cpu, "topology/thread_siblings_list", list);
		put(&t, cpu, "cache/index0/level", "1\n");
		put(&t, cpu, "cache/index0/shared_cpu_list", list);
		put(&t, cpu, "cache/index1/level", "3\n");
		/* Node 8 is behind the same cache as CPUs 4-7: the node counts more. */
		put(&t, cpu, "cache/index1/shared_cpu_list", cpu < 4 ? "0-3\n" : "4-9\n");
	}
	return t;
}

static void classes_of_migrations(void **state)
{
	struct tree tree = make_tree();
	struct named_values m = { 0 };
	struct residency_distance d;
	struct topology t;

	(void)state;
	assert_int_equal(topology_load_sysfs(&t, tree.root, NULL), 0);
	assert_int_equal(residency_distance_load(&d, &t, tree.root), 0);
	assert_int_equal(residency_distance_zero(&d, &m), 0);
	assert_int_equal(m.n, 4);
	assert_int_equal(residency_distance_count(&d, &m, 0, 1), 0);
	assert_int_equal(residency_distance_count(&d, &m, 0, 2), 0);
	assert_int_equal(residency_distance_count(&d, &m, 3, 1), 0);
	assert_int_equal(residency_distance_count(&d, &m, 3, 7), 0);
	assert_int_equal(residency_distance_count(&d, &m, 7, 8), 0);
	assert_int_equal(residency_distance_count(&d, &m, 9, 0), 0);
	assert_int_equal(residency_distance_count(&d, &m, 0, 9), 0);
	assert_true(named_values_get(&m, "core") == 1);
	assert_true(named_values_get(&m, "llc") == 2);
	assert_true(named_values_get(&m, "node") == 1);
	assert_true(named_values_get(&m, "distance 31") == 3);
	named_values_release(&m);
	residency_distance_release(&d);
	topology_release(&t);
	tree_remove(&tree);
}

static void unknown_distance_has_its_own_class(void **state)
{
	struct tree tree = make_tree();
	struct named_values m = { 0 };
	struct residency_distance d;
	struct topology t;

	(void)state;
	tree_write(&tree, "/sys/devices/system/node/node0/distance", "\n");
	assert_int_equal(topology_load_sysfs(&t, tree.root, NULL), 0);
	assert_int_equal(residency_distance_load(&d, &t, tree.root), 0);
	assert_int_equal(residency_distance_count(&d, &m, 0, 8), 0);
	assert_true(named_values_get(&m, "distance unknown") == 1);
	named_values_release(&m);
	residency_distance_release(&d);
	topology_release(&t);
	tree_remove(&tree);
}

static void this_machine_has_a_class_for_each_pair(void **state)
{
	struct named_values m = { 0 };
	struct residency_distance d;
	struct topology t;
	size_t classes;

	(void)state;
	assert_int_equal(topology_load_sysfs(&t, "", NULL), 0);
	assert_int_equal(residency_distance_load(&d, &t, ""), 0);
	assert_int_equal(residency_distance_zero(&d, &m), 0);
	classes = m.n;
	assert_true(m.known);
	for (size_t i = 1; i < t.online.n; i++)
		assert_int_equal(residency_distance_count(&d, &m, t.online.v[0], t.online.v[i]), 0);
	assert_int_equal(m.n, classes);
	named_values_release(&m);
	residency_distance_release(&d);
	topology_release(&t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(classes_of_migrations),
		cmocka_unit_test(unknown_distance_has_its_own_class),
		cmocka_unit_test(this_machine_has_a_class_for_each_pair),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
