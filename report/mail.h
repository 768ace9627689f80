/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * mail: at most seven lines, at most 78 columns, to paste under a table in a mail: kernel, machine,
 * N and n, work, boots and residency source, flags.
 */
#ifndef NT_REPORT_MAIL_H
#define NT_REPORT_MAIL_H

#include <stdio.h>

#include "report/set.h"

#define MAIL_LINES 7

int mail_print(const struct set *s, FILE *out); /* 0 or -ENOMEM */

#endif
