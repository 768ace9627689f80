/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * profile: where the CPU time of one run went, by symbol; profile/N.json of a result set.
 *
 * The harness makes it from perf(1)'s listing, the report reads it; numa_test-set(5) describes the
 * file. Schema 1. Unknown is -1 and NULL, null on disk.
 */
#ifndef NT_LIB_PROFILE_H
#define NT_LIB_PROFILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <jansson.h>

#include "lib/errmsg.h"

#define PROFILE_SCHEMA 1

/* What a symbol without a name is called; one a module. */
#define PROFILE_UNRESOLVED "[unresolved]"

struct profile_symbol {
	char *symbol;
	char *module; /* program or library, "[kernel]", a kernel module as "[ext4]" */
	bool kernel;
	int64_t samples;
	double share; /* of what the event counted over the run, 0..1 */
};

struct profile {
	int64_t n;            /* jobs of the run */
	char *event;          /* "cycles" or "cpu-clock" */
	char *cycles_refused; /* errno's name where cycles could not be had; NULL: not so */
	bool user_only;       /* the kernel's own time is not in it, for lack of a right */
	int64_t frequency_hz; /* samples a second of CPU time that were asked for */
	char *perf;           /* version of perf(1) */
	int64_t samples;      /* of all symbols */
	int64_t lost;         /* that the kernel could not store */
	struct profile_symbol *symbols; /* most samples first */
	size_t n_symbols, room;
	/* Those behind the last one that is kept. */
	int64_t rest_symbols, rest_samples;
	double rest_share;
};

void profile_init(struct profile *p); /* all unknown */
void profile_release(struct profile *p);

/* Adds to p->symbols; share may be in any unit until profile_finish(). 0 or -ENOMEM. */
int profile_add(struct profile *p, const struct profile_symbol *s);

/*
 * Makes one of those with the same symbol and module, shares that sum to 1, the order, p->samples,
 * and a rest of all behind the first `top`.
 */
void profile_finish(struct profile *p, size_t top);

/* A new reference; NULL: memory. */
json_t *profile_to_json(const struct profile *p);

/* Into an all-zero profile. On failure it is released and e names the place. */
int profile_from_json(struct profile *p, const json_t *o, struct errmsg *e);

#endif
