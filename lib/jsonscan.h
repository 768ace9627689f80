/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * jsonscan: reads JSON in one pass, without building a tree. For files of many records, where a
 * tree (jansson) costs more than everything else; it accepts what jansson accepts (RFC 8259, no
 * \u0000, valid UTF-8) but for keys that stand twice, which are the caller's to notice.
 *
 *	jsonscan_start(&s, line, len);
 *	if (jsonscan_enter(&s, '{'))
 *		while (jsonscan_key(&s, &key, &len))
 *			… exactly one of the value readers …
 *	if (jsonscan_end(&s)) …
 *
 * After an error every reader answers false and jsonscan_end() says what and where. Nothing is
 * read behind len. Nesting deeper than JSONSCAN_DEPTH is an error.
 */
#ifndef NT_LIB_JSONSCAN_H
#define NT_LIB_JSONSCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/errmsg.h"

#define JSONSCAN_DEPTH 64

struct jsonscan {
	const char *start, *at, *end;
	bool fresh; /* right behind a { or [ */
	int depth;
	char *scratch; /* decoded string or number; released by jsonscan_release() */
	size_t room;
	const char *error; /* NULL: none */
};

void jsonscan_start(struct jsonscan *s, const char *text, size_t len);
void jsonscan_release(struct jsonscan *s);

/* What comes next: { [ " t f n, 0 for a number, '\0' at an error or the end. */
char jsonscan_peek(struct jsonscan *s);

bool jsonscan_enter(struct jsonscan *s, char bracket); /* { or [ */
/* The next key of the object; false behind its last. *key is lent until the next call. */
bool jsonscan_key(struct jsonscan *s, const char **key, size_t *len);
bool jsonscan_item(struct jsonscan *s); /* is there another item of the array? */

/* *text is NUL-terminated and lent until the next call. */
bool jsonscan_string(struct jsonscan *s, const char **text);
/* *integer is set where it is one (no fraction, no exponent), *real always. */
bool jsonscan_number(struct jsonscan *s, bool *is_integer, int64_t *integer, double *real);
bool jsonscan_skip(struct jsonscan *s); /* any value, and checks it */

/* 0 if all was read and nothing follows; -EINVAL with "column 12: …", -ENOMEM. */
int jsonscan_end(struct jsonscan *s, struct errmsg *e);

/* Sets the error, unless there is one, and gives false. text must be a literal. */
bool jsonscan_fail(struct jsonscan *s, const char *text);

#endif
