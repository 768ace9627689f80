/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Averages, collated lines, the matrix and Schedbench tables: numbers of several runs. */
#include "tests/unit/report/import_help.h"

/* --- golden files ------------------------------------------------------------------------- */

/* Splits a line of CSV in place; quoted fields may hold commas. Returns the number of fields. */
static int split(char *line, char *fields[], int most)
{
	int n = 0;

	while (line && n < most) {
		bool quoted = *line == '"';
		char *end = quoted ? strchr(line + 1, '"') : NULL;

		fields[n++] = line + quoted;
		if (quoted)
			*end++ = '\0';
		line = strchr(quoted ? end : line, ',');
		if (line)
			*line++ = '\0';
	}
	return n;
}

/* Calls check with the fields of every line but the header; returns how many. */
static int for_csv(const char *path, const struct import_result *r,
		   void (*check)(const struct import_result *r, char *fields[]))
{
	char *text = slurp(path), *rest = text, *line, *fields[24];
	int lines = 0;

	strsep(&rest, "\n");
	while ((line = strsep(&rest, "\n")) && *line) {
		line[strcspn(line, "\r")] = '\0';
		assert_true(split(line, fields, 24) > 5);
		check(r, fields);
		lines++;
	}
	free(text);
	return lines;
}

static const struct import_set *set_of(const struct import_result *r, const char *label)
{
	for (size_t i = 0; i < r->n_sets; i++)
		if (r->sets[i].label && !strcmp(r->sets[i].label, label))
			return &r->sets[i];
	fail_msg("no set \"%s\"", label);
	return NULL;
}

/* --- averages ----------------------------------------------------------------------------- */

static void check_average(const struct import_result *r, char *f[])
{
	static const char *const labels[] = { "2.5.39", "numa_sched+ilb" };

	for (int i = 0; i < 2; i++) {
		const struct summary *s = summary_of(set_of(r, labels[i]), f[0], NULL, atoi(f[1]));

		assert_non_null(s);
		assert_int_equal(s->repeats, atoi(f[2]));
		assert_true(s->mean == atof(f[3 + 2 * i]));
		assert_true(s->pm == atof(f[4 + 2 * i]));
		assert_int_equal(s->pm_kind, SUMMARY_PM_UNKNOWN);
		assert_true(summary_sd(s) == s->pm);
		assert_false(s->other_conditions);
	}
}

static void averages_golden(void **state)
{
	static const spelling spellings[] = { as_it_is, quoted_deeper, with_carriage_return,
					      quoted_printable };

	(void)state;
	for (size_t i = 0; i < 4; i++) {
		struct import_result r = { 0 };

		import_file(RECORDS "focht-2002-averages.txt", spellings[i], &r);
		assert_int_equal(r.n_sets, 2);
		assert_int_equal(for_csv(GOLDEN "classic_2002_avg4.csv", &r, check_average), 15);
		assert_int_equal(r.n_warnings, 0);
		import_result_release(&r);
	}
}

static void averages_with_names_that_have_blanks(void **state)
{
	struct import_result r = { 0 };

	(void)state;
	import_string("my 2.5.39   numa sched + ilb\nnuma_test 96 3\n"
		      "AverageUserTime 31.18 +- 0.67  31.25\xc2\xb1"
		      "2.51\n",
		      NULL, &r);
	assert_string_equal(r.sets[0].label, "my 2.5.39");
	assert_string_equal(r.sets[1].label, "numa sched + ilb");
	assert_true(summary_of(&r.sets[1], "AverageUserTime", NULL, 96)->pm == 2.51);
	import_result_release(&r);
}

static void averages_of_one_set(void **state)
{
	struct import_result r = { 0 };

	(void)state;
	import_string("numa_test 4 4\nAverageUserTime 31.18+-0.67\nWalkTime 30.00+-0.50\n"
		      "+- is the standard deviation\n",
		      NULL, &r);
	assert_int_equal(r.n_sets, 1);
	assert_null(r.sets[0].label);
	assert_int_equal(r.sets[0].summaries.v[0].pm_kind, SUMMARY_PM_SD);
	assert_string_equal(r.sets[0].summaries.v[1].metric, "WalkTime");
	import_result_release(&r);
}

