/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a time means: the facts of 2002, records of a machine of two nodes, the footer. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "lib/clock.h"
#include "report/yardstick.h"

/* "alone on its node 27 s, sharing 27-32, away from its memory 36, both up to 43" */
static const char *in_2002(double s, double local)
{
	struct yardstick_fit f = {
		.ns = s,
		.local = local,
		.expected = local * 27 + (1 - local) * 36,
		.crowding = 32. / 27,
	};

	return yardstick_class_of(&f);
}

static void the_facts_of_2002(void **state)
{
	(void)state;
	assert_string_equal(in_2002(27, 1), "alone");
	assert_string_equal(in_2002(28, 1), "alone");
	assert_string_equal(in_2002(30.5, 1), "shared");
	assert_string_equal(in_2002(32, 1), "shared");
	assert_string_equal(in_2002(36, 0), "away");
	assert_string_equal(in_2002(43, 0), "both");
	assert_string_equal(in_2002(42, 0), "both");
	/* Partly away: what is expected lies between. */
	assert_string_equal(in_2002(31, .6), "alone");
	assert_string_equal(in_2002(31, .9), "shared");
}

static void what_fits_none_says_so(void **state)
{
	(void)state;
	assert_string_equal(in_2002(60, 0), "none");
	assert_string_equal(in_2002(43, 1), "none");
	assert_string_equal(in_2002(27, 0), "none");
	assert_string_equal(in_2002(20, 1), "none");
}

static void noise_is_no_neighbour(void **state)
{
	struct yardstick_fit f = { .ns = 101, .local = 1, .expected = 100, .crowding = .99 };

	(void)state;
	assert_string_equal(yardstick_class_of(&f), "alone");
	f.ns = 106;
	assert_string_equal(yardstick_class_of(&f), "shared");
}

static void unknown_stays_unknown(void **state)
{
	const struct yardstick_fit known = { .ns = 1, .local = 1, .expected = 1, .crowding = 1 };
	struct yardstick_fit f;

	(void)state;
	assert_non_null(yardstick_class_of(&known));
	f = known;
	f.ns = NAN;
	assert_null(yardstick_class_of(&f));
	f = known;
	f.local = NAN;
	assert_null(yardstick_class_of(&f));
	f = known;
	f.expected = NAN;
	assert_null(yardstick_class_of(&f));
	f = known;
	f.crowding = NAN;
	assert_null(yardstick_class_of(&f));
}

/* --- two nodes ---------------------------------------------------------------------------- */

#define STEPS 1000000

static void add_point(struct set *s, enum yardstick_kind kind, int distance, double ns)
{
	struct yardstick_point *p = yardstick_add(&s->yardstick, kind);

	p->distance = distance;
	if (!isnan(ns))
		yardstick_take(p, ns);
}

/* Nodes 0 (CPUs 0-1) and 1 (2-3), 21 apart: 200 ns alone, 300 away, 240 on a full node. */
static void two_nodes(struct set *s, double away_ns)
{
	struct errmsg e = { 0 };
	json_t *root = json_pack("{s:{s:{s:s, s:s}, s:{s:{s:i, s:i}, s:{s:i, s:i}}}}", "machine",
				 "node_cpus", "0", "0-1", "1", "2-3", "distances", "0", "0", 10,
				 "1", 21, "1", "0", 21, "1", 10);

	*s = (struct set){ 0 };
	assert_int_equal(host_read(&s->host, root, &e), 0);
	json_decref(root);
	s->yardstick.set_steps = STEPS;
	add_point(s, YARDSTICK_ALONE, 10, 200);
	add_point(s, YARDSTICK_DISTANCE, 21, away_ns);
	add_point(s, YARDSTICK_FULL, 10, 240);
}

/* A line as the harness writes it, of a job whose pages are on node 0. */
static void read_job(struct record *r, const char *job)
{
	struct errmsg e = { 0 };
	char *line;

	assert_true(asprintf(&line,
			     "{\"schema\":1,\"run\":1,\"n\":1,\"status\":\"ok\",\"jobs\":[{"
			     "\"job\":1,\"steps\":%d,%s,\"home_start\":{\"0\":4096}}]}",
			     STEPS, job) > 0);
	if (record_read(r, line, strlen(line), &e))
		fail_msg("%s", e.text);
	free(line);
}

