/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "numa_test/walk_loop.h"

extern const struct walk walk_chase;

WALK_INLINE struct line *hop(struct line *at)
{
	return at->next;
}

static void run(struct walk_state *s, uint64_t steps)
{
	walk_along(s, steps, hop, LOOK_EACH);
}

const struct walk walk_chase = {
	.name = "chase",
	.help = "load each line: the address of the next is in it",
	.setup = walk_build,
	.run = run,
};
