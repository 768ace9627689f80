/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "numa_test/walk_loop.h"

extern const struct walk walk_update;

WALK_INLINE struct line *hop(struct line *at)
{
	struct line *next = at->next;

	at->visits++;
	return next;
}

static void run(struct walk_state *s, uint64_t steps)
{
	walk_along(s, steps, hop, LOOK_16);
}

const struct walk walk_update = {
	.name = "update",
	.help = "load and change each line, as in 2002",
	.setup = walk_build,
	.run = run,
};