struct two_node_case {
	const char *job;
	double slowdown;
	const char *class; /* NULL: unknown */
};

static void check_case(const struct set *s, const struct two_node_case *c)
{
	struct record r = { 0 };
	struct yardstick_fit f;
	const char *class;

	read_job(&r, c->job);
	yardstick_fit_job(&f, s, &r.jobs[0]);
	class = yardstick_class_of(&f);
	if ((class && c->class) ? strcmp(class, c->class) : class != c->class)
		fail_msg("%s: '%s', not '%s'", c->job, class ? class : "-",
			 c->class ? c->class : "-");
	if (!isnan(c->slowdown))
		assert_float_equal(yardstick_slowdown(s, &r.jobs[0]), c->slowdown, 1e-9);
	record_release(&r);
}

static void records_of_two_nodes(void **state)
{
	static const struct two_node_case cases[] = {
		{ "\"walk_cpu_ns\":202000000,\"cpu_time_ns\":{\"0\":202000000}", 1.01, "alone" },
		{ "\"walk_cpu_ns\":238000000,\"cpu_time_ns\":{\"1\":238000000}", 1.19, "shared" },
		{ "\"walk_cpu_ns\":304000000,\"cpu_time_ns\":{\"3\":304000000}", 1.52, "away" },
		{ "\"walk_cpu_ns\":355000000,\"cpu_time_ns\":{\"2\":355000000}", 1.775, "both" },
		/* A quarter away: 225 ns with the machine to itself. */
		{ "\"walk_cpu_ns\":228000000,\"cpu_time_ns\":{\"0\":171000000,\"2\":57000000}",
		  1.14, "alone" },
		/* The worker saw its pages follow it. */
		{ "\"walk_cpu_ns\":210000000,\"local_fraction\":0.95,"
		  "\"cpu_time_ns\":{\"0\":21000000,\"2\":189000000}",
		  1.05, "alone" },
		{ "\"walk_cpu_ns\":202000000", 1.01, NULL },
		{ "\"cpu_time_ns\":{\"0\":202000000}", NAN, NULL },
	};
	struct set s;

	(void)state;
	two_nodes(&s, 300);
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++)
		check_case(&s, &cases[i]);
	set_release(&s);
}

static void a_distance_that_was_not_measured(void **state)
{
	static const struct two_node_case cases[] = {
		{ "\"walk_cpu_ns\":304000000,\"cpu_time_ns\":{\"3\":304000000}", 1.52, NULL },
		{ "\"walk_cpu_ns\":202000000,\"cpu_time_ns\":{\"0\":202000000}", 1.01, "alone" },
	};
	struct set s;

	(void)state;
	two_nodes(&s, NAN);
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++)
		check_case(&s, &cases[i]);
	set_release(&s);
}

/* --- the footer --------------------------------------------------------------------------- */

static void check_footer(const struct set *s, const char *want)
{
	char *text;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	yardstick_print(s, out);
	fclose(out);
	assert_string_equal(text, want);
	free(text);
}

static void the_footer(void **state)
{
	struct set s;

	(void)state;
	two_nodes(&s, 300);
	s.yardstick.set_steps = 135000000;
	check_footer(&s, "yardstick: alone 27.0 s; node full 32.4; distance 21: 40.5\n");
	s.yardstick.set_steps = 25000000;
	check_footer(&s, "yardstick: alone 5.00 s; node full 6.00; distance 21: 7.50\n");
	s.yardstick.set_steps = -1;
	check_footer(&s, "yardstick: alone 200.0 ns per access; node full 240.0; distance 21: "
			 "300.0\n");
	add_point(&s, YARDSTICK_DISTANCE, -1, NAN);
	check_footer(&s, "yardstick: alone 200.0 ns per access; node full 240.0; distance 21: "
			 "300.0;\n  unknown distance: -\n");
	yardstick_release(&s.yardstick);
	check_footer(&s, "");
	set_release(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_facts_of_2002),
		cmocka_unit_test(what_fits_none_says_so),
		cmocka_unit_test(noise_is_no_neighbour),
		cmocka_unit_test(unknown_stays_unknown),
		cmocka_unit_test(records_of_two_nodes),
		cmocka_unit_test(a_distance_that_was_not_measured),
		cmocka_unit_test(the_footer),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
