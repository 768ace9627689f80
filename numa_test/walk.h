/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * walk: what is done to the array. To add one, write numa_test/walk_NAME.c with a `const struct
 * walk` and list it in walk.c.
 *
 * Every walk goes once around one cycle over all lines of the array, in the order of cycle.h, and
 * finds the next address in the line it just loaded. walk_loop.h has the loops.
 */
#ifndef NT_NUMA_TEST_WALK_H
#define NT_NUMA_TEST_WALK_H

#include <assert.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/errmsg.h"
#include "numa_test/cycle.h"
#include "numa_test/selfwatch.h"

enum {
	LINE_BYTES = 64
};

/* One element of the array: what a cache fetches at once. */
struct line {
	struct line *next;
	uint64_t visits;
	uint64_t unused[6];
};
static_assert(sizeof(struct line) == LINE_BYTES, "an element is one line");

struct walk_state {
	struct line *lines;      /* the array, cycle.n lines, aligned to a page */
	struct cycle cycle;      /* the order */
	struct line *at;         /* where the walk stands: setup() begins, run() goes on */
	struct selfwatch *watch; /* started; may be SELFWATCH_OFF */
	void *own;               /* for the walk */
};

struct walk {
	const char *name, *help;
	/* Touches the whole array, sets `at` to the first line. 0 or -errno. */
	int (*setup)(struct walk_state *s, struct errmsg *e);
	/* Goes on from `at` by so many accesses. No system call, no other memory, no output. */
	void (*run)(struct walk_state *s, uint64_t steps);
	/* Frees what setup made in `own`; NULL if it made nothing. */
	void (*teardown)(struct walk_state *s);
};

const struct walk *walk_find(const char *name); /* NULL: none of that name */
const struct walk *walk_default(void);
const struct walk *walk_at(size_t i); /* the i-th of the list, NULL behind the last */

/* The setup of all walks so far: builds the cycle in the array while its pages are touched. */
int walk_build(struct walk_state *s, struct errmsg *e);

/* The line where a walk must stand after so many steps from its start. */
struct line *walk_expected(const struct walk_state *s, uint64_t steps);

#endif
