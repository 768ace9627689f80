/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * profile: the profiles of a set (lib/profile.h), alone or two side by side, as listings of
 * readprofile(8) used to be compared: symbol by symbol, largest difference first.
 */
#ifndef NT_REPORT_PROFILE_H
#define NT_REPORT_PROFILE_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "lib/errmsg.h"
#include "lib/profile.h"
#include "report/set.h"

/* Those of one set, by N. */
struct profile_list {
	struct profile *v;
	size_t n;
};

/* Loads SET/profile/N.json. -ENOENT and a message where the set has none. */
int profile_list_load(struct profile_list *l, const struct set *s, struct errmsg *e);
void profile_list_release(struct profile_list *l);

/* The profile of this N; NULL: none. */
const struct profile *profile_list_find(const struct profile_list *l, int64_t n);

/* One of the two sides of a symbol. */
struct profile_side {
	int64_t samples; /* 0: none; -1: unknown, it may be among the rest that was not stored */
	double share;    /* NAN: unknown */
};

struct profile_row {
	const char *symbol; /* without what the compiler put behind it (.isra.0, .constprop.0 …) */
	const char *module; /* NULL: the kernel, its modules included */
	struct profile_side a, b;
};

struct profile_table {
	struct profile_row *rows;
	size_t n;
	char **names; /* of rows, owned */
	size_t n_names;
	/* May samples be compared? Else shares alone are. */
	bool same_unit;
};

/*
 * Matches kernel symbols by name, whether in a module or not, others by name and module, each side
 * summed over what the compiler made of one function. Sorted by how much they differ: in samples
 * where both have the same event and frequency, else in share.
 */
int profile_table_make(struct profile_table *t, const struct profile *a, const struct profile *b);
void profile_table_release(struct profile_table *t);

/* At most `top` symbols under a line for the total; 0: all. */
void profile_print(const struct profile *p, size_t top, FILE *out);
int profile_print_pair(const struct profile *a, const struct profile *b, size_t top, FILE *out);

#endif
