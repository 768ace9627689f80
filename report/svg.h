/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * svg: the shapes that pictures are made of. Every shape has its light colour as an attribute and
 * a class by which a page's theme repaints it ("": it keeps its colour in all themes). Coordinates
 * are pixels, text is 12 px high.
 */
#ifndef NT_REPORT_SVG_H
#define NT_REPORT_SVG_H

#include <stddef.h>

#include "report/markup.h"

#define SVG_WIDTH 720

#define SVG_INK   "#1a1a1a"
#define SVG_MUTED "#555555"
#define SVG_FAINT "#c8c8c8"
#define SVG_PAPER "#ffffff"

/* <svg> with a background; what it shows in one line is its name for those who can't see it. */
void svg_open(struct markup *m, double width, double height, const char *shows);
void svg_close(struct markup *m);

/* A shape that stays open for svg_title() and needs markup_close(). */
void svg_rect_open(struct markup *m, const char *class, const char *fill, double x, double y,
		   double width, double height);
void svg_title(struct markup *m, const char *format, ...) __attribute__((format(printf, 2, 3)));

void svg_rect(struct markup *m, const char *class, const char *fill, double x, double y,
	      double width, double height);
void svg_line(struct markup *m, const char *class, const char *stroke, double x1, double y1,
	      double x2, double y2);

/* anchor: "start", "middle", "end"; y is the baseline. */
void svg_textf(struct markup *m, const char *class, const char *fill, double x, double y,
	       const char *anchor, const char *format, ...) __attribute__((format(printf, 7, 8)));

/* Text of at most `columns` characters; what is longer ends in "…" and is whole in its title. */
void svg_label(struct markup *m, double x, double y, const char *anchor, const char *text,
	       size_t columns);

/* "circle", "square", "diamond", "triangle"; hollow ones have a line only. Stays open. */
void svg_mark_open(struct markup *m, const char *shape, const char *colour, bool hollow, double x,
		   double y, double radius);

/* The letters, digits, `.`, `_` and `-` of text, `_` for others: part of an id. At most size - 1.
 */
void svg_id(char *id, size_t size, const char *text);

#endif