static void averages_refused(void **state)
{
	(void)state;
	refused("a b\nAverageUserTime 31.18+-0.67 1.0+-1.0\n", NULL,
		"x.txt:2: an average without its N; expected a line \"numa_test N REPEATS\"");
	refused("one two three\nnuma_test 4 4\nAverageUserTime 31.18+-0.67 1.0+-1.0\n", NULL,
		"x.txt:1: expected 2 names");
	refused("a b\nnuma_test 4 4\nAverageUserTime 31.18+-0.67 1.0+-1.0\n"
		"ElapsedTime 31.18+-0.67\n",
		NULL, "x.txt:4: 1 values; expected 2");
	refused("a b\nnuma_test 4 4\nAverageUserTime 1.0+-0.6 1.0+-1.0\n"
		"AverageUserTime 2.0+-0.6 1.0+-1.0\nx\n",
		"collated", "x.txt:1: no figure");
}

/* --- collated lines ----------------------------------------------------------------------- */

static double printed_of(const struct import_set *s, int64_t n, const char *metric)
{
	for (size_t i = 0; i < s->n_runs; i++)
		if (s->runs[i].n == n)
			return named_values_get(&s->runs[i].printed, metric);
	return NAN;
}

static void check_numaq(const struct import_result *r, char *f[])
{
	const struct import_set *base = set_of(r, "2.5.40-mm2");
	const struct import_set *new = set_of(r, "2.5.40-mm2 + michael's stuff (latest on tux1)");

	assert_true(printed_of(base, atoi(f[0]), f[1]) == atof(f[2]));
	assert_true(printed_of(new, atoi(f[0]), f[1]) == atof(f[3]));
}

static void collated_golden(void **state)
{
	static const spelling spellings[] = { as_it_is, quoted_deeper, with_carriage_return,
					      quoted_printable };

	(void)state;
	for (size_t i = 0; i < 4; i++) {
		struct import_result r = { 0 };

		import_file(RECORDS "numaq-2002-collated.txt", spellings[i], &r);
		assert_int_equal(r.n_sets, 2);
		assert_int_equal(r.sets[0].n_runs, 5);
		assert_int_equal(r.sets[1].runs[4].elapsed_ns, 243270000000);
		assert_int_equal(for_csv(GOLDEN "numaq_2002.csv", &r, check_numaq), 20);
		assert_int_equal(r.n_warnings, 0);
		import_result_release(&r);
	}
}

static void collated_repeats(void **state)
{
	struct import_result r = { 0 };

	(void)state;
	import_string("time.4:AverageUserTime 40.69 seconds\ntime.8:AverageUserTime 36.90 seconds\n"
		      "time.4:ElapsedTime 52.14\ntime.4:AverageUserTime 40.00 seconds\n"
		      "time.8:ElapsedTime 62.14\n",
		      NULL, &r);
	assert_int_equal(r.n_sets, 1);
	assert_null(r.sets[0].label);
	assert_int_equal(r.sets[0].n_runs, 3);
	assert_int_equal(r.sets[0].runs[2].n, 4);
	assert_int_equal(r.sets[0].runs[2].repeat, 2);
	assert_true(printed_of(&r.sets[0], 8, "ElapsedTime") == 62.14);
	import_result_release(&r);
	refused("time.4:AverageUserTime 40.69 seconds\ntime.4:AverageUserTime forty\n", NULL,
		"x.txt:2: expected \"time.N:AverageUserTime 31.18 seconds\"");
}

/* --- the matrix --------------------------------------------------------------------------- */

static void check_cell(const struct import_result *r, char *f[])
{
	static const char *const metrics[][2] = { { "U", "AverageUserTime" },
						  { "TU", "TotalUserTime" },
						  { "E", "ElapsedTime" },
						  { "H", "hackbench" } };
	const struct summary *s = NULL;

	for (int i = 0; i < 4; i++)
		if (!strcmp(metrics[i][0], f[0]))
			s = summary_of(set_of(r, f[2]), metrics[i][1], NULL, atoi(f[1]));
	assert_non_null(s);
	assert_int_equal(isnan(s->mean), atoi(f[6]));
	if (!isnan(s->mean))
		assert_true(s->mean == atof(f[5]));
	assert_int_equal(s->other_conditions, atoi(f[7]));
	assert_int_equal(s->repeats, -1);
}

