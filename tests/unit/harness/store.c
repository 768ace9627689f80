/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cmocka.h>

#include "harness/drift.h"
#include "harness/procstat.h"
#include "harness/settings.h"
#include "harness/store.h"
#include "harness/work.h"
#include "lib/clock.h"
#include "lib/flag.h"
#include "lib/jsontext.h"

static char folder[256];

static int make_folder(void **state)
{
	const char *tmp = getenv("TMPDIR");

	(void)state;
	snprintf(folder, sizeof(folder), "%s/store.XXXXXX", tmp ? tmp : "/tmp");
	return mkdtemp(folder) ? 0 : -1;
}

static char *in_folder(const char *name)
{
	static char path[512];

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	return path;
}

static void write_text(const char *path, const char *text, const char *mode)
{
	FILE *f = fopen(path, mode);

	assert_non_null(f);
	fputs(text, f);
	fclose(f);
}

static char *read_text(const char *path)
{
	static char text[65536];
	FILE *f = fopen(path, "r");
	size_t n;

	assert_non_null(f);
	n = fread(text, 1, sizeof(text) - 1, f);
	text[n] = '\0';
	fclose(f);
	return text;
}

static void append(struct store *s, int64_t run, const char *status)
{
	struct errmsg e = { 0 };
	struct record r;

	record_init(&r);
	r.run = run;
	r.n = 1;
	record_set_string(&r.status, status);
	if (store_append(s, &r, &e))
		fail_msg("%s", e.text);
	record_release(&r);
}

static void a_torn_tail_is_set_aside(void **state)
{
	json_t *o = json_object();
	struct errmsg e = { 0 };
	bool done[5] = { false };
	size_t failed = 0, torn = 0;
	struct store s;

	(void)state;
	assert_int_equal(store_create(&s, folder, "torn", o, o, &e), 0);
	append(&s, 2, "ok");
	append(&s, 4, "failed");
	store_close(&s);
	write_text(in_folder("torn/runs.jsonl"), "{\"schema\":1,\"ru", "a");
	assert_int_equal(store_open(&s, folder, "torn", done, 5, &failed, &torn, &e), 0);
	assert_int_equal(torn, 15);
	assert_true(!done[0] && done[1] && !done[2] && done[3] && !done[4]);
	assert_int_equal(failed, 1);
	append(&s, 1, "ok");
	store_close(&s);
	assert_string_equal(read_text(in_folder("torn/runs.jsonl.torn")), "{\"schema\":1,\"ru\n");
	memset(done, 0, sizeof(done));
	assert_int_equal(store_open(&s, folder, "torn", done, 5, &failed, &torn, &e), 0);
	assert_true(done[0] && done[1] && done[3]);
	assert_int_equal(torn, 0);
	store_close(&s);
	json_decref(o);
}

static void a_set_is_never_overwritten_nor_shared(void **state)
{
	json_t *o = json_object();
	struct errmsg e = { 0 };
	bool done[1];
	size_t failed = 0, torn;
	struct store s, second;

	(void)state;
	assert_int_equal(store_create(&s, folder, "once", o, o, &e), 0);
	assert_int_equal(store_create(&second, folder, "once", o, o, &e), -EEXIST);
	assert_non_null(strstr(e.text, "never overwritten"));
	assert_int_equal(store_open(&second, folder, "once", done, 1, &failed, &torn, &e), -EBUSY);
	assert_non_null(strstr(e.text, "another harness"));
	store_close(&s);
	assert_int_equal(access(in_folder("once/plan.json"), F_OK), 0);
	assert_int_equal(access(in_folder("once/host.json"), F_OK), 0);
	json_decref(o);
}

static void a_broken_line_names_its_place(void **state)
{
	json_t *o = json_object();
	struct errmsg e = { 0 };
	bool done[2] = { false };
	size_t failed = 0, torn;
	struct store s;

	(void)state;
	assert_int_equal(store_create(&s, folder, "broken", o, o, &e), 0);
	append(&s, 1, "ok");
	store_close(&s);
	write_text(in_folder("broken/runs.jsonl"), "{\"schema\":7}\n", "a");
	assert_int_equal(store_open(&s, folder, "broken", done, 2, &failed, &torn, &e), -EPROTO);
	assert_non_null(strstr(e.text, "broken/runs.jsonl:2: record schema 7 is newer"));
	json_decref(o);
}

static void names_of_sets(void **state)
{
	struct errmsg e = { 0 };

	(void)state;
	assert_int_equal(store_check_name("--label", "6.12 a+b", &e), 0);
	assert_true(store_check_name("--label", "a/b", &e) < 0);
	assert_true(store_check_name("--label", "..", &e) < 0);
	assert_true(store_check_name("--label", "", &e) < 0);
	assert_true(store_check_name("--label", "a\033b", &e) < 0);
}

static void planted_links_are_not_followed(void **state)
{
	json_t *o = json_object();
	struct errmsg e = { 0 };
	struct store s;

	(void)state;
	write_text(in_folder("victim"), "precious", "w");
	assert_int_equal(symlink("victim", in_folder("linked")), 0);
	assert_true(store_create(&s, folder, "linked", o, o, &e) < 0);
	assert_string_equal(read_text(in_folder("victim")), "precious");
	json_decref(o);
}

