/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "harness/options.h"
#include "harness/plan.h"
#include "harness/plan_make.h"
#include "lib/clock.h"

static struct options parse(char *const *words, size_t n)
{
	char *argv[24] = { "harness" };
	struct errmsg e = { 0 };
	struct options o;

	memcpy(argv + 1, words, n * sizeof(*argv));
	if (options_parse(&o, (int)n + 1, argv, &e))
		fail_msg("%s", e.text);
	return o;
}

static void make(struct plan *p, int cpus, char *const *words, size_t n)
{
	struct options o = parse(words, n);
	struct errmsg e = { 0 };

	if (plan_make(p, &o, cpus, "label", &e))
		fail_msg("%s", e.text);
	options_release(&o);
}

#define PLAN(p, cpus, ...)                          \
	make(&(p), cpus, (char *[]){ __VA_ARGS__ }, \
	     sizeof((char *[]){ __VA_ARGS__ }) / sizeof(char *))

static void defaults_follow_the_cpus(void **state)
{
	static const struct {
		int cpus, n, jobs[5];
	} cases[] = {
		{ 1, 2, { 1, 2 } },
		{ 2, 3, { 1, 2, 4 } },
		{ 3, 3, { 2, 3, 6 } },
		{ 16, 3, { 8, 16, 32 } },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct plan p;

		PLAN(p, cases[i].cpus, "--seed=1");
		assert_int_equal(p.n_jobs, cases[i].n);
		for (int k = 0; k < cases[i].n; k++)
			assert_int_equal(p.jobs[k], cases[i].jobs[k]);
		assert_int_equal(p.repeats, 5);
		assert_int_equal(p.n_runs, 5 * cases[i].n);
		assert_int_equal(p.workload.target_ns, 5 * NS_PER_S);
		assert_int_equal(p.disturbance.delay_ns, NS_PER_S);
		assert_false(p.disturbance.delay_from_exec);
		plan_release(&p);
		plan_release(&p);
	}
}

static void classic_is_as_in_2002(void **state)
{
	static const int jobs[] = { 4, 8, 16, 32, 64 };
	struct plan p;

	(void)state;
	PLAN(p, 16, "--preset=classic");
	assert_int_equal(p.n_jobs, 5);
	for (int k = 0; k < 5; k++)
		assert_int_equal(p.jobs[k], jobs[k]);
	assert_int_equal(p.workload.target_ns, 27 * NS_PER_S);
	assert_int_equal(p.disturbance.delay_ns, 3 * NS_PER_S);
	assert_true(p.disturbance.delay_from_exec);
	assert_int_equal(p.disturbance.groups, 20);
	assert_int_equal(p.disturbance.loops, 100);
	plan_release(&p);
}

static void each_block_holds_every_cell_once(void **state)
{
	struct plan p;
	size_t in_block = 3 * 2;
	int moved = 0;

	(void)state;
	PLAN(p, 8, "-n1,2,4", "-r7", "--seed=5", "--variant=a:kernel.x=1",
	     "--variant=b:kernel.x=0");
	assert_int_equal(p.n_runs, 7 * in_block);
	for (size_t b = 0; b < 7; b++) {
		int seen[3][2] = { 0 };

		for (size_t i = 0; i < in_block; i++) {
			const struct plan_run *r = &p.runs[b * in_block + i];
			int n = r->n == 1 ? 0 : r->n == 2 ? 1 : 2;

			assert_int_equal(r->run, b * in_block + i + 1);
			assert_int_equal(r->block, b + 1);
			assert_int_equal(r->repeat, b + 1);
			assert_int_equal(r->order, i + 1);
			/* All of a block walk alike, whatever the variant. */
			assert_int_equal(r->seed, p.runs[b * in_block].seed);
			seen[n][r->variant]++;
			moved += r->n != p.runs[i].n || r->variant != p.runs[i].variant;
		}
		for (int k = 0; k < 6; k++)
			assert_int_equal(seen[k / 2][k % 2], 1);
	}
	assert_true(moved > 0); /* the blocks are not all in one order */
	plan_release(&p);
}

static void the_order_comes_from_the_seed(void **state)
{
	struct plan a, b, c;
	int differs = 0;

	(void)state;
	PLAN(a, 8, "-n1,2,4,8", "-r5", "--seed=42");
	PLAN(b, 8, "-n1,2,4,8", "-r5", "--seed=42");
	PLAN(c, 8, "-n1,2,4,8", "-r5", "--seed=43");
	for (size_t i = 0; i < a.n_runs; i++) {
		assert_int_equal(a.runs[i].n, b.runs[i].n);
		differs += a.runs[i].n != c.runs[i].n;
	}
	assert_true(differs > 0);
	assert_string_not_equal(a.campaign, b.campaign);
	plan_release(&a);
	plan_release(&b);
	plan_release(&c);
}

