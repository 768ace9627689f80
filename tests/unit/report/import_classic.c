/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The per-job tables of 2002, in every spelling in which they are met. */
#include "tests/unit/report/import_help.h"

static const char *const files[] = { RECORDS "focht-2002-A.txt", RECORDS "focht-2002-B.txt",
				     RECORDS "focht-2002-C.txt" };

/* --- the original spelling ---------------------------------------------------------------- */

/* Rows as numa_test printed them: %3d %7.1f … | %4d %5d %3s|%7.2f; the rest as it is. */
static void original_row(FILE *out, const char *line)
{
	double share[4], user;
	int job, isched, msched, end = 0;
	char star[4] = "";

	if (sscanf(line, "> %d %lf %lf %lf %lf | %d %d %3[*]|%n", &job, &share[0], &share[1],
		   &share[2], &share[3], &isched, &msched, star, &end) < 8 &&
	    sscanf(line, "> %d %lf %lf %lf %lf | %d %d |%n", &job, &share[0], &share[1], &share[2],
		   &share[3], &isched, &msched, &end) < 7) {
		fprintf(out, "%s\n", line[0] == '>' ? line + 1 + (line[1] == ' ') : line);
		return;
	}
	assert_int_equal(sscanf(line + end, "%lf", &user), 1);
	fprintf(out, "%3d %7.1f %6.1f %6.1f %6.1f | %4d %5d %3s|%7.2f\n", job, share[0], share[1],
		share[2], share[3], isched, msched, star, user);
}

/* The helper itself is held against what the program of 2002 printed. */
static void helper_spells_as_the_original(void **state)
{
	char *text = NULL;
	size_t size;
	FILE *f = open_memstream(&text, &size);

	(void)state;
	original_row(f, "> 1 7.5 92.5 0.0 0.0 | 0 1 *| 38.29");
	original_row(f, "> 5 100.0 0.0 0.0 0.0 | 0 0 | 29.96");
	fclose(f);
	assert_string_equal(text, "  1     7.5   92.5    0.0    0.0 |    0     1   *|  38.29\n"
				  "  5   100.0    0.0    0.0    0.0 |    0     0    |  29.96\n");
	free(text);
}

/* --- the golden rows and tables ----------------------------------------------------------- */

/* Sets A, B and C of the three files. */
static void read_sets(spelling spell, struct import_result *out)
{
	struct import_result from[3] = { 0 };
	struct import_options o = { 0 };
	struct errmsg e = { 0 };

	for (size_t i = 0; i < 3; i++) {
		char *text = slurp(files[i]), *spelled = respell(text, spell);

		read_text(files[i], spelled, NULL, &from[i]);
		free(text);
		free(spelled);
	}
	assert_int_equal(import_merge(from, 3, &o, out, &e), 0);
	assert_int_equal(out->n_sets, 3);
}

static const struct record *find_run(const struct import_result *r, const char *sched, int n)
{
	for (size_t i = 0; i < r->n_sets; i++)
		for (size_t k = 0; k < r->sets[i].n_runs; k++)
			if (!strcmp(r->sets[i].label, sched) && r->sets[i].runs[k].n == n)
				return &r->sets[i].runs[k];
	fail_msg("%s N=%d is missing", sched, n);
	return NULL;
}

/* A field of a line of CSV without quotes; lent, overwritten by the next call but three. */
static const char *field(const char *line, int number)
{
	static char ring[4][64];
	static unsigned int next;
	char *out = ring[next++ % 4];

	while (number--)
		line = strchr(line, ',') + 1;
	snprintf(out, sizeof(ring[0]), "%.*s", (int)strcspn(line, ",\n"), line);
	return out;
}

static double number(const char *line, int field_number)
{
	return atof(field(line, field_number));
}

static double share_of(const struct record_job *j, const char *node)
{
	return named_values_get(&j->node_share, node);
}

static void check_row(const struct import_result *r, const char *line)
{
	const struct record *run = find_run(r, field(line, 0), (int)number(line, 1));
	const struct record_job *j = &run->jobs[(int)number(line, 2) - 1];

	assert_int_equal(j->job, (int)number(line, 2));
	assert_true(share_of(j, "0") == number(line, 3) && share_of(j, "1") == number(line, 4) &&
		    share_of(j, "2") == number(line, 5) && share_of(j, "3") == number(line, 6));
	assert_int_equal(j->node_exec, (int)number(line, 7));
	assert_int_equal(j->msched_printed, (int)number(line, 8));
	assert_int_equal(j->star_printed, (int)number(line, 9));
	assert_int_equal(j->ru_utime_ns, llround(1e9 * number(line, 10)));
	assert_int_equal(j->main_node, (int)number(line, 12));
	assert_int_equal(j->main_node != j->node_exec, (int)number(line, 13));
}

