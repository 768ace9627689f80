/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * import_quoted: quoted-printable (RFC 2045 section 6.7) where a saved mail may or may not use it.
 */
#ifndef NT_REPORT_IMPORT_QUOTED_H
#define NT_REPORT_IMPORT_QUOTED_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Nothing announces the encoding in most saved mails, and "N=20", "CONFIG_HZ=1000" and "Time in
 * seconds =" look like it.
 */
enum quoted_use {
	QUOTED_SOME, /* no sure sign: only =20 at a line's end, =09, and breaks inside a number */
	QUOTED_ALL,  /* the text has =3D, or a header that says quoted-printable */
};

enum quoted_use quoted_use_of(const char *bytes, size_t len);

/*
 * Does the line [p, end) end in a soft break? A ruler of = signs does not; without a sure sign
 * neither does a = behind a word and a blank ("Time in seconds =").
 */
bool quoted_soft_break(enum quoted_use use, const char *p, const char *end);

/*
 * Decodes [text, end) in place, and writes no-break spaces as spaces, dashes and minus signs as -
 * and ± as +-. Returns the new end, never behind the old one.
 */
char *quoted_decode(enum quoted_use use, char *text, char *end);

#endif
