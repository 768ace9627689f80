/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two profiles as one table. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "lib/record.h"
#include "report/profile.h"

static void begin(struct profile *p, const char *event, int64_t frequency_hz)
{
	profile_init(p);
	p->n = 1;
	p->frequency_hz = frequency_hz;
	record_set_string(&p->event, event);
}

static void add(struct profile *p, const char *symbol, const char *module, int64_t samples)
{
	struct profile_symbol s = {
		.symbol = (char *)symbol,
		.module = (char *)module,
		.kernel = *module == '[',
		.samples = samples,
		.share = (double)samples,
	};

	assert_int_equal(profile_add(p, &s), 0);
}

static const struct profile_row *find(const struct profile_table *t, const char *symbol,
				      const char *module)
{
	for (size_t i = 0; i < t->n; i++)
		if (!strcmp(t->rows[i].symbol, symbol) && !module == !t->rows[i].module &&
		    (!module || !strcmp(t->rows[i].module, module)))
			return &t->rows[i];
	fail_msg("no %s", symbol);
	return NULL;
}

static void a_function_is_one_whatever_the_compiler_made_of_it(void **state)
{
	const struct profile_row *r;
	struct profile a, b;
	struct profile_table t;

	(void)state;
	begin(&a, "cycles", 997);
	add(&a, "find_busiest_group", "[kernel]", 50);
	add(&a, "ext4_write", "[ext4]", 7);
	add(&a, "run", "numa_test", 30);
	add(&a, "run", "other", 1);
	add(&a, "operator.name", "lib.so", 2);
	add(&a, ".cold", "lib.so", 3);
	profile_finish(&a, 100);
	begin(&b, "cycles", 997);
	add(&b, "find_busiest_group.isra.0", "[kernel]", 10);
	add(&b, "find_busiest_group.constprop.0.isra.12", "[kernel]", 15);
	add(&b, "find_busiest_group.part.0.cold", "[kernel]", 5);
	add(&b, "ext4_write", "[kernel]", 7);
	add(&b, "run", "numa_test", 31);
	add(&b, "operator.name.cold", "lib.so", 4);
	profile_finish(&b, 100);
	assert_int_equal(profile_table_make(&t, &a, &b), 0);
	assert_true(t.same_unit);
	assert_int_equal(t.n, 6);
	assert_string_equal(t.rows[0].symbol, "find_busiest_group");
	assert_int_equal(t.rows[0].a.samples, 50);
	assert_int_equal(t.rows[0].b.samples, 30);
	assert_true(fabs(t.rows[0].b.share - 30. / 72) < 1e-12);
	r = find(&t, "ext4_write", NULL); /* a module there, built in here */
	assert_int_equal(r->a.samples, 7);
	assert_int_equal(r->b.samples, 7);
	r = find(&t, "run", "other");
	assert_int_equal(r->a.samples, 1);
	assert_int_equal(r->b.samples, 0);
	assert_int_equal(find(&t, "operator.name", "lib.so")->b.samples, 4);
	assert_int_equal(find(&t, ".cold", "lib.so")->a.samples, 3);
	profile_table_release(&t);
	profile_table_release(&t);
	profile_release(&a);
	profile_release(&b);
}

static void what_was_not_stored_is_unknown(void **state)
{
	const struct profile_row *r;
	struct profile a, b;
	struct profile_table t;

	(void)state;
	begin(&a, "cycles", 997);
	add(&a, "x", "[kernel]", 50);
	add(&a, "y", "[kernel]", 40);
	profile_finish(&a, 100);
	begin(&b, "cycles", 997);
	add(&b, "x", "[kernel]", 50);
	add(&b, "z", "[kernel]", 20);
	add(&b, "behind the cut", "[kernel]", 3);
	profile_finish(&b, 2);
	assert_int_equal(profile_table_make(&t, &a, &b), 0);
	r = find(&t, "y", NULL);
	assert_int_equal(r->b.samples, -1);
	assert_true(isnan(r->b.share));
	r = find(&t, "z", NULL);
	assert_int_equal(r->a.samples, 0); /* a's list is whole */
	assert_string_equal(t.rows[0].symbol, "y");
	profile_table_release(&t);
	profile_release(&a);
	profile_release(&b);
}

static void other_units_are_compared_by_share(void **state)
{
	struct profile a, b;
	struct profile_table t;

	(void)state;
	begin(&a, "cycles", 997);
	add(&a, "x", "[kernel]", 10);
	add(&a, "y", "[kernel]", 10);
	add(&a, "z", "[kernel]", 0);
	profile_finish(&a, 100);
	begin(&b, "cpu-clock", 997);
	add(&b, "x", "[kernel]", 100);
	add(&b, "y", "[kernel]", 60);
	add(&b, "z", "[kernel]", 40);
	profile_finish(&b, 100);
	assert_int_equal(profile_table_make(&t, &a, &b), 0);
	assert_false(t.same_unit);
	/* x keeps its half, though it has most of the samples. */
	assert_string_equal(t.rows[2].symbol, "x");
	profile_table_release(&t);
	profile_release(&a);
	profile_release(&b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_function_is_one_whatever_the_compiler_made_of_it),
		cmocka_unit_test(what_was_not_stored_is_unknown),
		cmocka_unit_test(other_units_are_compared_by_share),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
