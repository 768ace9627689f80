/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * intmap: a sparse map from a small key (CPU number, node id, migration class) to an int64_t.
 *
 * Kept sorted by key, so that output is deterministic. An all-zero struct is valid and empty.
 * `known` tells "nothing was counted" ({}) from "nobody counted" (null on disk).
 */
#ifndef NT_LIB_INTMAP_H
#define NT_LIB_INTMAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct intmap_entry {
	int key;
	int64_t value;
};

struct intmap {
	struct intmap_entry *entries; /* sorted by key, unique */
	size_t n, room;
	bool known; /* set by intmap_add() and intmap_set(), or by hand for a counted nothing */
};

#define intmap_for_each(it, map) \
	for (const struct intmap_entry *it = (map)->entries; it < (map)->entries + (map)->n; it++)

int intmap_add(struct intmap *m, int key, int64_t delta); /* 0 or -ENOMEM */
int intmap_set(struct intmap *m, int key, int64_t value); /* 0 or -ENOMEM */
int64_t intmap_get(const struct intmap *m, int key);      /* 0 where there is no entry */
bool intmap_has(const struct intmap *m, int key);
int64_t intmap_sum(const struct intmap *m); /* sums stop at the ends of int64_t */
int intmap_copy(struct intmap *to, const struct intmap *from); /* releases what `to` held */
void intmap_release(struct intmap *m);

/*
 * Key of the largest value; of several largest, `prefer` if it is one of them, else the lowest
 * key. -1 if the map is empty or its largest value is not positive. MSched is defined so.
 */
int intmap_argmax(const struct intmap *m, int prefer);

#endif
