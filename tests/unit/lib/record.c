/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "lib/record.h"

static void fill_job(struct record_job *j, int number)
{
	j->job = number;
	j->pid = 4000 + number;
	j->status = 0;
	j->ru_utime_ns = INT64_C(9007199254740993); /* 2^53 + 1: no double holds it */
	j->local_fraction = 0.1;
	j->node_exec = 0;
	record_set_string(&j->residency_source, "self");
	record_set_string(&j->pages_got, "4k");
	record_job_add_fallback(j, "counting", EACCES);
	intmap_add(&j->cpu_time_ns, 252, 1000);
	intmap_add(&j->cpu_time_ns, 3, 500);
	j->home_end.known = true;
	named_values_set_count(&j->migrations, "node 20", 3);
	strlist_add(&j->flags, "spill");
}

static void fill_counters(struct record_job *j)
{
	struct record_counter *c = record_job_add_counter(j, "perf::CYCLES");

	record_set_string(&c->err, "ENOENT");
	c = record_job_add_counter(j, "perf::PAGE-FAULTS");
	c->count = INT64_C(9007199254740993);
	c->enabled_ns = 2000;
	c->running_ns = 500;
}

static void fill_record(struct record *r)
{
	record_init(r);
	r->run = 17;
	r->n = 2;
	r->elapsed_ns = 5000000000;
	record_set_string(&r->status, "ok");
	r->has_disturbance = true;
	strlist_add(&r->disturbance.cmd, "hackbench");
	strlist_add(&r->disturbance.cmd, "caf\xc3\xa9 \xff");
	r->disturbance.overlap_fraction = 0.97;
	named_values_set_count(&r->vmstat, "numa_hit", INT64_C(9007199254740993));
	named_values_set(&r->printed, "AverageUserTime", 30.47);
	fill_job(record_add_job(r), 1);
	fill_job(record_add_job(r), 2);
	fill_counters(&r->jobs[1]);
}

static void check_counters(const struct record_job *j)
{
	const struct record_counter *cycles = record_job_counter(j, "perf::CYCLES");
	const struct record_counter *faults = record_job_counter(j, "perf::PAGE-FAULTS");

	assert_int_equal(j->n_counters, 2);
	assert_string_equal(j->counters[0].name, "perf::CYCLES"); /* in the order of the list */
	assert_int_equal(cycles->count, -1);
	assert_int_equal(cycles->running_ns, -1);
	assert_string_equal(cycles->err, "ENOENT");
	assert_int_equal(faults->count, INT64_C(9007199254740993));
	assert_int_equal(faults->enabled_ns, 2000);
	assert_int_equal(faults->running_ns, 500);
	assert_null(faults->err);
	assert_null(record_job_counter(j, "perf::page-faults"));
}

static void written_and_read_is_the_same(void **state)
{
	struct record r, back = { 0 };
	struct errmsg e = { 0 };
	char *line, *again;

	(void)state;
	fill_record(&r);
	line = record_write(&r);
	assert_non_null(line);
	assert_null(strchr(line, '\n'));
	assert_int_equal(record_read(&back, line, strlen(line), &e), 0);
	assert_int_equal(back.n_jobs, 2);
	assert_int_equal(back.jobs[1].ru_utime_ns, INT64_C(9007199254740993));
	assert_int_equal(named_values_count(&back.vmstat, "numa_hit"), INT64_C(9007199254740993));
	assert_int_equal(intmap_get(&back.jobs[0].cpu_time_ns, 252), 1000);
	assert_true(back.jobs[0].home_end.known);
	assert_false(back.jobs[0].home_start.known);
	assert_int_equal(back.jobs[0].walk_cpu_ns, -1);
	assert_true(isnan(back.jobs[0].metric));
	assert_string_equal(back.jobs[0].fallbacks[0].err, "EACCES");
	assert_int_equal(back.jobs[0].n_counters, 0);
	check_counters(&back.jobs[1]);
	assert_string_equal(back.disturbance.cmd.v[1], "caf\xc3\xa9 \\xff");
	again = record_write(&back);
	assert_string_equal(line, again);
	free(line);
	free(again);
	record_release(&r);
	record_release(&back);
	record_release(&back);
}

static void unknown_is_null(void **state)
{
	struct record r;
	char *line;

	(void)state;
	record_init(&r);
	r.run = 1;
	r.n = 1;
	record_set_string(&r.status, "failed");
	record_add_job(&r)->job = 1;
	line = record_write(&r);
	assert_non_null(strstr(line, "\"cpu_ns\":null"));
	assert_non_null(strstr(line, "\"local_fraction\":null"));
	assert_non_null(strstr(line, "\"cpu_time_ns\":null"));
	assert_non_null(strstr(line, "\"disturbance\":null"));
	assert_non_null(strstr(line, "\"counters\":null"));
	free(line);
	record_release(&r);
}

