/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include <sys/fanotify.h>
#include <zlib.h>

#include "harness/host.h"
#include "harness/host_part.h"
#include "lib/clock.h"
#include "lib/jsontext.h"
#include "lib/version.h"
#include "tests/unit/tree.h"

static const char *const groups[] = { "machine", "kernel", "person", "tunables", "state", "build" };

/* In this process, so that a sanitizer sees what is not freed. */
static json_t *compose(const char *root)
{
	struct host_source h = { .sysroot = root };
	struct errmsg e = { 0 };
	struct topology t;
	json_t *host;

	if (topology_load_sysfs(&t, root, &e))
		fail_msg("%s", e.text);
	h.topology = &t;
	host = host_compose(&h);
	assert_non_null(host);
	topology_release(&t);
	return host;
}

static json_t *describe(const char *root)
{
	struct errmsg e = { 0 };
	struct topology t;
	json_t *host = NULL;

	if (topology_load_sysfs(&t, root, &e) || host_describe(root, &t, &host, &e))
		fail_msg("%s", e.text);
	topology_release(&t);
	return host;
}

static void assert_text(const json_t *host, const char *path, const char *text)
{
	const char *is = host_string(host, path);

	if (!is)
		fail_msg("%s is no text", path);
	assert_string_equal(is, text);
}

static void assert_null_at(const json_t *host, const char *path)
{
	const json_t *v = host_find(host, path);

	if (!v || !json_is_null(v))
		fail_msg("%s is not null", path);
}

static void assert_int_at(const json_t *host, const char *path, json_int_t value)
{
	const json_t *v = host_find(host, path);

	if (!json_is_integer(v))
		fail_msg("%s is no whole number", path);
	assert_int_equal(json_integer_value(v), value);
}

static void write_minimum(const struct tree *tree)
{
	tree_write(tree, "/sys/devices/system/cpu/online", "0\n");
}

/* --- golden -------------------------------------------------------------------------------------
 */

static void assert_golden(json_t *host, const char *name)
{
	char path[128], *is, *want;
	struct errmsg e = { 0 };
	json_t *golden = NULL;

	snprintf(path, sizeof(path), "tests/data/golden/host-%s.json", name);
	if (getenv("UPDATE_GOLDEN"))
		assert_int_equal(jsontext_save(path, host, &e), 0);
	if (jsontext_load(path, 1 << 20, &golden, &e))
		fail_msg("%s", e.text);
	is = json_dumps(host, JSON_INDENT(1));
	want = json_dumps(golden, JSON_INDENT(1));
	assert_string_equal(is, want);
	free(is);
	free(want);
	json_decref(golden);
}

static void golden(const char *name)
{
	struct tree tree = tree_new();
	json_t *host;

	tree_unpack(&tree, name);
	host = compose(tree.root);
	assert_non_null(host_string(host, "build.version"));
	json_object_del(host, "build"); /* of this build, not of the machine */
	assert_golden(host, name);
	json_decref(host);
	tree_remove(&tree);
}

static void a_server(void **state)
{
	(void)state;
	golden("server");
}

static void a_guest(void **state)
{
	(void)state;
	golden("guest");
}

static void the_key_stays_when_kernel_and_boot_change(void **state)
{
	struct tree tree = tree_new();
	json_t *before, *after;

	(void)state;
	tree_unpack(&tree, "server");
	before = compose(tree.root);
	tree_write(&tree, "/proc/sys/kernel/osrelease", "7.0.1\n");
	tree_write(&tree, "/proc/sys/kernel/random/boot_id", "other\n");
	tree_write(&tree, "/proc/meminfo", "MemTotal: 31900000 kB\n");
	tree_write(&tree, "/sys/devices/system/node/node0/meminfo",
		   "Node 0 MemTotal: 16000000 kB\n");
	after = compose(tree.root);
	assert_true(json_equal(host_find(before, "machine"), host_find(after, "machine")));
	assert_text(after, "machine.key",
		    "Intel(R) Xeon(R) Gold 6132 CPU @ 2.60GHz; 8 CPUs; 2 nodes; 32 GiB; Dell Inc. "
		    "PowerEdge R740");
	json_decref(before);
	json_decref(after);
	tree_remove(&tree);
}

