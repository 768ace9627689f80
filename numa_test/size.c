/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "numa_test/size.h"

#include <errno.h>
#include <stdio.h>

#include "lib/autosize.h"
#include "lib/units.h"
#include "lib/room.h"

uint64_t size_auto(const struct topology *t)
{
	int64_t least_free_bytes = -1;
	size_t nodes = 0;

	for (size_t i = 0; i < t->n_nodes; i++) {
		const struct topology_node *node = &t->nodes[i];

		if (node->memory_bytes <= 0 || node->free_bytes < 0)
			continue;
		nodes++;
		if (least_free_bytes < 0 || node->free_bytes < least_free_bytes)
			least_free_bytes = node->free_bytes;
	}
	return (uint64_t)autosize_bytes(t->llc_bytes, least_free_bytes, nodes, 1);
}

static int check(uint64_t bytes, int64_t room, const char *where, struct errmsg *e)
{
	char want[16], have[16];

	if (room < 0 || bytes <= (uint64_t)room)
		return 0;
	return errmsg_set(e, ENOMEM, "no memory for an array of %s: %s has %s left",
			  units_format_size(bytes, want, sizeof(want)), where,
			  units_format_size((uint64_t)room, have, sizeof(have)));
}

int size_check(const char *sysroot, uint64_t bytes, enum pages pages, const struct mempolicy *mem,
	       struct errmsg *e)
{
	uint64_t mapped = array_mapped_bytes(bytes, pages);
	char node[32];
	int err;

	if (pages == PAGES_2M || pages == PAGES_1G)
		return 0;
	err = check(mapped, room_machine(sysroot), "this machine", e);
	if (!err)
		err = check(mapped, room_cgroup(sysroot), "this cgroup", e);
	if (err || mem->kind != MEMPOLICY_BIND)
		return err;
	snprintf(node, sizeof(node), "node %d", mem->node);
	return check(mapped, room_node(sysroot, mem->node), node, e);
}
