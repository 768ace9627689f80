/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cpulist.h"
#include "report/host.h"

static char *value_text(const json_t *v)
{
	if (json_is_string(v))
		return strdup(json_string_value(v));
	return json_dumps(v, JSON_COMPACT | JSON_ENCODE_ANY | JSON_SORT_KEYS);
}

static int fact_add(struct host *h, const char *group, const char *name, const json_t *v)
{
	struct host_fact *f;

	if (json_is_null(v))
		return 0;
	if (h->n == h->room) {
		size_t room = h->room ? 2 * h->room : 64;

		f = reallocarray(h->facts, room, sizeof(*f));
		if (!f)
			return -ENOMEM;
		h->facts = f;
		h->room = room;
	}
	f = &h->facts[h->n++];
	*f = (struct host_fact){ strdup(group), strdup(name), value_text(v) };
	return f->group && f->name && f->value ? 0 : -ENOMEM;
}

static int fact_compare(const void *a, const void *b)
{
	const struct host_fact *x = a, *y = b;
	int by_group = strcmp(x->group, y->group);

	return by_group ? by_group : strcmp(x->name, y->name);
}

/* Maps that mean something as a whole only. */
static bool stays_whole(const char *name)
{
	return !strcmp(name, "node_cpus") || !strcmp(name, "distances");
}

/* "cpu": {"model": …} becomes "cpu.model". Objects are flattened, everything else is a value. */
static int add_facts(struct host *h, const char *group, const char *before, const json_t *facts)
{
	const char *key;
	json_t *v;
	int err = 0;

	json_object_foreach ((json_t *)facts, key, v) {
		char *name;

		if (asprintf(&name, "%s%s%s", before, *before ? "." : "", key) < 0)
			return -ENOMEM;
		if (json_is_object(v) && !stays_whole(key))
			err |= add_facts(h, group, name, v);
		else
			err |= fact_add(h, group, name, v);
		free(name);
	}
	return err;
}

static int read_groups(struct host *h, const json_t *root)
{
	const char *group;
	json_t *facts;
	int err = 0;

	json_object_foreach ((json_t *)root, group, facts)
		if (json_is_object(facts))
			err |= add_facts(h, group, "", facts);
	if (h->n)
		qsort(h->facts, h->n, sizeof(*h->facts), fact_compare);
	return err ? -ENOMEM : 0;
}

static int map_cpu(struct host *h, int cpu, int node)
{
	if (cpu >= h->n_cpus) {
		int *grown = reallocarray(h->cpu_node, cpu + 1, sizeof(int));

		if (!grown)
			return -ENOMEM;
		h->cpu_node = grown;
		while (h->n_cpus <= cpu)
			grown[h->n_cpus++] = -1;
	}
	h->cpu_node[cpu] = node;
	return 0;
}

static int node_add(struct host *h, int node)
{
	int *grown = reallocarray(h->nodes, h->n_nodes + 1, sizeof(int));
	size_t i;

	if (!grown)
		return -ENOMEM;
	h->nodes = grown;
	for (i = h->n_nodes++; i > 0 && grown[i - 1] > node; i--)
		grown[i] = grown[i - 1];
	grown[i] = node;
	return 0;
}

static int map_node(struct host *h, const char *id, const json_t *cpus, struct errmsg *e)
{
	struct cpulist l = { 0 }, number = { 0 };
	const char *text = json_string_value(cpus);
	int err = text ? cpulist_parse(&l, text, e) : errmsg_set(e, EINVAL, "not a list of CPUs");

	if (!err)
		err = cpulist_parse(&number, id, e);
	if (!err && number.n != 1)
		err = errmsg_set(e, EINVAL, "not a node number");
	for (size_t i = 0; !err && i < l.n; i++)
		err = map_cpu(h, l.v[i], number.v[0]);
	if (!err && l.n)
		err = node_add(h, number.v[0]);
	cpulist_release(&l);
	cpulist_release(&number);
	if (err)
		errmsg_prefix(e, "\"node_cpus\": node '%.20s'", id);
	return err;
}

static int read_node_cpus(struct host *h, const json_t *root, struct errmsg *e)
{
	json_t *map = json_object_get(json_object_get(root, "machine"), "node_cpus");
	const char *id;
	json_t *cpus;
	int err = 0;

	json_object_foreach (map, id, cpus) {
		err = map_node(h, id, cpus, e);
		if (err)
			break;
	}
	return err;
}

/* --- distances ------------------------------------------------------------------------------ */

static int distance_compare(const void *a, const void *b)
{
	const struct host_distance *x = a, *y = b;

	if (x->from != y->from)
		return x->from < y->from ? -1 : 1;
	return (x->to > y->to) - (x->to < y->to);
}

static int node_number(const char *text)
{
	char *end;
	long value = strtol(text, &end, 10);

	return end != text && !*end && value >= 0 && value <= CPULIST_MAX ? (int)value : -1;
}

static int add_distance(struct host *h, int from, const char *to, const json_t *value)
{
	struct host_distance d = { from, node_number(to), (int)json_integer_value(value) };
	struct host_distance *grown;

	if (d.from < 0 || d.to < 0 || d.distance <= 0)
		return 0;
	grown = reallocarray(h->distances, h->n_distances + 1, sizeof(*grown));
	if (!grown)
		return -ENOMEM;
	h->distances = grown;
	grown[h->n_distances++] = d;
	return 0;
}

/* What is no distance is left out: it stays unknown. */
static int read_distances(struct host *h, const json_t *root)
{
	json_t *rows = json_object_get(json_object_get(root, "machine"), "distances");
	const char *from, *to;
	json_t *row, *value;
	int err = 0;

	json_object_foreach (rows, from, row)
		json_object_foreach (row, to, value)
			err |= add_distance(h, node_number(from), to, value);
	if (h->n_distances)
		qsort(h->distances, h->n_distances, sizeof(*h->distances), distance_compare);
	return err ? -ENOMEM : 0;
}

int host_distance(const struct host *h, int from, int to)
{
	const struct host_distance wanted = { .from = from, .to = to };
	const struct host_distance *found =
		h->n_distances ? bsearch(&wanted, h->distances, h->n_distances,
					 sizeof(*h->distances), distance_compare)
			       : NULL;

	return found ? found->distance : -1;
}

int host_read(struct host *h, const json_t *root, struct errmsg *e)
{
	int err;

	if (!root)
		return 0;
	err = read_groups(h, root);
	if (!err)
		err = read_distances(h, root);
	if (err)
		return errmsg_errno(e, -err, "host.json");
	return read_node_cpus(h, root, e);
}

const char *host_fact(const struct host *h, const char *group, const char *name)
{
	const struct host_fact wanted = { .group = (char *)group, .name = (char *)name };
	const struct host_fact *found =
		h->n ? bsearch(&wanted, h->facts, h->n, sizeof(*h->facts), fact_compare) : NULL;

	return found ? found->value : NULL;
}

int host_node_of_cpu(const struct host *h, int cpu)
{
	return cpu >= 0 && cpu < h->n_cpus ? h->cpu_node[cpu] : -1;
}

void host_release(struct host *h)
{
	for (size_t i = 0; i < h->n; i++) {
		free(h->facts[i].group);
		free(h->facts[i].name);
		free(h->facts[i].value);
	}
	free(h->facts);
	free(h->cpu_node);
	free(h->nodes);
	free(h->distances);
	*h = (struct host){ 0 };
}
