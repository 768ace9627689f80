/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "lib/sysfile.h"
#include "lib/topology.h"
#include "tests/unit/tree.h"

#define GIB (INT64_C(1) << 30)

static void assert_cpus(const struct cpulist *l, const char *as)
{
	char *text = cpulist_format(l);

	assert_string_equal(text, as);
	free(text);
}

/* --- made-up /sys trees ------------------------------------------------------------------- */

static void write_cpus(const struct tree *tree, const char *possible, const char *online)
{
	tree_write(tree, "/sys/devices/system/cpu/possible", possible);
	tree_write(tree, "/sys/devices/system/cpu/online", online);
}

static void write_node(const struct tree *tree, int id, const char *cpus, int mib,
		       const char *distance)
{
	char path[128], text[256];

	snprintf(path, sizeof(path), "/sys/devices/system/node/node%d/cpulist", id);
	tree_write(tree, path, cpus);
	snprintf(path, sizeof(path), "/sys/devices/system/node/node%d/meminfo", id);
	snprintf(text, sizeof(text),
		 "Node %d MemTotal:       %d kB\nNode %d MemFree:        %d kB\n", id, mib * 1024,
		 id, mib * 512);
	tree_write(tree, path, text);
	snprintf(path, sizeof(path), "/sys/devices/system/node/node%d/distance", id);
	if (distance)
		tree_write(tree, path, distance);
}

static void write_cache(const struct tree *tree, int cpu, int index, const char *level,
			const char *size)
{
	char path[128];

	snprintf(path, sizeof(path), "/sys/devices/system/cpu/cpu%d/cache/index%d/level", cpu,
		 index);
	tree_write(tree, path, level);
	snprintf(path, sizeof(path), "/sys/devices/system/cpu/cpu%d/cache/index%d/size", cpu,
		 index);
	tree_write(tree, path, size);
}

static struct topology load(const struct tree *tree)
{
	struct errmsg e = { 0 };
	struct topology t;

	if (topology_load_sysfs(&t, tree->root, &e))
		fail_msg("%s", e.text);
	assert_true(t.synthetic);
	return t;
}

static void four_nodes(void **state)
{
	struct tree tree = tree_new();
	struct topology t;

	(void)state;
	write_cpus(&tree, "0-15\n", "0-15\n");
	write_node(&tree, 0, "0-3\n", 4096, "10 12 20 20\n");
	write_node(&tree, 1, "4-7\n", 4096, "12 10 20 20\n");
	write_node(&tree, 2, "8-11\n", 2048, "20 20 10 12\n");
	write_node(&tree, 3, "12-15\n", 2048, "20 20 12 10\n");
	write_cache(&tree, 0, 0, "1\n", "32K\n");
	write_cache(&tree, 0, 1, "3\n", "16384K\n");
	write_cache(&tree, 0, 2, "2\n", "512K\n");
	t = load(&tree);
	assert_int_equal(t.n_nodes, 4);
	assert_cpus(&t.online, "0-15");
	assert_cpus(&t.nodes[2].cpus, "8-11");
	assert_int_equal(t.n_possible, 16);
	assert_int_equal(t.llc_bytes, 16 << 20);
	assert_int_equal(t.nodes[0].memory_bytes, 4 * GIB);
	assert_int_equal(t.nodes[3].free_bytes, GIB);
	assert_int_equal(topology_node_of_cpu(&t, 13), 3);
	assert_int_equal(topology_node_of_cpu(&t, 16), -1);
	assert_int_equal(topology_node_of_cpu(&t, -1), -1);
	assert_int_equal(topology_distance(&t, 0, 3), 20);
	assert_int_equal(topology_distance(&t, 3, 2), 12);
	assert_int_equal(topology_distance(&t, 3, 4), -1);
	assert_int_equal(topology_full_nodes(&t), 4);
	topology_release(&t);
	topology_release(&t);
	tree_remove(&tree);
}

