/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "numa_test/result.h"

#include <math.h>
#include <string.h>

#include "lib/flag.h"

double result_ns_per_access(const struct result *r)
{
	return (double)r->walk_cpu_ns / (double)r->steps;
}

int result_home(const struct result *r)
{
	return intmap_argmax(&r->home_start, r->node_touch);
}

double result_home_share(const struct result *r)
{
	int home = result_home(r);

	if (home < 0)
		return NAN;
	return (double)intmap_get(&r->home_start, home) / (double)intmap_sum(&r->home_start);
}

static bool spilt(const struct result *r)
{
	return r->mem.kind != MEMPOLICY_INTERLEAVE && result_home_share(r) < 0.99;
}

static bool setup_was_long(const struct result *r)
{
	return r->setup_cpu_ns > r->walk_cpu_ns / 10;
}

static bool pages_differ(const struct result *r)
{
	return r->pages_asked != PAGES_4K && *r->pages_got &&
	       strcmp(r->pages_got, pages_name(r->pages_asked)) != 0;
}

static bool policy_differs(const struct result *r)
{
	return r->policy_inherited;
}

static const struct {
	const char *name;
	bool (*applies)(const struct result *r);
} flags[] = {
	{ FLAG_SPILL, spilt },
	{ FLAG_SETUP, setup_was_long },
	{ FLAG_PAGES, pages_differ },
	{ FLAG_POLICY, policy_differs },
};

const char *result_flag(const struct result *r, size_t i)
{
	for (size_t f = 0; f < sizeof(flags) / sizeof(*flags); f++)
		if (flags[f].applies(r) && !i--)
			return flags[f].name;
	return NULL;
}

void result_release(struct result *r)
{
	intmap_release(&r->home_start);
	intmap_release(&r->home_end);
	intmap_release(&r->self_time_ns);
	intmap_release(&r->self_node_ns);
	*r = (struct result){ 0 };
}
