/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * markup: HTML and SVG that are well-formed by construction, on libxml2's writer.
 *
 * Elements nest as they are opened and closed; what is written as text or as an attribute's value
 * is escaped, and bytes that are no UTF-8 or no character of XML appear as \xNN. There is no way
 * to write raw markup. Memory that runs short is remembered: markup_write() tells.
 */
#ifndef NT_REPORT_MARKUP_H
#define NT_REPORT_MARKUP_H

#include <stdbool.h>
#include <stdio.h>

struct markup;

struct markup *markup_new(void); /* NULL: -ENOMEM; with markup_free() */
void markup_free(struct markup *m);

void markup_open(struct markup *m, const char *element);
void markup_close(struct markup *m); /* the element that was opened last: </x> */
void markup_empty(struct markup *m); /* the same as />: for SVG shapes and HTML's void elements */

/* Attributes of the element just opened, before any text or child. */
void markup_attr(struct markup *m, const char *name, const char *value);
void markup_attrf(struct markup *m, const char *name, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

void markup_text(struct markup *m, const char *text);
void markup_textf(struct markup *m, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* <element>text</element> */
void markup_leaf(struct markup *m, const char *element, const char *text);

/*
 * doctype: the page starts with <!DOCTYPE html>. Everything opened must have been closed.
 * 0, -ENOMEM, or -errno of writing to out.
 */
int markup_write(struct markup *m, bool doctype, FILE *out);

#endif
