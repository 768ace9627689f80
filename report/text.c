/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "report/text.h"

/* Length of the UTF-8 sequence at s, 0 if it is none (overlong forms and surrogates included). */
static size_t utf8_length(const unsigned char *s, uint32_t *code)
{
	static const uint32_t smallest[] = { 0, 0, 0x80, 0x800, 0x10000 };
	size_t len = s[0] < 0x80 ? 1 : s[0] < 0xc0 ? 0 : s[0] < 0xe0 ? 2 : s[0] < 0xf0 ? 3 : 4;

	if (len < 2 || s[0] > 0xf4) {
		*code = s[0];
		return len == 1;
	}
	*code = s[0] & (0xffU >> (len + 1));
	for (size_t i = 1; i < len; i++) {
		if ((s[i] & 0xc0) != 0x80)
			return 0;
		*code = *code << 6 | (s[i] & 0x3f);
	}
	if (*code < smallest[len] || *code > 0x10ffff || (*code >= 0xd800 && *code < 0xe000))
		return 0;
	return len;
}

static bool code_is_harmless(uint32_t code)
{
	if (code < 0x20 || (code >= 0x7f && code < 0xa0))
		return false;
	if (code >= 0x2028 && code <= 0x202e)
		return false;
	return !(code >= 0x2066 && code <= 0x2069) && code != 0x200e && code != 0x200f;
}

/* One character of s, as it is or as \xNN for each of its bytes. Returns the bytes consumed. */
static size_t put_character(FILE *out, const unsigned char *s, size_t *columns)
{
	uint32_t code;
	size_t len = utf8_length(s, &code);

	if (len && code_is_harmless(code)) {
		*columns += 1;
		if (out)
			fwrite(s, 1, len, out);
		return len;
	}
	len = len ? len : 1;
	*columns += 4 * len;
	for (size_t i = 0; out && i < len; i++)
		fprintf(out, "\\x%02x", s[i]);
	return len;
}

static size_t put_counted(FILE *out, const char *s)
{
	const unsigned char *p = (const unsigned char *)(s ? s : "-");
	size_t columns = 0;

	while (*p)
		p += put_character(out, p, &columns);
	return columns;
}

void text_put(FILE *out, const char *s)
{
	put_counted(out, s);
}

size_t text_width(const char *s)
{
	return put_counted(NULL, s);
}

char *text_clean(const char *s)
{
	char *buf = NULL;
	size_t size;
	FILE *out = open_memstream(&buf, &size);

	if (!out)
		return NULL;
	text_put(out, s);
	if (fclose(out)) {
		free(buf);
		return NULL;
	}
	return buf;
}

static void put_blanks(FILE *out, size_t have, size_t want)
{
	if (have < want)
		fprintf(out, "%*s", (int)(want - have), "");
}

void text_put_left(FILE *out, const char *s, size_t width)
{
	put_blanks(out, put_counted(out, s), width);
}

void text_put_right(FILE *out, const char *s, size_t width)
{
	put_blanks(out, text_width(s), width);
	text_put(out, s);
}

void text_put_cut(FILE *out, const char *s, size_t width)
{
	const unsigned char *p = (const unsigned char *)s;
	size_t columns = 0, ahead;

	if (text_width(s) <= width) {
		text_put(out, s);
		return;
	}
	while (*p) {
		ahead = columns;
		put_character(NULL, p, &ahead);
		if (ahead + 3 > width)
			break;
		p += put_character(out, p, &columns);
	}
	fputs("...", out);
}

void text_wrap(FILE *out, const char *first, const char *rest, const char *words, size_t width)
{
	size_t column = put_counted(out, first);
	bool fresh = true;

	while (*words) {
		size_t len = strcspn(words, " ");
		char *word = strndup(words, len);
		size_t columns = word ? text_width(word) : 0;

		if (!fresh && column + 1 + columns > width) {
			fputc('\n', out);
			column = put_counted(out, rest);
			fresh = true;
		}
		if (!fresh)
			fputc(' ', out);
		column += columns + !fresh;
		text_put(out, word ? word : "");
		free(word);
		fresh = false;
		words += len + strspn(words + len, " ");
	}
	fputc('\n', out);
}

bool text_span_next(struct text_span *s, size_t n, size_t before, size_t width)
{
	size_t fit = before + width < TEXT_WIDTH ? (TEXT_WIDTH - before) / width : 1;

	s->from = s->to;
	s->to = n - s->from < fit ? n : s->from + fit;
	return s->from < n;
}

void text_number(FILE *out, double value, int width, int decimals)
{
	if (isnan(value))
		fprintf(out, "%*s", width, "-");
	else
		fprintf(out, "%*.*f", width, decimals, value);
}

char *text_command(const struct strlist *cmd)
{
	char *buf = NULL;
	size_t size;
	FILE *out = open_memstream(&buf, &size);

	if (!out)
		return NULL;
	strlist_for_each (s, cmd) {
		bool plain = **s && !strpbrk(*s, " \t\n'\"\\");

		fprintf(out, plain ? "%s%s" : "%s'%s'", s == cmd->v ? "" : " ", *s);
	}
	if (fclose(out)) {
		free(buf);
		return NULL;
	}
	return buf;
}
