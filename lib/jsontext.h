/* SPDX-License-Identifier: GPL-3.0-or-later */
/* jsontext: what every user of jansson here needs besides: text from machines, files from others.
 */
#ifndef NT_LIB_JSONTEXT_H
#define NT_LIB_JSONTEXT_H

#include <jansson.h>

#include "lib/errmsg.h"

/*
 * s as a JSON string, NULL as null. Text from a machine (a command line, a CPU name) may not be
 * UTF-8: bytes that are not are written as the four characters \xNN, so that nothing is lost.
 */
json_t *jsontext_string(const char *s);

/* value as a JSON integer, -1 as null. */
json_t *jsontext_int(json_int_t value);

/* value as a JSON real, NAN and infinities as null. */
json_t *jsontext_real(double value);

/*
 * Loads a whole file that holds one JSON object of at most limit bytes. *out is a new reference.
 * A message reads "PATH:3: '}' expected" or "PATH: No such file or directory".
 */
int jsontext_load(const char *path, size_t limit, json_t **out, struct errmsg *e);

/*
 * Writes an object to path through a temporary file in the same folder, fsync and rename, so that
 * a reader sees all or nothing. Indented, keys in the order they were set.
 */
int jsontext_save(const char *path, const json_t *object, struct errmsg *e);

#endif
