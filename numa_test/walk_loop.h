/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * walk_loop: the measured loops, made anew around each walk's one step.
 *
 * A hop takes a line and returns the next, read from the line itself. What else a loop touches is
 * the rseq word, nothing more: unrolled to 16, the bookkeeping is a fraction of an instruction an
 * access.
 */
#ifndef NT_NUMA_TEST_WALK_LOOP_H
#define NT_NUMA_TEST_WALK_LOOP_H

#include "numa_test/walk.h"

#define WALK_INLINE static inline __attribute__((always_inline))

typedef struct line *walk_hop(struct line *at);

/* How often to look at the rseq word: beside a load it is free, a store makes it cost. */
enum walk_look {
	LOOK_EACH,
	LOOK_16
};

WALK_INLINE struct line *hop4(struct line *at, walk_hop *hop)
{
	return hop(hop(hop(hop(at))));
}

WALK_INLINE struct line *hop16(struct line *at, walk_hop *hop)
{
	return hop4(hop4(hop4(hop4(at, hop), hop), hop), hop);
}

WALK_INLINE struct line *follow(struct line *at, uint64_t steps, walk_hop *hop)
{
	for (; steps >= 16; steps -= 16)
		at = hop16(at, hop);
	for (; steps; steps--)
		at = hop(at);
	return at;
}

WALK_INLINE struct line *follow_getcpu(struct line *at, uint64_t steps, walk_hop *hop,
				       struct selfwatch *w)
{
	for (; steps >= SELFWATCH_STRIDE; steps -= SELFWATCH_STRIDE) {
		at = follow(at, SELFWATCH_STRIDE, hop);
		selfwatch_ask(w);
	}
	return follow(at, steps, hop);
}

WALK_INLINE struct line *follow_rseq(struct line *at, uint64_t steps, walk_hop *hop,
				     enum walk_look look, struct selfwatch *w)
{
	const unsigned int stride = look == LOOK_EACH ? 1 : 16;
	const volatile uint32_t *word = w->word;
	uint32_t cpu = w->cpu;

	for (; steps >= stride; steps -= stride) {
		at = look == LOOK_EACH ? hop(at) : hop16(at, hop);
		if (__builtin_expect(*word != cpu, 0))
			cpu = selfwatch_moved(w);
	}
	return follow(at, steps, hop);
}

/* What a walk's run() is made of. */
WALK_INLINE void walk_along(struct walk_state *s, uint64_t steps, walk_hop *hop,
			    enum walk_look look)
{
	switch (s->watch->source) {
	case SELFWATCH_RSEQ:
		s->at = follow_rseq(s->at, steps, hop, look, s->watch);
		break;
	case SELFWATCH_GETCPU:
		s->at = follow_getcpu(s->at, steps, hop, s->watch);
		break;
	case SELFWATCH_OFF:
		s->at = follow(s->at, steps, hop);
		break;
	}
}

#endif
