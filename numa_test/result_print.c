/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "numa_test/result.h"

#include <inttypes.h>
#include <math.h>

#include "lib/clock.h"
#include "lib/units.h"
#include "numa_test/walk.h"

enum {
	TEXT = 32
};

static double seconds(int64_t ns)
{
	return (double)ns / (double)NS_PER_S;
}

static const char *percent(double fraction, char buf[static TEXT])
{
	if (isnan(fraction))
		return "-";
	snprintf(buf, TEXT, "%.1f %%", 100.0 * fraction);
	return buf;
}

static const char *node(int id, char buf[static TEXT])
{
	if (id < 0)
		return "-";
	snprintf(buf, TEXT, "%d", id);
	return buf;
}

static void print_times(const struct result *r, FILE *out)
{
	fprintf(out,
		"user %.3f s, sys %.3f s, elapsed %.3f s (set-up %.3f s, walk %.3f s of CPU)\n",
		seconds(r->user_ns), seconds(r->sys_ns), seconds(r->elapsed_ns),
		seconds(r->setup_cpu_ns), seconds(r->walk_cpu_ns));
}

static void print_nodes(const struct result *r, FILE *out)
{
	char exec[TEXT], start[TEXT], touch[TEXT], home[TEXT], share[TEXT], local[TEXT];

	fprintf(out, "nodes: exec %s, main %s, touch %s, home %s (%s of the pages)\n",
		node(r->node_exec, exec), node(r->node_main, start), node(r->node_touch, touch),
		node(result_home(r), home), percent(result_home_share(r), share));
	fprintf(out, "local: %s of the walk\n", percent(r->local_fraction, local));
}

static void print_residency(const struct result *r, FILE *out)
{
	double total_ns = (double)intmap_sum(&r->self_node_ns);
	char id[TEXT], share[TEXT];

	if (!r->self_node_ns.known) {
		fputs("ran on: -\n", out);
		return;
	}
	fputs("ran on:", out);
	intmap_for_each (it, &r->self_node_ns)
		fprintf(out, " node %s %s,", node(it->key, id),
			percent((double)it->value / total_ns, share));
	fprintf(out, " %" PRId64 " changes of CPU (%s)\n", r->self_changes,
		selfwatch_source_name(r->self_source));
}

static void print_work(const struct result *r, FILE *out)
{
	char mem[TEXT], size[TEXT], huge[TEXT];

	fprintf(out, "pages: %s", *r->pages_got ? r->pages_got : "-");
	if (!isnan(r->huge_fraction))
		fprintf(out, ", %s huge", percent(r->huge_fraction, huge));
	fprintf(out, " (asked %s), memory %s\n", pages_name(r->pages_asked),
		mempolicy_name(&r->mem, mem, sizeof(mem)));
	fprintf(out,
		"work: %s, %s, %" PRIu64 " lines of %d bytes, %" PRIu64 " steps, seed %" PRId64
		"\n",
		r->walk, units_format_size(r->array_bytes, size, sizeof(size)),
		r->array_bytes / LINE_BYTES, LINE_BYTES, r->steps, r->seed);
	fprintf(out, "checksum: %" PRIx64 "\n", r->checksum);
}

static void print_doubts(const struct result *r, FILE *out)
{
	char cache[TEXT];
	const char *flag;

	for (size_t i = 0; (flag = result_flag(r, i)); i++)
		fprintf(out, "flag: %s\n", flag);
	if (r->cache_bytes > 0 && r->array_bytes < 2 * (uint64_t)r->cache_bytes)
		fprintf(out, "note: the array is less than twice the last-level cache (%s)\n",
			units_format_size((uint64_t)r->cache_bytes, cache, sizeof(cache)));
}

void result_print(const struct result *r, FILE *out)
{
	fprintf(out, "%.1f ns per access\n", result_ns_per_access(r));
	print_times(r, out);
	print_nodes(r, out);
	print_residency(r, out);
	print_work(r, out);
	print_doubts(r, out);
}
