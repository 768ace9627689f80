/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What `perf report` prints, as a profile. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "harness/perf_listing.h"

/* As perf 6.1 printed it, with a warning and addresses that it could not name. */
static const char listing[] =
	"Warning:\n"
	"Kernel address maps (/proc/{kallsyms,modules}) were restricted.\n"
	"\n"
	"# To display the perf.data header info, please use --header/--header-only options.\n"
	"#\n"
	"# Total Lost Samples: 3\n"
	"#\n"
	"# Samples: 4K of event 'cpu-clock'\n"
	"# Event count (approx.): 8509017968\n"
	"#\n"
	"#       Period\t     Samples\tShared Object    \tSymbol                  \n"
	" 8322645224 \t 4153       \tnuma_test        \t[.] run\n"
	" 64128256   \t 32         \t[kernel.kallsyms]\t[k] finish_task_switch.isra.0\n"
	" 42084168   \t 21         \t[ext4]           \t[k] ext4_map_blocks\n"
	" 10020040   \t 5          \tlibc.so.6        \t[.] 0x00000000000a1b2c\n"
	" 4008016    \t 2          \tlibc.so.6        \t[.] 0x00000000000a1b30\n"
	" 2004008    \t 1          \t[unknown]        \t[.] std::vector<int, A>::push back\n"
	" nonsense   \t 1          \tx                \t[.] y\n"
	" 12         \t 1          \tx\n"
	" 12         \t 1          \tx                \tno mark\n"
	"\n\n#\n# (Tip: …)\n#\n";

static const struct profile_symbol *find(const struct profile *p, const char *symbol)
{
	for (size_t i = 0; i < p->n_symbols; i++)
		if (!strcmp(p->symbols[i].symbol, symbol))
			return &p->symbols[i];
	fail_msg("no symbol %s", symbol);
	return NULL;
}

static void a_listing_is_read(void **state)
{
	const struct profile_symbol *s;
	struct profile p;
	double sum = 0;

	(void)state;
	profile_init(&p);
	assert_int_equal(perf_listing_read(&p, listing), 0);
	profile_finish(&p, 100);
	assert_int_equal(p.lost, 3);
	assert_int_equal(p.n_symbols, 5);
	assert_int_equal(p.samples, 4153 + 32 + 21 + 7 + 1);
	s = &p.symbols[0];
	assert_string_equal(s->symbol, "run");
	assert_string_equal(s->module, "numa_test");
	assert_false(s->kernel);
	assert_true(fabs(s->share - 8322645224. / 8444889712.) < 1e-12);
	s = find(&p, "finish_task_switch.isra.0");
	assert_string_equal(s->module, "[kernel]");
	assert_true(s->kernel);
	assert_string_equal(find(&p, "ext4_map_blocks")->module, "[ext4]");
	s = find(&p, PROFILE_UNRESOLVED);
	assert_string_equal(s->module, "libc.so.6");
	assert_int_equal(s->samples, 7);
	find(&p, "std::vector<int, A>::push back");
	for (size_t i = 0; i < p.n_symbols; i++)
		sum += p.symbols[i].share;
	assert_true(fabs(sum - 1) < 1e-9);
	profile_release(&p);
}

static void nothing_is_no_sample(void **state)
{
	struct profile p;

	(void)state;
	profile_init(&p);
	assert_int_equal(perf_listing_read(&p, "Error:\nThe file has no samples!\n"), 0);
	profile_finish(&p, 100);
	assert_int_equal(p.samples, 0);
	assert_int_equal(p.n_symbols, 0);
	assert_int_equal(p.lost, -1);
	profile_release(&p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_listing_is_read),
		cmocka_unit_test(nothing_is_no_sample),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
