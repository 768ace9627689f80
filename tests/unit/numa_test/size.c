/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include <ftw.h>
#include <limits.h>
#include <stdio.h>
#include <sys/stat.h>

#include "numa_test/size.h"

#define MIB INT64_C(1048576)

static char root[PATH_MAX];

static int make_root(void **state)
{
	const char *tmp = getenv("TMPDIR");

	(void)state;
	snprintf(root, sizeof(root), "%s/room-XXXXXX", tmp ? tmp : "/tmp");
	return mkdtemp(root) ? 0 : -1;
}

static int remove_one(const char *path, const struct stat *st, int type, struct FTW *ftw)
{
	(void)st;
	(void)type;
	(void)ftw;
	return remove(path);
}

static int remove_root(void **state)
{
	(void)state;
	return nftw(root, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

static void put(const char *path, const char *text)
{
	char full[2 * PATH_MAX];
	FILE *f;

	snprintf(full, sizeof(full), "%s%s", root, path);
	for (char *slash = strchr(full + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
		*slash = '\0';
		mkdir(full, 0777);
		*slash = '/';
	}
	f = fopen(full, "w");
	assert_non_null(f);
	fputs(text, f);
	fclose(f);
}

static void too_much_is_refused_with_sizes(void **state)
{
	const struct mempolicy local = { 0 }, bind = { MEMPOLICY_BIND, 3 };
	struct errmsg e = { 0 };

	(void)state;
	assert_int_equal(size_check(root, UINT64_C(1) << 60, PAGES_4K, &local, &e), 0);
	put("/proc/meminfo", "MemAvailable: 1048576 kB\n");
	assert_int_equal(size_check(root, 1024 * MIB, PAGES_4K, &local, &e), 0);
	assert_int_equal(size_check(root, 2048 * MIB, PAGES_4K, &local, &e), -ENOMEM);
	assert_string_equal(e.text, "no memory for an array of 2 GiB: this machine has 1 GiB left");
	assert_int_equal(size_check(root, 2048 * MIB, PAGES_2M, &local, &e), 0);

	put("/sys/devices/system/node/node3/meminfo", "Node 3 MemFree: 102400 kB\n");
	assert_int_equal(size_check(root, 101 * MIB, PAGES_4K, &local, &e), 0);
	assert_int_equal(size_check(root, 101 * MIB, PAGES_4K, &bind, &e), -ENOMEM);
	assert_non_null(strstr(e.text, "node 3 has 100 MiB left"));
}

static void auto_asks_the_smallest_node_that_has_memory(void **state)
{
	struct topology_node nodes[] = {
		{ .id = 0, .memory_bytes = 4096 * MIB, .free_bytes = 1000 * MIB },
		{ .id = 1, .memory_bytes = 4096 * MIB, .free_bytes = 100 * MIB },
		{ .id = 5, .memory_bytes = 0, .free_bytes = 0 },
		{ .id = 6, .memory_bytes = -1, .free_bytes = -1 },
	};
	struct topology t = { .nodes = nodes, .n_nodes = 4, .llc_bytes = -1 };

	(void)state;
	assert_int_equal(size_auto(&t), 120 * MIB);
	t.llc_bytes = 20 * MIB;
	assert_int_equal(size_auto(&t), 80 * MIB);
	t.llc_bytes = 2 * MIB;
	assert_int_equal(size_auto(&t), 64 * MIB);
	assert_int_equal(size_auto(&(struct topology){ .llc_bytes = -1 }), 256 * MIB);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, make_root, remove_root)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(too_much_is_refused_with_sizes),
		TEST(auto_asks_the_smallest_node_that_has_memory),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
