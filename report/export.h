/* SPDX-License-Identifier: GPL-3.0-or-later */
/* export: the words that CSV, JSON and HTML share. numa_test-export(5) explains them. */
#ifndef NT_REPORT_EXPORT_H
#define NT_REPORT_EXPORT_H

#include "report/table.h"

const char *export_better(const struct metric *m); /* "lower", "higher" */
const char *export_class(const struct metric *m); /* "steady", "skewed", "skewed-beside", "count" */
const char *export_unit(const struct cell *c);    /* "run", "boot", "perturbation" */
const char *export_engine(const struct change *x); /* "welch", "rank", "pair"; NULL: none */

/* Appends "!noisy", "!", "2g", "o", "d", "paired", "res", in the order in which rows print them. */
int export_flags(const struct cell *c, const struct change *x, struct strlist *flags);

#endif
