/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Several files as sets, and sets as folders. */
#include <sys/stat.h>
#include <unistd.h>

#include "lib/jsontext.h"
#include "tests/unit/report/import_help.h"

#define HEAD "Job node00 node01 | iSched MSched | UserTime(s)\n"

static const char table_a[] = HEAD "1 100.0 0.0 | 0 0 | 31.18\nAverageUserTime 31.18 seconds\n";
static const char table_b[] = HEAD "1 100.0 0.0 | 0 0 | 32.18\nAverageUserTime 32.18 seconds\n";
static const char two_series[] = "a.log: Time in seconds = 1\n\na.log: Time in seconds = 2\n";

/* Reads texts as files x, y, z and merges them under these labels ("A,B"; NULL: none). */
static int merge(const char *const *texts, size_t n, const char *labels, struct import_result *out,
		 struct errmsg *e)
{
	static const char *const names[] = { "x", "y", "z" };
	struct import_result from[3] = { 0 };
	struct import_options o = { 0 };
	char *copy = labels ? strdup(labels) : NULL, *rest = copy, *label;
	int ret;

	while (rest && (label = strsep(&rest, ",")))
		strlist_add(&o.labels, label);
	for (size_t i = 0; i < n; i++)
		read_text(names[i], texts[i], NULL, &from[i]);
	ret = import_merge(from, n, &o, out, e);
	strlist_release(&o.labels);
	free(copy);
	return ret;
}

static void files_without_labels_are_repeats(void **state)
{
	const char *const texts[] = { table_a, table_b, table_a };
	struct import_result r = { 0 };
	struct errmsg e = { 0 };

	(void)state;
	assert_int_equal(merge(texts, 3, NULL, &r, &e), 0);
	assert_int_equal(r.n_sets, 1);
	assert_int_equal(r.sets[0].n_runs, 2);
	assert_int_equal(r.sets[0].runs[1].run, 2);
	assert_int_equal(r.sets[0].runs[1].repeat, 2);
	assert_true(has_warning(&r, "z: N=1: a table that is there already"));
	assert_int_equal(r.sets[0].files.n, 3);
	import_result_release(&r);
}

static void labels_name_files(void **state)
{
	const char *const texts[] = { table_a, table_b, table_a };
	struct import_result r = { 0 };
	struct errmsg e = { 0 };

	(void)state;
	assert_int_equal(merge(texts, 3, "new,base,new", &r, &e), 0);
	assert_int_equal(r.n_sets, 2);
	assert_string_equal(r.sets[0].label, "new");
	assert_string_equal(r.sets[1].label, "base");
	assert_int_equal(r.sets[0].n_runs, 1);
	import_result_release(&r);
}

static void labels_name_series(void **state)
{
	const char *const texts[] = { two_series, two_series };
	struct import_result r = { 0 };
	struct errmsg e = { 0 };

	(void)state;
	assert_int_equal(merge(texts, 2, "new,base", &r, &e), 0);
	assert_int_equal(r.n_sets, 2);
	assert_string_equal(r.sets[1].label, "base");
	assert_int_equal(r.sets[1].n_runs, 2);
	import_result_release(&r);
	assert_int_equal(merge(texts, 2, "a,b,c,d", &r, &e), 0);
	assert_int_equal(r.n_sets, 4);
	import_result_release(&r);
	assert_int_equal(merge(texts, 2, "a,b,c", &r, &e), -EINVAL);
	assert_non_null(strstr(e.text, "--labels gives 3 names; expected 4"));
	import_result_release(&r);
}

static void labels_rename_sets(void **state)
{
	static const char named[] = "A: one\n" HEAD "1 100.0 0.0 | 0 0 | 31.18\n\nB: two\n" HEAD
				    "1 100.0 0.0 | 0 0 | 31.18\n";
	static const char more[] = "A: one\n" HEAD "1 100.0 0.0 | 0 0 | 33.18\n";
	const char *const texts[] = { named, more };
	struct import_result r = { 0 };
	struct errmsg e = { 0 };

	(void)state;
	assert_int_equal(merge(texts, 2, "old,new", &r, &e), 0);
	assert_int_equal(r.n_sets, 2);
	assert_string_equal(r.sets[0].label, "old");
	assert_int_equal(r.sets[0].n_runs, 2);
	import_result_release(&r);
}

static void one_row_has_one_value(void **state)
{
	static const char one[] = "A B\nnuma_test 4 4\nAverageUserTime 1.0+-0.1 2.0+-0.1\n";
	static const char other[] = "A B\nnuma_test 4 4\nAverageUserTime 1.0+-0.1 2.1+-0.1\n";
	const char *const same[] = { one, one };
	const char *const differ[] = { one, other };
	struct import_result r = { 0 };
	struct errmsg e = { 0 };

	(void)state;
	assert_int_equal(merge(same, 2, NULL, &r, &e), 0);
	assert_int_equal(r.sets[0].summaries.n, 1);
	import_result_release(&r);
	assert_int_equal(merge(differ, 2, NULL, &r, &e), -EINVAL);
	assert_non_null(strstr(e.text, "y: AverageUserTime, N=4: a second value"));
	import_result_release(&r);
}

