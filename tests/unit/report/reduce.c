/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From a record to a set: shares, places, stars. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "report/metric.h"
#include "report/set.h"

/* A set of a machine whose CPUs 0-1, 2-3, 4-5 are on nodes 0, 8, 252; node 4 has none. */
static void machine(struct set *s)
{
	struct errmsg e = { 0 };
	json_t *root = json_pack("{s:{s:{s:s, s:s, s:s, s:s}}}", "machine", "node_cpus", "0", "0-1",
				 "8", "2-3", "252", "4-5", "4", "");

	assert_int_equal(host_read(&s->host, root, &e), 0);
	json_decref(root);
}

static struct record_job *one_job(struct record *r)
{
	record_init(r);
	r->run = r->n = 1;
	record_set_string(&r->status, "ok");
	return record_add_job(r);
}

/* The reduced job of a set with just this record; lent by the set. */
static const struct set_job *reduced(struct set *s, struct record *r)
{
	assert_int_equal(set_add_record(s, r), 0);
	record_release(r);
	return &s->runs[s->n_runs - 1].jobs[0];
}

static void nodes_without_cpus_have_no_column(void **state)
{
	struct set s = { 0 };

	(void)state;
	machine(&s);
	assert_int_equal(s.host.n_nodes, 3);
	assert_int_equal(s.host.nodes[2], 252);
	assert_int_equal(host_node_of_cpu(&s.host, 3), 8);
	assert_int_equal(host_node_of_cpu(&s.host, 6), -1);
	set_release(&s);
	set_release(&s);
}

static void rows_sum_to_one(void **state)
{
	struct set s = { 0 };
	uint64_t x = 1;

	(void)state;
	machine(&s);
	for (int run = 0; run < 1000; run++) {
		struct record r;
		struct record_job *j = one_job(&r);
		const struct set_job *got;
		double sum = 0;

		for (int cpu = 0; cpu < 6; cpu++) {
			x = x * 6364136223846793005u + 1442695040888963407u;
			intmap_add(&j->cpu_time_ns, cpu, (int64_t)(x >> (20 + run % 40)));
		}
		got = reduced(&s, &r);
		for (uint32_t i = 0; i < got->n_shares; i++)
			sum += got->shares[i].share;
		if (got->attributed_ns > 0)
			assert_true(fabs(sum - 1) <= 1e-9);
	}
	set_release(&s);
}

static void time_on_unmapped_cpus_is_left_out(void **state)
{
	struct set s = { 0 };
	struct record r;
	struct record_job *j = one_job(&r);
	const struct set_job *got;

	(void)state;
	machine(&s);
	intmap_add(&j->cpu_time_ns, 0, 30);
	intmap_add(&j->cpu_time_ns, 5, 10);
	intmap_add(&j->cpu_time_ns, 99, 1000);
	got = reduced(&s, &r);
	assert_int_equal(got->attributed_ns, 40);
	assert_true(set_job_share(got, 0) == .75);
	assert_true(set_job_share(got, 252) == .25);
	assert_true(set_job_share(got, 8) == 0);
	set_release(&s);
}

static void nothing_counted_is_unknown(void **state)
{
	struct set s = { 0 };
	struct record r;
	const struct set_job *got;

	(void)state;
	one_job(&r);
	got = reduced(&s, &r);
	assert_true(isnan(set_job_share(got, 0)));
	assert_int_equal(got->node_most, -1);
	assert_int_equal(got->node_start, -1);
	assert_int_equal(set_job_star(got), -1);
	assert_int_equal(got->home, -1);
	set_release(&s);
}