static void check_table(const struct import_result *r, const char *line)
{
	const struct record *run = find_run(r, field(line, 0), (int)number(line, 1));
	int64_t sum_ns = 0, stars = 0, due = 0;

	for (size_t i = 0; i < run->n_jobs; i++) {
		sum_ns += run->jobs[i].ru_utime_ns;
		stars += run->jobs[i].star_printed;
		due += run->jobs[i].main_node != run->jobs[i].node_exec;
	}
	assert_int_equal(run->disturbance.time_ns, llround(1e9 * number(line, 2)));
	assert_true(named_values_get(&run->printed, "AverageUserTime") == number(line, 3));
	assert_true(named_values_get(&run->printed, "TotalUserTime") == number(line, 4));
	assert_true(named_values_get(&run->printed, "ElapsedTime") == number(line, 5));
	assert_true(named_values_get(&run->printed, "TotalSysTime") == number(line, 6));
	assert_int_equal(run->elapsed_ns, llround(1e9 * number(line, 5)));
	assert_int_equal(sum_ns, llround(1e9 * number(line, 7)));
	assert_int_equal(stars, (int)number(line, 16));
	assert_int_equal(due, (int)number(line, 17));
}

/* Calls check for every line of a golden file but its header; returns how many. */
static int for_golden(const char *path, const struct import_result *r,
		      void (*check)(const struct import_result *r, const char *line))
{
	char *text = slurp(path), *rest = text, *line;
	int lines = 0;

	strsep(&rest, "\n");
	while ((line = strsep(&rest, "\n")) && *line) {
		check(r, line);
		lines++;
	}
	free(text);
	return lines;
}

static void check_golden(spelling spell)
{
	struct import_result r = { 0 };

	read_sets(spell, &r);
	assert_int_equal(for_golden(GOLDEN "classic_2002_rows.csv", &r, check_row), 168);
	assert_int_equal(for_golden(GOLDEN "classic_2002_tables.csv", &r, check_table), 9);
	assert_int_equal(r.n_warnings, 1);
	assert_true(has_warning(&r, "job 19: iSched 3 and MSched 0 differ, but the log has no "
				    "star"));
	import_result_release(&r);
}

static void golden_collapsed(void **state)
{
	(void)state;
	check_golden(as_it_is);
}

static void golden_original(void **state)
{
	(void)state;
	check_golden(original_row);
}

static void golden_quoted_deeper(void **state)
{
	(void)state;
	check_golden(quoted_deeper);
}

static void golden_with_carriage_returns(void **state)
{
	(void)state;
	check_golden(with_carriage_return);
}

static void golden_quoted_printable(void **state)
{
	(void)state;
	check_golden(quoted_printable);
}

static void what_a_set_keeps(void **state)
{
	struct import_result r = { 0 };
	const struct record *run;

	(void)state;
	read_sets(as_it_is, &r);
	run = find_run(&r, "B", 16);
	assert_int_equal(run->run, 2);
	assert_int_equal(run->repeat, 1);
	assert_int_equal(run->disturbance.cmd.n, 2);
	assert_string_equal(run->disturbance.cmd.v[0], "hackbench");
	assert_int_equal(run->disturbance.groups, 20);
	assert_int_equal(run->disturbance.loops, -1);
	assert_string_equal(run->jobs[0].residency_source, "imported");
	assert_int_equal(run->jobs[0].ru_stime_ns, -1);
	assert_int_equal(r.sets[1].notes.n, 2);
	assert_string_equal(r.sets[1].notes.v[1],
			    "(2.4.18 node affine scheduler with CONFIG_NUMA_SCHED=n)");
	import_result_release(&r);
}

/* Also a run of which jobs are missing can be read back. */
static void what_is_written_is_read(void **state)
{
	struct import_result r = { 0 };
	struct record copy = { 0 };
	struct errmsg e = { 0 };
	char *line;

	(void)state;
	import_string("Executing 2 times: x\n"
		      "Job node00 | iSched MSched | UserTime(s)\n"
		      "1 100.0 | 0 0 | 31.18\n",
		      NULL, &r);
	line = record_write(&r.sets[0].runs[0]);
	assert_int_equal(record_read(&copy, line, strlen(line), &e), 0);
	assert_int_equal(copy.n, 2);
	assert_int_equal(copy.n_jobs, 1);
	record_release(&copy);
	import_result_release(&r);
	free(line);
}

