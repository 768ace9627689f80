/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a yardstick measures on machines nobody here has. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "harness/yardstick.h"
#include "tests/unit/tree.h"

/* "alone 0>0 x1 on 0-7; distance 16 0>1 x1 on 0-7; node-full 0>0 x8 on 0-7" */
static char *describe(const struct yardstick *y)
{
	char *text;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	for (size_t i = 0; i < y->n; i++) {
		const struct yardstick_point *p = &y->points[i];
		char *cpus = cpulist_format(&p->cpus);

		fprintf(out, "%s%s", i ? "; " : "", yardstick_kind_name(p->kind));
		if (p->kind == YARDSTICK_DISTANCE)
			fprintf(out, " %d", p->distance);
		fprintf(out, " %d>%d x%d on %s", p->cpu_node, p->memory_node, p->jobs, cpus);
		free(cpus);
	}
	fclose(out);
	return text;
}

/* cpus, nodes: NULL is all of the machine. */
static void check(const struct topology *t, const char *cpus, const char *nodes, const char *want)
{
	struct cpulist c = { 0 }, n = { 0 };
	struct errmsg e = { 0 };
	struct yardstick y;
	char *text;

	assert_int_equal(cpulist_copy(&c, &t->online), 0);
	if (cpus)
		assert_int_equal(cpulist_parse(&c, cpus, &e), 0);
	for (size_t i = 0; i < t->n_nodes; i++)
		cpulist_add(&n, t->nodes[i].id);
	if (nodes)
		assert_int_equal(cpulist_parse(&n, nodes, &e), 0);
	if (!want) {
		assert_int_equal(yardstick_lay_out(&y, t, &c, &n, &e), -ENODATA);
	} else {
		assert_int_equal(yardstick_lay_out(&y, t, &c, &n, &e), 0);
		text = describe(&y);
		assert_string_equal(text, want);
		free(text);
	}
	yardstick_release(&y);
	cpulist_release(&c);
	cpulist_release(&n);
}

static void check_machine(const char *input, const char *cpus, const char *nodes, const char *want)
{
	struct errmsg e = { 0 };
	struct topology t;

	if (topology_load_hwloc(&t, input, &e))
		fail_msg("%s", e.text);
	check(&t, cpus, nodes, want);
	topology_release(&t);
}

#define DATA "tests/data/topology/"

static void each_distance_is_measured_once(void **state)
{
	(void)state;
	check_machine(DATA "node-1.xml", NULL, NULL,
		      "alone 0>0 x1 on 0-7; node-full 0>0 x8 on 0-7");
	check_machine(DATA "nodes-4.xml", NULL, NULL,
		      "alone 0>0 x1 on 0-7; distance 16 0>1 x1 on 0-7; distance 32 0>2 x1 on 0-7; "
		      "node-full 0>0 x8 on 0-7");
	check_machine(DATA "nodes-8.xml", NULL, NULL,
		      "alone 0>0 x1 on 0-3; distance 12 0>1 x1 on 0-3; distance 32 0>4 x1 on 0-3; "
		      "node-full 0>0 x4 on 0-3");
}

static void memory_without_cpus_is_a_distance_too(void **state)
{
	(void)state;
	check_machine(DATA "cpuless-node.xml", NULL, NULL,
		      "alone 0>0 x1 on 0-3; distance 14 1>2 x1 on 4-7; distance 20 0>1 x1 on 0-3; "
		      "distance 30 0>2 x1 on 0-3; node-full 0>0 x4 on 0-3");
}

static void cpus_without_memory_are_never_alone(void **state)
{
	(void)state;
	check_machine(DATA "memoryless-node.xml", NULL, NULL,
		      "alone 0>0 x1 on 0-3; distance 20 1>0 x1 on 4-7; node-full 0>0 x4 on 0-3");
	check_machine(DATA "memoryless-node.xml", "4-7", NULL, NULL);
}

static void only_what_may_be_used_counts(void **state)
{
	(void)state;
	check_machine(
		DATA "nodes-4.xml", "2,8-11", NULL,
		"alone 1>1 x1 on 8-11; distance 16 1>0 x1 on 8-11; distance 32 1>2 x1 on 8-11;"
		" node-full 1>1 x4 on 8-11");
	check_machine(DATA "nodes-4.xml", NULL, "2",
		      "alone 2>2 x1 on 16-23; distance 16 3>2 x1 on 24-31; "
		      "distance 32 0>2 x1 on 0-7; node-full 2>2 x8 on 16-23");
	check_machine(DATA "nodes-4.xml", "0-3", "1", NULL);
}

static void sparse_nodes_without_distances(void **state)
{
	(void)state;
	check_machine(DATA "nodes-sparse.xml", NULL, NULL,
		      "alone 0>0 x1 on 0-1; distance -1 0>8 x1 on 0-1; node-full 0>0 x2 on 0-1");
}

static void a_server_of_sysfs(void **state)
{
	struct tree tree = tree_new();
	struct errmsg e = { 0 };
	struct topology t;

	(void)state;
	tree_unpack(&tree, "server");
	if (topology_load_sysfs(&t, tree.root, &e))
		fail_msg("%s", e.text);
	assert_int_equal(t.n_nodes, 2);
	check(&t, NULL, NULL,
	      "alone 0>0 x1 on 0-3; distance 21 0>1 x1 on 0-3; node-full 0>0 x4 on 0-3");
	topology_release(&t);
	tree_remove(&tree);
}

/* --- whether ------------------------------------------------------------------------------ */

static bool due(const char *wish, const char *workload, const char *topology, const char *present)
{
	struct plan p = { .yardstick = (char *)wish };
	struct errmsg e = { 0 };
	struct topology t;
	char text[128];
	json_t *host;
	bool yes;

	snprintf(text, sizeof(text), "{\"machine\":{\"hypervisor\":{\"present\":%s}}}", present);
	host = json_loads(text, 0, NULL);
	assert_non_null(host);
	assert_int_equal(topology_load_hwloc(&t, topology, &e), 0);
	assert_int_equal(strlist_add(&p.workload.cmd, workload), 0);
	yes = yardstick_is_due(&p, &t, host);
	strlist_release(&p.workload.cmd);
	topology_release(&t);
	json_decref(host);
	return yes;
}

static void when_it_is_measured_unasked(void **state)
{
	(void)state;
	assert_true(due(NULL, "numa_test", DATA "nodes-4.xml", "false"));
	assert_true(due("auto", "numa_test", DATA "nodes-4.xml", "null"));
	assert_false(due("auto", "numa_test", DATA "nodes-4.xml", "true"));
	assert_false(due("auto", "numa_test", DATA "node-1.xml", "false"));
	assert_false(due("auto", "numa_test", DATA "memoryless-node.xml", "false"));
	assert_false(due("auto", "sp.C", DATA "nodes-4.xml", "false"));
}

static void when_it_is_asked_for(void **state)
{
	(void)state;
	assert_true(due("on", "numa_test", DATA "node-1.xml", "true"));
	assert_false(due("off", "numa_test", DATA "nodes-4.xml", "false"));
	assert_false(due("on", "sp.C", DATA "nodes-4.xml", "false"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_distance_is_measured_once),
		cmocka_unit_test(memory_without_cpus_is_a_distance_too),
		cmocka_unit_test(cpus_without_memory_are_never_alone),
		cmocka_unit_test(only_what_may_be_used_counts),
		cmocka_unit_test(sparse_nodes_without_distances),
		cmocka_unit_test(a_server_of_sysfs),
		cmocka_unit_test(when_it_is_measured_unasked),
		cmocka_unit_test(when_it_is_asked_for),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