/* cpu_time of CPUs 0, 2, 4; node at exec and main; expected MSched and star. */
static void msched_and_star(void **state)
{
	static const struct {
		int64_t time[3];
		int exec, main, most, star;
	} cases[] = {
		{ { 10, 20, 5 }, 0, 0, 8, 1 },      { { 10, 20, 5 }, 8, 0, 8, 0 },
		{ { 10, 20, 5 }, -1, 0, 8, 1 },     /* node at main() where exec is not known */
		{ { 20, 20, 20 }, 252, 0, 252, 0 }, /* a tie goes to iSched … */
		{ { 20, 5, 20 }, 8, 8, 0, 1 }, /* … if it is part of it, else to the lowest */
		{ { 0, 0, 0 }, 8, 8, -1, -1 },      { { 10, 20, 5 }, -1, -1, 8, -1 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct set s = { 0 };
		struct record r;
		struct record_job *j = one_job(&r);
		const struct set_job *got;

		machine(&s);
		for (int k = 0; k < 3; k++)
			intmap_add(&j->cpu_time_ns, 2 * k, cases[i].time[k]);
		j->node_exec = cases[i].exec;
		j->node_main = cases[i].main;
		got = reduced(&s, &r);
		assert_int_equal(got->node_most, cases[i].most);
		assert_int_equal(set_job_star(got), cases[i].star);
		set_release(&s);
	}
}

static void printed_shares_stay_as_printed(void **state)
{
	struct set s = { 0 };
	struct record r;
	struct record_job *j = one_job(&r);
	const struct set_job *got;

	(void)state;
	named_values_set(&j->node_share, "10", 96.4);
	named_values_set(&j->node_share, "2", 3.5);
	j->node_exec = 2;
	got = reduced(&s, &r);
	assert_true(fabs(set_job_share(got, 10) - .964) < 1e-12);
	assert_int_equal(got->shares[0].node, 2);
	assert_int_equal(got->node_most, 10);
	assert_int_equal(set_job_star(got), 1);
	assert_int_equal(got->attributed_ns, -1);
	set_release(&s);
}

/* 3 s at home of 4 s, and 1 s at home of 1 s: 4/5 of all time, not the mean of the shares. */
static void residency_is_weighted_by_time(void **state)
{
	struct set s = { 0 };
	struct record r;
	struct record_job *j = one_job(&r);

	(void)state;
	machine(&s);
	intmap_add(&j->cpu_time_ns, 0, 3000000000);
	intmap_add(&j->cpu_time_ns, 2, 1000000000);
	intmap_add(&j->home_start, 0, 4096);
	j = record_add_job(&r);
	intmap_add(&j->cpu_time_ns, 4, 1000000000);
	intmap_add(&j->home_start, 252, 4000);
	intmap_add(&j->home_start, 4, 96); /* a node without CPUs may hold pages */
	r.n = 2;
	reduced(&s, &r);
	assert_true(fabs(metric_of_run(metric_find("residency"), &s.runs[0]) - 80) < 1e-9);
	assert_true(fabs(metric_of_run(metric_find("worst-residency"), &s.runs[0]) - 75) < 1e-9);
	set_release(&s);
}

static void an_interleaved_array_has_no_home(void **state)
{
	struct set s = { 0 };
	struct record r;
	struct record_job *j = one_job(&r);
	const struct set_job *got;

	(void)state;
	machine(&s);
	s.plan.memory = strdup("interleave");
	intmap_add(&j->cpu_time_ns, 0, 1000000000);
	intmap_add(&j->home_start, 0, 1025);
	intmap_add(&j->home_start, 8, 1024);
	got = reduced(&s, &r);
	assert_int_equal(got->home, -1);
	assert_true(isnan(got->home_share));
	assert_true(isnan(metric_of_run(metric_find("residency"), &s.runs[0])));
	set_release(&s);
}

/* Equal is equal: no spread may come from rounding. */
static void all_at_home_is_exactly_100(void **state)
{
	struct set s = { 0 };
	uint64_t x = 1;

	(void)state;
	machine(&s);
	for (int run = 0; run < 100; run++) {
		struct record r;
		struct record_job *j = one_job(&r);

		for (int i = 0; i < 7; i++) {
			x = x * 6364136223846793005u + 1442695040888963407u;
			intmap_add(&j->cpu_time_ns, 0, (int64_t)(x >> 31));
			intmap_add(&j->cpu_time_ns, 1, (int64_t)(x >> 35));
			intmap_add(&j->home_start, 0, 4096);
			j = record_add_job(&r);
		}
		r.n_jobs--;
		record_job_release(&r.jobs[r.n_jobs]);
		r.n = 7;
		reduced(&s, &r);
		assert_true(metric_of_run(metric_find("residency"), &s.runs[run]) == 100);
	}
	set_release(&s);
}

static void a_job_that_does_not_know_makes_the_run_not_know(void **state)
{
	struct set s = { 0 };
	struct record r;
	struct record_job *j = one_job(&r);

	(void)state;
	j->ru_utime_ns = 5;
	record_add_job(&r);
	r.n = 2;
	reduced(&s, &r);
	assert_true(isnan(metric_of_run(metric_find("AverageUserTime"), &s.runs[0])));
	assert_true(isnan(metric_of_run(metric_find("MaxUserTime"), &s.runs[0])));
	assert_true(isnan(metric_of_run(metric_find("stars"), &s.runs[0])));
	set_release(&s);
}

static void failed_runs_have_no_value(void **state)
{
	struct set s = { 0 };
	struct record r;

	(void)state;
	one_job(&r)->ru_utime_ns = 5;
	r.elapsed_ns = 10;
	record_set_string(&r.status, "failed");
	reduced(&s, &r);
	for (const struct metric *m = metric_table; m->name; m++)
		assert_true(isnan(metric_of_run(m, &s.runs[0])));
	set_release(&s);
}

static void burst(struct record *r, const char *a, const char *b, const char *c, const char *d,
		  int64_t loops)
{
	const char *const words[] = { "hackbench", a, b, c, d };

	one_job(r);
	r->has_disturbance = true;
	for (size_t i = 0; i < 5 && words[i]; i++)
		strlist_add(&r->disturbance.cmd, words[i]);
	r->disturbance.loops = loops;
}

static void the_burst_is_called_as_it_was_run(void **state)
{
	static const struct {
		const char *words[4];
		int64_t loops;
		const char *title;
	} cases[] = {
		{ { "-g", "20", "-l", "100" }, 100, "hackbench 20" },
		{ { "20" }, 100, "hackbench 20" },
		{ { "-g", "20" }, 100, "hackbench 20" },
		{ { "-g", "20" }, 37, "hackbench -g 20" },
		{ { "-g", "20", "-l", "37" }, 37, "hackbench -g 20 -l 37" },
		{ { "-g", "20", "--pipe" }, 100, "hackbench -g 20 --pipe" },
		{ { NULL }, 100, "hackbench" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		const char *const *w = cases[i].words;
		struct set s = { 0 };
		struct record r;

		burst(&r, w[0], w[1], w[2], w[3], cases[i].loops);
		reduced(&s, &r);
		assert_string_equal(s.runs[0].disturbance.title, cases[i].title);
		set_release(&s);
	}
}

static void a_job_takes_less_than_400_bytes(void **state)
{
	(void)state;
	/* A job that met twelve nodes. */
	assert_true(sizeof(struct set_job) + 12 * sizeof(struct set_share) <= 400);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nodes_without_cpus_have_no_column),
		cmocka_unit_test(rows_sum_to_one),
		cmocka_unit_test(time_on_unmapped_cpus_is_left_out),
		cmocka_unit_test(nothing_counted_is_unknown),
		cmocka_unit_test(msched_and_star),
		cmocka_unit_test(printed_shares_stay_as_printed),
		cmocka_unit_test(residency_is_weighted_by_time),
		cmocka_unit_test(an_interleaved_array_has_no_home),
		cmocka_unit_test(all_at_home_is_exactly_100),
		cmocka_unit_test(a_job_that_does_not_know_makes_the_run_not_know),
		cmocka_unit_test(failed_runs_have_no_value),
		cmocka_unit_test(the_burst_is_called_as_it_was_run),
		cmocka_unit_test(a_job_takes_less_than_400_bytes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