static void sparse_ids(void **state)
{
	struct tree tree = tree_new();
	struct topology t;

	(void)state;
	write_cpus(&tree, "0-7\n", "0-7\n");
	write_node(&tree, 252, "\n", 1024, "80 80 10\n");
	write_node(&tree, 8, "4-7\n", 1024, "40 10 80\n");
	write_node(&tree, 0, "0-3\n", 1024, "10 40 80\n");
	t = load(&tree);
	assert_int_equal(t.n_nodes, 3);
	assert_int_equal(t.nodes[1].id, 8);
	assert_int_equal(topology_node_of_cpu(&t, 5), 8);
	assert_int_equal(topology_distance(&t, 8, 0), 40);
	assert_int_equal(topology_distance(&t, 252, 252), 10);
	assert_null(topology_node_find(&t, 1));
	assert_int_equal(topology_node_find(&t, 252)->cpus.n, 0);
	assert_int_equal(topology_full_nodes(&t), 2);
	topology_release(&t);
	tree_remove(&tree);
}

static void memoryless_and_memory_only_nodes(void **state)
{
	struct tree tree = tree_new();
	struct topology t;

	(void)state;
	write_cpus(&tree, "0-3\n", "0-3\n");
	write_node(&tree, 0, "0-1\n", 1024, "10 20 20\n");
	write_node(&tree, 1, "2-3\n", 0, "20 10 20\n");
	write_node(&tree, 2, "\n", 2048, "20 20 10\n");
	t = load(&tree);
	assert_int_equal(t.nodes[1].memory_bytes, 0);
	assert_int_equal(t.nodes[2].cpus.n, 0);
	assert_int_equal(t.nodes[2].memory_bytes, 2 * GIB);
	assert_int_equal(topology_full_nodes(&t), 1);
	topology_release(&t);
	tree_remove(&tree);
}

static void offline_cpus_are_left_out(void **state)
{
	struct tree tree = tree_new();
	struct topology t;

	(void)state;
	write_cpus(&tree, "0-15\n", "0,2-3,5\n");
	write_node(&tree, 0, "0-3\n", 1024, NULL);
	write_node(&tree, 1, "4-7\n", 1024, NULL);
	t = load(&tree);
	assert_cpus(&t.online, "0,2-3,5");
	assert_cpus(&t.nodes[1].cpus, "5");
	assert_int_equal(topology_node_of_cpu(&t, 4), -1);
	assert_int_equal(t.n_possible, 16);
	assert_int_equal(topology_distance(&t, 0, 1), -1);
	topology_release(&t);
	tree_remove(&tree);
}

static void many_cpus_and_nodes(void **state)
{
	struct tree tree = tree_new();
	struct topology t;

	(void)state;
	write_cpus(&tree, "0-8191\n", "0-4095\n");
	for (int id = 0; id < 128; id++) {
		char cpus[32];

		snprintf(cpus, sizeof(cpus), "%d-%d\n", 32 * id, 32 * id + 31);
		write_node(&tree, id, cpus, 1024, NULL);
	}
	t = load(&tree);
	assert_int_equal(t.n_nodes, 128);
	assert_int_equal(t.online.n, 4096);
	assert_int_equal(t.nodes[127].id, 127);
	assert_int_equal(topology_node_of_cpu(&t, 4095), 127);
	assert_int_equal(topology_node_of_cpu(&t, 3200), 100);
	assert_int_equal(t.n_possible, 8192);
	topology_release(&t);
	tree_remove(&tree);
}

/* Documentation: numa=fake=2 on one node: both list all CPUs, each is linked to one. */
static void cpus_of_fake_nodes_have_one_node(void **state)
{
	struct tree tree = tree_new();
	struct topology t;

	(void)state;
	write_cpus(&tree, "0-3\n", "0-3\n");
	write_node(&tree, 0, "0-3\n", 1024, "10 10\n");
	write_node(&tree, 1, "0-3\n", 1024, "10 10\n");
	tree_write(&tree, "/sys/devices/system/cpu/cpu3/node1/cpulist", "0-3\n");
	tree_write(&tree, "/sys/devices/system/cpu/cpu2/node0/cpulist", "0-3\n");
	t = load(&tree);
	assert_cpus(&t.nodes[0].cpus, "0-2");
	assert_cpus(&t.nodes[1].cpus, "3");
	assert_int_equal(topology_node_of_cpu(&t, 3), 1);
	topology_release(&t);
	tree_remove(&tree);
}

