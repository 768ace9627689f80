/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "lib/profile.h"
#include "lib/record.h"

static void add(struct profile *p, const char *symbol, const char *module, int64_t samples)
{
	struct profile_symbol s = {
		.symbol = (char *)symbol,
		.module = (char *)module,
		.kernel = *module == '[',
		.samples = samples,
		.share = 1e6 * (double)samples,
	};

	assert_int_equal(profile_add(p, &s), 0);
}

static void fill(struct profile *p)
{
	profile_init(p);
	p->n = 4;
	p->frequency_hz = 997;
	p->lost = 0;
	record_set_string(&p->event, "cpu-clock");
	record_set_string(&p->cycles_refused, "ENOENT");
	add(p, "run", "numa_test", 60);
	add(p, "kmalloc", "[kernel]", 5);
	add(p, "read", "libc.so.6", 5);
	add(p, "run", "numa_test", 20);
	add(p, "run", "other", 6);
	add(p, "caf\xc3\xa9\xff", "x", 4);
	profile_finish(p, 4);
}

static void same_symbols_are_one_and_the_rest_is_counted(void **state)
{
	struct profile p;

	(void)state;
	fill(&p);
	assert_int_equal(p.samples, 100);
	assert_int_equal(p.n_symbols, 4);
	assert_string_equal(p.symbols[0].module, "numa_test");
	assert_int_equal(p.symbols[0].samples, 80);
	assert_true(fabs(p.symbols[0].share - .8) < 1e-12);
	assert_string_equal(p.symbols[1].module, "other");
	assert_string_equal(p.symbols[2].symbol, "kmalloc"); /* a tie goes by name */
	assert_int_equal(p.rest_symbols, 1);
	assert_int_equal(p.rest_samples, 4);
	assert_true(fabs(p.rest_share - .04) < 1e-12);
	profile_release(&p);
	profile_release(&p);
}

static void written_and_read_is_the_same(void **state)
{
	struct profile p, back = { 0 };
	struct errmsg e = { 0 };
	json_t *o, *again;

	(void)state;
	fill(&p);
	o = profile_to_json(&p);
	assert_non_null(o);
	if (profile_from_json(&back, o, &e))
		fail_msg("%s", e.text);
	assert_int_equal(back.n, 4);
	assert_string_equal(back.cycles_refused, "ENOENT");
	assert_null(back.perf);
	assert_int_equal(back.rest_samples, 4);
	assert_true(back.symbols[2].kernel);
	again = profile_to_json(&back);
	assert_true(json_equal(o, again));
	json_decref(o);
	json_decref(again);
	profile_release(&p);
	profile_release(&back);
}

static void refused_with_the_place(void **state)
{
	static const struct {
		const char *text, *message;
	} bad[] = {
		{ "{}", "\"schema\" is missing" },
		{ "{\"schema\":2}", "newer than this program's 1" },
		{ "{\"schema\":1,\"n\":0}", "\"n\"" },
		{ "{\"schema\":1,\"n\":1,\"samples\":1}", "\"event\" is missing" },
		{ "{\"schema\":1,\"n\":1,\"event\":\"cycles\"}", "\"samples\" is missing" },
		{ "{\"schema\":1,\"n\":1,\"event\":\"cycles\",\"samples\":1}",
		  "\"symbols\" is missing" },
		{ "{\"schema\":1,\"n\":1,\"event\":\"cycles\",\"samples\":1,\"symbols\":[{}]}",
		  "symbol 1: \"symbol\" is missing" },
		{ "{\"schema\":1,\"n\":1,\"event\":\"cycles\",\"samples\":1,\"symbols\":["
		  "{\"symbol\":\"a\",\"module\":\"b\",\"samples\":1}]}",
		  "symbol 1: \"share\" is not between 0 and 1" },
		{ "{\"schema\":1,\"n\":1,\"event\":\"cycles\",\"samples\":1,\"symbols\":["
		  "{\"symbol\":\"a\",\"module\":\"b\",\"samples\":1,\"share\":2}]}",
		  "symbol 1: \"share\" is not between 0 and 1" },
		{ "{\"schema\":1,\"n\":1,\"event\":\"cycles\",\"samples\":1,\"symbols\":[],"
		  "\"rest\":{}}",
		  "rest: \"symbols\" is missing" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		json_t *o = json_loads(bad[i].text, 0, NULL);
		struct profile p = { 0 };
		struct errmsg e = { 0 };

		assert_non_null(o);
		assert_true(profile_from_json(&p, o, &e) < 0);
		if (!strstr(e.text, bad[i].message))
			fail_msg("'%s' says '%s', not '%s'", bad[i].text, e.text, bad[i].message);
		assert_null(p.symbols);
		json_decref(o);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(same_symbols_are_one_and_the_rest_is_counted),
		cmocka_unit_test(written_and_read_is_the_same),
		cmocka_unit_test(refused_with_the_place),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
