/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The kernel's own view: Documentation/ABI/stable/sysfs-devices-node, cputopology. */
#include "lib/topology.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/sysfile.h"
#include "lib/topology_build.h"

#define NODE_DIR "/sys/devices/system/node"
#define CPU_DIR  "/sys/devices/system/cpu"

/* A file that holds a list of numbers. Without the file: its -errno; malformed: -EINVAL and e. */
static int read_list(struct cpulist *l, const char *sysroot, const char *path, struct errmsg *e)
{
	char *text;
	int err = sysfile_text(&text, sysroot, "%s", path);

	if (err)
		return errmsg_errno(e, -err, "%s%s", sysroot, path);
	err = cpulist_parse(l, text, e);
	if (err)
		errmsg_prefix(e, "%s%s", sysroot, path);
	free(text);
	return err;
}

/* --- nodes ---------------------------------------------------------------------------------- */

/* The id of a folder named "node12"; -1 for any other name. */
static int node_id_of_name(const char *name)
{
	struct cpulist id = { 0 };
	int found = -1;

	if (!strncmp(name, "node", 4) && isdigit((unsigned char)name[4]) &&
	    !cpulist_parse(&id, name + 4, NULL) && id.n == 1)
		found = id.v[0];
	cpulist_release(&id);
	return found;
}

/* Ids of all nodes that have a folder; none where the kernel has no NUMA. */
static int list_node_ids(struct cpulist *ids, const char *sysroot, struct errmsg *e)
{
	char path[PATH_MAX];
	struct dirent *entry;
	DIR *dir;
	int err = 0;

	snprintf(path, sizeof(path), "%s" NODE_DIR, sysroot);
	dir = opendir(path);
	if (!dir)
		return 0;
	while (!err && (entry = readdir(dir))) {
		int id = node_id_of_name(entry->d_name);

		if (id >= 0 && cpulist_add(ids, id))
			err = errmsg_errno(e, ENOMEM, "%s", path);
	}
	closedir(dir);
	return err;
}

/* "Node 0 MemTotal:  4155596 kB" and "MemTotal: 4155596 kB" alike; -1 where it isn't. */
static int64_t meminfo_bytes(const char *meminfo, const char *key)
{
	const char *at = meminfo ? strstr(meminfo, key) : NULL;
	char *end;
	long long kib;

	if (!at)
		return -1;
	at += strlen(key);
	at += strspn(at, " \t");
	if (!isdigit((unsigned char)*at))
		return -1;
	errno = 0;
	kib = strtoll(at, &end, 10);
	return errno || kib > INT64_MAX / 1024 || strncmp(end, " kB", 3) ? -1 : kib * 1024;
}

/* Leaves alone what the file does not tell. */
static void read_memory(struct topology_node *node, const char *sysroot, const char *path)
{
	char *meminfo;
	int64_t total, unused;

	sysfile_text(&meminfo, sysroot, "%s", path);
	total = meminfo_bytes(meminfo, "MemTotal:");
	unused = meminfo_bytes(meminfo, "MemFree:");
	free(meminfo);
	if (total >= 0)
		node->memory_bytes = total;
	if (unused >= 0)
		node->free_bytes = unused;
}

/* A row with a value for each of n nodes; NULL if it is anything else. */
static int *parse_distances(const char *text, size_t n)
{
	int *row = calloc(n, sizeof(*row));

	for (size_t i = 0; row && i < n; i++) {
		char *end;
		long value = strtol(text, &end, 10);

		if (end == text || value < 0 || value > INT_MAX) {
			free(row);
			return NULL;
		}
		row[i] = (int)value;
		text = end;
	}
	if (row && text[strspn(text, " ")]) {
		free(row);
		return NULL;
	}
	return row;
}

static void read_distances(struct topology_node *node, const char *sysroot, size_t n_nodes)
{
	char *text;

	if (!sysfile_text(&text, sysroot, NODE_DIR "/node%d/distance", node->id))
		node->distance = parse_distances(text, n_nodes);
	free(text);
}

static int read_node(struct topology *t, const char *sysroot, int id, size_t n_nodes,
		     struct errmsg *e)
{
	struct topology_node *node = topology_add_node(t, id);
	char path[128];

