/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * page: the report that people look at, one HTML file that needs nothing else: no script, no
 * request, a style sheet of its own. What is on it, in order: page_*.c, a section each.
 */
#ifndef NT_REPORT_PAGE_H
#define NT_REPORT_PAGE_H

#include "lib/errmsg.h"
#include "report/markup.h"
#include "report/picture.h"

/* The whole page. 0 or -errno with e set. */
int page_build(const struct picture_input *in, struct markup *m, struct errmsg *e);

/* The style sheet, one line. */
extern const char page_style[];

/* The sections; each opens and closes its own <section>. 0 or -ENOMEM. */
int page_summary(const struct picture_input *in, struct markup *m);
int page_tables(const struct picture_input *in, struct markup *m);
int page_facts(const struct picture_input *in, struct markup *m);

#endif
