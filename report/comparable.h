/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * comparable: may two columns be compared at this N?
 *
 * The kernel is the factor under test: its release, its version and its own defaults are never a
 * reason against. What changes the measurement (machine, work, array, pages, walk, disturbance,
 * clock) is. What a person set (host.json's `person` group, a variant's settings) is one when the
 * kernels differ, too, unless it is named as meant to vary; where it is all that differs, it is the
 * factor. A field that is unknown on one side is never a reason.
 */
#ifndef NT_REPORT_COMPARABLE_H
#define NT_REPORT_COMPARABLE_H

#include <stdio.h>

#include "lib/errmsg.h"
#include "lib/strlist.h"
#include "report/column.h"

/*
 * Appends one line a reason: "array_bytes: 268435456, base 134217728". None: comparable. n is the
 * number of jobs, -1 where a row has none. 0 or -ENOMEM.
 */
int comparable_check(const struct column *base, const struct column *fresh, int64_t n,
		     const struct strlist *vary, struct strlist *reasons);

/* Names of the facts that differ and are no reason: kernel defaults, mitigations. */
int comparable_notes(const struct column *base, const struct column *fresh, struct strlist *names);

/* 0 if b is another boot of the same kernel, machine, settings and work as a; else -EINVAL, e. */
int comparable_pool(const struct set *a, const struct set *b, struct errmsg *e);

/* All facts of the two that differ, by group, with both values; *n: how many. */
int comparable_print_diff(const struct set *a, const struct set *b, FILE *out, size_t *n);

#endif