/* --- traps -------------------------------------------------------------------------------- */

#define HEAD4 "Job node00 node01 node02 node03 | iSched MSched | UserTime(s)\n"
#define HEAD2 "Job node00 node01 | iSched MSched | UserTime(s)\n"

static void same_table_twice_is_one(void **state)
{
	char *text = slurp(files[0]), *quoted = respell(text, quoted_deeper), *both;
	struct import_result r = { 0 };

	(void)state;
	assert_true(asprintf(&both, "%s\nsomebody wrote:\n%s", text, quoted) > 0);
	import_string(both, NULL, &r);
	assert_int_equal(r.n_sets, 1);
	assert_int_equal(r.sets[0].n_runs, 3);
	assert_true(has_warning(&r, "N=32: a table that is there already"));
	import_result_release(&r);
	free(text);
	free(quoted);
	free(both);
}

/* A quote may lack the first or the last lines of a table; what one has the other need not. */
static void same_table_in_part_is_one(void **state)
{
	struct import_result r = { 0 };
	const struct record *run;

	(void)state;
	import_string(HEAD2 "1 100.0 0.0 | 0 0 | 31.18\nAverageUserTime 31.18 seconds\n\n"
			    "Running 'hackbench 20' in the background: Time: 5.178\n" HEAD2
			    "1 100.0 0.0 | 0 0 | 31.18\nElapsedTime 40.00\n",
		      NULL, &r);
	assert_int_equal(r.sets[0].n_runs, 1);
	run = &r.sets[0].runs[0];
	assert_int_equal(run->elapsed_ns, 40000000000);
	assert_int_equal(run->disturbance.time_ns, 5178000000);
	assert_string_equal(run->disturbance.cmd.v[1], "20");
	assert_true(named_values_get(&run->printed, "AverageUserTime") == 31.18);
	import_result_release(&r);
	/* The same rows, but not the same run. */
	import_string(HEAD2 "1 100.0 0.0 | 0 0 | 31.18\nElapsedTime 40.00\n\n" HEAD2
			    "1 100.0 0.0 | 0 0 | 31.18\nElapsedTime 41.00\n",
		      NULL, &r);
	assert_int_equal(r.sets[0].n_runs, 2);
	import_result_release(&r);
}

static void different_tables_of_one_n_are_repeats(void **state)
{
	struct import_result r = { 0 };

	(void)state;
	import_string(HEAD2 "1 100.0 0.0 | 0 0 | 31.18\nAverageUserTime 31.18 seconds\n" HEAD2
			    "1 0.0 100.0 | 0 1 *| 33.00\nAverageUserTime 33.00 seconds\n",
		      NULL, &r);
	assert_int_equal(r.n_sets, 1);
	assert_int_equal(r.sets[0].n_runs, 2);
	assert_int_equal(r.sets[0].runs[1].repeat, 2);
	assert_null(r.sets[0].label);
	assert_false(r.sets[0].runs[0].has_disturbance);
	assert_int_equal(r.n_warnings, 0);
	import_result_release(&r);
}

static void one_n_under_two_bare_labels_is_two_sets(void **state)
{
	struct import_result r = { 0 };

	(void)state;
	import_string("2.5.40-mm2\n\n" HEAD2 "1 100.0 0.0 | 0 0 | 31.18\n\n"
		      "2.5.40-mm2 + michael's stuff (latest on tux1)\n" HEAD2
		      "1 100.0 0.0 | 0 0 | 31.18\n",
		      NULL, &r);
	assert_int_equal(r.n_sets, 2);
	assert_string_equal(r.sets[0].label, "2.5.40-mm2");
	assert_string_equal(r.sets[1].label, "2.5.40-mm2 + michael's stuff (latest on tux1)");
	assert_int_equal(r.sets[1].n_runs, 1);
	import_result_release(&r);
}

static void last_block_without_a_summary(void **state)
{
	struct import_result r = { 0 };

	(void)state;
	import_string(HEAD2 "1 100.0 0.0 | 0 0 | 31.18\n2 100.0 0.0 | 0 0 | 33.00\n", NULL, &r);
	assert_int_equal(r.sets[0].runs[0].n, 2);
	assert_false(r.sets[0].runs[0].printed.known);
	assert_int_equal(r.sets[0].runs[0].elapsed_ns, -1);
	assert_true(has_warning(&r, "x:1: N=2: the table has no summary"));
	import_result_release(&r);
}

