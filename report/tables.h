/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tables: from the sets that a person named to printed tables. */
#ifndef NT_REPORT_TABLES_H
#define NT_REPORT_TABLES_H

#include "lib/errmsg.h"
#include "report/options.h"

/* To standard output. 0, EXIT_FAIL_ON, or -errno with e set. Warnings go to standard error. */
int tables_print(const struct options *o, const char *style, struct errmsg *e);

#endif