	if (!node)
		return errmsg_errno(e, ENOMEM, "topology");
	snprintf(path, sizeof(path), NODE_DIR "/node%d/meminfo", id);
	read_memory(node, sysroot, path);
	read_distances(node, sysroot, n_nodes);
	snprintf(path, sizeof(path), NODE_DIR "/node%d/cpulist", id);
	return read_list(&node->cpus, sysroot, path, e);
}

static int read_nodes(struct topology *t, const char *sysroot, const struct cpulist *ids,
		      struct errmsg *e)
{
	int err = 0;

	for (size_t i = 0; !err && i < ids->n; i++)
		err = read_node(t, sysroot, ids->v[i], ids->n, e);
	if (!err && ids->n == 1)
		read_memory(&t->nodes[0], sysroot, "/proc/meminfo");
	return err;
}

/* Does the kernel show another node than 0 where /sys does not hide it? proc(5), buddyinfo. */
static bool has_other_nodes(const char *sysroot)
{
	char *text, *rest, *line;
	bool found = false;
	int id;

	if (sysfile_text(&text, sysroot, "/proc/buddyinfo"))
		return false;
	for (rest = text; !found && (line = strsep(&rest, "\n"));)
		found = sscanf(line, "Node %d,", &id) == 1 && id > 0;
	free(text);
	return found;
}

/* A kernel without NUMA, a container without /sys on one node: all CPUs in node 0. */
static int read_flat(struct topology *t, const char *sysroot, struct errmsg *e)
{
	struct topology_node *node = topology_add_node(t, 0);
	int err;

	if (!node)
		return errmsg_errno(e, ENOMEM, "topology");
	read_memory(node, sysroot, "/proc/meminfo");
	err = read_list(&node->cpus, sysroot, CPU_DIR "/online", e);
	if (err && err != -EINVAL && !*sysroot)
		err = cpulist_allowed(&node->cpus, e);
	return err;
}

/* --- CPUs ----------------------------------------------------------------------------------- */

/* Drops from *l the CPUs for which keep() does not hold. */
static int cpulist_keep(struct cpulist *l, bool (*keep)(int cpu, const void *data),
			const void *data, struct errmsg *e)
{
	struct cpulist kept = { 0 };

	for (size_t i = 0; i < l->n; i++) {
		if (keep(l->v[i], data) && cpulist_add(&kept, l->v[i])) {
			cpulist_release(&kept);
			return errmsg_errno(e, ENOMEM, "topology");
		}
	}
	cpulist_release(l);
	*l = kept;
	return 0;
}

static bool is_in(int cpu, const void *list)
{
	return cpulist_has(list, cpu);
}

/* Old kernels list a node's offline CPUs, too. */
static int drop_offline(struct topology *t, const char *sysroot, struct errmsg *e)
{
	struct cpulist online = { 0 };
	int err = read_list(&online, sysroot, CPU_DIR "/online", e);

	if (err)
		return err == -EINVAL ? err : 0;
	for (size_t i = 0; !err && i < t->n_nodes; i++)
		err = cpulist_keep(&t->nodes[i].cpus, is_in, &online, e);
	cpulist_release(&online);
	return err;
}

static bool has_node_link(const char *sysroot, int cpu, int id)
{
	char path[PATH_MAX];

	snprintf(path, sizeof(path), "%s" CPU_DIR "/cpu%d/node%d", sysroot, cpu, id);
	return !access(path, F_OK);
}

/*
 * The node a CPU belongs to when several list it, as with numa=fake=: the one the CPU itself is
 * linked to, which is the kernel's cpu_to_node(); else the lowest.
 */
static void claim_cpu(int *owner, const char *sysroot, int cpu, int id)
{
	if (owner[cpu] < 0 ||
	    (!has_node_link(sysroot, cpu, owner[cpu]) && has_node_link(sysroot, cpu, id)))
		owner[cpu] = id;
}

struct owned {
	const int *owner;
	int id;
};

static bool is_owner(int cpu, const void *data)
{
	const struct owned *o = data;

	return o->owner[cpu] == o->id;
}