static void a_piece_without_a_head_is_no_table(void **state)
{
	struct import_result r = { 0 };

	(void)state;
	refused("some text\n\n3 100.0 0.0 | 0 0 | 31.18\n", NULL,
		"x.txt:3: a job's row without a table; expected \"Job node00");
	import_string(HEAD2 "1 100.0 0.0 | 0 0 | 31.18\nAverageUserTime 31.18\n\n"
			    "Compare this:\n\n4 100.0 0.0 | 0 0 | 31.18\n",
		      NULL, &r);
	assert_int_equal(r.sets[0].n_runs, 1);
	assert_int_equal(r.sets[0].runs[0].n_jobs, 1);
	assert_true(has_warning(&r, "x:7: a job's row without a table"));
	import_result_release(&r);
}

static void lines_of_the_whole_program(void **state)
{
	struct import_result r = { 0 };

	(void)state;
	import_string("Executing 2 times: ./randupdt 1000000 \n"
		      "Running 'hackbench 20' in the background:\nTime: 5.178\n" HEAD2
		      "1 100.0 0.0 | 0 0*| 31.18\n2 0.0 100.0 |0 1*|33.00\n"
		      "AverageUserTime 32.09 seconds\nElapsedTime 40.00\n"
		      "Executing 3 times: ./randupdt 1000000\n" HEAD2 "1 100.0 0.0 | 0 0 | 31.18\n",
		      NULL, &r);
	assert_int_equal(r.sets[0].n_runs, 2);
	assert_int_equal(r.sets[0].runs[0].disturbance.time_ns, 5178000000);
	assert_int_equal(r.sets[0].runs[0].jobs[1].star_printed, 1);
	assert_int_equal(r.sets[0].runs[1].n, 3);
	assert_false(r.sets[0].runs[1].has_disturbance);
	assert_string_equal(r.sets[0].runs[1].status, "failed");
	assert_string_equal(r.sets[0].runs[1].reason,
			    "the table has 1 rows, but its log says 3 jobs");
	assert_true(has_warning(&r, "1 rows, but its log says 3 jobs"));
	assert_true(
		has_warning(&r, "job 1: iSched 0 and MSched 0 are one, but the log has a star"));
	import_result_release(&r);
}

static void many_jobs_and_many_sparse_nodes(void **state)
{
	char *text = NULL;
	size_t size;
	FILE *f = open_memstream(&text, &size);
	struct import_result r = { 0 };

	(void)state;
	fprintf(f, "Job  node00 node08 node16 node252 node253 | iSched MSched | UserTime(s)\n");
	for (int i = 1; i <= 128; i++)
		fprintf(f, "%3d     0.0    0.0    0.0  100.0    0.0 | %4d %5d %3s|%7.2f\n", i, 8,
			252, "*", 30.0);
	fclose(f);
	import_string(text, NULL, &r);
	assert_int_equal(r.sets[0].runs[0].n, 128);
	assert_int_equal(r.sets[0].runs[0].jobs[127].main_node, 252);
	assert_true(share_of(&r.sets[0].runs[0].jobs[127], "252") == 100);
	assert_int_equal(r.n_warnings, 1); /* no summary */
	import_result_release(&r);
	free(text);
}

static void lines_that_a_mailer_wrapped(void **state)
{
	struct import_result r = { 0 };

	(void)state;
	import_string("Job node00 node01 node02\nnode03 | iSched\nMSched | UserTime(s)\n"
		      "1 0.0 0.0 100.0 0.0 |\n2 2 |\n31.62\n2 0.0 0.0\n0.0 100.0 | 3 3 | 31.56\n"
		      "AverageUserTime 31.59 seconds\n",
		      NULL, &r);
	assert_int_equal(r.sets[0].runs[0].n_jobs, 2);
	assert_true(share_of(&r.sets[0].runs[0].jobs[1], "3") == 100);
	assert_int_equal(r.n_warnings, 0);
	import_result_release(&r);
	refused(HEAD2 "1 100.0\n0.0 | 0 0\n\n| 31.18\n", NULL, "x.txt:2: expected a job's row");
}

static void rounding_of_an_average(void **state)
{
	struct import_result r = { 0 };

	(void)state;
	/* Means of 30.005 and 30.0051: the first may be printed either way. */
	import_string(HEAD2 "1 100.0 0.0 | 0 0 | 30.00\n2 100.0 0.0 | 0 0 | 30.01\n"
			    "AverageUserTime 30.00 seconds\nTotalUserTime 60.05\n" HEAD2
			    "1 100.0 0.0 | 0 0 | 30.00\n2 100.0 0.0 | 0 0 | 30.01\n"
			    "AverageUserTime 30.01 seconds\nTotalUserTime 60.05\n",
		      NULL, &r);
	assert_int_equal(r.n_warnings, 0);
	assert_true(named_values_get(&r.sets[0].runs[0].printed, "TotalUserTime") == 60.05);
	import_result_release(&r);
	import_string(HEAD2 "1 100.0 0.0 | 0 0 | 30.00\n2 100.0 0.0 | 0 0 | 30.03\n"
			    "AverageUserTime 30.00 seconds\n",
		      NULL, &r);
	assert_true(
		has_warning(&r, "AverageUserTime is 30.00, but the mean of the jobs is 30.015"));
	import_result_release(&r);
}