static void without_numa_all_is_node_0(void **state)
{
	struct tree tree = tree_new();
	struct topology t;

	(void)state;
	write_cpus(&tree, "0-7\n", "0-5\n");
	tree_write(&tree, "/proc/meminfo", "MemTotal:  2097152 kB\nMemFree:   1048576 kB\n");
	t = load(&tree);
	assert_int_equal(t.n_nodes, 1);
	assert_int_equal(t.nodes[0].id, 0);
	assert_cpus(&t.nodes[0].cpus, "0-5");
	assert_int_equal(t.nodes[0].memory_bytes, 2 * GIB);
	assert_int_equal(t.nodes[0].free_bytes, GIB);
	assert_int_equal(t.llc_bytes, -1);
	topology_release(&t);
	tree_remove(&tree);
}

static void several_nodes_without_their_folder_are_no_guess(void **state)
{
	struct tree tree = tree_new();
	struct errmsg e = { 0 };
	struct topology t;

	(void)state;
	write_cpus(&tree, "0-7\n", "0-7\n");
	tree_write(&tree, "/proc/buddyinfo", "Node 0, zone DMA 1\nNode 0, zone Normal 0 5\n");
	t = load(&tree);
	assert_int_equal(t.n_nodes, 1);
	topology_release(&t);
	tree_write(&tree, "/proc/buddyinfo", "Node 0, zone DMA 1\nNode 1, zone Normal 0 5\n");
	assert_int_equal(topology_load_sysfs(&t, tree.root, &e), -ENODATA);
	assert_non_null(strstr(e.text, "node is missing, and this machine has several nodes"));
	tree_remove(&tree);
}

static void one_node_has_all_memory(void **state)
{
	struct tree tree = tree_new();
	struct topology t;

	(void)state;
	write_cpus(&tree, "0-1\n", "0-1\n");
	write_node(&tree, 0, "0-1\n", 1024, "10\n");
	t = load(&tree);
	assert_int_equal(t.nodes[0].memory_bytes, GIB);
	topology_release(&t);
	tree_write(&tree, "/proc/meminfo", "MemTotal:  8388608 kB\nMemFree:   4194304 kB\n");
	t = load(&tree);
	assert_int_equal(t.nodes[0].memory_bytes, 8 * GIB);
	assert_int_equal(t.nodes[0].free_bytes, 4 * GIB);
	topology_release(&t);
	tree_remove(&tree);
}