/* --- what is not there, or wrong ----------------------------------------------------------------
 */

static void an_empty_machine_is_all_null(void **state)
{
	static const char *const unknown[] = {
		"machine.cpu.model",
		"machine.memory_gib",
		"machine.core_types",
		"machine.page_bytes",
		"machine.hypervisor.present",
		"kernel.release",
		"kernel.config",
		"kernel.preemption.model",
		"person.governor",
		"person.turbo",
		"person.numa_balancing",
		"person.cmdline",
		"tunables.autogroup",
		"tunables.mitigations",
		"tunables.sched.debug",
		"state.boot_id",
		"state.cgroups",
		"state.limits.nofile",
		"state.memory.total_bytes",
		"state.memory.node_bytes.0",
		"state.uid",
	};
	struct tree tree = tree_new();
	json_t *host;

	(void)state;
	write_minimum(&tree);
	host = compose(tree.root);
	for (size_t i = 0; i < sizeof(unknown) / sizeof(*unknown); i++)
		assert_null_at(host, unknown[i]);
	assert_text(host, "machine.node_cpus.0", "0");
	assert_text(host, "machine.key", "unknown processor; 1 node");
	json_decref(host);
	tree_remove(&tree);
}

static void text_that_is_not_utf8_is_kept(void **state)
{
	struct tree tree = tree_new();
	json_t *host;
	char *text;

	(void)state;
	write_minimum(&tree);
	tree_write(&tree, "/proc/cpuinfo", "model name\t: Evil\xff\xfe\x01 CPU\xc3\xa9\n");
	tree_write(&tree, "/proc/cmdline", "quiet a=\xc3\x28 b=\xed\xa0\x80\n");
	tree_write(&tree, "/proc/sys/kernel/osrelease", "6\xff\n");
	tree_write(&tree, "/boot/config-6\xff", "CONFIG_HZ=1\xff\nCONFIG_HZ\xff=1\n");
	host = describe(tree.root);
	assert_text(host, "machine.cpu.model", "Evil\\xff\\xfe\x01 CPU\xc3\xa9");
	assert_text(host, "kernel.cmdline", "quiet a=\\xc3( b=\\xed\\xa0\\x80");
	assert_text(host, "kernel.config.path", "/boot/config-6\\xff");
	assert_text(host, "kernel.config.words.HZ", "1\\xff");
	text = json_dumps(host, 0);
	assert_non_null(text);
	assert_non_null(strstr(text, "Evil\\\\xff\\\\xfe\\u0001"));
	free(text);
	json_decref(host);
	tree_remove(&tree);
}

static void numbers_that_are_none_are_null(void **state)
{
	struct tree tree = tree_new();
	json_t *host;

	(void)state;
	write_minimum(&tree);
	tree_write(&tree, "/proc/sys/kernel/numa_balancing", "many\n");
	tree_write(&tree, "/proc/sys/kernel/sched_autogroup_enabled", "7\n");
	tree_write(&tree, "/sys/kernel/mm/transparent_hugepage/enabled", "always never\n");
	tree_write(&tree, "/proc/meminfo", "MemTotal: 99999999999999999999 kB\nSwapTotal: 1 MB\n");
	tree_write(&tree, "/sys/devices/system/cpu/cpu0/cache/index0/size", "-3K\n");
	tree_write(&tree, "/proc/self/limits", "Max open files 5\n");
	tree_write(&tree, "/proc/self/cgroup", "nonsense\n0:\n::\n1:cpu:relative\n\n");
	host = compose(tree.root);
	assert_null_at(host, "person.numa_balancing");
	assert_null_at(host, "tunables.autogroup");
	assert_null_at(host, "person.thp");
	assert_null_at(host, "state.memory.total_bytes");
	assert_null_at(host, "state.memory.swap_bytes");
	assert_null_at(host, "state.limits.nofile");
	assert_int_equal(json_array_size(host_find(host, "state.cgroups")), 0);
	assert_null_at(json_array_get(host_find(host, "machine.caches"), 0), "size_bytes");
	json_decref(host);
	tree_remove(&tree);
}

