/* SPDX-License-Identifier: GPL-3.0-or-later */
/* jsontext: what every user of jansson here needs besides: text from machines, files from others.
 */
#ifndef NT_LIB_JSONTEXT_H
#define NT_LIB_JSONTEXT_H

#include <stdbool.h>
#include <stdint.h>

#include <jansson.h>

#include "lib/errmsg.h"
#include "lib/strlist.h"

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
 * Members of an object, with the place in the message: "\"n\" is missing". A null or missing
 * member leaves *out alone and is an error only for the _need_ forms. jsontext_get_string() frees
 * what *out held and allocates.
 */
int jsontext_get_int(const json_t *o, const char *name, int64_t *out, struct errmsg *e);
int jsontext_need_int(const json_t *o, const char *name, int64_t min, int64_t max, int64_t *out,
		      struct errmsg *e);
int jsontext_get_real(const json_t *o, const char *name, double *out, struct errmsg *e);
int jsontext_get_bool(const json_t *o, const char *name, bool *out, struct errmsg *e);
int jsontext_get_string(const json_t *o, const char *name, char **out, struct errmsg *e);
int jsontext_need_string(const json_t *o, const char *name, char **out, struct errmsg *e);
int jsontext_get_strlist(const json_t *o, const char *name, struct strlist *out, struct errmsg *e);

/* A list of strings as a new JSON array; NULL: memory. */
json_t *jsontext_strlist(const struct strlist *l);

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
