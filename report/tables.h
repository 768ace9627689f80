/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tables: from the sets that a person named to printed tables. */
#ifndef NT_REPORT_TABLES_H
#define NT_REPORT_TABLES_H

#include "lib/errmsg.h"
#include "report/options.h"
#include "report/set.h"

/*
 * The sets that a person named, [o->sets.n]; warnings go to standard error. To be unloaded also
 * after a failure. 0 or -errno with e set.
 */
int tables_load(struct set **sets, const struct options *o, struct errmsg *e);
void tables_unload(struct set *sets, const struct options *o);

/* To standard output. 0, EXIT_FAIL_ON, or -errno with e set. Warnings go to standard error. */
int tables_print(const struct options *o, const char *style, struct errmsg *e);

#endif
