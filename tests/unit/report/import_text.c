/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a mail does to a log, and the pieces of its lines. */
#include "report/import_label.h"
#include "report/import_scan.h"
#include "tests/unit/report/import_help.h"

static void parse(struct import_text *t, const char *text)
{
	struct errmsg e = { 0 };

	if (import_text_parse(t, "x", text, strlen(text), &e))
		fail_msg("%s", e.text);
}

/* The text as one string, lines joined by |. */
static void same_lines(const char *text, const char *expected)
{
	struct import_text t = { 0 };
	char got[1024] = "";

	parse(&t, text);
	for (size_t i = 0; i < t.n; i++)
		snprintf(got + strlen(got), sizeof(got) - strlen(got), "%s%s", i ? "|" : "",
			 t.lines[i].text);
	assert_string_equal(got, expected);
	import_text_release(&t);
	import_text_release(&t);
}

static void quotes_and_line_ends(void **state)
{
	(void)state;
	same_lines("", "");
	same_lines("\n", "");
	same_lines("a\r\nb\n\n\nc  \t\nlast", "a|b||c|last");
	same_lines("> a\n>b\n>> c\n> > > d\n>\n> \n>\n  e\n", "a|b|c|d||  e");
	same_lines(">   1 2\n", "  1 2");
	same_lines("\xef\xbb\xbf"
		   "a\n",
		   "a");
	same_lines("1\xc2\xa0"
		   "2 3\xc2\xb1"
		   "4 \xe2\x88\x92"
		   "5\n",
		   "1 2 3+-4 -5");
}

static void quoted_printable_with_a_sure_sign(void **state)
{
	(void)state;
	same_lines("a =3D b=20\nc=09d\n", "a = b|c\td");
	same_lines("x=3D1 long=\n er\n", "x=1 long er");
	same_lines("N=3D16 =\nU\n", "N=16 U");
	same_lines("=3D=3D=3D=\n=3D\n", "====");
	same_lines("> a =3D b=\n> c\n> d=\ne\n", "a = bc|de");
	same_lines("Content-Transfer-Encoding: quoted-printable\n=C2=B1 =00 =1B =7F\n",
		   "Content-Transfer-Encoding: quoted-printable|+- =00 =1B =7F");
	same_lines("a =3D =", "a = =");
}

static void quoted_printable_without(void **state)
{
	(void)state;
	same_lines("CONFIG_HZ=1000 N=20\nN=32 U\n", "CONFIG_HZ=1000 N=20|N=32 U");
	same_lines("seconds=20\n=20\nb\n", "seconds||b");
	same_lines("=====\n=====\n", "=====|=====");
	same_lines("Time in seconds =\n  125.73\n", "Time in seconds =|  125.73");
	same_lines("31.1=\n8 4=\n0\n", "31.18 40");
	same_lines("7.5 92.5 =\n0.0\n", "7.5 92.5 0.0");
	same_lines("> 31.1=\n>> 8\n", "31.1=|8");
	same_lines("=\na\n", "=|a");
}

static void lines_keep_their_numbers(void **state)
{
	struct import_text t = { 0 };

	(void)state;
	parse(&t, "a=3D=\nb\n\n\n>> c\nd");
	assert_int_equal(t.n, 4);
	assert_int_equal(t.lines[0].number, 1);
	assert_int_equal(t.lines[1].number, 3);
	assert_int_equal(t.lines[2].number, 5);
	assert_int_equal(t.lines[2].quotes, 2);
	assert_int_equal(t.lines[3].number, 6);
	import_text_release(&t);
}

static void what_is_no_text(void **state)
{
	struct import_text t = { 0 };
	struct errmsg e = { 0 };
	size_t len = IMPORT_LINE_MAX + 2;
	char *line = malloc(len);

	(void)state;
	assert_int_equal(import_text_parse(&t, "x", "a\nb\0c\n", 6, &e), -EINVAL);
	assert_string_equal(e.text, "x:2: a byte that is 0; expected text");
	assert_null(t.data);
	memset(line, 'a', len);
	assert_int_equal(import_text_parse(&t, "x", line, len, &e), -EINVAL);
	assert_string_equal(e.text, "x:1: a line of more than 4194304 bytes; expected text");
	for (size_t i = 1; i < len; i += 2) /* soft breaks make it one line */
		memcpy(line + i - 1, "=\n", 2);
	memset(line, 'a', len / 2);
	memcpy(line, "=3D", 3);
	assert_int_equal(import_text_parse(&t, "x", line, len, &e), 0);
	import_text_release(&t);
	assert_int_equal(import_text_load(&t, "/nonexistent/x", &e), -ENOENT);
	assert_int_equal(import_text_load(&t, "/", &e), -EISDIR);
	free(line);
}

/* --- pieces ------------------------------------------------------------------------------- */

static void numbers(void **state)
{
	static const char *const bad[] = { "",    "x",  ".", "-1", "+1", "1234567890123456",
					   "inf", "nan" };
	double value = 7;
	const char *p;

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		p = bad[i];
		assert_false(scan_number(&p, &value));
		assert_ptr_equal(p, bad[i]);
	}
	p = " \t30.47x";
	assert_true(scan_number(&p, &value) && value == 30.47 && *p == 'x');
	p = "0x10";
	assert_true(scan_number(&p, &value) && value == 0 && *p == 'x');
	p = "1e5";
	assert_true(scan_number(&p, &value) && value == 1 && *p == 'e');
	p = "-0.5";
	assert_true(scan_signed(&p, &value) && value == -.5);
	p = "- 5";
	assert_false(scan_signed(&p, &value));
	assert_int_equal(scan_seconds_ns(38.29), 38290000000);
	assert_int_equal(scan_seconds_ns(-1), -1);
	assert_int_equal(scan_seconds_ns(1e10), -1);
	assert_int_equal(scan_seconds_ns(NAN), -1);
}

