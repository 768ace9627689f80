/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/yardstick.h"

#include <errno.h>
#include <limits.h>
#include <string.h>

#include "harness/command.h"

/* --- whether ------------------------------------------------------------------------------ */

static bool is_virtual(const json_t *host)
{
	const json_t *machine = json_object_get(host, "machine");
	const json_t *hypervisor = json_object_get(machine, "hypervisor");

	return json_is_true(json_object_get(hypervisor, "present"));
}

bool yardstick_is_due(const struct plan *p, const struct topology *t, const json_t *host)
{
	const char *wish = p->yardstick ? p->yardstick : "auto";

	if (!command_is_worker(&p->workload) || !strcmp(wish, "off"))
		return false;
	return !strcmp(wish, "on") || (topology_full_nodes(t) >= 2 && !is_virtual(host));
}

/* --- what --------------------------------------------------------------------------------- */

/* What may be used of a machine. */
struct ground_plan {
	const struct topology *t;
	const struct cpulist *cpus, *nodes;
};

static int usable_cpus(const struct ground_plan *g, const struct topology_node *node,
		       struct cpulist *out)
{
	int err = 0;

	for (size_t i = 0; !err && i < node->cpus.n; i++)
		if (cpulist_has(g->cpus, node->cpus.v[i]))
			err = cpulist_add(out, node->cpus.v[i]);
	return err;
}

static size_t count_cpus(const struct ground_plan *g, const struct topology_node *node)
{
	size_t n = 0;

	for (size_t i = 0; i < node->cpus.n; i++)
		n += cpulist_has(g->cpus, node->cpus.v[i]);
	return n;
}

static bool has_memory(const struct ground_plan *g, const struct topology_node *node)
{
	return node->memory_bytes != 0 && cpulist_has(g->nodes, node->id);
}

/* NULL: no node has both. */
static const struct topology_node *choose_base(const struct ground_plan *g)
{
	const struct topology_node *base = NULL;
	size_t most = 0;

	for (size_t i = 0; i < g->t->n_nodes; i++) {
		const struct topology_node *node = &g->t->nodes[i];
		size_t n = has_memory(g, node) ? count_cpus(g, node) : 0;

		if (n > most) {
			base = node;
			most = n;
		}
	}
	return base;
}

static int add_point(struct yardstick *y, const struct ground_plan *g, enum yardstick_kind kind,
		     const struct topology_node *from, const struct topology_node *to)
{
	struct yardstick_point *p = yardstick_add(y, kind);

	if (!p)
		return -ENOMEM;
	p->cpu_node = from->id;
	p->memory_node = to->id;
	p->distance = topology_distance(g->t, from->id, to->id);
	if (usable_cpus(g, from, &p->cpus))
		return -ENOMEM;
	p->jobs = kind == YARDSTICK_FULL ? (int)p->cpus.n : 1;
	return 0;
}

/* Unknown comes behind all others. */
static int order_of(int distance)
{
	return distance < 0 ? INT_MAX : distance;
}

/* Two nodes, and how far the second's memory is from the first's CPUs. */
struct pair {
	const struct topology_node *from, *to; /* NULL: none found */
	int distance;
};

static bool is_better(const struct pair *p, const struct pair *best,
		      const struct topology_node *base)
{
	if (!best->from)
		return true;
	if (order_of(p->distance) != order_of(best->distance))
		return order_of(p->distance) < order_of(best->distance);
	return p->from == base && best->from != base;
}

/*
 * The nearest pair that is farther than `beyond` (in the order of order_of()); of equally far ones
 * that from base, then the lowest nodes.
 */
static struct pair next_pair(const struct ground_plan *g, const struct topology_node *base,
			     int beyond)
{
	struct pair best = { 0 };

	for (size_t i = 0; i < g->t->n_nodes; i++)
		for (size_t k = 0; k < g->t->n_nodes; k++) {
			struct pair p = { .from = &g->t->nodes[i], .to = &g->t->nodes[k] };

			if (i == k || !count_cpus(g, p.from) || !has_memory(g, p.to))
				continue;
			p.distance = topology_distance(g->t, p.from->id, p.to->id);
			if (order_of(p.distance) > beyond && is_better(&p, &best, base))
				best = p;
		}
	return best;
}

static int add_distances(struct yardstick *y, const struct ground_plan *g,
			 const struct topology_node *base)
{
	struct pair p = next_pair(g, base, -1);
	int err = 0;

	while (!err && p.from) {
		err = add_point(y, g, YARDSTICK_DISTANCE, p.from, p.to);
		p = next_pair(g, base, order_of(p.distance));
	}
	return err;
}

int yardstick_lay_out(struct yardstick *y, const struct topology *t, const struct cpulist *cpus,
		      const struct cpulist *nodes, struct errmsg *e)
{
	const struct ground_plan g = { .t = t, .cpus = cpus, .nodes = nodes };
	const struct topology_node *base = choose_base(&g);
	int err;

	*y = (struct yardstick){
		.measured_wall_ns = -1, .array_bytes = -1, .steps = -1, .set_steps = -1
	};
	if (!base)
		return errmsg_set(e, ENODATA,
				  "yardstick: no node has CPUs and memory that can be used");
	err = add_point(y, &g, YARDSTICK_ALONE, base, base);
	if (!err)
		err = add_distances(y, &g, base);
	if (!err)
		err = add_point(y, &g, YARDSTICK_FULL, base, base);
	if (err) {
		yardstick_release(y);
		return errmsg_errno(e, -err, "yardstick");
	}
	return 0;
}
