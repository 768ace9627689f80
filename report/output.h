/* SPDX-License-Identifier: GPL-3.0-or-later */
/* output: the end of everything that prints. */
#ifndef NT_REPORT_OUTPUT_H
#define NT_REPORT_OUTPUT_H

#include "lib/errmsg.h"
#include "report/set.h"

/* Standard output, written out to the last byte; a full disk or a closed pipe is an error. */
int output_finish(struct errmsg *e);

/* The warnings of a set, one line each, on standard error. */
void output_warnings(const struct set *s);

#endif
