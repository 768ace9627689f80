/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Figures from grep, and the normalised tables of 2025. */
#include "tests/unit/report/import_help.h"

static const double patched[] = { 125.73, 87.54, 86.93, 165.98, 114.78 };
static const double vanilla[] = { 59.83, 67.72, 63.62, 55.01, 65.20 };

static void check_series(const struct import_set *s, const double *values)
{
	assert_int_equal(s->n_runs, 5);
	for (size_t i = 0; i < 5; i++) {
		assert_int_equal(s->runs[i].n, 8);
		assert_int_equal(s->runs[i].repeat, i + 1);
		assert_true(named_values_get(&s->runs[i].printed, "runtime") == values[i]);
	}
}

static void figures_on_the_next_line(void **state)
{
	static const spelling spellings[] = { as_it_is, quoted_deeper, with_carriage_return,
					      quoted_printable };

	(void)state;
	for (size_t i = 0; i < 4; i++) {
		struct import_result r = { 0 };

		import_file(RECORDS "spc-2020.txt", spellings[i], &r);
		assert_int_equal(r.n_sets, 2);
		check_series(&r.sets[0], patched);
		check_series(&r.sets[1], vanilla);
		assert_null(r.sets[0].label);
		assert_string_equal(r.sets[0].metrics[0].name, "runtime");
		assert_string_equal(r.sets[0].metrics[0].unit, "s");
		assert_string_equal(r.sets[0].metrics[0].better, "lower");
		assert_true(strlist_has(&r.sets[1].notes, "For comparison, here are vanilla kernel "
							  "results:"));
		assert_int_equal(r.n_warnings, 0);
		import_result_release(&r);
	}
}

static void figures_on_the_same_line(void **state)
{
	struct import_result r = { 0 };

	(void)state;
	import_string("a.log: Time in seconds = 1.5\na.log: Time in seconds = 1.5\n\n"
		      "b.log: Time in seconds = 2.5\n",
		      NULL, &r);
	assert_int_equal(r.n_sets, 2);
	assert_int_equal(r.sets[0].n_runs, 2); /* equal figures are two runs */
	assert_int_equal(r.sets[0].runs[0].n, 1);
	assert_int_equal(r.sets[1].n_runs, 1);
	import_result_release(&r);
	import_string("Time in seconds = 1.5\nTime in seconds =\n1.7\n", NULL, &r);
	assert_int_equal(r.sets[0].n_runs, 2);
	import_result_release(&r);
	import_string("a.16clients.log: Mop/s total = 100\n", NULL, &r);
	assert_true(named_values_get(&r.sets[0].runs[0].printed, "Mop/s total") == 100);
	assert_int_equal(r.sets[0].runs[0].n, 16);
	assert_null(r.sets[0].metrics[0].unit);
	import_result_release(&r);
}

static void number_split_by_a_soft_break(void **state)
{
	struct import_result r = { 0 };

	(void)state;
	import_string("> a.log: Time in seconds =3D 125.=\n> 73\n", NULL, &r);
	assert_true(named_values_get(&r.sets[0].runs[0].printed, "runtime") == 125.73);
	import_result_release(&r);
	import_string("a.log: Time in seconds = 125.=\n73\n", NULL, &r);
	assert_true(named_values_get(&r.sets[0].runs[0].printed, "runtime") == 125.73);
	import_result_release(&r);
}

static void figures_with_a_name(void **state)
{
	struct import_options o = { .metric = "sp.C" };
	struct import_result one = { 0 }, r = { 0 };
	struct import_text t = { 0 };
	struct errmsg e = { 0 };
	static const char text[] = "a.log: Time in seconds = 1.5\n";

	(void)state;
	assert_int_equal(import_text_parse(&t, "x", text, strlen(text), &e), 0);
	assert_int_equal(import_read(&t, NULL, &o, &one, &e), 0);
	assert_int_equal(import_merge(&one, 1, &o, &r, &e), 0);
	assert_true(named_values_get(&r.sets[0].runs[0].printed, "sp.C") == 1.5);
	assert_string_equal(r.sets[0].metrics[0].unit, "s");
	import_result_release(&r);
	import_text_release(&t);
}

