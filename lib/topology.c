/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lib/topology.h"

#include <errno.h>
#include <stdlib.h>

#include "lib/topology_build.h"

void topology_init(struct topology *t)
{
	*t = (struct topology){ .n_possible = -1, .llc_bytes = -1 };
}

struct topology_node *topology_add_node(struct topology *t, int id)
{
	struct topology_node *grown = reallocarray(t->nodes, t->n_nodes + 1, sizeof(*t->nodes));

	if (!grown)
		return NULL;
	t->nodes = grown;
	grown[t->n_nodes] =
		(struct topology_node){ .id = id, .memory_bytes = -1, .free_bytes = -1 };
	return &grown[t->n_nodes++];
}

static int by_id(const void *a, const void *b)
{
	const struct topology_node *x = a, *y = b;

	return (x->id > y->id) - (x->id < y->id);
}

void topology_sort_nodes(struct topology *t)
{
	qsort(t->nodes, t->n_nodes, sizeof(*t->nodes), by_id);
}

static int check_ids(const struct topology *t, struct errmsg *e)
{
	for (size_t i = 1; i < t->n_nodes; i++)
		if (t->nodes[i].id == t->nodes[i - 1].id)
			return errmsg_set(e, EINVAL, "node %d is there twice", t->nodes[i].id);
	return 0;
}

static int highest_cpu(const struct topology *t)
{
	int highest = -1;

	for (size_t i = 0; i < t->n_nodes; i++) {
		const struct cpulist *cpus = &t->nodes[i].cpus;

		if (cpus->n && cpus->v[cpus->n - 1] > highest)
			highest = cpus->v[cpus->n - 1];
	}
	return highest;
}

static int map_cpu(struct topology *t, int cpu, int id, struct errmsg *e)
{
	if (t->cpu_node[cpu] != -1)
		return errmsg_set(e, EINVAL, "CPU %d is in node %d and in node %d", cpu,
				  t->cpu_node[cpu], id);
	t->cpu_node[cpu] = id;
	return 0;
}

static int map_cpus(struct topology *t, struct errmsg *e)
{
	int n = highest_cpu(t) + 1;

	if (!n)
		return errmsg_set(e, EINVAL, "no node has a CPU");
	t->cpu_node = calloc((size_t)n, sizeof(*t->cpu_node));
	if (!t->cpu_node)
		return errmsg_errno(e, ENOMEM, "topology");
	t->n_cpu_node = n;
	for (int cpu = 0; cpu < n; cpu++)
		t->cpu_node[cpu] = -1;
	for (size_t i = 0; i < t->n_nodes; i++) {
		const struct topology_node *node = &t->nodes[i];

		for (size_t j = 0; j < node->cpus.n; j++) {
			int err = map_cpu(t, node->cpus.v[j], node->id, e);

			if (err)
				return err;
		}
	}
	return 0;
}

static int list_online(struct topology *t, struct errmsg *e)
{
	for (int cpu = 0; cpu < t->n_cpu_node; cpu++)
		if (t->cpu_node[cpu] != -1 && cpulist_add(&t->online, cpu))
			return errmsg_errno(e, ENOMEM, "topology");
	return 0;
}

int topology_finish(struct topology *t, struct errmsg *e)
{
	int err = check_ids(t, e);

	if (!err)
		err = map_cpus(t, e);
	if (!err)
		err = list_online(t, e);
	if (!err && t->n_possible < t->n_cpu_node)
		t->n_possible = t->n_cpu_node;
	return err;
}

int topology_node_of_cpu(const struct topology *t, int cpu)
{
	return cpu >= 0 && cpu < t->n_cpu_node ? t->cpu_node[cpu] : -1;
}

/* Index in nodes[], -1 where there is none. */
static int node_index(const struct topology *t, int id)
{
	for (size_t i = 0; i < t->n_nodes; i++)
		if (t->nodes[i].id == id)
			return (int)i;
	return -1;
}

const struct topology_node *topology_node_find(const struct topology *t, int id)
{
	int i = node_index(t, id);

	return i < 0 ? NULL : &t->nodes[i];
}

int topology_distance(const struct topology *t, int from, int to)
{
	int i = node_index(t, from), j = node_index(t, to);

	return i < 0 || j < 0 || !t->nodes[i].distance ? -1 : t->nodes[i].distance[j];
}

size_t topology_full_nodes(const struct topology *t)
{
	size_t full = 0;

	for (size_t i = 0; i < t->n_nodes; i++)
		if (t->nodes[i].cpus.n && t->nodes[i].memory_bytes > 0)
			full++;
	return full;
}

void topology_release(struct topology *t)
{
	for (size_t i = 0; i < t->n_nodes; i++) {
		cpulist_release(&t->nodes[i].cpus);
		free(t->nodes[i].distance);
	}
	free(t->nodes);
	free(t->cpu_node);
	cpulist_release(&t->online);
	*t = (struct topology){ 0 };
}
