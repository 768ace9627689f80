/* SPDX-License-Identifier: GPL-3.0-or-later */
/* figure: the number that a foreign program prints of itself ("Time in seconds = 59.83"). */
#ifndef NT_HARNESS_FIGURE_H
#define NT_HARNESS_FIGURE_H

#include <stddef.h>

#include "lib/errmsg.h"

/* Is it a POSIX extended regular expression (regex(7)) with at least one group? */
int figure_check(const char *regex, struct errmsg *e);

/*
 * The number in the first group of the last match in the len bytes of text; NAN where there is
 * none. A match lies within a line.
 */
double figure_find(const char *regex, const char *text, size_t len);

#endif
