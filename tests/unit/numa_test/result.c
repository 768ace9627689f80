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
#include <stdio.h>

#include "lib/record.h"
#include "numa_test/result.h"

/* A job of a machine with nodes 0 and 8. */
static void fill(struct result *r)
{
	*r = (struct result){
		.walk = "update",
		.seed = 7,
		.array_bytes = 1 << 20,
		.steps = 1000,
		.pages_asked = PAGES_THP,
		.pages_got = "thp",
		.huge_fraction = 0.9951234567,
		.mem = { MEMPOLICY_PREFERRED, 8 },
		.node_exec = 0,
		.node_main = -1,
		.node_touch = 8,
		.self_source = SELFWATCH_RSEQ,
		.self_changes = 3,
		.local_fraction = 0.75,
		.main_cpu_ns = 1000000,
		.setup_cpu_ns = 5000,
		.walk_cpu_ns = 178300,
		.setup_ns = 6000,
		.walk_start_ns = INT64_MAX - 10,
		.walk_end_ns = INT64_MAX - 1,
		.user_ns = 1500000000,
		.sys_ns = 2000000,
		.elapsed_ns = 1600000000,
		.checksum = 0x1f,
		.cache_bytes = -1,
	};
	intmap_set(&r->home_start, 0, 1);
	intmap_set(&r->home_start, 8, 255);
	r->home_end.known = true;
	intmap_set(&r->self_time_ns, 5, 9007199254740993);
	intmap_set(&r->self_node_ns, 8, 9007199254740993);
}

static bool has_flag(const struct result *r, const char *name)
{
	const char *flag;

	for (size_t i = 0; (flag = result_flag(r, i)); i++)
		if (!strcmp(flag, name))
			return true;
	return false;
}

static void flags_apply_where_they_must(void **state)
{
	struct result r;

	(void)state;
	fill(&r);
	assert_null(result_flag(&r, 0));
	intmap_set(&r.home_start, 0, 3);
	assert_true(has_flag(&r, "spill"));
	r.mem.kind = MEMPOLICY_INTERLEAVE;
	assert_false(has_flag(&r, "spill"));
	r.setup_cpu_ns = 17830;
	assert_false(has_flag(&r, "setup"));
	r.setup_cpu_ns = 17831;
	assert_true(has_flag(&r, "setup"));
	strcpy(r.pages_got, "mixed");
	assert_true(has_flag(&r, "pages"));
	r.pages_asked = PAGES_4K;
	strcpy(r.pages_got, "64k");
	assert_false(has_flag(&r, "pages"));
	r.policy_inherited = true;
	assert_true(has_flag(&r, "policy"));
	result_release(&r);
}

static void home_is_where_most_pages_are(void **state)
{
	struct result r;

	(void)state;
	fill(&r);
	assert_int_equal(result_home(&r), 8);
	assert_true(fabs(result_home_share(&r) - 255.0 / 256.0) < 1e-12);
	intmap_release(&r.home_start);
	assert_int_equal(result_home(&r), -1);
	assert_true(isnan(result_home_share(&r)));
	assert_false(has_flag(&r, "spill"));
	result_release(&r);
}

/* What we write, the record's reader must understand. */
static void line_is_what_the_record_reads(void **state)
{
	struct record_job job;
	struct errmsg e = { 0 };
	struct result r;
	char *line;

	(void)state;
	fill(&r);
	r.setup_cpu_ns = 100000;
	line = result_json(&r);
	assert_non_null(line);
	assert_int_equal(strcspn(line, "\n"), strlen(line) - 1);
	record_job_init(&job);
	assert_int_equal(record_job_read_worker(&job, line, strlen(line), &e), 0);
	assert_int_equal(job.steps, 1000);
	assert_int_equal(job.array_bytes, 1 << 20);
	assert_string_equal(job.checksum, "1f");
	assert_string_equal(job.pages_got, "thp");
	assert_int_equal(job.node_exec, 0);
	assert_string_equal(job.node_exec_source, "self");
	assert_int_equal(job.node_main, -1);
	assert_int_equal(job.node_touch, 8);
	assert_int_equal(intmap_get(&job.home_start, 8), 255);
	assert_true(job.home_end.known);
	assert_int_equal(job.home_end.n, 0);
	assert_int_equal(intmap_get(&job.self_time_ns, 5), 9007199254740993);
	assert_string_equal(job.self_source, "rseq");
	assert_int_equal(job.setup_cpu_ns, 100000);
	assert_int_equal(job.walk_cpu_ns, 178300);
	assert_true(job.walk_start_ns == INT64_MAX - 10 && job.walk_end_ns == INT64_MAX - 1);
	assert_true(fabs(job.local_fraction - 0.75) < 1e-9);
	assert_true(strlist_has(&job.flags, "setup"));
	record_job_release(&job);
	free(line);
	result_release(&r);
}

static void unknown_is_null(void **state)
{
	static const char *const nulls[] = { "pages_got",    "huge_fraction", "node_exec",
					     "home_start",   "self_time_ns",  "self_source",
					     "self_changes", "local_fraction" };
	struct result r = { .walk = "chase",
			    .steps = 1,
			    .node_exec = -1,
			    .huge_fraction = NAN,
			    .local_fraction = NAN };
	char *line = result_json(&r), key[40];

	(void)state;
	assert_non_null(line);
	for (size_t i = 0; i < sizeof(nulls) / sizeof(*nulls); i++) {
		snprintf(key, sizeof(key), "\"%s\":null", nulls[i]);
		assert_non_null(strstr(line, key));
	}
	free(line);
}

static char *printed(const struct result *r)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	result_print(r, out);
	fclose(out);
	return text;
}

static void text_for_people(void **state)
{
	struct result r;
	char *text;

	(void)state;
	fill(&r);
	text = printed(&r);
	assert_string_equal(text,
			    "178.3 ns per access\n"
			    "user 1.500 s, sys 0.002 s, elapsed 1.600 s "
			    "(set-up 0.000 s, walk 0.000 s of CPU)\n"
			    "nodes: exec 0, main -, touch 8, home 8 (99.6 % of the pages)\n"
			    "local: 75.0 % of the walk\n"
			    "ran on: node 8 100.0 %, 3 changes of CPU (rseq)\n"
			    "pages: thp, 99.5 % huge (asked thp), memory preferred:8\n"
			    "work: update, 1 MiB, 16384 lines of 64 bytes, 1000 steps, seed 7\n"
			    "checksum: 1f\n");
	free(text);
	result_release(&r);
}

static void text_of_unknowns(void **state)
{
	struct result r = { .walk = "chase",
			    .steps = 1,
			    .array_bytes = 64,
			    .node_exec = -1,
			    .node_main = -1,
			    .node_touch = -1,
			    .huge_fraction = NAN,
			    .local_fraction = NAN,
			    .cache_bytes = 1 << 20 };
	char *text = printed(&r);

	(void)state;
	assert_non_null(strstr(text, "nodes: exec -, main -, touch -, home - (- of the pages)\n"));
	assert_non_null(strstr(text, "local: - of the walk\nran on: -\npages: - (asked 4k)"));
	assert_non_null(strstr(text, "note: the array is less than twice the last-level cache"));
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(flags_apply_where_they_must),
		cmocka_unit_test(home_is_where_most_pages_are),
		cmocka_unit_test(line_is_what_the_record_reads),
		cmocka_unit_test(unknown_is_null),
		cmocka_unit_test(text_for_people),
		cmocka_unit_test(text_of_unknowns),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
