/* SPDX-License-Identifier: GPL-3.0-or-later */
/* CSV and TSV with a header. */
#include "report/import_csv_line.h"
#include "tests/unit/report/import_help.h"

static void fields(void **state)
{
	struct csv_line l = { 0 };

	(void)state;
	assert_int_equal(csv_line_split(&l, "a, b ,\"c, \"\"d\"\"\" ,,e", ','), 0);
	assert_int_equal(l.n, 5);
	assert_string_equal(l.fields[1], "b");
	assert_string_equal(l.fields[2], "c, \"d\"");
	assert_string_equal(l.fields[3], "");
	assert_string_equal(l.fields[4], "e");
	assert_string_equal(csv_field(&l, 5), "");
	assert_string_equal(csv_field(&l, -1), "");
	assert_int_equal(csv_line_split(&l, "", ','), 0);
	assert_int_equal(l.n, 1);
	assert_int_equal(csv_line_split(&l, "a\tb c\t", '\t'), 0);
	assert_int_equal(l.n, 3);
	assert_int_equal(csv_line_split(&l, "a,\"b", ','), -EINVAL);
	assert_int_equal(csv_separator("a;b"), ';');
	assert_int_equal(csv_separator("a;b,c"), ',');
	assert_int_equal(csv_separator("a,b\tc"), '\t');
	csv_line_release(&l);
	csv_line_release(&l);
}

static void numbers(void **state)
{
	double value;
	int64_t count;

	(void)state;
	assert_true(csv_number("-1.5e-3", &value) && value == -1.5e-3);
	assert_true(csv_number("", &value) && isnan(value));
	assert_false(csv_number("1x", &value));
	assert_false(csv_number("nan", &value));
	assert_false(csv_number("0x10", &value));
	assert_false(csv_number("1e999", &value));
	assert_false(csv_number("1-1", &value));
	assert_true(csv_count("12", 1, 100, -1, &count) && count == 12);
	assert_true(csv_count("", 1, 100, -1, &count) && count == -1);
	assert_false(csv_count("0", 1, 100, -1, &count));
	assert_false(csv_count("101", 1, 100, -1, &count));
	assert_false(csv_count("1.0", 1, 100, -1, &count));
}

static double printed(const struct import_result *r, size_t set, size_t run, const char *metric)
{
	return named_values_get(&r->sets[set].runs[run].printed, metric);
}

/* A line for each metric, N and set, raw values in one field. */
static void tidy_with_values(void **state)
{
	struct import_result r = { 0 };
	const struct import_set *s;

	(void)state;
	import_string(
		"about,metric,title,unit,better,jobs,set,disturbed,n,failed,mean,sd,pm_kind,"
		"excluded,campaign,blocks,boots,values\n"
		"a title,AverageUserTime,AverageUserTime,s,lower,4,\"A, old\",1,2,1,1.75,0.35,raw,,"
		"6f1c,1 2,0 1,1.5 2\n"
		"a title,ElapsedTime,ElapsedTime,s,lower,4,\"A, old\",1,2,1,2.75,0.35,raw,,6f1c,"
		"1 2,0 1,2.5 3\n"
		"a title,AverageUserTime,AverageUserTime,s,lower,8,\"A, old\",,1,0,7,,raw,,,,,7\n"
		"a title,foo,Foo,MB/s,higher,4,B,,2,0,5,1,raw,work differs,,,,4 6\n",
		NULL, &r);
	assert_int_equal(r.n_sets, 2);
	s = &r.sets[0];
	assert_string_equal(s->label, "A, old");
	assert_string_equal(s->title, "a title");
	assert_int_equal(s->n_runs, 4); /* two, one that failed, one of N=8 */
	assert_true(printed(&r, 0, 0, "AverageUserTime") == 1.5);
	assert_true(printed(&r, 0, 1, "ElapsedTime") == 3);
	assert_int_equal(s->runs[1].elapsed_ns, 3000000000);
	assert_int_equal(s->runs[1].block, 2);
	assert_string_equal(s->runs[1].boot_id, "1");
	assert_string_equal(s->runs[1].campaign, "6f1c");
	assert_true(s->runs[0].has_disturbance);
	assert_string_equal(s->runs[2].status, "failed");
	assert_int_equal(s->runs[3].n, 8);
	assert_false(s->runs[3].has_disturbance);
	/* Left out of the comparison, so it stays out. */
	assert_int_equal(r.sets[1].n_runs, 0);
	assert_true(r.sets[1].summaries.v[0].other_conditions);
	assert_string_equal(r.sets[1].metrics[0].better, "higher");
	import_result_release(&r);
}

