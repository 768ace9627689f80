/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/residency_distance.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "lib/cpulist.h"
#include "lib/sysfile.h"

#define CPU_DIR      "/sys/devices/system/cpu/cpu%d/"
#define CACHE_LEVELS 8

/* Takes the text; the lowest CPU of that list, `cpu` itself where there is none. */
static int lowest_of(char *text, int cpu)
{
	struct cpulist list = { 0 };
	int lowest = cpu;

	if (text && !cpulist_parse(&list, text, NULL) && list.n)
		lowest = list.v[0];
	cpulist_release(&list);
	free(text);
	return lowest;
}

static int core_of(const char *sysroot, int cpu)
{
	char *text = NULL;

	sysfile_text(&text, sysroot, CPU_DIR "topology/thread_siblings_list", cpu);
	return lowest_of(text, cpu);
}

static int llc_of(const char *sysroot, int cpu)
{
	int64_t level, highest = 0;
	int llc = -1;

	for (int i = 0; i < CACHE_LEVELS; i++) {
		if (sysfile_int(&level, sysroot, CPU_DIR "cache/index%d/level", cpu, i))
			break;
		if (level <= highest)
			continue;
		highest = level;
		llc = i;
	}
	if (llc >= 0) {
		char *text = NULL;

		sysfile_text(&text, sysroot, CPU_DIR "cache/index%d/shared_cpu_list", cpu, llc);
		return lowest_of(text, cpu);
	}
	return cpu;
}

static int highest_cpu(const struct topology *t)
{
	return t->online.n ? t->online.v[t->online.n - 1] : -1;
}

int residency_distance_load(struct residency_distance *d, const struct topology *t,
			    const char *sysroot)
{
	*d = (struct residency_distance){ .topology = t, .n_cpus = highest_cpu(t) + 1 };
	d->core = calloc((size_t)d->n_cpus + 1, sizeof(*d->core));
	d->llc = calloc((size_t)d->n_cpus + 1, sizeof(*d->llc));
	if (!d->core || !d->llc) {
		residency_distance_release(d);
		return -ENOMEM;
	}
	for (int cpu = 0; cpu < d->n_cpus; cpu++) {
		d->core[cpu] = core_of(sysroot, cpu);
		d->llc[cpu] = llc_of(sysroot, cpu);
	}
	return 0;
}

void residency_distance_release(struct residency_distance *d)
{
	free(d->core);
	free(d->llc);
	*d = (struct residency_distance){ 0 };
}

static bool shared(const int *group, int n_cpus, int a, int b)
{
	return a >= 0 && b >= 0 && a < n_cpus && b < n_cpus && group[a] == group[b];
}

/* name holds at least 32 bytes. */
static void node_class(char *name, size_t size, int distance)
{
	if (distance < 0)
		snprintf(name, size, "distance unknown");
	else
		snprintf(name, size, "distance %d", distance);
}

static void class_of(const struct residency_distance *d, char *name, size_t size, int from, int to)
{
	int a = topology_node_of_cpu(d->topology, from);
	int b = topology_node_of_cpu(d->topology, to);

	if (a != b)
		node_class(name, size, topology_distance(d->topology, a, b));
	else if (shared(d->core, d->n_cpus, from, to))
		snprintf(name, size, "core");
	else if (shared(d->llc, d->n_cpus, from, to))
		snprintf(name, size, "llc");
	else
		snprintf(name, size, "node");
}

static int add(struct named_values *migrations, const char *name, int64_t n)
{
	int64_t before = named_values_count(migrations, name);

	return named_values_set_count(migrations, name, before > 0 ? before + n : n);
}

/* The classes between one CPU and all others, as 0. */
static int zero_from(const struct residency_distance *d, struct named_values *migrations, int from)
{
	const struct cpulist *cpus = &d->topology->online;
	char name[32];
	int err = 0;

	for (size_t i = 0; i < cpus->n && !err; i++) {
		if (cpus->v[i] == from)
			continue;
		class_of(d, name, sizeof(name), from, cpus->v[i]);
		err = add(migrations, name, 0);
	}
	return err;
}

int residency_distance_zero(const struct residency_distance *d, struct named_values *migrations)
{
	const struct topology *t = d->topology;
	int err = 0;

	migrations->known = true;
	for (size_t i = 0; i < t->n_nodes && !err; i++)
		if (t->nodes[i].cpus.n)
			err = zero_from(d, migrations, t->nodes[i].cpus.v[0]);
	return err;
}

int residency_distance_count(const struct residency_distance *d, struct named_values *migrations,
			     int from, int to)
{
	char name[32];

	class_of(d, name, sizeof(name), from, to);
	return add(migrations, name, 1);
}
