/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/svg.h"
#include "report/text.h"

#define FONT "system-ui, -apple-system, 'Segoe UI', 'DejaVu Sans', sans-serif"

/* A tenth of a pixel is as fine as anybody sees. */
static void number(struct markup *m, const char *name, double v)
{
	markup_attrf(m, name, "%.10g", (double)(long long)(v * 10 + (v < 0 ? -.5 : .5)) / 10);
}

static void look(struct markup *m, const char *class, const char *what, const char *colour)
{
	if (*class)
		markup_attr(m, "class", class);
	markup_attr(m, what, colour);
}

void svg_open(struct markup *m, double width, double height, const char *shows)
{
	markup_open(m, "svg");
	markup_attr(m, "xmlns", "http://www.w3.org/2000/svg");
	number(m, "width", width);
	number(m, "height", height);
	markup_attrf(m, "viewBox", "0 0 %.0f %.0f", width, height);
	markup_attr(m, "font-family", FONT);
	markup_attr(m, "font-size", "12");
	markup_attr(m, "role", "img");
	markup_attr(m, "aria-label", shows);
	svg_rect(m, "paper", SVG_PAPER, 0, 0, width, height);
}

void svg_close(struct markup *m)
{
	markup_close(m);
}

void svg_rect_open(struct markup *m, const char *class, const char *fill, double x, double y,
		   double width, double height)
{
	markup_open(m, "rect");
	look(m, class, "fill", fill);
	number(m, "x", x);
	number(m, "y", y);
	number(m, "width", width);
	number(m, "height", height);
}

void svg_title(struct markup *m, const char *format, ...)
{
	va_list args;
	char *text = NULL;

	va_start(args, format);
	if (vasprintf(&text, format, args) >= 0)
		markup_leaf(m, "title", text);
	va_end(args);
	free(text);
}

void svg_rect(struct markup *m, const char *class, const char *fill, double x, double y,
	      double width, double height)
{
	svg_rect_open(m, class, fill, x, y, width, height);
	markup_empty(m);
}

void svg_line(struct markup *m, const char *class, const char *stroke, double x1, double y1,
	      double x2, double y2)
{
	markup_open(m, "line");
	look(m, class, "stroke", stroke);
	number(m, "x1", x1);
	number(m, "y1", y1);
	number(m, "x2", x2);
	number(m, "y2", y2);
	markup_empty(m);
}

static void text_open(struct markup *m, const char *class, const char *fill, double x, double y,
		      const char *anchor)
{
	markup_open(m, "text");
	look(m, class, "fill", fill);
	number(m, "x", x);
	number(m, "y", y);
	if (strcmp(anchor, "start"))
		markup_attr(m, "text-anchor", anchor);
}

void svg_textf(struct markup *m, const char *class, const char *fill, double x, double y,
	       const char *anchor, const char *format, ...)
{
	va_list args;
	char *text = NULL;

	va_start(args, format);
	text_open(m, class, fill, x, y, anchor);
	if (vasprintf(&text, format, args) >= 0)
		markup_text(m, text);
	markup_close(m);
	va_end(args);
	free(text);
}

/* The first `columns` characters of clean text, in bytes. */
static size_t prefix(const char *clean, size_t columns)
{
	size_t i = 0;

	while (clean[i] && columns) {
		i++;
		while (((unsigned char)clean[i] & 0xc0) == 0x80)
			i++;
		columns--;
	}
	return i;
}

void svg_label(struct markup *m, double x, double y, const char *anchor, const char *text,
	       size_t columns)
{
	char *clean = text_clean(text);

	text_open(m, "ink", SVG_INK, x, y, anchor);
	if (clean && text_width(text) > columns) {
		markup_textf(m, "%.*s…", (int)prefix(clean, columns - 1), clean);
		markup_leaf(m, "title", text);
	} else {
		markup_text(m, text);
	}
	markup_close(m);
	free(clean);
}

/* Corners of a mark of radius 1, clockwise. */
static const char *corners(const char *shape, double x, double y, double r)
{
	static char text[160];

	if (!strcmp(shape, "square"))
		snprintf(text, sizeof(text), "%.1f,%.1f %.1f,%.1f %.1f,%.1f %.1f,%.1f", x - r,
			 y - r, x + r, y - r, x + r, y + r, x - r, y + r);
	else if (!strcmp(shape, "diamond"))
		snprintf(text, sizeof(text), "%.1f,%.1f %.1f,%.1f %.1f,%.1f %.1f,%.1f", x,
			 y - 1.3 * r, x + 1.3 * r, y, x, y + 1.3 * r, x - 1.3 * r, y);
	else
		snprintf(text, sizeof(text), "%.1f,%.1f %.1f,%.1f %.1f,%.1f", x, y - 1.2 * r,
			 x + 1.1 * r, y + .9 * r, x - 1.1 * r, y + .9 * r);
	return text;
}

void svg_mark_open(struct markup *m, const char *shape, const char *colour, bool hollow, double x,
		   double y, double radius)
{
	bool circle = !strcmp(shape, "circle");

	markup_open(m, circle ? "circle" : "polygon");
	if (circle) {
		number(m, "cx", x);
		number(m, "cy", y);
		number(m, "r", radius);
	} else {
		markup_attr(m, "points", corners(shape, x, y, radius));
	}
	markup_attr(m, "fill", hollow ? "none" : colour);
	markup_attr(m, "fill-opacity", "0.8");
	markup_attr(m, "stroke", colour);
}

void svg_id(char *id, size_t size, const char *text)
{
	size_t len = 0;

	for (; *text && len + 1 < size; text++)
		id[len++] =
			isascii(*text) && (isalnum(*text) || strchr("._-", *text)) ? *text : '_';
	id[len] = '\0';
}