static void malformed_cpu_lists_are_named(void **state)
{
	static const struct {
		const char *path, *text;
	} bad[] = {
		{ "/sys/devices/system/node/node1/cpulist", "4-\n" },
		{ "/sys/devices/system/node/node1/cpulist", "\xff\xfe" },
		{ "/sys/devices/system/cpu/online", "0-99999999\n" },
		{ "/sys/devices/system/cpu/possible", "none\n" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		struct tree tree = tree_new();
		struct errmsg e = { 0 };
		struct topology t;

		write_cpus(&tree, "0-7\n", "0-7\n");
		write_node(&tree, 0, "0-3\n", 1024, NULL);
		write_node(&tree, 1, "4-7\n", 1024, NULL);
		tree_write(&tree, bad[i].path, bad[i].text);
		assert_int_equal(topology_load_sysfs(&t, tree.root, &e), -EINVAL);
		assert_non_null(strstr(e.text, bad[i].path));
		assert_int_equal(t.n_nodes, 0);
		tree_remove(&tree);
	}
}

static void malformed_memory_and_distances_are_unknown(void **state)
{
	static const char *const distances[] = { "10\n",    "10 20 30\n", "10 x\n",
						 "-1 20\n", "",           "10 99999999999\n" };
	static const char *const meminfos[] = { "", "Node 0 MemTotal:\n", "Node 0 MemTotal: x kB\n",
						"Node 0 MemTotal: 99999999999999999999 kB\n",
						"Node 0 MemTotal: 5 MB\n" };

	(void)state;
	for (size_t i = 0; i < sizeof(distances) / sizeof(*distances); i++) {
		struct tree tree = tree_new();
		struct topology t;

		write_cpus(&tree, "0-7\n", "0-7\n");
		write_node(&tree, 0, "0-3\n", 1024, distances[i]);
		write_node(&tree, 1, "4-7\n", 1024, "20 10\n");
		tree_write(&tree, "/sys/devices/system/node/node0/meminfo",
			   meminfos[i % (sizeof(meminfos) / sizeof(*meminfos))]);
		t = load(&tree);
		assert_int_equal(topology_distance(&t, 0, 1), -1);
		assert_int_equal(topology_distance(&t, 1, 0), 20);
		assert_int_equal(t.nodes[0].memory_bytes, -1);
		topology_release(&t);
		tree_remove(&tree);
	}
}

static void an_empty_tree_is_an_error(void **state)
{
	struct tree tree = tree_new();
	struct errmsg e = { 0 };
	struct topology t;

	(void)state;
	assert_int_equal(topology_load_sysfs(&t, tree.root, &e), -ENOENT);
	assert_non_null(strstr(e.text, "/sys/devices/system/cpu/online"));
	assert_int_equal(mkfifo(tree_path(&tree, "/sys/devices/system/cpu/online"), 0600), 0);
	assert_true(topology_load_sysfs(&t, tree.root, &e) < 0);
	tree_remove(&tree);
}

static void this_machine(void **state)
{
	struct cpulist allowed = { 0 };
	struct errmsg e = { 0 };
	struct topology t;

	(void)state;
	assert_int_equal(topology_load_sysfs(&t, "", &e), 0);
	assert_false(t.synthetic);
	assert_true(t.n_nodes >= 1);
	assert_int_equal(cpulist_allowed(&allowed, &e), 0);
	for (size_t i = 0; i < allowed.n; i++)
		assert_non_null(topology_node_find(&t, topology_node_of_cpu(&t, allowed.v[i])));
	assert_true(topology_full_nodes(&t) >= 1);
	cpulist_release(&allowed);
	topology_release(&t);
}

/* --- hwloc ---------------------------------------------------------------------------------- */

static void synthetic_description(void **state)
{
	struct errmsg e = { 0 };
	struct topology t;

	(void)state;
	assert_int_equal(topology_load_hwloc(&t, "node:4 core:4 pu:2", &e), 0);
	assert_true(t.synthetic);
	assert_int_equal(t.n_nodes, 4);
	assert_int_equal(t.online.n, 32);
	assert_cpus(&t.nodes[1].cpus, "8-15");
	assert_int_equal(topology_node_of_cpu(&t, 31), 3);
	assert_true(t.nodes[0].memory_bytes > 0);
	assert_int_equal(t.nodes[0].free_bytes, -1);
	assert_int_equal(topology_distance(&t, 0, 1), -1);
	assert_int_equal(topology_full_nodes(&t), 4);
	topology_release(&t);
}

static struct topology load_xml(const char *name)
{
	char path[128];
	struct errmsg e = { 0 };
	struct topology t;

	snprintf(path, sizeof(path), "tests/data/topology/%s.xml", name);
	if (topology_load_hwloc(&t, path, &e))
		fail_msg("%s", e.text);
	return t;
}

static void xml_of_eight_nodes_with_distances(void **state)
{
	struct topology t = load_xml("nodes-8");

	(void)state;
	assert_int_equal(t.n_nodes, 8);
	assert_cpus(&t.nodes[5].cpus, "20-23");
	assert_cpus(&t.online, "0-31");
	assert_int_equal(t.n_possible, 32);
	assert_int_equal(t.llc_bytes, 8 << 20);
	assert_int_equal(t.nodes[7].memory_bytes, 2 * GIB);
	assert_int_equal(topology_distance(&t, 0, 0), 10);
	assert_int_equal(topology_distance(&t, 0, 3), 12);
	assert_int_equal(topology_distance(&t, 2, 6), 32);
	assert_int_equal(topology_full_nodes(&t), 8);
	topology_release(&t);
}

static void xml_of_sparse_nodes(void **state)
{
	struct topology t = load_xml("nodes-sparse");

	(void)state;
	assert_int_equal(t.n_nodes, 3);
	assert_cpus(&topology_node_find(&t, 8)->cpus, "2-3");
	assert_cpus(&topology_node_find(&t, 252)->cpus, "4-5");
	topology_release(&t);
}

/* In this export both node 1 and the CPU-less node 2 hold the CPUs 4-7. */
static void xml_of_a_cpuless_node(void **state)
{
	struct topology t = load_xml("cpuless-node");

	(void)state;
	assert_int_equal(t.n_nodes, 3);
	assert_cpus(&t.nodes[1].cpus, "4-7");
	assert_cpus(&t.nodes[2].cpus, "");
	assert_int_equal(t.nodes[2].memory_bytes, 8 * GIB);
	assert_int_equal(topology_node_of_cpu(&t, 6), 1);
	assert_int_equal(topology_distance(&t, 1, 2), 14);
	assert_int_equal(topology_full_nodes(&t), 2);
	topology_release(&t);
}

static void xml_of_a_memoryless_node(void **state)
{
	struct topology t = load_xml("memoryless-node");

	(void)state;
	assert_int_equal(t.nodes[1].memory_bytes, 0);
	assert_cpus(&t.nodes[1].cpus, "4-7");
	assert_int_equal(topology_full_nodes(&t), 1);
	topology_release(&t);
}

/* As the kernel shows one: its node is in no Mems_allowed. */
static void recorded_xml_of_a_memoryless_node(void **state)
{
	struct topology t;
	struct errmsg e = { 0 };

	(void)state;
	assert_int_equal(
		topology_load_hwloc(&t, "tests/data/sets/recorded-memory-less/topology.xml", &e),
		0);
	assert_int_equal(t.n_nodes, 4);
	assert_cpus(&t.nodes[1].cpus, "2-3");
	assert_int_equal(t.nodes[1].memory_bytes, 0);
	assert_int_equal(topology_full_nodes(&t), 3);
	assert_int_equal(topology_distance(&t, 1, 3), 20);
	topology_release(&t);
}

static void xml_of_a_restricted_machine(void **state)
{
	struct topology t = load_xml("nodes-4-restricted");

	(void)state;
	assert_cpus(&t.online, "0-3,8-11,16-23");
	assert_int_equal(t.n_nodes, 4);
	assert_cpus(&t.nodes[3].cpus, "");
	topology_release(&t);
}

static void cut_xml_is_an_error(void **state)
{
	struct tree tree = tree_new();
	struct errmsg e = { 0 };
	struct topology t;

	(void)state;
	tree_write(&tree, "/cut.xml", "<?xml version=\"1.0\"?>\n<topology version=\"2.0\">\n<obj");
	assert_true(topology_load_hwloc(&t, tree_path(&tree, "/cut.xml"), &e) < 0);
	assert_non_null(strstr(e.text, "/cut.xml"));
	tree_remove(&tree);
}

/* hwloc 2.9 dies of a core without its complete_cpuset: we don't. */
static void damaged_xml_is_an_error(void **state)
{
	struct tree tree = tree_new();
	struct errmsg e = { 0 };
	struct topology t;
	char *text, *at;

	(void)state;
	assert_int_equal(sysfile_text(&text, "", "tests/data/topology/cpuless-node.xml"), 0);
	at = strstr(strstr(text, "type=\"Core\" os_index=\"1\""), "complete_cpuset");
	memcpy(at, "complete_cpusex", 15);
	tree_write(&tree, "/damaged.xml", text);
	assert_true(topology_load_hwloc(&t, tree_path(&tree, "/damaged.xml"), &e) < 0);
	assert_non_null(strstr(e.text, "/damaged.xml"));
	assert_int_equal(t.n_nodes, 0);
	free(text);
	tree_remove(&tree);
}

static void wrong_descriptions(void **state)
{
	static const char *const bad[] = { "", "elephant", "node:0", "/nonexistent.xml", ".xml" };

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		struct errmsg e = { 0 };
		struct topology t;

		assert_true(topology_load_hwloc(&t, bad[i], &e) < 0);
		assert_non_null(strstr(e.text, bad[i]));
		assert_int_equal(t.n_nodes, 0);
	}
}