static void ties_and_sums(void **state)
{
	struct import_result r = { 0 };
	const struct record_job *jobs;

	(void)state;
	import_string(HEAD4
		      "1 0.0 50.0 50.0 0.0 | 2 2 | 30.00\n2 0.0 50.0 50.0 0.0 | 0 1 *| 30.00\n"
		      "3 33.4 33.4 33.4 0.0 | 0 0 | 30.00\n4 50.0 0.0 0.0 0.0 | 0 0 | 30.00\n"
		      "AverageUserTime 30.00 seconds\n",
		      NULL, &r);
	jobs = r.sets[0].runs[0].jobs;
	assert_int_equal(jobs[0].main_node, 2);
	assert_int_equal(jobs[1].main_node, 1);
	assert_int_equal(r.n_warnings, 1);
	assert_true(has_warning(&r, "job 4: the shares add up to 50.0"));
	import_result_release(&r);
}

static void a_job_without_a_time_is_missing(void **state)
{
	struct import_result r = { 0 };

	(void)state;
	import_string(HEAD2 "1 100.0 0.0 | 0 0 | 0.00\n2 100.0 0.0 | 0 0 | 30.01\n"
			    "AverageUserTime 0.00 seconds\nElapsedTime 40.00\n",
		      NULL, &r);
	assert_int_equal(r.sets[0].runs[0].jobs[0].ru_utime_ns, -1);
	assert_true(isnan(named_values_get(&r.sets[0].runs[0].printed, "AverageUserTime")));
	import_result_release(&r);
}

static void what_is_broken_is_named(void **state)
{
	(void)state;
	refused(HEAD2 "1 100.0 0.0 | 0 0 | 31.18\n2 100.0 | 0 0 | 31.18\n", NULL,
		"x.txt:3: 1 shares; expected 2");
	refused(HEAD2 "1 100.0 0.0 | 0 0 | 31.18\n3 100.0 0.0 | 0 0 | 31.18\n", NULL,
		"x.txt:3: job 3; expected job 2");
	refused(HEAD2 "1 100.0 0.0 | 0 0 | 3x\n", NULL, "x.txt:2: expected a job's row");
	refused(HEAD2 "\nAverageUserTime 3\n", NULL, "x.txt:1: a table without jobs");
	refused("Job node00 node00 | iSched MSched | UserTime(s)\n1 0.0 0.0 | 0 0 | 3.00\n", NULL,
		"x.txt:1: expected node numbers in ascending order");
	refused("Job node00 | iSched\n", NULL, "x.txt:1: expected the head \"Job node00");
	refused("hello\n", NULL, "x.txt:1: no line of a log that can be read; expected one of: ");
	refused("hello\n", "classic", "x.txt:1: no table; expected \"Job node00");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(helper_spells_as_the_original),
		cmocka_unit_test(golden_collapsed),
		cmocka_unit_test(golden_original),
		cmocka_unit_test(golden_quoted_deeper),
		cmocka_unit_test(golden_with_carriage_returns),
		cmocka_unit_test(golden_quoted_printable),
		cmocka_unit_test(what_a_set_keeps),
		cmocka_unit_test(what_is_written_is_read),
		cmocka_unit_test(same_table_twice_is_one),
		cmocka_unit_test(same_table_in_part_is_one),
		cmocka_unit_test(different_tables_of_one_n_are_repeats),
		cmocka_unit_test(one_n_under_two_bare_labels_is_two_sets),
		cmocka_unit_test(last_block_without_a_summary),
		cmocka_unit_test(a_piece_without_a_head_is_no_table),
		cmocka_unit_test(lines_of_the_whole_program),
		cmocka_unit_test(many_jobs_and_many_sparse_nodes),
		cmocka_unit_test(lines_that_a_mailer_wrapped),
		cmocka_unit_test(rounding_of_an_average),
		cmocka_unit_test(ties_and_sums),
		cmocka_unit_test(a_job_without_a_time_is_missing),
		cmocka_unit_test(what_is_broken_is_named),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