/* Found by fuzzing: what is written must be readable again. */
static void key_that_is_no_utf8(void **state)
{
	struct import_result r = { 0 };
	struct record copy = { 0 };
	struct errmsg e = { 0 };
	char *line;

	(void)state;
	import_string("a.log: Mop\xff/s = 100\n", NULL, &r);
	assert_string_equal(r.sets[0].metrics[0].name, "Mop\\xff/s");
	line = record_write(&r.sets[0].runs[0]);
	assert_int_equal(record_read(&copy, line, strlen(line), &e), 0);
	assert_true(named_values_get(&copy.printed, "Mop\\xff/s") == 100);
	record_release(&copy);
	import_result_release(&r);
	free(line);
}

static void figures_refused(void **state)
{
	(void)state;
	refused("a.log: Time in seconds =\nb.log: Time in seconds = 3\n", NULL,
		"x.txt:1: no value; expected a number");
	refused("a.log: Time in seconds =\nhello\n", NULL, "x.txt:1: no value");
	refused("a.log: Time in seconds =\n", NULL, "x.txt:1: no value");
	refused("a.log: Time in seconds = 4\na.log: Mop/s = 4\n", NULL,
		"x.txt:2: \"Mop/s\"; expected \"Time in seconds\"");
}

/* --- normalised tables -------------------------------------------------------------------- */

/* The field of a line of CSV; quoted ones may hold commas. Lent, overwritten by the eighth call. */
static const char *field(const char *line, int number)
{
	static char ring[8][80];
	static unsigned int next;
	char *out = ring[next++ % 8];

	while (number--) {
		if (*line == '"')
			line = strchr(line + 1, '"') + 1;
		line = strchr(line, ',') + 1;
	}
	if (*line == '"')
		snprintf(out, sizeof(ring[0]), "%.*s", (int)strcspn(line + 1, "\""), line + 1);
	else
		snprintf(out, sizeof(ring[0]), "%.*s", (int)strcspn(line, ",\n"), line);
	return out;
}

static const struct summary *row_of(const struct import_set *s, const char *test, const char *label)
{
	return summary_of(s, test, label, *label >= '0' && *label <= '9' ? atoi(label) : -1);
}

static const struct import_metric *metric_of(const struct import_set *s, const char *name)
{
	for (size_t i = 0; i < s->n_metrics; i++)
		if (!strcmp(s->metrics[i].name, name))
			return &s->metrics[i];
	return NULL;
}

static void check_row(const struct import_result *r, const char *line)
{
	const struct summary *base = row_of(&r->sets[0], field(line, 1), field(line, 5));
	const struct summary *new = row_of(&r->sets[1], field(line, 1), field(line, 5));
	const struct import_metric *m = metric_of(&r->sets[1], field(line, 1));
	double ratio = atof(field(line, 12));

	assert_true(base && new &&m);
	assert_string_equal(m->unit, field(line, 2));
	assert_int_equal(*m->better, *field(line, 3) | 0x20);
	assert_string_equal(m->statistic, field(line, 4));
	assert_true(base->mean_printed == atof(field(line, 6)));
	assert_true(base->change_printed_pct == atof(field(line, 7)));
	assert_true(base->pm == atof(field(line, 8)));
	assert_true(new->mean_printed == atof(field(line, 9)));
	assert_true(new->change_printed_pct == atof(field(line, 10)));
	assert_true(new->pm == atof(field(line, 11)));
	assert_true(fabs(new->mean - ratio) <= 1e-9 * ratio);
	assert_int_equal(new->pm_kind, SUMMARY_PM_CV_PCT);
}

static void normalized_golden(void **state)
{
	static const spelling spellings[] = { as_it_is, quoted_deeper, with_carriage_return,
					      quoted_printable };

	(void)state;
	for (size_t i = 0; i < 4; i++) {
		struct import_result r = { 0 };
		char *text = slurp(GOLDEN "normalized_2025_rows.csv"), *rest = text, *line;
		int lines = 0;

		import_file(RECORDS "sched-2025-tables.txt", spellings[i], &r);
		assert_int_equal(r.n_sets, 2);
		assert_string_equal(r.sets[0].label, "mainline");
		assert_string_equal(r.sets[1].label, "new_base_slice");
		strsep(&rest, "\n");
		for (; (line = strsep(&rest, "\n")) && *line; lines++)
			check_row(&r, line);
		assert_int_equal(lines, 74);
		assert_int_equal(r.n_warnings, 0);
		/* 74 rows, and 7 of the table that has only changes. */
		assert_int_equal(r.sets[1].summaries.n, 81);
		import_result_release(&r);
		free(text);
	}
}