static int settle_owners(struct topology *t, const char *sysroot, struct errmsg *e)
{
	int *owner = malloc((CPULIST_MAX + 1) * sizeof(*owner));
	int err = 0;

	if (!owner)
		return errmsg_errno(e, ENOMEM, "topology");
	for (int cpu = 0; cpu <= CPULIST_MAX; cpu++)
		owner[cpu] = -1;
	for (size_t i = 0; i < t->n_nodes; i++)
		for (size_t j = 0; j < t->nodes[i].cpus.n; j++)
			claim_cpu(owner, sysroot, t->nodes[i].cpus.v[j], t->nodes[i].id);
	for (size_t i = 0; !err && i < t->n_nodes; i++) {
		struct owned o = { owner, t->nodes[i].id };

		err = cpulist_keep(&t->nodes[i].cpus, is_owner, &o, e);
	}
	free(owner);
	return err;
}

static int read_possible(struct topology *t, const char *sysroot, struct errmsg *e)
{
	struct cpulist possible = { 0 };
	int err = read_list(&possible, sysroot, CPU_DIR "/possible", e);

	if (!err && possible.n)
		t->n_possible = possible.v[possible.n - 1] + 1;
	cpulist_release(&possible);
	return err == -EINVAL ? err : 0;
}

/* --- last-level cache ----------------------------------------------------------------------- */

/* "32768K" in bytes; -1 where it is anything else. Sizes are always in K (cacheinfo.c). */
static int64_t cache_bytes(const char *sysroot, int cpu, int index)
{
	char *text, *end;
	long long kib;
	int64_t bytes = -1;

	if (sysfile_text(&text, sysroot, CPU_DIR "/cpu%d/cache/index%d/size", cpu, index))
		return -1;
	errno = 0;
	kib = strtoll(text, &end, 10);
	if (!errno && end != text && !strcmp(end, "K") && kib > 0 && kib < INT64_MAX / 1024)
		bytes = kib * 1024;
	free(text);
	return bytes;
}

/* Size of the cache of the highest level that a CPU has. */
static int64_t llc_of_cpu(const char *sysroot, int cpu)
{
	int64_t level, highest = 0, bytes = -1;

	for (int i = 0; !sysfile_int(&level, sysroot, CPU_DIR "/cpu%d/cache/index%d/level", cpu, i);
	     i++) {
		if (level <= highest)
			continue;
		highest = level;
		bytes = cache_bytes(sysroot, cpu, i);
	}
	return bytes;
}

/* One CPU of every node stands for it: nodes may differ, and thousands of files take time. */
static void read_llc(struct topology *t, const char *sysroot)
{
	for (size_t i = 0; i < t->n_nodes; i++) {
		const struct cpulist *cpus = &t->nodes[i].cpus;
		int64_t bytes = cpus->n ? llc_of_cpu(sysroot, cpus->v[0]) : -1;

		if (bytes > t->llc_bytes)
			t->llc_bytes = bytes;
	}
}

/* --- all -------------------------------------------------------------------------------------- */

static int load(struct topology *t, const char *sysroot, const struct cpulist *ids,
		struct errmsg *e)
{
	int err = ids->n ? read_nodes(t, sysroot, ids, e) : read_flat(t, sysroot, e);

	if (!err)
		err = drop_offline(t, sysroot, e);
	if (!err)
		err = settle_owners(t, sysroot, e);
	if (!err)
		err = read_possible(t, sysroot, e);
	if (err)
		return err;
	read_llc(t, sysroot);
	err = topology_finish(t, e);
	if (err)
		errmsg_prefix(e, "%s" NODE_DIR, sysroot);
	return err;
}

int topology_load_sysfs(struct topology *t, const char *sysroot, struct errmsg *e)
{
	struct cpulist ids = { 0 };
	int err;

	topology_init(t);
	t->synthetic = *sysroot != '\0';
	err = list_node_ids(&ids, sysroot, e);
	if (!err && !ids.n && has_other_nodes(sysroot))
		err = errmsg_set(e, ENODATA,
				 "%s" NODE_DIR " is missing, and this machine has several nodes",
				 sysroot);
	if (!err)
		err = load(t, sysroot, &ids, e);
	if (err)
		topology_release(t);
	cpulist_release(&ids);
	return err;
}