static void export_of_this_machine(void **state)
{
	struct tree tree = tree_new();
	struct topology t, here;
	struct errmsg e = { 0 };
	char path[PATH_MAX];

	(void)state;
	snprintf(path, sizeof(path), "%s", tree_path(&tree, "/topology.xml"));
	assert_int_equal(topology_export_xml(path, &e), 0);
	assert_int_equal(topology_load_hwloc(&t, path, &e), 0);
	assert_int_equal(topology_load_sysfs(&here, "", &e), 0);
	assert_true(t.online.n >= 1 && t.online.n <= here.online.n);
	topology_release(&t);
	topology_release(&here);
	assert_true(topology_export_xml("/nonexistent/topology.xml", &e) < 0);
	assert_non_null(strstr(e.text, "/nonexistent/topology.xml"));
	tree_remove(&tree);
}

/* Packages of CPUs 0-1 and 2-3, nodes of CPUs 0-2 and 3, as hwloc reads them. */
static void make_crossing_machine(const struct tree *t)
{
	static const char *const package_of[] = { "3\n", "3\n", "c\n", "c\n" };
	char name[64], mask[8];

	tree_write(t, "/sys/devices/system/cpu/online", "0-3\n");
	for (int cpu = 0; cpu < 4; cpu++) {
		snprintf(name, sizeof(name), "/sys/devices/system/cpu/cpu%d/topology/core_cpus",
			 cpu);
		snprintf(mask, sizeof(mask), "%x\n", 1u << cpu);
		tree_write(t, name, mask);
		snprintf(name, sizeof(name), "/sys/devices/system/cpu/cpu%d/topology/package_cpus",
			 cpu);
		tree_write(t, name, package_of[cpu]);
	}
	tree_write(t, "/sys/devices/system/node/online", "0-1\n");
	tree_write(t, "/sys/devices/system/node/node0/cpumap", "7\n");
	tree_write(t, "/sys/devices/system/node/node1/cpumap", "8\n");
}

