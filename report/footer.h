/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * footer: what must be said under the tables of a comparison, as sentences.
 */
#ifndef NT_REPORT_FOOTER_H
#define NT_REPORT_FOOTER_H

#include "lib/strlist.h"
#include "report/table.h"

/*
 * Paragraphs for below all tables: which engines spoke, how a +- of a log was read, few runs,
 * boots, kernel defaults that differ. None: nothing needs saying. 0 or -ENOMEM.
 */
int footer_make(const struct comparison *c, struct strlist *paragraphs);

/* Why cells of this table stand in parentheses, and which runs failed; one line each. */
int footer_of_table(const struct comparison *c, const struct table *t, struct strlist *lines);

/* "5 runs: changes of 3.1 % and more": what --power adds; NULL: memory. The caller frees. */
char *footer_power(const struct comparison *c, const struct table *t);

#endif