static void normalized_changes_only(void **state)
{
	struct import_result r = { 0 };
	const struct summary *s;

	(void)state;
	import_file(RECORDS "sched-2025-tables.txt", as_it_is, &r);
	s = summary_of(&r.sets[1], "longer running benchmarks", "deathstarbench-2x", -1);
	assert_non_null(s);
	assert_true(fabs(s->mean - 1.0321) < 1e-12 && isnan(s->mean_printed) && isnan(s->pm));
	s = summary_of(&r.sets[0], "longer running benchmarks", "deathstarbench-2x", -1);
	assert_true(s && s->mean == 1);
	import_result_release(&r);
}

#define HEAD "Test : x\nInterpretation: Lower is better\n"

static void normalized_names_and_doubts(void **state)
{
	struct import_result r = { 0 };

	(void)state;
	import_string(HEAD "Test:  my 6.12 + patch[pct imp](CV)   b[pct imp](CV)\n"
			   "Copy it    1.00 [  0.00]( 1.00)  1.05 [  5.30]( 1.00)\n",
		      NULL, &r);
	assert_string_equal(r.sets[0].label, "my 6.12 + patch");
	assert_true(summary_of(&r.sets[1], "x", "Copy it", -1)->mean == 1.05);
	assert_true(has_warning(&r, "x:4: 1.05 is no change of +5.30 %"));
	import_result_release(&r);
}

static void normalized_missing(void **state)
{
	struct import_result r = { 0 };

	(void)state;
	import_string(HEAD "Case: a[pct imp](CV) b[pct imp](CV)\n"
			   "1      -   inf [ -inf](244.95)\n2 1.00 [ -0.00]( nan) -\n",
		      NULL, &r);
	assert_true(isnan(summary_of(&r.sets[0], "x", "1", 1)->mean));
	assert_true(isnan(summary_of(&r.sets[1], "x", "1", 1)->mean));
	assert_int_equal(summary_of(&r.sets[0], "x", "2", 2)->pm_kind, SUMMARY_PM_NONE);
	assert_true(isnan(summary_of(&r.sets[1], "x", "2", 2)->mean));
	assert_int_equal(r.n_warnings, 0);
	import_result_release(&r);
}

static void normalized_refused(void **state)
{
	(void)state;
	refused(HEAD "Case: a[pct imp](CV) b[pct imp](CV)\n1 1.00 [ 0.00]( 8.66)\n", NULL,
		"x.txt:4: expected a case and 2 times \"1.00 [ -0.00]( 8.66)\"");
	refused("Case: a[pct imp](CV) b[pct imp](CV)\n1 1.00 [ 0.00]( 8.66) 1.00 [ 0.00]( 8.66)\n",
		NULL, "x.txt:2: a row without its test; expected \"Test : NAME\"");
	refused(HEAD "Case: [pct imp](CV) b[pct imp](CV)\n", NULL,
		"x.txt:3: expected \"Case: NAME[pct imp](CV)");
	refused(HEAD "Case: a[pct imp](CV) b[pct imp](CV)\n", NULL, "x.txt:1: no row; expected");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(figures_on_the_next_line),
		cmocka_unit_test(figures_on_the_same_line),
		cmocka_unit_test(number_split_by_a_soft_break),
		cmocka_unit_test(figures_with_a_name),
		cmocka_unit_test(key_that_is_no_utf8),
		cmocka_unit_test(figures_refused),
		cmocka_unit_test(normalized_golden),
		cmocka_unit_test(normalized_changes_only),
		cmocka_unit_test(normalized_names_and_doubts),
		cmocka_unit_test(normalized_missing),
		cmocka_unit_test(normalized_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
