/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * text: strings from the outside (labels, command lines, reasons) on their way to a terminal or
 * into a mail.
 */
#ifndef NT_REPORT_TEXT_H
#define NT_REPORT_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "lib/strlist.h"

/* Plain tables stay inside this, unless names force more. */
#define TEXT_WIDTH 78

/*
 * Writes s with everything that a terminal could obey as \xNN: control characters, DEL, C1, the
 * marks that turn the direction of writing, and bytes that are no UTF-8. NULL writes "-".
 */
void text_put(FILE *out, const char *s);

/* The same as a string; the caller frees it. NULL when memory is short. */
char *text_clean(const char *s);

/* Columns that text_put() takes: one a character (wide and combining ones are not told apart). */
size_t text_width(const char *s);

/* text_put() and blanks up to width; nothing is ever cut. */
void text_put_left(FILE *out, const char *s, size_t width);
void text_put_right(FILE *out, const char *s, size_t width);

/* At most width columns of s; where it is longer, "..." are the last of them. */
void text_put_cut(FILE *out, const char *s, size_t width);

/*
 * Writes words, separated by one blank, after `first`; where a line would pass width a new one
 * begins with `rest`. Ends with a newline. Words longer than the line stand alone.
 */
void text_wrap(FILE *out, const char *first, const char *rest, const char *words, size_t width);

/*
 * Columns from..to (not included) of a table that stand beside each other. All-zero is before the
 * first; text_span_next() moves on to the next ones, as many as fit behind `before` columns of text
 * (at least one), and is false when all n are done.
 */
struct text_span {
	size_t from, to;
};
bool text_span_next(struct text_span *s, size_t n, size_t before, size_t width);

/* A number with so many decimals, right-aligned; "-" where it is NAN. */
void text_number(FILE *out, double value, int width, int decimals);

/* The command as a person would type it: blanks and quotes in a word are shown in ''. */
char *text_command(const struct strlist *cmd); /* caller frees; NULL: memory */

#endif
