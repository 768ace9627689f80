/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * import_same: is this run one that is there already? A mail quotes a table twice, the second time
 * perhaps without its last lines.
 */
#ifndef NT_REPORT_IMPORT_SAME_H
#define NT_REPORT_IMPORT_SAME_H

#include <stdbool.h>

#include "lib/record.h"

/*
 * Equal for runs that may be the same: those with the same rows of jobs, and, without jobs, with
 * the same figures. The caller frees it; NULL when memory is short.
 */
char *import_run_key(const struct record *r);

/* Of two runs with equal keys: does nothing that both know differ? */
bool import_run_same(const struct record *a, const struct record *b);

/* Adds to `kept` what only `other` knows. 0 or -ENOMEM. */
int import_run_complete(struct record *kept, const struct record *other);

#endif
