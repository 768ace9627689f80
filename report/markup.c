/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <libxml/xmlwriter.h>

#include "report/markup.h"
#include "report/text.h"

struct markup {
	xmlBufferPtr buffer;
	xmlTextWriterPtr writer;
	bool failed;
};

struct markup *markup_new(void)
{
	struct markup *m = calloc(1, sizeof(*m));

	if (!m)
		return NULL;
	m->buffer = xmlBufferCreate();
	m->writer = m->buffer ? xmlNewTextWriterMemory(m->buffer, 0) : NULL;
	if (!m->writer) {
		markup_free(m);
		return NULL;
	}
	return m;
}

void markup_free(struct markup *m)
{
	if (!m)
		return;
	if (m->writer)
		xmlFreeTextWriter(m->writer);
	if (m->buffer)
		xmlBufferFree(m->buffer);
	free(m);
}

static void check(struct markup *m, int result)
{
	if (result < 0)
		m->failed = true;
}

void markup_open(struct markup *m, const char *element)
{
	check(m, xmlTextWriterStartElement(m->writer, BAD_CAST element));
}

void markup_close(struct markup *m)
{
	check(m, xmlTextWriterFullEndElement(m->writer));
}

void markup_empty(struct markup *m)
{
	check(m, xmlTextWriterEndElement(m->writer));
}

void markup_attr(struct markup *m, const char *name, const char *value)
{
	char *clean = text_clean(value);

	if (clean)
		check(m, xmlTextWriterWriteAttribute(m->writer, BAD_CAST name, BAD_CAST clean));
	else
		m->failed = true;
	free(clean);
}

/* The caller frees it; NULL: memory. */
static char *formatted(struct markup *m, const char *format, va_list args)
{
	char *text = NULL;

	if (vasprintf(&text, format, args) >= 0)
		return text;
	m->failed = true;
	return NULL;
}

void markup_attrf(struct markup *m, const char *name, const char *format, ...)
{
	va_list args;
	char *text;

	va_start(args, format);
	text = formatted(m, format, args);
	va_end(args);
	if (text)
		markup_attr(m, name, text);
	free(text);
}

void markup_text(struct markup *m, const char *text)
{
	char *clean = text_clean(text);

	if (clean)
		check(m, xmlTextWriterWriteString(m->writer, BAD_CAST clean));
	else
		m->failed = true;
	free(clean);
}

void markup_textf(struct markup *m, const char *format, ...)
{
	va_list args;
	char *text;

	va_start(args, format);
	text = formatted(m, format, args);
	va_end(args);
	if (text)
		markup_text(m, text);
	free(text);
}

void markup_leaf(struct markup *m, const char *element, const char *text)
{
	markup_open(m, element);
	markup_text(m, text);
	markup_close(m);
}

int markup_write(struct markup *m, bool doctype, FILE *out)
{
	check(m, xmlTextWriterFlush(m->writer));
	if (m->failed)
		return -ENOMEM;
	errno = 0;
	if (doctype)
		fputs("<!DOCTYPE html>\n", out);
	fwrite(xmlBufferContent(m->buffer), 1, (size_t)xmlBufferLength(m->buffer), out);
	fputc('\n', out);
	if (ferror(out))
		return errno ? -errno : -EIO;
	return 0;
}
