/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "numa_test/locality.h"

#include <math.h>

static double share(const struct intmap *home, int node)
{
	return (double)intmap_get(home, node) / (double)intmap_sum(home);
}

static void add_segment(struct locality *l, const struct intmap *node_ns, const struct intmap *home)
{
	intmap_for_each (it, node_ns) {
		double ns = (double)(it->value - intmap_get(&l->node_ns, it->key));

		l->local_ns += ns * (share(&l->home, it->key) + share(home, it->key)) / 2.0;
		l->total_ns += ns;
	}
}

static bool usable(const struct intmap *node_ns, const struct intmap *home)
{
	return node_ns->known && home->known && !intmap_has(node_ns, -1) && intmap_sum(home) > 0;
}

int locality_boundary(struct locality *l, const struct intmap *node_ns, const struct intmap *home)
{
	int err;

	if (!usable(node_ns, home))
		l->unknown = true;
	if (l->unknown)
		return 0;
	if (l->begun)
		add_segment(l, node_ns, home);
	l->begun = true;
	err = intmap_copy(&l->node_ns, node_ns);
	return err ? err : intmap_copy(&l->home, home);
}

double locality_fraction(const struct locality *l)
{
	return l->unknown || l->total_ns <= 0.0 ? NAN : l->local_ns / l->total_ns;
}

void locality_release(struct locality *l)
{
	intmap_release(&l->node_ns);
	intmap_release(&l->home);
	*l = (struct locality){ 0 };
}