static void matrix_golden(void **state)
{
	static const spelling spellings[] = { as_it_is, quoted_deeper, with_carriage_return,
					      quoted_printable };

	(void)state;
	for (size_t i = 0; i < 4; i++) {
		struct import_result r = { 0 };

		import_file(RECORDS "focht-2002-summary.txt", spellings[i], &r);
		assert_int_equal(r.n_sets, 6);
		assert_int_equal(r.sets[0].summaries.n, 20);
		assert_int_equal(for_csv(GOLDEN "classic_2002_matrix.csv", &r, check_cell), 120);
		assert_int_equal(r.n_warnings, 0);
		assert_true(strlist_has(&r.sets[4].notes,
					"(The E:N=64 results are without hackbench "
					"disturbance.)"));
		import_result_release(&r);
	}
}

static void matrix_original_and_missing(void **state)
{
	struct import_result r = { 0 };

	(void)state;
	import_string("Scheduler:    old  new + patch  third\n"
		      "N=12   U      28.12  ---   (0.00)\n"
		      "       TU    112.55  n/a   n/a\n",
		      NULL, &r);
	assert_int_equal(r.n_sets, 3);
	assert_string_equal(r.sets[1].label, "new + patch");
	assert_true(summary_of(&r.sets[0], "TotalUserTime", NULL, 12)->mean == 112.55);
	assert_true(isnan(summary_of(&r.sets[2], "AverageUserTime", NULL, 12)->mean));
	import_result_release(&r);
}

static void matrix_refused(void **state)
{
	(void)state;
	refused("Scheduler: A B\nN=4 U 1 2 3\n", NULL,
		"x.txt:2: 3 values; expected one for each of the names \"A B\"");
	refused("N=4 U 1 2 3\n", NULL, "x.txt:1: a row without names");
	refused("Scheduler: A B\nN=4 U 1 2\nTU 1 x\nN=8 E 2 x\n", NULL,
		"x.txt:4: expected \"N=4 U 28.12");
	refused("Scheduler: A B\nU 1 2\n", "matrix", "x.txt:2: expected \"N=4 U …\", the N");
}

/* --- Schedbench --------------------------------------------------------------------------- */

static void schedbench_in_the_order_of_its_head(void **state)
{
	struct import_result r = { 0 };
	const struct summary *s;

	(void)state;
	import_string("Schedbench 4:\n"
		      "                        AvgUser    Elapsed  TotalUser   TotalSys\n"
		      "            2.5.44-mm4    32.45      49.47     129.86       0.82\n"
		      "   2.5.44-mm4 + hbaum     31.31      43.85     125.29       0.84\n"
		      "\nKernbench:\n  Elapsed User System CPU\n 2.5.44-mm4 19.676s 192.794s "
		      "42.678s 1197.4%\n",
		      NULL, &r);
	assert_int_equal(r.n_sets, 2);
	assert_string_equal(r.sets[1].label, "2.5.44-mm4 + hbaum");
	assert_true(summary_of(&r.sets[0], "AverageUserTime", NULL, 4)->mean == 32.45);
	assert_true(summary_of(&r.sets[0], "TotalSysTime", NULL, 4)->mean == .82);
	s = summary_of(&r.sets[0], "CPU", "Kernbench", -1);
	assert_true(s && s->mean == 1197.4);
	assert_int_equal(r.n_warnings, 0);
	import_result_release(&r);
}

static void schedbench_head_in_another_order(void **state)
{
	struct import_result r = { 0 };

	(void)state;
	import_string("Schedbench 4:\n"
		      "                       Elapsed   TotalUser    TotalSys     AvgUser\n"
		      "        2.5.44-mm4       32.45       49.47      129.86        0.82\n"
		      "  2.5.44-mm4-hbaum       31.31       43.85      125.29        0.84\n",
		      NULL, &r);
	assert_true(summary_of(&r.sets[0], "AverageUserTime", NULL, 4)->mean == 32.45);
	assert_true(summary_of(&r.sets[0], "ElapsedTime", NULL, 4)->mean == 49.47);
	assert_true(summary_of(&r.sets[1], "TotalUserTime", NULL, 4)->mean == 125.29);
	assert_true(summary_of(&r.sets[1], "TotalSysTime", NULL, 4)->mean == .84);
	assert_true(has_warning(&r, "x:2: N=4: the values are not in the order of the head"));
	import_result_release(&r);
}