/* --- preemption ---------------------------------------------------------------------------------
 */

static void preemption_names_its_source(void **state)
{
	static const struct {
		const char *debugfs, *version, *cmdline, *config, *model, *source;
	} cases[] = {
		{ "none voluntary full (lazy)", "#1 SMP PREEMPT_DYNAMIC", "preempt=full", "",
		  "lazy", "debugfs" },
		{ NULL, "#1 SMP PREEMPT_RT Debian", "", "", "rt", "version" },
		{ NULL, "#1 SMP PREEMPT Tue", "", "", "full", "version" },
		{ NULL, "#1 SMP PREEMPT_DYNAMIC", "a preempt=none preempt=voluntary b",
		  "CONFIG_PREEMPT=y\n", "voluntary", "cmdline" },
		{ NULL, "#1 SMP PREEMPT_DYNAMIC", "", "CONFIG_PREEMPT=y\n", "full", "config" },
		{ NULL, "#1 SMP Debian", "preempt=full", "CONFIG_PREEMPT_VOLUNTARY=y\n",
		  "voluntary", "config" },
		{ NULL, "#1 SMP", "", "# CONFIG_PREEMPT is not set\nCONFIG_PREEMPT_NONE=y\n",
		  "none", "config" },
		{ NULL, "#1 SMP", "", "", NULL, NULL },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct tree tree = tree_new();
		json_t *host;

		write_minimum(&tree);
		if (cases[i].debugfs)
			tree_write(&tree, "/sys/kernel/debug/sched/preempt", cases[i].debugfs);
		tree_write(&tree, "/proc/sys/kernel/osrelease", "6.1\n");
		tree_write(&tree, "/proc/sys/kernel/version", cases[i].version);
		tree_write(&tree, "/proc/cmdline", cases[i].cmdline);
		tree_write(&tree, "/boot/config-6.1", cases[i].config);
		host = compose(tree.root);
		if (cases[i].model) {
			assert_text(host, "kernel.preemption.model", cases[i].model);
			assert_text(host, "kernel.preemption.source", cases[i].source);
		} else {
			assert_null_at(host, "kernel.preemption.model");
			assert_null_at(host, "kernel.preemption.source");
		}
		json_decref(host);
		tree_remove(&tree);
	}
}

static void the_running_kernels_own_config_comes_first(void **state)
{
	struct tree tree = tree_new();
	json_t *host;
	gzFile f;

	(void)state;
	write_minimum(&tree);
	tree_write(&tree, "/proc/sys/kernel/osrelease", "6.1\n");
	tree_write(&tree, "/boot/config-6.1", "CONFIG_HZ=100\n");
	f = gzopen(tree_path(&tree, "/proc/config.gz"), "wb");
	gzputs(f, "CONFIG_HZ=1000\n# CONFIG_NUMA is not set\nCONFIG_NO=\n");
	gzclose(f);
	host = compose(tree.root);
	assert_text(host, "kernel.config.path", "/proc/config.gz");
	assert_text(host, "kernel.config.words.HZ", "1000");
	assert_text(host, "kernel.config.words.NUMA", "n");
	json_decref(host);
	tree_write(&tree, "/proc/config.gz", "\x1f\x8b torn");
	host = compose(tree.root);
	assert_text(host, "kernel.config.words.HZ", "100");
	json_decref(host);
	tree_remove(&tree);
}

/* --- files that do not answer -------------------------------------------------------------------
 */

static void pipes_are_not_read(void **state)
{
	struct tree tree = tree_new();
	json_t *host;

	(void)state;
	write_minimum(&tree);
	assert_int_equal(mkfifo(tree_path(&tree, "/proc/cmdline"), 0600), 0);
	assert_int_equal(mkfifo(tree_path(&tree, "/proc/config.gz"), 0600), 0);
	host = describe(tree.root);
	assert_null_at(host, "kernel.cmdline");
	assert_int_equal(json_array_size(host_find(host, "state.unread")), 0);
	json_decref(host);
	tree_remove(&tree);
}