static void cells(void **state)
{
	static const struct {
		const char *text;
		double value, pm;
		enum summary_pm kind;
		bool other;
	} good[] = {
		{ "30.47", 30.47, NAN, SUMMARY_PM_NONE, false },
		{ "19.676s", 19.676, NAN, SUMMARY_PM_NONE, false },
		{ "1197.4%", 1197.4, NAN, SUMMARY_PM_NONE, false },
		{ "31.18+-0.67", 31.18, .67, SUMMARY_PM_UNKNOWN, false },
		{ "31.25 +- 2.51", 31.25, 2.51, SUMMARY_PM_UNKNOWN, false },
		{ "31.25 +/- 2.51", 31.25, 2.51, SUMMARY_PM_UNKNOWN, false },
		{ "27.23(0.52)", 27.23, .52, SUMMARY_PM_SD, false },
		{ "27.23( 0.52)", 27.23, .52, SUMMARY_PM_SD, false },
		{ "(33.32)", 33.32, NAN, SUMMARY_PM_NONE, true },
		{ "( 2133 )", 2133, NAN, SUMMARY_PM_NONE, true },
		{ "(-)", NAN, NAN, SUMMARY_PM_NONE, true },
		{ "-", NAN, NAN, SUMMARY_PM_NONE, false },
		{ "---", NAN, NAN, SUMMARY_PM_NONE, false },
		{ "n/a", NAN, NAN, SUMMARY_PM_NONE, false },
	};
	struct scan_cell c;
	const char *p;

	(void)state;
	for (size_t i = 0; i < sizeof(good) / sizeof(*good); i++) {
		p = good[i].text;
		assert_true(scan_cell(&p, &c) && !*p);
		assert_true(c.value == good[i].value || (isnan(c.value) && isnan(good[i].value)));
		assert_true(c.pm == good[i].pm || (isnan(c.pm) && isnan(good[i].pm)));
		assert_int_equal(c.pm_kind, good[i].kind);
		assert_int_equal(c.other_conditions, good[i].other);
	}
	assert_int_equal(scan_cells("1 (2) - 3+- 4 5(6)", 10), 5);
	assert_int_equal(scan_cells("1 2.5.39", 10), 0);
	assert_int_equal(scan_cells("1 -5", 10), 0);
	assert_int_equal(scan_cells("1 2 3", 2), 0);
	assert_int_equal(scan_cells("1.0* 2.0 (3)*", 3), 3);
	assert_int_equal(scan_cells("1.0** 2", 3), 0);
}

/* --- names -------------------------------------------------------------------------------- */

static void labels(void **state)
{
	static const struct {
		const char *line, *label;
	} is[] = {
		{ "A: 2.5.39 O(1) scheduler", "A" },
		{ "without:", "without" },
		{ "with the patch:", "with the patch" },
		{ "  2.5.40-mm2 ", "2.5.40-mm2" },
		{ "2.5.40-mm2 + michael's stuff (latest on tux1)",
		  "2.5.40-mm2 + michael's stuff (latest on tux1)" },
		{ "numa_sched+ilb", "numa_sched+ilb" },
		{ "Kernel: 2.5.39 stock", "2.5.39 stock" },
		{ "=== 6.1 + mine ===", "6.1 + mine" },
	};
	static const char *const none[] = {
		"",
		"------",
		"=== ===",
		"==========",
		"(2.4.18 node affine scheduler)",
		"$ ./numa_test 4",
		"On Mon, Erich Focht wrote:",
		"Somebody wrote:",
		"Subject: results",
		"Note: these are old",
		"The results are below.",
		"and this is what comes out",
		"Thanks,",
	};
	struct import_label found;

	(void)state;
	for (size_t i = 0; i < sizeof(is) / sizeof(*is); i++) {
		assert_true(import_label_find(is[i].line, &found));
		assert_int_equal(found.label_len, strlen(is[i].label));
		assert_memory_equal(found.label, is[i].label, strlen(is[i].label));
	}
	for (size_t i = 0; i < sizeof(none) / sizeof(*none); i++)
		if (import_label_find(none[i], &found))
			fail_msg("\"%s\" is no label", none[i]);
}

static void labels_may_hold_any_bytes(void **state)
{
	char *copy = import_label_copy("a\x1b[1m \xff\xc3\xa9", 9);

	(void)state;
	assert_string_equal(copy, "a\\x1b[1m \\xff\xc3\xa9");
	free(copy);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(quotes_and_line_ends),
		cmocka_unit_test(quoted_printable_with_a_sure_sign),
		cmocka_unit_test(quoted_printable_without),
		cmocka_unit_test(lines_keep_their_numbers),
		cmocka_unit_test(what_is_no_text),
		cmocka_unit_test(numbers),
		cmocka_unit_test(cells),
		cmocka_unit_test(labels),
		cmocka_unit_test(labels_may_hold_any_bytes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