static void schedbench_value_and_sd(void **state)
{
	struct import_result r = { 0 };
	const struct summary *s;

	(void)state;
	import_string("numa_test 4\n   AvgUsrTime ElapsedTime TotUsrTime TotSysTime\n"
		      "stock52   ---  27.23(0.52)  89.30(4.18)  0.09(0.01)\n"
		      "ilb52   22.32(1.00) 27.39( 0.42) 89.29(4.02) 0.10(0.01)\n"
		      "zero  0.00  27.39 0.00 0.10\n",
		      NULL, &r);
	s = summary_of(&r.sets[0], "AverageUserTime", NULL, 4);
	assert_true(s && isnan(s->mean) && s->pm_kind == SUMMARY_PM_NONE);
	s = summary_of(&r.sets[1], "ElapsedTime", NULL, 4);
	assert_true(s->mean == 27.39 && s->pm == .42 && s->pm_kind == SUMMARY_PM_SD);
	assert_true(isnan(summary_of(&r.sets[2], "AverageUserTime", NULL, 4)->mean));
	assert_true(isnan(summary_of(&r.sets[2], "TotalUserTime", NULL, 4)->mean));
	assert_int_equal(r.n_warnings, 0);
	import_result_release(&r);
}

static void schedbench_one_metric_a_column_for_each_n(void **state)
{
	struct import_result r = { 0 };
	const struct summary *s;

	(void)state;
	import_string("schedbench/hackbench: time(s)\n              10          25\n"
		      "stock52  0.81(0.04)  2.06(0.07)\nilb52    0.80(0.01)  2.00(0.02)\n\n"
		      "schedbench/other: average time(s)\n 4 8\nstock52 3.5 4.5\n",
		      NULL, &r);
	assert_int_equal(r.n_sets, 2);
	s = summary_of(&r.sets[1], "hackbench", NULL, 25);
	assert_true(s && s->mean == 2 && s->pm == .02);
	s = summary_of(&r.sets[0], "other", NULL, 8);
	assert_true(s && s->mean == 4.5);
	assert_int_equal(r.n_warnings, 0);
	import_result_release(&r);
}

static void schedbench_row_carried_over(void **state)
{
	struct import_result r = { 0 };

	(void)state;
	import_string("Schedbench 4:\n AvgUser Elapsed TotalUser TotalSys\n"
		      "one 32.45 49.47 129.86 0.82\ntwo 31.31 43.85 125.29 0.84\n"
		      "Schedbench 8:\n AvgUser Elapsed TotalUser TotalSys\n"
		      "one 39.90 61.48 319.26 2.79\ntwo 31.31 43.85 125.29 0.84\n",
		      NULL, &r);
	assert_true(summary_of(&r.sets[0], "AverageUserTime", NULL, 8)->mean == 39.90);
	assert_true(isnan(summary_of(&r.sets[1], "AverageUserTime", NULL, 8)->mean));
	assert_true(has_warning(&r, "x:8: two: the values are those of N=4 above"));
	import_result_release(&r);
	refused("Schedbench 4:\n AvgUser Elapsed TotalUser TotalSys\none 32.45 49.47 129.86\n",
		"schedbench", "x.txt:3: expected a set's name and 4 values");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(averages_golden),
		cmocka_unit_test(averages_with_names_that_have_blanks),
		cmocka_unit_test(averages_of_one_set),
		cmocka_unit_test(averages_refused),
		cmocka_unit_test(collated_golden),
		cmocka_unit_test(collated_repeats),
		cmocka_unit_test(matrix_golden),
		cmocka_unit_test(matrix_original_and_missing),
		cmocka_unit_test(matrix_refused),
		cmocka_unit_test(schedbench_in_the_order_of_its_head),
		cmocka_unit_test(schedbench_head_in_another_order),
		cmocka_unit_test(schedbench_value_and_sd),
		cmocka_unit_test(schedbench_one_metric_a_column_for_each_n),
		cmocka_unit_test(schedbench_row_carried_over),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
