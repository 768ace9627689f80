/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * import_text: a file as it was meant, before it went through the mail.
 *
 * Takes off quotes ("> ", several deep), carriage returns, a byte order mark and quoted-printable
 * (RFC 2045 section 6.7: =20, =09, =3D, soft line breaks), turns no-break spaces into spaces, ±
 * into
 * +-, and trailing blanks into nothing. Every line keeps the number that it has in the file, so
 * that an error can name it.
 *
 * Quoted-printable is not announced in a saved mail, and "N=20" or "Time in seconds =" look like
 * it: =XX is decoded everywhere only in a file that has =3D or says so in its header, and without
 * these only =20 at a line's end and =09. A line of = signs is a ruler, never a soft break; nor is
 * a = after a word and a space.
 *
 * Input is hostile: size and number of lines are bounded, a NUL byte is refused.
 */
#ifndef NT_REPORT_IMPORT_TEXT_H
#define NT_REPORT_IMPORT_TEXT_H

#include <stdbool.h>
#include <stddef.h>

#include "lib/errmsg.h"

#define IMPORT_FILE_MAX  ((size_t)256 << 20) /* bytes of a file */
#define IMPORT_LINE_MAX  ((size_t)4 << 20)   /* bytes of a line, soft breaks undone */
#define IMPORT_LINES_MAX ((size_t)1 << 20)   /* lines; several blank ones count as one */

struct import_line {
	const char *text; /* without newline, NUL-terminated, lent by the import_text */
	size_t number;    /* 1, 2, …: its (first) line in the file */
	int quotes;       /* how many > it had */
};

/* All-zero is valid and empty. */
struct import_text {
	char *name; /* as it stands in messages: the base name of the file */
	struct import_line *lines;
	size_t n, room;
	char *data;
};

/* path "-" is standard input. 0, -EFBIG, -EINVAL, -ENOMEM or what open(2) and read(2) say. */
int import_text_load(struct import_text *t, const char *path, struct errmsg *e);

/* The same from memory. `name` is copied. */
int import_text_parse(struct import_text *t, const char *name, const char *bytes, size_t len,
		      struct errmsg *e);
void import_text_release(struct import_text *t);

/* "FILE:line: text" into e; returns -EINVAL. */
int import_text_error(const struct import_text *t, size_t line, struct errmsg *e, const char *fmt,
		      ...) __attribute__((format(printf, 4, 5)));

static inline bool import_line_blank(const struct import_line *l)
{
	return !l->text[0];
}

#endif