static void refused_with_the_place(void **state)
{
	static const struct {
		const char *line, *message;
	} bad[] = {
		{ "", "column 0" },
		{ "[]", "not a JSON object" },
		{ "{\"run\":1}", "\"schema\" is missing" },
		{ "{\"schema\":2}", "newer than this program's 1" },
		{ "{\"schema\":1,\"n\":1}", "\"run\" is missing" },
		{ "{\"schema\":1,\"run\":1.5,\"n\":1}", "\"run\" is not a whole number" },
		{ "{\"schema\":1,\"run\":1,\"n\":1,\"status\":\"fine\",\"jobs\":[]}",
		  "neither \"ok\" nor" },
		{ "{\"schema\":1,\"run\":1,\"n\":1,\"status\":\"ok\"}", "\"jobs\" is missing" },
		{ "{\"schema\":1,\"run\":1,\"n\":0,\"status\":\"ok\",\"jobs\":[]}",
		  "\"n\" is not between" },
		{ "{\"schema\":1,\"run\":1,\"n\":1,\"status\":\"ok\",\"jobs\":[{\"job\":1},{}]}",
		  "job 2: \"job\" is missing" },
		{ "{\"schema\":1,\"run\":1,\"n\":3,\"status\":\"ok\",\"jobs\":[{\"job\":1}]}",
		  "1 jobs, but \"n\" is 3" },
		{ "{\"schema\":1,\"run\":1,\"n\":1,\"status\":\"ok\",\"jobs\":[{\"job\":1,"
		  "\"cpu_time_ns\":{\"x\":1}}]}",
		  "job 1: \"cpu_time_ns\": 'x' is not a CPU or node number" },
		{ "{\"schema\":1,\"run\":1,\"n\":1,\"status\":\"ok\",\"jobs\":[{\"job\":1,"
		  "\"cpu_time_ns\":{\"99999999999\":1}}]}",
		  "is not a CPU or node number" },
		{ "{\"schema\":1,\"run\":1,\"n\":1,\"status\":\"ok\",\"jobs\":[{\"job\":1,"
		  "\"counters\":{\"cycles\":7}}]}",
		  "job 1: \"counters\": 'cycles' is not an object" },
		{ "{\"schema\":1,\"run\":1,\"n\":1,\"status\":\"ok\",\"jobs\":[{\"job\":1,"
		  "\"counters\":{\"cycles\":{\"count\":\"7\"}}}]}",
		  "job 1: \"counters\": 'cycles': \"count\" is not a whole number" },
		{ "{\"schema\":1,\"run\":1,\"run\":2}", "duplicate" },
		{ "{\"schema\":1,\"run\":1e400}", "column" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		struct record r = { 0 };
		struct errmsg e = { 0 };

		assert_true(record_read(&r, bad[i].line, strlen(bad[i].line), &e) < 0);
		if (!strstr(e.text, bad[i].message))
			fail_msg("'%s' says '%s', not '%s'", bad[i].line, e.text, bad[i].message);
		assert_null(r.jobs);
	}
}

static void a_worker_line_fills_a_job(void **state)
{
	static const char line[] =
		"{\"schema\":1,\"walk\":\"update\",\"walk_cpu_ns\":123,\"node_main\":5,"
		"\"home_start\":{\"5\":4096},\"self_time_ns\":{\"7\":100},\"flags\":[\"spill\"]}";
	struct record_job j;
	struct errmsg e = { 0 };

	(void)state;
	record_job_init(&j);
	j.job = 3;
	assert_int_equal(record_job_read_worker(&j, line, sizeof(line) - 1, &e), 0);
	assert_int_equal(j.job, 3);
	assert_int_equal(j.walk_cpu_ns, 123);
	assert_int_equal(intmap_get(&j.home_start, 5), 4096);
	assert_true(strlist_has(&j.flags, "spill"));
	record_job_release(&j);
}

static void argmax_prefers_then_takes_the_lowest(void **state)
{
	struct intmap m = { 0 };

	(void)state;
	assert_int_equal(intmap_argmax(&m, 0), -1);
	intmap_add(&m, 8, 50);
	intmap_add(&m, 0, 50);
	intmap_add(&m, 252, 10);
	assert_int_equal(intmap_argmax(&m, 8), 8);
	assert_int_equal(intmap_argmax(&m, 252), 0);
	intmap_add(&m, 252, 41);
	assert_int_equal(intmap_argmax(&m, 8), 252);
	assert_int_equal(intmap_sum(&m), 151);
	intmap_release(&m);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(written_and_read_is_the_same),
		cmocka_unit_test(unknown_is_null),
		cmocka_unit_test(refused_with_the_place),
		cmocka_unit_test(a_worker_line_fills_a_job),
		cmocka_unit_test(argmax_prefers_then_takes_the_lowest),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
