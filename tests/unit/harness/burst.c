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

#include "harness/burst.h"
#include "harness/doubt.h"
#include "harness/figure.h"
#include "lib/clock.h"
#include "lib/flag.h"

static void the_banner_is_read(void **state)
{
	struct burst_banner b;

	(void)state;
	burst_parse_banner(&b,
			   "Running in process mode with 20 groups using 40 file descriptors each "
			   "(== 800 tasks)\nEach sender will pass 100 messages of 100 bytes\n"
			   "Time: 9.639\n");
	assert_int_equal(b.groups, 20);
	assert_int_equal(b.tasks, 800);
	assert_int_equal(b.loops, 100);
	assert_int_equal(b.time_ns, 9639000000);
	burst_parse_banner(&b, "");
	assert_int_equal(b.groups, -1);
	assert_int_equal(b.time_ns, -1);
	burst_parse_banner(&b, "Time: nan\n groups using");
	assert_int_equal(b.groups, -1);
	assert_int_equal(b.time_ns, -1);
}

static void check_command(const char *text, int64_t loops, const char *joined, int64_t groups,
			  int64_t want_loops)
{
	struct plan_disturbance d = { 0 };
	struct errmsg e = { 0 };
	char *got;

	assert_int_equal(burst_command(&d, text, loops, &e), 0);
	got = strlist_join(&d.cmd, " ");
	assert_string_equal(got, joined);
	assert_int_equal(d.groups, groups);
	assert_int_equal(d.loops, want_loops);
	free(got);
	strlist_release(&d.cmd);
}

static void a_hackbench_gets_its_groups_and_loops(void **state)
{
	struct plan_disturbance d = { 0 };
	struct errmsg e = { 0 };

	(void)state;
	check_command("hackbench", -1, "hackbench -g 20", 20, -1);
	check_command("hackbench", 100, "hackbench -g 20 -l 100", 20, 100);
	check_command("/usr/bin/hackbench  -p -g 4", 7, "/usr/bin/hackbench -p -g 4 -l 7", 4, 7);
	check_command("hackbench -g4 --loops=9", 7, "hackbench -g4 --loops=9", 4, 9);
	check_command("stress-ng --cpu 2", 7, "stress-ng --cpu 2", -1, -1);
	assert_int_equal(burst_command(&d, "hackbench -g x", 1, &e), -EINVAL);
	assert_int_equal(burst_command(&d, "hackbench -g", 1, &e), -EINVAL);
	assert_int_equal(burst_command(&d, "  ", 1, &e), -EINVAL);
	strlist_release(&d.cmd);
}

static void overlap_is_the_mean_over_jobs(void **state)
{
	struct record r;
	struct record_job *j;

	(void)state;
	record_init(&r);
	r.n = 2;
	j = record_add_job(&r);
	j->walk_start_ns = 0;
	j->walk_end_ns = 100;
	j = record_add_job(&r);
	j->walk_start_ns = 50;
	j->walk_end_ns = 75;
	assert_true(fabs(burst_overlap(&r, 50, 100) - .75) < 1e-12);
	assert_true(fabs(burst_overlap(&r, 200, 300)) < 1e-12);
	assert_true(isnan(burst_overlap(&r, -1, 300)));
	/* A foreign program: from exec to exit. */
	j->walk_start_ns = j->walk_end_ns = -1;
	assert_true(isnan(burst_overlap(&r, 50, 100)));
	r.jobs[1].exec_ns = 90;
	r.jobs[1].elapsed_ns = 10;
	assert_true(fabs(burst_overlap(&r, 50, 100) - .6) < 1e-12);
	record_release(&r);
}

static struct doubt_limits limits(void)
{
	return (struct doubt_limits){ .cpus = 16, .target_ns = 5 * NS_PER_S };
}

static void a_clean_run_has_no_flag(void **state)
{
	struct doubt_limits l = limits();
	struct record r;

	(void)state;
	record_init(&r); /* all unknown: nothing to doubt */
	assert_int_equal(doubt_flags(&r, &l), 0);
	assert_int_equal(r.flags.n, 0);
	r.elapsed_ns = 10 * NS_PER_S;
	r.foreign_cpu_ns = 2400 * NS_PER_MS; /* 2 % of 16 CPUs in 10 s are 3.2 s, 0.25 CPU 2.5 */
	r.steal_ns = 0;
	r.exec_spread_ns = 99 * NS_PER_MS;
	r.procs_running = 0;
	l.numa_balancing = true;
	assert_int_equal(doubt_flags(&r, &l), 0);
	assert_int_equal(r.flags.n, 0);
	l.cpus = 2; /* 2 % of them are 0.4 s */
	r.foreign_cpu_ns = 390 * NS_PER_MS;
	assert_int_equal(doubt_flags(&r, &l), 0);
	assert_int_equal(r.flags.n, 0);
	record_release(&r);
}