/* A file whose opening waits for us to allow it, which we don't; -1 where that can't be had. */
static int block_opening(const char *path)
{
	int fd = fanotify_init(FAN_CLASS_CONTENT | FAN_CLOEXEC | FAN_NONBLOCK, O_RDONLY);

	if (fd >= 0 && fanotify_mark(fd, FAN_MARK_ADD, FAN_OPEN_PERM, AT_FDCWD, path)) {
		close(fd);
		fd = -1;
	}
	return fd;
}

static void a_file_that_hangs_is_given_up(void **state)
{
	struct tree tree = tree_new();
	json_t *host;
	int fd;

	(void)state;
	tree_unpack(&tree, "server");
	fd = block_opening(tree_path(&tree, "/proc/sys/kernel/tainted"));
	if (fd < 0) {
		tree_remove(&tree);
		print_message("needs fanotify(7) with permission events, and root\n");
		skip();
	}
	host = describe(tree.root);
	close(fd);
	assert_null_at(host, "kernel.tainted");
	assert_int_equal(json_array_size(host_find(host, "state.unread")), 1);
	assert_string_equal(json_string_value(json_array_get(host_find(host, "state.unread"), 0)),
			    "/proc/sys/kernel/tainted");
	assert_text(host, "kernel.release", "6.12.48-amd64");
	assert_text(host, "state.host", "calc7");
	json_decref(host);
	tree_remove(&tree);
}

/* --- this machine -------------------------------------------------------------------------------
 */

static void this_machine_has_all_groups(void **state)
{
	json_t *host = describe(""), *again;
	char *text;

	(void)state;
	assert_int_at(host, "schema", HOST_SCHEMA);
	for (size_t i = 0; i < sizeof(groups) / sizeof(*groups); i++)
		assert_true(json_object_size(host_find(host, groups[i])) > 0);
	assert_int_equal(json_object_size(host), 1 + sizeof(groups) / sizeof(*groups));
	assert_non_null(host_string(host, "kernel.release"));
	assert_non_null(host_string(host, "state.boot_id"));
	assert_non_null(host_string(host, "state.allowed_cpus"));
	assert_int_at(host, "machine.page_bytes", sysconf(_SC_PAGESIZE));
	assert_int_at(host, "state.uid", geteuid());
	assert_text(host, "build.version", version_number());
	text = json_dumps(host, JSON_INDENT(1));
	again = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
	assert_true(json_equal(host, again));
	free(text);
	json_decref(again);
	json_decref(host);
}

static void the_key_is_the_same_twice(void **state)
{
	json_t *one = describe(""), *two = describe("");

	(void)state;
	assert_true(json_equal(host_find(one, "machine"), host_find(two, "machine")));
	assert_true(json_equal(host_find(one, "person"), host_find(two, "person")));
	json_decref(one);
	json_decref(two);
}

static void looking_up(void **state)
{
	json_t *o = json_pack("{s:{s:{s:s}}}", "a", "b", "c", "text");

	(void)state;
	assert_string_equal(host_string(o, "a.b.c"), "text");
	assert_null(host_string(o, "a.b"));
	assert_null(host_find(o, "a.x.c"));
	assert_null(host_find(o, "a.b.c.d"));
	assert_null(host_find(NULL, "a"));
	json_decref(o);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_server),
		cmocka_unit_test(a_guest),
		cmocka_unit_test(the_key_stays_when_kernel_and_boot_change),
		cmocka_unit_test(an_empty_machine_is_all_null),
		cmocka_unit_test(text_that_is_not_utf8_is_kept),
		cmocka_unit_test(numbers_that_are_none_are_null),
		cmocka_unit_test(preemption_names_its_source),
		cmocka_unit_test(the_running_kernels_own_config_comes_first),
		cmocka_unit_test(pipes_are_not_read),
		cmocka_unit_test(a_file_that_hangs_is_given_up),
		cmocka_unit_test(this_machine_has_all_groups),
		cmocka_unit_test(the_key_is_the_same_twice),
		cmocka_unit_test(looking_up),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
