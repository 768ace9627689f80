/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "numa_test/mempolicy.h"

#include <errno.h>
#include <numa.h>
#include <numaif.h>
#include <stdio.h>
#include <string.h>

#include "lib/units.h"

static const struct {
	const char *name;
	bool has_node;
	int mode; /* of mbind(2) */
} kinds[] = {
	[MEMPOLICY_LOCAL] = { "local", false, MPOL_DEFAULT },
	[MEMPOLICY_BIND] = { "bind", true, MPOL_BIND },
	[MEMPOLICY_INTERLEAVE] = { "interleave", false, MPOL_INTERLEAVE },
	[MEMPOLICY_PREFERRED] = { "preferred", true, MPOL_PREFERRED },
};

enum {
	N_KINDS = sizeof(kinds) / sizeof(*kinds),
	MAX_NODE = 1023
};

static int parse_node(const char *s, struct mempolicy *m, struct errmsg *e)
{
	int64_t node;
	int err = units_parse_int("--mem", s, 0, MAX_NODE, &node, e);

	if (!err)
		m->node = (int)node;
	return err;
}

int mempolicy_parse(const char *s, struct mempolicy *m, struct errmsg *e)
{
	size_t len = strcspn(s, ":");

	for (int k = 0; k < N_KINDS; k++) {
		if (strlen(kinds[k].name) != len || strncmp(kinds[k].name, s, len) ||
		    kinds[k].has_node != (s[len] == ':'))
			continue;
		*m = (struct mempolicy){ .kind = (enum mempolicy_kind)k };
		return kinds[k].has_node ? parse_node(s + len + 1, m, e) : 0;
	}
	return errmsg_set(e, EINVAL,
			  "--mem: '%s' is none of local, bind:N, interleave, preferred:N", s);
}

char *mempolicy_name(const struct mempolicy *m, char *buf, size_t size)
{
	if (kinds[m->kind].has_node)
		snprintf(buf, size, "%s:%d", kinds[m->kind].name, m->node);
	else
		snprintf(buf, size, "%s", kinds[m->kind].name);
	return buf;
}

bool mempolicy_supported(void)
{
	return numa_available() >= 0;
}

/* What mbind(2) shall use, from numa_all_nodes_ptr: the nodes with memory we are allowed. */
static int pick_nodes(const struct mempolicy *m, struct bitmask *nodes, struct errmsg *e)
{
	char name[32];

	if (!kinds[m->kind].has_node) {
		copy_bitmask_to_bitmask(numa_all_nodes_ptr, nodes);
		return 0;
	}
	if (!numa_bitmask_isbitset(numa_all_nodes_ptr, (unsigned int)m->node))
		return errmsg_set(e, EINVAL,
				  "--mem %s: there is no node %d with memory for us here",
				  mempolicy_name(m, name, sizeof(name)), m->node);
	numa_bitmask_setbit(nodes, (unsigned int)m->node);
	return 0;
}

int mempolicy_apply(const struct mempolicy *m, void *start, size_t bytes, struct errmsg *e)
{
	struct bitmask *nodes;
	char name[32];
	int err;

	if (m->kind == MEMPOLICY_LOCAL)
		return 0;
	mempolicy_name(m, name, sizeof(name));
	if (!mempolicy_supported())
		return errmsg_set(e, ENOSYS, "--mem %s: this kernel has no NUMA policies", name);
	nodes = numa_allocate_nodemask();
	err = pick_nodes(m, nodes, e);
	if (!err && mbind(start, bytes, kinds[m->kind].mode, nodes->maskp, nodes->size + 1, 0))
		err = errmsg_errno(e, errno, "--mem %s", name);
	numa_free_nodemask(nodes);
	return err;
}

bool mempolicy_inherited(void)
{
	int mode;

	return !get_mempolicy(&mode, NULL, 0, NULL, 0) && mode != MPOL_DEFAULT;
}