static void work_is_found_again(void **state)
{
	struct work_key k = { "m", "auto", 4, "4k", "update" };
	struct work w = { 268435456, 178.25 }, found;
	struct errmsg e = { 0 };
	struct work_book *b;

	(void)state;
	assert_int_equal(work_book_load(&b, folder, &e), 0);
	assert_false(work_find(b, &k, &found));
	assert_true(isnan(work_find_burst(b, "m", "hackbench -g 20")));
	assert_int_equal(work_put(b, &k, &w, "6.1", &e), 0);
	w.ns_per_access = 180;
	assert_int_equal(work_put(b, &k, &w, "6.1", &e), 0); /* replaces */
	assert_int_equal(work_put_burst(b, "m", "hackbench -g 20", 5e6, "6.1", &e), 0);
	assert_int_equal(work_book_save(b, &e), 0);
	work_book_free(b);
	assert_int_equal(work_book_load(&b, folder, &e), 0);
	assert_true(work_find(b, &k, &found));
	assert_true(found.ns_per_access == 180);
	assert_int_equal(found.array_bytes, 268435456);
	assert_true(work_find_burst(b, "m", "hackbench -g 20") == 5e6);
	k.max_jobs = 8; /* another "auto" */
	assert_false(work_find(b, &k, &found));
	k.max_jobs = 4;
	k.machine = "n";
	assert_false(work_find(b, &k, &found));
	work_book_free(b);
	write_text(in_folder("work.json"), "{\"schema\":1,", "w");
	assert_true(work_book_load(&b, folder, &e) < 0);
	assert_non_null(strstr(e.text, "work.json:1:"));
}

static void present_values(void **state)
{
	static const struct {
		const char *text, *wanted, *value;
	} cases[] = {
		{ "1\n", "0", "1" },
		{ "always [madvise] never\n", "never", "madvise" },
		{ "GENTLE NO_HRTICK PLACE_LAG\n", "HRTICK", "NO_HRTICK" },
		{ "GENTLE NO_HRTICK PLACE_LAG\n", "NO_PLACE_LAG", "PLACE_LAG" },
		{ "4\t4\t1\t7\n", "3", "4\t4\t1\t7" },
		{ "", "1", "" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		char *value = settings_present_value(cases[i].text, cases[i].wanted);

		assert_string_equal(value, cases[i].value);
		free(value);
	}
}

static void proc_stat_of_the_allowed_cpus(void **state)
{
	struct cpulist cpus = { 0 };
	struct errmsg e = { 0 };
	struct procstat s;
	int64_t tick_ns = NS_PER_S / sysconf(_SC_CLK_TCK);

	(void)state;
	mkdir(in_folder("proc"), 0755);
	write_text(in_folder("proc/stat"),
		   "cpu  999 999 999 999\ncpu0 1 2 3 100 50 4 5 6 7 8\ncpu1 10 0 0 0 0 0 0 1 0 0\n"
		   "cpu12 9 9 9 9 9 9 9 9\nintr 1\nprocs_running 3\n",
		   "w");
	assert_int_equal(cpulist_parse(&cpus, "0-1", &e), 0);
	assert_int_equal(procstat_read(&s, folder, &cpus), 0);
	assert_int_equal(s.busy_ns, 25 * tick_ns);
	assert_int_equal(s.steal_ns, 7 * tick_ns);
	assert_int_equal(s.procs_running, 3);
	assert_true(procstat_read(&s, "/nowhere", &cpus) < 0);
	assert_int_equal(s.busy_ns, -1);
	cpulist_release(&cpus);
}

static void a_setting_that_moves_is_flagged(void **state)
{
	struct cpulist cpus = { 0 };
	struct drift d;
	struct plan p = { 0 };
	struct record r;
	char *one, *two;

	(void)state;
	mkdir(in_folder("proc"), 0755);
	mkdir(in_folder("proc/sys"), 0755);
	mkdir(in_folder("proc/sys/kernel"), 0755);
	write_text(in_folder("proc/sys/kernel/numa_balancing"), "1\n", "w");
	one = drift_snapshot(folder, &cpus);
	write_text(in_folder("proc/sys/kernel/numa_balancing"), "0\n", "w");
	two = drift_snapshot(folder, &cpus);
	assert_string_not_equal(one, two);
	record_init(&r);
	assert_int_equal(drift_init(&d, &p, &cpus, NULL), 0);
	assert_int_equal(drift_check(&d, -1, one, one, &r), 0);
	assert_int_equal(r.flags.n, 0);
	assert_int_equal(drift_check(&d, -1, one, two, &r), 0);
	assert_true(strlist_has(&r.flags, FLAG_SETTINGS_MOVED));
	drift_release(&d);
	drift_release(&d);
	record_release(&r);
	free(one);
	free(two);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_torn_tail_is_set_aside),
		cmocka_unit_test(a_set_is_never_overwritten_nor_shared),
		cmocka_unit_test(a_broken_line_names_its_place),
		cmocka_unit_test(names_of_sets),
		cmocka_unit_test(planted_links_are_not_followed),
		cmocka_unit_test(work_is_found_again),
		cmocka_unit_test(present_values),
		cmocka_unit_test(proc_stat_of_the_allowed_cpus),
		cmocka_unit_test(a_setting_that_moves_is_flagged),
	};

	return cmocka_run_group_tests(tests, make_folder, NULL);
}