static void tidy_with_means(void **state)
{
	struct import_result r = { 0 };
	const struct summary *s;

	(void)state;
	import_string("metric\tcase\tjobs\tset\tn\tmean\tsd\tpm_kind\n"
		      "AverageUserTime\t\t4\t2.5.39\t4\t31.18\t0.67\tunknown\n"
		      "tbench\tCopy\t\t2.5.39\t\t1.05\t0.1\tcv_pct\n",
		      NULL, &r);
	s = summary_of(&r.sets[0], "AverageUserTime", NULL, 4);
	assert_true(s && s->mean == 31.18 && s->pm == .67 && s->repeats == 4);
	assert_int_equal(s->pm_kind, SUMMARY_PM_UNKNOWN);
	s = summary_of(&r.sets[0], "tbench", "Copy", -1);
	assert_true(s && s->pm_kind == SUMMARY_PM_SD && s->repeats == -1);
	import_result_release(&r);
	import_string("kernel,metric,N,mean,pm,pm_kind\nA,WalkTime,4,1.5,0.1,sem\n", NULL, &r);
	assert_int_equal(r.sets[0].summaries.v[0].pm_kind, SUMMARY_PM_SEM);
	import_result_release(&r);
}

static void long_form(void **state)
{
	struct import_result r = { 0 };

	(void)state;
	import_string("kernel,N,metric,value\nA,4,AvgUser,1.5\nA,4,AvgUser,1.6\nA,4,Elapsed,2.5\n"
		      "A,4,Elapsed,2.6\nB,4,AvgUser,1.5\n",
		      NULL, &r);
	assert_int_equal(r.n_sets, 2);
	assert_int_equal(r.sets[0].n_runs, 2);
	assert_true(printed(&r, 0, 1, "AverageUserTime") == 1.6);
	assert_true(printed(&r, 0, 1, "ElapsedTime") == 2.6);
	assert_int_equal(r.sets[1].n_runs, 1);
	import_result_release(&r);
	import_string("kernel;N;run;metric;value\nA;4;2;x;1\nA;4;1;x;2\nA;4;2;y;3\n", NULL, &r);
	assert_int_equal(r.sets[0].n_runs, 2);
	assert_int_equal(r.sets[0].runs[0].repeat, 2);
	assert_true(printed(&r, 0, 0, "y") == 3);
	import_result_release(&r);
}

static void wide_form(void **state)
{
	struct import_result r = { 0 };

	(void)state;
	import_string("set,N,host,AverageUserTime,ops per s\nA,4,h,1.5,10\nA,4,h,1.5,\n", NULL, &r);
	assert_int_equal(r.sets[0].n_runs, 2); /* equal runs are two runs */
	assert_true(printed(&r, 0, 0, "ops per s") == 10);
	assert_true(isnan(printed(&r, 0, 1, "ops per s")));
	assert_int_equal(r.sets[0].runs[1].repeat, 2);
	import_result_release(&r);
}

static void refusals(void **state)
{
	(void)state;
	refused("set,metric,value\nA,x,1\nA,x,1,2\n", NULL, "x.txt:3: expected 3 fields");
	refused("set,metric,value\nA,x,1\n\nA,x,one\n", NULL,
		"x.txt:4: column \"value\": \"one\"; expected a number");
	refused("set,N,metric,value\nA,0,x,1\n", NULL,
		"x.txt:2: column \"N\": \"0\"; expected a number from 1 on");
	refused("set,metric,values\nA,x,1 b\n", NULL, "x.txt:2: column \"values\"");
	refused("set,metric,value\nA,,1\n", NULL, "x.txt:2: column \"metric\"");
	refused("set,metric,value\nA,\"x,1\n", NULL, "x.txt:2: expected 3 fields");
	refused("a,b\n1,2\n", "csv", "x.txt:1: expected a header: set, jobs, metric");
	refused("set,metric,value\n", "csv", "x.txt:1: a header without lines");
}

static void metrics_without_end(void **state)
{
	char *text = NULL;
	size_t size;
	FILE *f = open_memstream(&text, &size);

	(void)state;
	fputs("set,metric,value\n", f);
	for (int i = 0; i <= IMPORT_METRICS_MAX; i++)
		fprintf(f, "A,m%d,1\n", i);
	fclose(f);
	refused(text, NULL, "x.txt:1002: expected at most 1000 metrics");
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(fields),           cmocka_unit_test(numbers),
		cmocka_unit_test(tidy_with_values), cmocka_unit_test(tidy_with_means),
		cmocka_unit_test(long_form),        cmocka_unit_test(wide_form),
		cmocka_unit_test(refusals),         cmocka_unit_test(metrics_without_end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
