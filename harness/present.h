/* SPDX-License-Identifier: GPL-3.0-or-later */
/* present: has the report print finished sets on standard output. */
#ifndef NT_HARNESS_PRESENT_H
#define NT_HARNESS_PRESENT_H

#include <stdbool.h>

#include "lib/errmsg.h"
#include "lib/strlist.h"

/* Runs `report [--show runs] PATH…`, the program beside this one. */
int present_sets(const struct strlist *paths, bool show_runs, struct errmsg *e);

/* Has the report write paths[0]/report.html, the page with the pictures of all these sets. */
int present_page(const struct strlist *paths, struct errmsg *e);

#endif
