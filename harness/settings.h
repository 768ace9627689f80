/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * settings: changes sysctls and files under /sys for the variants of a campaign, and puts them
 * back.
 *
 * The old values are stored in a file (fsynced) before the first change; it is removed when all are
 * back. A harness that was killed leaves it behind, and the next one restores from it first. It
 * lies outside the results because it belongs to the machine and its boot: $NUMA_TEST_STATE, by
 * default /run/numa_test. Values of an earlier boot are not restored: the boot did that.
 */
#ifndef NT_HARNESS_SETTINGS_H
#define NT_HARNESS_SETTINGS_H

#include <stdbool.h>
#include <stddef.h>

#include "harness/plan.h"
#include "lib/errmsg.h"

struct setting {
	char *name; /* as the person gave it */
	char *word; /* of a file of words (the scheduler's features): which, without NO_; or NULL */
	char *old;  /* what to write to have it back */
	bool moved; /* is it at a variant's value now? */
};

struct settings {
	struct setting *v;
	size_t n;
	char *state_path; /* NULL: nothing is stored */
	int lock_fd;      /* holds the state file's lock; -1: none */
};

/*
 * Restores what a killed harness left changed. *restored tells how many. Values that another,
 * living harness has changed are left alone.
 */
int settings_recover(const char *boot_id, size_t *restored, struct errmsg *e);

/* Reads and stores the present value of every name of every variant. Changes nothing. */
int settings_open(struct settings *s, const struct plan *p, const char *boot_id, struct errmsg *e);

/* Sets this variant's values, and puts back what only other variants change. */
int settings_apply(struct settings *s, const struct plan_variant *v, struct errmsg *e);

/* Puts all back and removes the state file. Goes on after a failure and reports the first. */
int settings_restore(struct settings *s, struct errmsg *e);

void settings_release(struct settings *s); /* restores nothing */

/*
 * The part of a value file that is set: "never" of "always madvise [never]", the word X or NO_X of
 * the scheduler's features for a wanted X or NO_X, the trimmed text of any other. The caller frees
 * it; NULL: memory.
 */
char *settings_present_value(const char *text, const char *wanted);

#endif