static int64_t file_bytes(const char *path)
{
	struct stat st;

	return stat(path, &st) ? -1 : st.st_size;
}

static void crossing_packages_and_nodes_are_exported_quietly(void **state)
{
	struct tree tree = tree_new();
	struct errmsg e = { 0 };
	char said[PATH_MAX], path[PATH_MAX];
	int err, old_fd = dup(STDERR_FILENO);

	(void)state;
	make_crossing_machine(&tree);
	snprintf(said, sizeof(said), "%s", tree_path(&tree, "/said"));
	snprintf(path, sizeof(path), "%s", tree_path(&tree, "/topology.xml"));
	assert_non_null(freopen(said, "w", stderr));
	setenv("HWLOC_FSROOT", tree_path(&tree, ""), 1);
	err = topology_export_xml(path, &e);
	unsetenv("HWLOC_FSROOT");
	fflush(stderr);
	dup2(old_fd, STDERR_FILENO);
	close(old_fd);
	assert_int_equal(err, 0);
	assert_int_equal(file_bytes(said), 0);
	assert_true(file_bytes(path) > 0);
	assert_null(getenv("HWLOC_HIDE_ERRORS"));
	tree_remove(&tree);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(four_nodes),
		cmocka_unit_test(sparse_ids),
		cmocka_unit_test(memoryless_and_memory_only_nodes),
		cmocka_unit_test(offline_cpus_are_left_out),
		cmocka_unit_test(many_cpus_and_nodes),
		cmocka_unit_test(cpus_of_fake_nodes_have_one_node),
		cmocka_unit_test(without_numa_all_is_node_0),
		cmocka_unit_test(several_nodes_without_their_folder_are_no_guess),
		cmocka_unit_test(one_node_has_all_memory),
		cmocka_unit_test(malformed_cpu_lists_are_named),
		cmocka_unit_test(malformed_memory_and_distances_are_unknown),
		cmocka_unit_test(an_empty_tree_is_an_error),
		cmocka_unit_test(this_machine),
		cmocka_unit_test(synthetic_description),
		cmocka_unit_test(xml_of_eight_nodes_with_distances),
		cmocka_unit_test(xml_of_sparse_nodes),
		cmocka_unit_test(xml_of_a_cpuless_node),
		cmocka_unit_test(xml_of_a_memoryless_node),
		cmocka_unit_test(recorded_xml_of_a_memoryless_node),
		cmocka_unit_test(xml_of_a_restricted_machine),
		cmocka_unit_test(cut_xml_is_an_error),
		cmocka_unit_test(damaged_xml_is_an_error),
		cmocka_unit_test(wrong_descriptions),
		cmocka_unit_test(export_of_this_machine),
		cmocka_unit_test(crossing_packages_and_nodes_are_exported_quietly),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
