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

#include "lib/yardstick.h"

static void the_median_counts(void **state)
{
	struct yardstick y = { 0 };
	struct yardstick_point *p = yardstick_add(&y, YARDSTICK_ALONE);

	(void)state;
	assert_true(isnan(p->ns_per_access));
	yardstick_take(p, 200);
	assert_float_equal(p->ns_per_access, 200, 0);
	yardstick_take(p, 300);
	assert_float_equal(p->ns_per_access, 250, 0);
	yardstick_take(p, 210);
	assert_float_equal(p->ns_per_access, 210, 0);
	yardstick_take(p, 1);
	assert_float_equal(p->ns_per_access, 210, 0);
	yardstick_release(&y);
	yardstick_release(&y);
}

static void fill(struct yardstick *y)
{
	struct yardstick_point *p;

	*y = (struct yardstick){ .measured_wall_ns = 5,
				 .boot_id = strdup("b"),
				 .walk = strdup("update"),
				 .pages = strdup("4k"),
				 .array_bytes = 1 << 20,
				 .steps = 1000,
				 .set_steps = 150000000 };
	p = yardstick_add(y, YARDSTICK_ALONE);
	p->cpu_node = p->memory_node = 0;
	p->distance = 10;
	p->jobs = 1;
	assert_int_equal(cpulist_parse(&p->cpus, "0-3", NULL), 0);
	yardstick_take(p, 180);
	p = yardstick_add(y, YARDSTICK_DISTANCE);
	p->cpu_node = 0;
	p->memory_node = 8;
	p->distance = 20;
	p->jobs = 1;
	p->reason = strdup("no room");
}

static void what_is_written_is_read(void **state)
{
	struct yardstick y, back;
	struct errmsg e = { 0 };
	json_t *o;

	(void)state;
	fill(&y);
	o = yardstick_write(&y);
	assert_non_null(o);
	assert_int_equal(json_integer_value(json_object_get(
				 json_array_get(json_object_get(o, "points"), 0), "time_ns")),
			 INT64_C(27000000000));
	assert_int_equal(yardstick_read(&back, o, &e), 0);
	assert_int_equal(back.n, 2);
	assert_int_equal(back.set_steps, 150000000);
	assert_string_equal(back.walk, "update");
	assert_float_equal(yardstick_ns(&back, YARDSTICK_ALONE, -1), 180, 1e-12);
	assert_true(isnan(yardstick_ns(&back, YARDSTICK_DISTANCE, 20)));
	assert_null(yardstick_find(&back, YARDSTICK_DISTANCE, 21));
	assert_int_equal(back.points[1].memory_node, 8);
	assert_string_equal(back.points[1].reason, "no room");
	assert_int_equal(back.points[0].cpus.n, 4);
	json_decref(o);
	yardstick_release(&y);
	yardstick_release(&back);
}

static void what_is_no_yardstick_is_refused(void **state)
{
	static const struct {
		const char *text, *says;
	} cases[] = {
		{ "{}", "\"schema\"" },
		{ "{\"schema\":2,\"points\":[]}", "newer" },
		{ "{\"schema\":1}", "\"points\"" },
		{ "{\"schema\":1,\"points\":[{\"kind\":\"far\"}]}", "point 1: \"kind\"" },
		{ "{\"schema\":1,\"points\":[{\"kind\":\"alone\",\"measured\":[-1]}]}",
		  "\"measured\"" },
		{ "{\"schema\":1,\"points\":[{\"kind\":\"alone\",\"measured\":[1,2,3,4]}]}",
		  "\"measured\"" },
		{ "{\"schema\":1,\"points\":[{\"kind\":\"alone\",\"cpus\":\"3-\"}]}", "\"cpus\"" },
		{ "{\"schema\":1,\"points\":[{\"kind\":\"alone\",\"jobs\":99999999999}]}",
		  "\"jobs\"" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		json_t *o = json_loads(cases[i].text, 0, NULL);
		struct errmsg e = { 0 };
		struct yardstick y;

		assert_true(yardstick_read(&y, o, &e) < 0);
		if (!strstr(e.text, cases[i].says))
			fail_msg("%s: '%s'", cases[i].text, e.text);
		assert_int_equal(y.n, 0);
		json_decref(o);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_median_counts),
		cmocka_unit_test(what_is_written_is_read),
		cmocka_unit_test(what_is_no_yardstick_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