static void json_there_and_back(void **state)
{
	struct plan p, back;
	struct errmsg e = { 0 };
	json_t *o, *again;
	int variant;

	(void)state;
	PLAN(p, 4, "-r2", "--size=64M", "--mem=bind:1", "--variant=on:kernel.numa_balancing=1",
	     "--variant=off:kernel.numa_balancing=0,/sys/kernel/mm/x/enabled=never");
	o = plan_to_json(&p, 1);
	assert_int_equal(plan_from_json(&back, o, &variant, &e), 0);
	assert_int_equal(variant, 1);
	again = plan_to_json(&back, 1);
	assert_true(json_equal(o, again));
	assert_string_equal(back.variants[1].settings[1].value, "never");
	json_decref(o);
	json_decref(again);
	plan_release(&p);
	plan_release(&back);
}

/* One member of a good plan replaced; the message must name it. */
static void broken_plans_are_refused(void **state)
{
	static const struct {
		const char *patch, *message;
	} cases[] = {
		{ "{\"schema\": 2}", "newer than this program's 1" },
		{ "{\"label\": null}", "\"label\" is missing" },
		{ "{\"workload\": 3}", "\"workload\" is missing or not an object" },
		{ "{\"workload\": {\"cmd\": []}}", "workload: \"cmd\" is missing or empty" },
		{ "{\"disturbance\": {\"cmd\": [\"x\"], \"delay_ns\": -1}}",
		  "disturbance: \"delay_ns\"" },
		{ "{\"jobs\": [0]}", "\"jobs\"" },
		{ "{\"jobs\": []}", "\"jobs\" is missing or empty" },
		{ "{\"runs\": []}", "\"runs\" is missing" },
		{ "{\"runs\": [{\"run\": 2}]}", "run 1: \"run\" is not between 1 and 1" },
		{ "{\"runs\": [{\"run\": 1, \"n\": 99}]}", "run 1: \"n\" is none of \"jobs\"" },
		{ "{\"variant\": \"x\"}", "names none of the variants" },
		{ "{\"variants\": [{\"label\": \"../x\", \"settings\": [{\"name\": \"a\", "
		  "\"value\": "
		  "\"1\"}]}]}",
		  "variant 1: --variant '../x'" },
		{ "{\"variants\": [{\"label\": \"x\", \"settings\": [{\"name\": \"/etc/passwd\", "
		  "\"value\": \"1\"}]}]}",
		  "neither a sysctl nor a file under /sys" },
		{ "{\"variants\": [{\"label\": \"x\", \"settings\": [{\"name\": \"/sys/../etc\", "
		  "\"value\": \"1\"}]}]}",
		  "neither a sysctl nor a file under /sys" },
		{ "{\"repeats\": 0}", "\"repeats\" is not between" },
	};
	struct plan p;

	(void)state;
	PLAN(p, 4, "-r2", "--size=64M");
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		json_t *o = plan_to_json(&p, -1), *patch = json_loads(cases[i].patch, 0, NULL);
		struct errmsg e = { 0 };
		struct plan back;
		int variant;

		assert_non_null(patch);
		json_object_update(o, patch);
		assert_true(plan_from_json(&back, o, &variant, &e) < 0);
		if (!strstr(e.text, cases[i].message))
			fail_msg("%s says '%s'", cases[i].patch, e.text);
		assert_null(back.runs);
		json_decref(o);
		json_decref(patch);
	}
	plan_release(&p);
}

static void variants_typed_wrong(void **state)
{
	static const char *const bad[] = { "on",          "on:x",          ":a=1",    "a/b:x=1",
					   "on:/etc/x=1", "on:a=1,b",      ".on:x=1", "on:=1",
					   "on:a/b=1",    "on:/sys/../x=1" };
	struct plan p = { 0 };
	struct errmsg e = { 0 };

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		if (!plan_add_variant(&p, bad[i], &e))
			fail_msg("'%s' was taken", bad[i]);
		assert_non_null(strstr(e.text, "--variant"));
	}
	assert_int_equal(plan_add_variant(&p, "on:a.b=1", &e), 0);
	assert_int_equal(plan_add_variant(&p, "on:a.b=2", &e), -EEXIST);
	assert_int_equal(p.n_variants, 1);
	plan_release(&p);
}

static void limits_grow_with_the_turns(void **state)
{
	struct plan p;

	(void)state;
	PLAN(p, 2, "--seconds=20");
	assert_int_equal(plan_limit_ns(&p, 2, 2), 200 * NS_PER_S);
	assert_int_equal(plan_limit_ns(&p, 5, 2), 600 * NS_PER_S);
	p.workload.target_ns = NS_PER_MS;
	assert_int_equal(plan_limit_ns(&p, 2, 2), 60 * NS_PER_S);
	p.limit_ns = 7;
	assert_int_equal(plan_limit_ns(&p, 2, 2), 7);
	plan_release(&p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(defaults_follow_the_cpus),
		cmocka_unit_test(classic_is_as_in_2002),
		cmocka_unit_test(each_block_holds_every_cell_once),
		cmocka_unit_test(the_order_comes_from_the_seed),
		cmocka_unit_test(json_there_and_back),
		cmocka_unit_test(broken_plans_are_refused),
		cmocka_unit_test(variants_typed_wrong),
		cmocka_unit_test(limits_grow_with_the_turns),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