static void foreign_cpu_is_the_smaller_of_two_limits(void **state)
{
	struct doubt_limits l = limits();
	struct record r;

	(void)state;
	record_init(&r);
	r.elapsed_ns = 10 * NS_PER_S;
	r.foreign_cpu_ns = 2600 * NS_PER_MS;
	assert_int_equal(doubt_flags(&r, &l), 0);
	assert_true(strlist_has(&r.flags, FLAG_FOREIGN_CPU));
	l.cpus = 2;
	r.steal_ns = 410 * NS_PER_MS;
	assert_int_equal(doubt_flags(&r, &l), 0);
	assert_true(strlist_has(&r.flags, FLAG_STEAL));
	record_release(&r);
}

static void lost_ticks_leave_foreign_cpu_unknown(void **state)
{
	(void)state;
	assert_int_equal(doubt_foreign_ns(9 * NS_PER_S, 7 * NS_PER_S, 10 * NS_PER_S, 2),
			 2 * NS_PER_S);
	/* 2 % of 2 CPUs in 10 s are 0.4 s; of 16 CPUs 3.2 s, and a quarter of one is 2.5 s. */
	assert_int_equal(doubt_foreign_ns(97 * NS_PER_S / 10, 10 * NS_PER_S, 10 * NS_PER_S, 2), 0);
	assert_int_equal(doubt_foreign_ns(95 * NS_PER_S / 10, 10 * NS_PER_S, 10 * NS_PER_S, 2), -1);
	assert_int_equal(doubt_foreign_ns(8 * NS_PER_S, 10 * NS_PER_S, 10 * NS_PER_S, 16), 0);
	assert_int_equal(doubt_foreign_ns(7 * NS_PER_S, 10 * NS_PER_S, 10 * NS_PER_S, 16), -1);
}

static void doubts_become_flags(void **state)
{
	struct doubt_limits l = limits();
	struct record r;

	(void)state;
	record_init(&r);
	r.elapsed_ns = 10 * NS_PER_S;
	r.foreign_cpu_ns = r.steal_ns = 3300 * NS_PER_MS;
	r.exec_spread_ns = 101 * NS_PER_MS;
	r.procs_running = 1;
	r.has_disturbance = true;
	r.disturbance.elapsed_ns = NS_PER_S;
	r.disturbance.overlap_fraction = .4;
	l.target_ns = 3 * NS_PER_S;
	l.numa_balancing = true;
	assert_int_equal(doubt_flags(&r, &l), 0);
	assert_true(strlist_has(&r.flags, FLAG_FOREIGN_CPU));
	assert_true(strlist_has(&r.flags, FLAG_STEAL));
	assert_true(strlist_has(&r.flags, FLAG_EXEC_SPREAD));
	assert_true(strlist_has(&r.flags, FLAG_BUSY_START));
	assert_true(strlist_has(&r.flags, FLAG_OVERLAP));
	assert_true(strlist_has(&r.flags, FLAG_SHORT_FOR_NB));
	for (size_t i = 0; i < r.flags.n; i++)
		assert_non_null(flag_find(r.flags.v[i]));
	record_release(&r);
}

static double find(const char *regex, const char *text)
{
	return figure_find(regex, text, strlen(text));
}

static void figures_are_found(void **state)
{
	struct errmsg e = { 0 };

	(void)state;
	assert_int_equal(figure_check("Time in seconds = *([0-9.]+)", &e), 0);
	assert_int_equal(figure_check("Time in seconds", &e), -EINVAL);
	assert_int_equal(figure_check("(", &e), -EINVAL);
	assert_true(find("Time in seconds = *([0-9.]+)",
			 "x\n Time in seconds =   59.83\nTime in seconds = 60.5\n") == 60.5);
	assert_true(isnan(find("t=([a-z]+)", "t=abc")));
	assert_true(isnan(find("t=([0-9]+)", "nothing")));
	assert_true(isnan(find("(x*)", "yyy"))); /* empty matches end */
	assert_true(find("t=([0-9]+)", "t=1 t=2\nt=3 t=4\n") == 4);
	assert_true(find("^([0-9])", "123\n456\n") == 4); /* a line begins once */
	assert_true(find("t=([0-9]+)", "t=12e5") == 12);
	assert_true(find("([0-9])$", "123\n456") == 6);
	assert_true(figure_find("t=([0-9]+)", "t=1\0t=2\n", 8) == 2);
}

/* The last line comes first: a figure a line must not make it read the whole text for each. */
static void a_figure_in_every_line_is_found_at_once(void **state)
{
	size_t n = 4 << 20;
	char *text = malloc(n);

	(void)state;
	assert_non_null(text);
	for (size_t i = 0; i < n; i++)
		text[i] = i % 8 == 7 ? '\n' : '7';
	assert_true(figure_find("([0-9]+)", text, n) == 7777777);
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_banner_is_read),
		cmocka_unit_test(a_hackbench_gets_its_groups_and_loops),
		cmocka_unit_test(overlap_is_the_mean_over_jobs),
		cmocka_unit_test(a_clean_run_has_no_flag),
		cmocka_unit_test(lost_ticks_leave_foreign_cpu_unknown),
		cmocka_unit_test(foreign_cpu_is_the_smaller_of_two_limits),
		cmocka_unit_test(doubts_become_flags),
		cmocka_unit_test(figures_are_found),
		cmocka_unit_test(a_figure_in_every_line_is_found_at_once),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
