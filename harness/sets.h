/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * sets: the result sets of one campaign: one, or one a variant (LABEL-VARIANT).
 */
#ifndef NT_HARNESS_SETS_H
#define NT_HARNESS_SETS_H

#include <stdbool.h>
#include <stddef.h>

#include "harness/plan.h"
#include "harness/store.h"
#include "lib/errmsg.h"
#include "lib/record.h"
#include "lib/strlist.h"

struct sets {
	const char *results; /* lent */
	const struct plan *plan;
	struct store *stores; /* one a variant, or one */
	size_t n;
	bool resumed;  /* goes on with sets that are there; else they must be new */
	bool *done;    /* [run - 1] */
	size_t failed; /* runs that failed, of all sets */
};

/*
 * A label that no set has: the wanted one, which must be free; or without one "KERNEL-HOST-DATE",
 * with -2, -3 … behind where that is taken. The caller frees it.
 */
int sets_choose_label(char **label, const char *results, const char *wanted, const char *kernel,
		      struct errmsg *e);

/* No set of this plan may exist yet. */
int sets_check_new(const char *results, const struct plan *p, struct errmsg *e);

/* Loads the plan of a set, by its name or by the campaign's label. */
int sets_load_plan(struct plan *p, const char *results, const char *label, struct errmsg *e);

/* "host.json" or the like of any set of the plan; -ENOENT where none has it. A new reference. */
int sets_load_json(json_t **out, const char *results, const struct plan *p, const char *file,
		   struct errmsg *e);

int sets_init(struct sets *s, const char *results, const struct plan *p, bool resumed,
	      struct errmsg *e);

/*
 * Opens the set of this variant (-1: none). A resumed campaign goes on with one that is there and
 * makes what it lacks; a new one makes all, and a set that somebody made meanwhile is an error.
 */
int sets_open(struct sets *s, int variant, const json_t *host, struct errmsg *e);

/* The store of a run's variant. Lent. */
struct store *sets_store(struct sets *s, int variant);

int sets_append(struct sets *s, const struct plan_run *run, const struct record *r,
		struct errmsg *e);

size_t sets_missing(const struct sets *s);
void sets_release(struct sets *s);

#endif