/* --- folders ------------------------------------------------------------------------------ */

static char folder[64];

static int make_folder(void **state)
{
	(void)state;
	strcpy(folder, "/tmp/import-test-XXXXXX");
	return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state)
{
	char command[128];

	(void)state;
	snprintf(command, sizeof(command), "rm -rf '%s'", folder);
	return system(command);
}

static char *in_folder(const char *name)
{
	static char ring[4][256];
	static unsigned int next;
	char *path = ring[next++ % 4];

	snprintf(path, sizeof(ring[0]), "%s/%s", folder, name);
	return path;
}

static bool is_there(const char *name)
{
	return !access(in_folder(name), F_OK);
}

static int store(const char *text, const char *name, struct strlist *written, struct errmsg *e)
{
	struct import_options o = { .title = "a title" };
	struct import_result r = { 0 };
	int ret;

	import_string(text, NULL, &r);
	ret = import_store(&r, &o, in_folder(name), written, e);
	import_result_release(&r);
	return ret;
}

static void one_set_is_the_folder_itself(void **state)
{
	struct strlist written = { 0 };
	struct errmsg e = { 0 };
	struct record run = { 0 };
	json_t *plan;
	char *line;

	(void)state;
	if (store(table_a, "deep/er/one/", &written, &e))
		fail_msg("%s", e.text);
	assert_int_equal(written.n, 1);
	assert_string_equal(written.v[0], in_folder("deep/er/one"));
	line = slurp(in_folder("deep/er/one/runs.jsonl"));
	assert_int_equal(record_read(&run, line, strcspn(line, "\n"), &e), 0);
	assert_int_equal(run.jobs[0].ru_utime_ns, 31180000000);
	assert_true(named_values_get(&run.jobs[0].node_share, "0") == 100);
	assert_int_equal(jsontext_load(in_folder("deep/er/one/plan.json"), 1 << 20, &plan, &e), 0);
	assert_string_equal(json_string_value(json_object_get(plan, "title")), "a title");
	assert_string_equal(json_string_value(json_object_get(plan, "label")), "one");
	assert_null(json_object_get(plan, "disturbance"));
	assert_true(is_there("deep/er/one/host.json"));
	assert_false(is_there("deep/er/one/summaries.jsonl"));
	json_decref(plan);
	record_release(&run);
	strlist_release(&written);
	free(line);
}

static void several_sets_are_folders_in_it(void **state)
{
	struct strlist written = { 0 };
	struct errmsg e = { 0 };

	(void)state;
	assert_int_equal(store("a/b   .hid  a_b\nnuma_test 4 4\nWalkTime 1+-1 2+-1 3+-1\n", "many",
			       &written, &e),
			 0);
	assert_int_equal(written.n, 3);
	assert_string_equal(written.v[0], in_folder("many/a_b"));
	assert_string_equal(written.v[1], in_folder("many/_hid"));
	assert_string_equal(written.v[2], in_folder("many/a_b-2"));
	assert_true(is_there("many/a_b-2/summaries.jsonl"));
	assert_false(is_there("many/a_b-2/runs.jsonl"));
	strlist_release(&written);
	assert_int_equal(store(two_series, "many", &written, &e), 0);
	assert_true(is_there("many/series-2/runs.jsonl"));
	strlist_release(&written);
}

static void nothing_is_overwritten(void **state)
{
	struct strlist written = { 0 };
	struct errmsg e = { 0 };

	(void)state;
	assert_int_equal(store(table_a, "one", &written, &e), 0);
	assert_int_equal(store(table_b, "one", &written, &e), -EEXIST);
	assert_non_null(strstr(e.text, "one is there already and not empty"));
	assert_int_equal(store(two_series, "one", &written, &e), -EEXIST);
	assert_non_null(strstr(e.text, "one is a result set already"));
	assert_int_equal(mkdir(in_folder("sets"), 0777), 0);
	assert_int_equal(mkdir(in_folder("sets/series-2"), 0777), 0);
	assert_int_equal(store(table_b, "sets/series-2", &written, &e), 0);
	assert_int_equal(store(two_series, "sets", &written, &e), -EEXIST);
	assert_false(is_there("sets/series-1"));
	assert_int_equal(store(table_a, "one/runs.jsonl", &written, &e), -EEXIST);
	assert_int_equal(store(table_a, "one/runs.jsonl/x", &written, &e), -EEXIST);
	assert_int_equal(written.n, 2);
	strlist_release(&written);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(files_without_labels_are_repeats),
		cmocka_unit_test(labels_name_files),
		cmocka_unit_test(labels_name_series),
		cmocka_unit_test(labels_rename_sets),
		cmocka_unit_test(one_row_has_one_value),
		cmocka_unit_test_setup_teardown(one_set_is_the_folder_itself, make_folder,
						remove_folder),
		cmocka_unit_test_setup_teardown(several_sets_are_folders_in_it, make_folder,
						remove_folder),
		cmocka_unit_test_setup_teardown(nothing_is_overwritten, make_folder, remove_folder),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
