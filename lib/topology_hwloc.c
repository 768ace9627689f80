/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Machines that are not this one, and this one's export, through hwloc. */
#include "lib/topology.h"

#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <hwloc.h>

#include "lib/topology_build.h"

#define PROBE_S 20
#define HUSH    "HWLOC_HIDE_ERRORS"

static bool is_xml(const char *input)
{
	size_t n = strlen(input);

	return n >= 4 && !strcmp(input + n - 4, ".xml");
}

static int set_input(hwloc_topology_t h, const char *input, struct errmsg *e)
{
	int err;

	errno = 0;
	if (is_xml(input)) {
		if (!hwloc_topology_set_xml(h, input))
			return 0;
		err = errno ? errno : EINVAL;
		return err == EINVAL ? errmsg_set(e, err, "%s: not an hwloc XML topology", input)
				     : errmsg_errno(e, err, "%s", input);
	}
	if (!hwloc_topology_set_synthetic(h, input))
		return 0;
	return errmsg_set(
		e, EINVAL,
		"'%s' is neither a file ending in .xml nor an hwloc synthetic description "
		"(try \"node:4 pu:2\")",
		input);
}

/* May we use its memory? The kernel allows nobody a node that has none. */
static bool is_allowed(hwloc_topology_t h, hwloc_obj_t node)
{
	return hwloc_bitmap_isset(hwloc_topology_get_allowed_nodeset(h), node->os_index);
}

static bool has_allowed_cpus(hwloc_topology_t h, hwloc_obj_t node)
{
	return hwloc_bitmap_intersects(hwloc_topology_get_allowed_cpuset(h), node->cpuset);
}

/* Memory nodes by id; hwloc's depth of them is sorted by place, not by number. */
static int add_nodes(struct topology *t, hwloc_topology_t h, struct errmsg *e)
{
	hwloc_obj_t obj = NULL;

	while ((obj = hwloc_get_next_obj_by_type(h, HWLOC_OBJ_NUMANODE, obj))) {
		struct topology_node *node;

		if (!is_allowed(h, obj) && !has_allowed_cpus(h, obj))
			continue;
		if (obj->os_index > CPULIST_MAX)
			return errmsg_set(e, EINVAL, "a node has no usable number");
		node = topology_add_node(t, (int)obj->os_index);
		if (!node)
			return errmsg_errno(e, ENOMEM, "topology");
		if (is_allowed(h, obj))
			node->memory_bytes = (int64_t)obj->attr->numanode.local_memory;
		else
			node->memory_bytes = 0;
	}
	return 0;
}

/* A node with CPU `cpu` near it is the better one when fewer CPUs share it; else the lower id. */
static bool is_nearer(hwloc_obj_t a, hwloc_obj_t b)
{
	int in_a, in_b;

	if (!b)
		return true;
	in_a = hwloc_bitmap_weight(a->cpuset);
	in_b = hwloc_bitmap_weight(b->cpuset);
	return in_a < in_b || (in_a == in_b && a->os_index < b->os_index);
}

static int node_of_pu(hwloc_topology_t h, hwloc_obj_t pu)
{
	hwloc_obj_t best = NULL, obj = NULL;

	while ((obj = hwloc_get_next_obj_by_type(h, HWLOC_OBJ_NUMANODE, obj)))
		if (hwloc_bitmap_isset(obj->cpuset, pu->os_index) && is_nearer(obj, best))
			best = obj;
	return best ? (int)best->os_index : -1;
}

static struct topology_node *find(struct topology *t, int id)
{
	for (size_t i = 0; i < t->n_nodes; i++)
		if (t->nodes[i].id == id)
			return &t->nodes[i];
	return NULL;
}

static int place_pus(struct topology *t, hwloc_topology_t h, struct errmsg *e)
{
	hwloc_obj_t pu = NULL;

	while ((pu = hwloc_get_next_obj_by_type(h, HWLOC_OBJ_PU, pu))) {
		struct topology_node *node;

		if (!hwloc_bitmap_isset(hwloc_topology_get_allowed_cpuset(h), pu->os_index))
			continue;
		node = find(t, node_of_pu(h, pu));
		if (!node)
			return errmsg_set(e, EINVAL, "CPU %u is in no node", pu->os_index);
		if (pu->os_index > CPULIST_MAX)
			return errmsg_set(e, ERANGE, "CPU %u: more than %d", pu->os_index,
					  CPULIST_MAX);
		if (cpulist_add(&node->cpus, (int)pu->os_index))
			return errmsg_errno(e, ENOMEM, "topology");
	}
	return 0;
}

/* Index of a node in the matrix; -1 where it isn't part of it. */
static int matrix_index(const struct hwloc_distances_s *d, int id)
{
	for (unsigned i = 0; i < d->nbobjs; i++)
		if (d->objs[i] && (int)d->objs[i]->os_index == id)
			return (int)i;
	return -1;
}

/* The row of one node, in the order of t's nodes. NULL where the matrix lacks a value. */
static int *matrix_row(const struct topology *t, const struct hwloc_distances_s *d, int id)
{
	int *row = calloc(t->n_nodes, sizeof(*row));
	int from = matrix_index(d, id);

	for (size_t i = 0; row && i < t->n_nodes; i++) {
		int to = matrix_index(d, t->nodes[i].id);
		uint64_t value;

		value = from < 0 || to < 0 ? UINT64_MAX : d->values[from * (int)d->nbobjs + to];
		if (value > INT_MAX) {
			free(row);
			return NULL;
		}
		row[i] = (int)value;
	}
	return row;
}

