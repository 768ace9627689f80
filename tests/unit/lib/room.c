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

#include "lib/room.h"

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

static void values_are_found_by_key(void **state)
{
	const char *text = "MemTotal: 8 kB\nNode 12 MemFree:   100 kB\ninactive_file_x 3\n"
			   "inactive_file 4096\nlast 7";

	(void)state;
	assert_int_equal(room_value(text, "MemTotal:"), 8192);
	assert_int_equal(room_value(text, "MemFree:"), 102400);
	assert_int_equal(room_value(text, "inactive_file"), 4096);
	assert_int_equal(room_value(text, "last"), 7);
	assert_int_equal(room_value(text, "none"), -1);
	assert_int_equal(room_value("", "none"), -1);
}

static void nothing_is_known_of_an_empty_tree(void **state)
{
	(void)state;
	assert_int_equal(room_machine(root), -1);
	assert_int_equal(room_node(root, 0), -1);
	assert_int_equal(room_cgroup(root), -1);
}

static void machine_and_node(void **state)
{
	(void)state;
	put("/proc/meminfo", "MemTotal: 2097152 kB\nMemFree: 100 kB\nMemAvailable: 1048576 kB\n");
	put("/sys/devices/system/node/node8/meminfo",
	    "Node 8 MemTotal: 1048576 kB\nNode 8 MemFree: 102400 kB\n"
	    "Node 8 Active(file): 10240 kB\nNode 8 Inactive(file): 10240 kB\n");
	assert_int_equal(room_machine(root), 1024 * MIB);
	assert_int_equal(room_node(root, 8), 120 * MIB);
	assert_int_equal(room_node(root, 9), -1);
}

static void tightest_limit_of_version_2(void **state)
{
	(void)state;
	put("/proc/self/cgroup", "0::/a/b\n");
	put("/proc/self/mountinfo",
	    "30 23 0:26 / /sys/fs/cgroup rw shared:4 - cgroup2 cgroup2 rw\n");
	put("/sys/fs/cgroup/a/b/memory.max", "max\n");
	put("/sys/fs/cgroup/a/b/memory.current", "5\n");
	assert_int_equal(room_cgroup(root), -1);
	put("/sys/fs/cgroup/a/memory.max", "104857600\n");
	put("/sys/fs/cgroup/a/memory.current", "52428800\n");
	put("/sys/fs/cgroup/a/memory.stat", "anon 1\ninactive_file 10485760\nactive_file 5\n");
	assert_int_equal(room_cgroup(root), 60 * MIB);
	put("/sys/fs/cgroup/a/b/memory.max", "20971520\n");
	assert_int_equal(room_cgroup(root), 20 * MIB - 5);
	put("/sys/fs/cgroup/a/b/memory.current", "30000000\n");
	assert_int_equal(room_cgroup(root), 0);
}

static void limit_of_version_1_under_a_mount_of_its_own_root(void **state)
{
	(void)state;
	put("/proc/self/cgroup", "5:cpu,cpuacct:/c\n4:memory:/docker/x/inner\n0::/\n");
	put("/proc/self/mountinfo",
	    "30 23 0:26 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw\n"
	    "31 23 0:27 / /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu,cpuacct\n"
	    "32 23 0:28 /docker/x /sys/fs/cgroup/mem rw - cgroup cgroup rw,memory\n");
	put("/sys/fs/cgroup/mem/memory.limit_in_bytes", "104857600\n");
	put("/sys/fs/cgroup/mem/memory.usage_in_bytes", "94371840\n");
	put("/sys/fs/cgroup/mem/memory.stat", "inactive_file 7\ntotal_inactive_file 1048576\n");
	put("/sys/fs/cgroup/mem/inner/memory.limit_in_bytes", "9223372036854771712\n");
	put("/sys/fs/cgroup/mem/inner/memory.usage_in_bytes", "94371840\n");
	assert_int_equal(room_cgroup(root), 11 * MIB);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, make_root, remove_root)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(values_are_found_by_key),
		TEST(nothing_is_known_of_an_empty_tree),
		TEST(machine_and_node),
		TEST(tightest_limit_of_version_2),
		TEST(limit_of_version_1_under_a_mount_of_its_own_root),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
