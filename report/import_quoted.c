/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/import_quoted.h"

#include <ctype.h>
#include <string.h>

enum quoted_use quoted_use_of(const char *bytes, size_t len)
{
	if (memmem(bytes, len, "=3D", 3) || memmem(bytes, len, "=3d", 3) ||
	    memmem(bytes, len, "quoted-printable", 16))
		return QUOTED_ALL;
	return QUOTED_SOME;
}

/* The line but for its last =: does it end in letters and a blank? */
static bool ends_in_word(const char *p, const char *end)
{
	const char *word = end;

	while (word > p && (word[-1] == ' ' || word[-1] == '\t'))
		word--;
	return word < end && word > p && isalpha((unsigned char)word[-1]);
}

bool quoted_soft_break(enum quoted_use use, const char *p, const char *end)
{
	if (end == p || *--end != '=')
		return false;
	if (use == QUOTED_ALL)
		return true;
	if (end > p && end[-1] == '=')
		return false;
	return end > p && !ends_in_word(p, end);
}

static int hex(char c)
{
	static const char digits[] = "0123456789abcdef";
	const char *d = c ? strchr(digits, tolower((unsigned char)c)) : NULL;

	return d ? (int)(d - digits) : -1;
}

/* The byte that =XX at p stands for, or -1 when it is to be left alone. */
static int coded_byte(enum quoted_use use, const char *text, const char *p, const char *end)
{
	int byte;

	if (end - p < 3 || *p != '=' || hex(p[1]) < 0 || hex(p[2]) < 0)
		return -1;
	byte = 16 * hex(p[1]) + hex(p[2]);
	if (use == QUOTED_SOME && byte != '\t' && (byte != ' ' || p + 3 != end))
		return -1;
	if (use == QUOTED_SOME && byte == ' ' && p > text && p[-1] == 'N')
		return -1;
	return byte == '\t' || (byte >= ' ' && byte != 0x7f) ? byte : -1;
}

static char *decode_bytes(enum quoted_use use, char *text, char *end)
{
	char *out = text;

	for (char *p = text; p < end;) {
		int byte = coded_byte(use, text, p, end);

		*out++ = byte < 0 ? *p : (char)byte;
		p += byte < 0 ? 1 : 3;
	}
	return out;
}

static const struct {
	const char *utf8, *ascii;
} spellings[] = {
	{ "\xc2\xa0", " " },     /* no-break space */
	{ "\xc2\xb1", "+-" },    /* ± */
	{ "\xe2\x80\x93", "-" }, /* en dash */
	{ "\xe2\x80\x94", "-" }, /* em dash */
	{ "\xe2\x88\x92", "-" }, /* minus sign */
};

/* Copies one character or what it is spelled as; both move on. */
static void put_ascii(char **out, char **p, const char *end)
{
	for (size_t i = 0; i < sizeof(spellings) / sizeof(*spellings); i++) {
		size_t len = strlen(spellings[i].utf8), ascii = strlen(spellings[i].ascii);

		if ((size_t)(end - *p) >= len && !memcmp(*p, spellings[i].utf8, len)) {
			memcpy(*out, spellings[i].ascii, ascii);
			*out += ascii;
			*p += len;
			return;
		}
	}
	*(*out)++ = *(*p)++;
}

char *quoted_decode(enum quoted_use use, char *text, char *end)
{
	char *out = text, *p = text;

	if (memchr(text, '=', (size_t)(end - text)))
		end = decode_bytes(use, text, end);
	while (p < end) {
		if (*p & 0x80)
			put_ascii(&out, &p, end);
		else
			*out++ = *p++;
	}
	return out;
}