/* The first matrix of latencies between nodes: the kernel's SLIT, where the export has it. */
static void read_distances(struct topology *t, hwloc_topology_t h)
{
	struct hwloc_distances_s *d;
	unsigned n = 1;

	if (hwloc_distances_get_by_type(h, HWLOC_OBJ_NUMANODE, &n, &d,
					HWLOC_DISTANCES_KIND_MEANS_LATENCY, 0) ||
	    !n)
		return;
	for (size_t i = 0; i < t->n_nodes; i++)
		t->nodes[i].distance = matrix_row(t, d, t->nodes[i].id);
	hwloc_distances_release(h, d);
}

static int64_t llc_bytes(hwloc_topology_t h)
{
	static const hwloc_obj_type_t levels[] = { HWLOC_OBJ_L5CACHE, HWLOC_OBJ_L4CACHE,
						   HWLOC_OBJ_L3CACHE, HWLOC_OBJ_L2CACHE,
						   HWLOC_OBJ_L1CACHE };

	for (size_t i = 0; i < sizeof(levels) / sizeof(*levels); i++) {
		hwloc_obj_t cache = hwloc_get_obj_by_type(h, levels[i], 0);

		if (cache && cache->attr->cache.size)
			return (int64_t)cache->attr->cache.size;
	}
	return -1;
}

static int convert(struct topology *t, hwloc_topology_t h, struct errmsg *e)
{
	int err = add_nodes(t, h, e);

	if (!err)
		err = place_pus(t, h, e);
	if (err)
		return err;
	topology_sort_nodes(t); /* distance rows follow the order of ids */
	read_distances(t, h);
	t->llc_bytes = llc_bytes(h);
	return topology_finish(t, e);
}

static int load(hwloc_topology_t h, const char *input, struct errmsg *e)
{
	int err = set_input(h, input, e);

	if (err)
		return err;
	errno = 0;
	/* Without the flag it would drop memory-less nodes, and leave their CPUs in no node. */
	if (hwloc_topology_set_flags(h, HWLOC_TOPOLOGY_FLAG_INCLUDE_DISALLOWED) ||
	    hwloc_topology_load(h))
		return errmsg_set(e, errno ? errno : EINVAL, "%s: hwloc cannot load it", input);
	return 0;
}

static _Noreturn void load_and_exit(const char *input)
{
	static const int fatal[] = { SIGALRM, SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL };
	hwloc_topology_t h;

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	for (size_t i = 0; i < sizeof(fatal) / sizeof(*fatal); i++)
		signal(fatal[i], SIG_DFL);
	alarm(PROBE_S);
	if (!hwloc_topology_init(&h)) {
		load(h, input, NULL);
		hwloc_topology_destroy(h);
	}
	_exit(0);
}

/* hwloc dies of some damaged files and takes minutes for some sizes: a child goes first. */
static int probe(const char *input, struct errmsg *e)
{
	pid_t pid = fork();
	int status;

	if (!pid)
		load_and_exit(input);
	while (pid > 0 && waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			pid = -1;
	if (pid < 0)
		return errmsg_errno(e, errno, "%s", input);
	if (!status)
		return 0;
	if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM)
		return errmsg_set(e, EINVAL, "%s: hwloc takes longer than %d s to load it", input,
				  PROBE_S);
	return errmsg_set(e, EINVAL, "%s: damaged: hwloc crashes on it", input);
}

static int load_and_convert(struct topology *t, hwloc_topology_t h, const char *input,
			    struct errmsg *e)
{
	int err = probe(input, e);

	if (!err)
		err = load(h, input, e);
	if (err)
		return err;
	err = convert(t, h, e);
	if (err)
		errmsg_prefix(e, "%s", input);
	return err;
}

int topology_load_hwloc(struct topology *t, const char *input, struct errmsg *e)
{
	hwloc_topology_t h;
	int err;

	topology_init(t);
	t->synthetic = true;
	if (hwloc_topology_init(&h))
		return errmsg_errno(e, ENOMEM, "hwloc");
	err = load_and_convert(t, h, input, e);
	if (err)
		topology_release(t);
	hwloc_topology_destroy(h);
	return err;
}

/*
 * Where packages and nodes cross, as they can in a virtual machine, hwloc leaves
 * one out of its tree and prints a dozen lines about it. Nodes do not come from that tree. Whoever
 * set the variable is not overruled, and the jobs inherit none.
 */
static int load_quietly(hwloc_topology_t h)
{
	bool ours = !getenv(HUSH) && !setenv(HUSH, "2", 0);
	int err = hwloc_topology_load(h);

	if (ours)
		unsetenv(HUSH);
	return err;
}

int topology_export_xml(const char *path, struct errmsg *e)
{
	hwloc_topology_t h;
	int err = 0;

	if (hwloc_topology_init(&h))
		return errmsg_errno(e, ENOMEM, "hwloc");
	errno = 0;
	if (hwloc_topology_set_flags(h, HWLOC_TOPOLOGY_FLAG_INCLUDE_DISALLOWED) || load_quietly(h))
		err = errmsg_set(e, errno ? errno : EINVAL, "hwloc cannot read this machine");
	else if (hwloc_topology_export_xml(h, path, 0))
		err = errmsg_errno(e, errno ? errno : EIO, "%s", path);
	hwloc_topology_destroy(h);
	return err;
}
