/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * units: what a person types, as base units (bytes, ns, counts), and back.
 *
 * Parsers take the whole string or fail: -EINVAL for what is not a number, -ERANGE for what does
 * not fit. `what` names the option in the message ("-n", "--size"). On failure *out is unchanged.
 */
#ifndef NT_LIB_UNITS_H
#define NT_LIB_UNITS_H

#include <stddef.h>
#include <stdint.h>

#include "lib/errmsg.h"

/* "64M", "1.5G", "4096", "2MiB": powers of 1024, suffixes k m g t, optionally "iB" or "B". > 0. */
int units_parse_size(const char *what, const char *s, uint64_t *bytes, struct errmsg *e);

/* "3", "0.5", "250ms", "3s", "2min": seconds if bare. >= 0, at most about 292 years. */
int units_parse_duration(const char *what, const char *s, int64_t *ns, struct errmsg *e);

/* A whole decimal number in [min, max]. */
int units_parse_int(const char *what, const char *s, int64_t min, int64_t max, int64_t *out,
		    struct errmsg *e);

/*
 * "1,2,4" or "8": whole numbers in [min, max], in the order given, duplicates dropped. *list is
 * allocated and the caller frees it. An empty list is an error.
 */
int units_parse_int_list(const char *what, const char *s, int64_t min, int64_t max, int **list,
			 size_t *n, struct errmsg *e);

/* "256 MiB", "1.5 GiB", "100 B"; buf holds at least 16 bytes. Returns buf. */
char *units_format_size(uint64_t bytes, char *buf, size_t size);

#endif
