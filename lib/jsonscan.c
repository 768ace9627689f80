/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lib/jsonscan.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char no_memory[] = "out of memory";

void jsonscan_start(struct jsonscan *s, const char *text, size_t len)
{
	*s = (struct jsonscan){ .start = text, .at = text, .end = text + len };
}

void jsonscan_release(struct jsonscan *s)
{
	free(s->scratch);
	*s = (struct jsonscan){ 0 };
}

bool jsonscan_fail(struct jsonscan *s, const char *text)
{
	if (!s->error)
		s->error = text;
	return false;
}

static void skip_blanks(struct jsonscan *s)
{
	while (s->at < s->end &&
	       (*s->at == ' ' || *s->at == '\t' || *s->at == '\n' || *s->at == '\r'))
		s->at++;
}

/* Consumes one character if it is this one. */
static bool take(struct jsonscan *s, char wanted)
{
	skip_blanks(s);
	if (s->error || s->at == s->end || *s->at != wanted)
		return false;
	s->at++;
	return true;
}

char jsonscan_peek(struct jsonscan *s)
{
	skip_blanks(s);
	if (s->error || s->at == s->end)
		return 0;
	if (*s->at == '-' || (*s->at >= '0' && *s->at <= '9'))
		return '0';
	return strchr("{[\"tfn", *s->at) ? *s->at : 0;
}

bool jsonscan_enter(struct jsonscan *s, char bracket)
{
	if (!take(s, bracket))
		return jsonscan_fail(s, bracket == '{' ? "'{' expected" : "'[' expected");
	if (++s->depth > JSONSCAN_DEPTH)
		return jsonscan_fail(s, "nested too deeply");
	s->fresh = true;
	return true;
}

/* Is there another member? false behind the closing bracket, which is consumed. */
static bool next_member(struct jsonscan *s, char bracket)
{
	if (take(s, bracket)) {
		s->depth--;
		s->fresh = false;
		return false;
	}
	if (!s->fresh && !take(s, ','))
		return jsonscan_fail(s, bracket == '}' ? "',' or '}' expected"
						       : "',' or ']' expected");
	s->fresh = false;
	return !s->error;
}

/* --- strings ------------------------------------------------------------------------------- */

static bool scratch_reserve(struct jsonscan *s, size_t size)
{
	char *grown;

	if (size <= s->room)
		return true;
	grown = realloc(s->scratch, size + 256);
	if (!grown)
		return jsonscan_fail(s, no_memory);
	s->scratch = grown;
	s->room = size + 256;
	return true;
}

/* Length of the UTF-8 sequence at p (not ASCII), 0 if it is none. */
static size_t utf8_length(const unsigned char *p, const unsigned char *end)
{
	static const uint32_t smallest[] = { 0, 0, 0x80, 0x800, 0x10000 };
	size_t len = p[0] < 0xc2 ? 0 : p[0] < 0xe0 ? 2 : p[0] < 0xf0 ? 3 : p[0] < 0xf5 ? 4 : 0;
	uint32_t code = p[0] & (0xffU >> (len + 1));

	if (!len || (size_t)(end - p) < len)
		return 0;
	for (size_t i = 1; i < len; i++) {
		if ((p[i] & 0xc0) != 0x80)
			return 0;
		code = code << 6 | (p[i] & 0x3f);
	}
	if (code < smallest[len] || code > 0x10ffff || (code >= 0xd800 && code < 0xe000))
		return 0;
	return len;
}

static size_t put_utf8(char *to, uint32_t code)
{
	if (code < 0x80) {
		to[0] = (char)code;
		return 1;
	}
	if (code < 0x800) {
		to[0] = (char)(0xc0 | code >> 6);
		to[1] = (char)(0x80 | (code & 0x3f));
		return 2;
	}
	if (code < 0x10000) {
		to[0] = (char)(0xe0 | code >> 12);
		to[1] = (char)(0x80 | (code >> 6 & 0x3f));
		to[2] = (char)(0x80 | (code & 0x3f));
		return 3;
	}
	to[0] = (char)(0xf0 | code >> 18);
	to[1] = (char)(0x80 | (code >> 12 & 0x3f));
	to[2] = (char)(0x80 | (code >> 6 & 0x3f));
	to[3] = (char)(0x80 | (code & 0x3f));
	return 4;
}

/* Four hex digits behind "\u". */
static bool take_hex(struct jsonscan *s, uint32_t *code)
{
	static const char digits[] = "0123456789abcdef0123456789ABCDEF";

	*code = 0;
	for (int i = 0; i < 4; i++) {
		const char *d = s->at < s->end && *s->at ? strchr(digits, *s->at) : NULL;

		if (!d)
			return jsonscan_fail(s, "invalid escape");
		*code = *code << 4 | ((uint32_t)(d - digits) & 15);
		s->at++;
	}
	return true;
}

static bool take_unicode(struct jsonscan *s, uint32_t *code)
{
	uint32_t low;

	if (!take_hex(s, code))
		return false;
	if (*code == 0)
		return jsonscan_fail(s, "\\u0000 is not allowed");
	if (*code < 0xd800 || *code >= 0xe000)
		return true;
	if (*code >= 0xdc00 || s->end - s->at < 2 || s->at[0] != '\\' || s->at[1] != 'u')
		return jsonscan_fail(s, "invalid Unicode");
	s->at += 2;
	if (!take_hex(s, &low))
		return false;
	if (low < 0xdc00 || low >= 0xe000)
		return jsonscan_fail(s, "invalid Unicode");
	*code = 0x10000 + ((*code - 0xd800) << 10) + (low - 0xdc00);
	return true;
}

/* One escape, behind its backslash; *len grows by what it stands for. */
static bool take_escape(struct jsonscan *s, size_t *len)
{
	static const char names[] = "\"\\/bfnrt", values[] = "\"\\/\b\f\n\r\t";
	char c = s->at < s->end ? *s->at++ : 0;
	const char *name = c ? strchr(names, c) : NULL;
	uint32_t code;

	if (name) {
		s->scratch[(*len)++] = values[name - names];
		return true;
	}
	if (c != 'u')
		return jsonscan_fail(s, "invalid escape");
	if (!take_unicode(s, &code))
		return false;
	*len += put_utf8(s->scratch + *len, code);
	return true;
}

/* A byte that is not just itself: the end, an escape, a control character, UTF-8. */
static bool is_special(unsigned char c)
{
	return c == '"' || c == '\\' || c < 0x20 || c >= 0x80;
}

/* Into scratch, behind the opening quote. What it stands for is never longer than its text. */
static bool decode_string(struct jsonscan *s, size_t *len)
{
	*len = 0;
	while (s->at < s->end && !s->error) {
		const char *from = s->at;
		size_t part;

		while (s->at < s->end && !is_special((unsigned char)*s->at))
			s->at++;
		part = (size_t)(s->at - from);
		if (!scratch_reserve(s, *len + part + 8))
			return false;
		memcpy(s->scratch + *len, from, part);
		*len += part;
		if (s->at == s->end)
			break;
		if (*s->at == '"') {
			s->at++;
			s->scratch[*len] = 0;
			return true;
		}
		if (*s->at == '\\') {
			s->at++;
			take_escape(s, len);
			continue;
		}
		part = utf8_length((const unsigned char *)s->at, (const unsigned char *)s->end);
		if (!part)
			return jsonscan_fail(s, (unsigned char)*s->at < 0x20
							? "control character in a string"
							: "invalid UTF-8");
		memcpy(s->scratch + *len, s->at, part);
		*len += part;
		s->at += part;
	}
	return jsonscan_fail(s, "string without an end");
}

bool jsonscan_string(struct jsonscan *s, const char **text)
{
	size_t len;

	if (!take(s, '"'))
		return jsonscan_fail(s, "string expected");
	if (!decode_string(s, &len))
		return false;
	*text = s->scratch;
	return true;
}

/* Most keys are plain: lent from the text itself. */
static bool take_key(struct jsonscan *s, const char **key, size_t *len)
{
	const char *from = s->at;

	while (s->at < s->end && !is_special((unsigned char)*s->at))
		s->at++;
	if (s->at < s->end && *s->at == '"') {
		*key = from;
		*len = (size_t)(s->at++ - from);
		return true;
	}
	s->at = from;
	if (!decode_string(s, len))
		return false;
	*key = s->scratch;
	return true;
}

bool jsonscan_key(struct jsonscan *s, const char **key, size_t *len)
{
	if (!next_member(s, '}'))
		return false;
	if (!take(s, '"'))
		return jsonscan_fail(s, "key expected");
	if (!take_key(s, key, len))
		return false;
	return take(s, ':') || jsonscan_fail(s, "':' expected");
}

bool jsonscan_item(struct jsonscan *s)
{
	return next_member(s, ']');
}

/* --- numbers ------------------------------------------------------------------------------- */

static size_t take_digits(struct jsonscan *s)
{
	const char *from = s->at;

	while (s->at < s->end && *s->at >= '0' && *s->at <= '9')
		s->at++;
	return (size_t)(s->at - from);
}

/* The grammar of RFC 8259, section 6. */
static bool take_number(struct jsonscan *s, bool *is_integer)
{
	const char *first;

	if (s->at < s->end && *s->at == '-')
		s->at++;
	first = s->at;
	if (!take_digits(s) || (*first == '0' && s->at - first > 1))
		return jsonscan_fail(s, "invalid number");
	*is_integer = true;
	if (s->at < s->end && *s->at == '.') {
		*is_integer = false;
		s->at++;
		if (!take_digits(s))
			return jsonscan_fail(s, "invalid number");
	}
	if (s->at < s->end && (*s->at == 'e' || *s->at == 'E')) {
		*is_integer = false;
		s->at++;
		if (s->at < s->end && (*s->at == '+' || *s->at == '-'))
			s->at++;
		if (!take_digits(s))
			return jsonscan_fail(s, "invalid number");
	}
	return true;
}

static bool to_integer(struct jsonscan *s, const char *from, int64_t *integer)
{
	bool negative = *from == '-';
	uint64_t value = 0;

	for (const char *p = from + negative; p < s->at; p++)
		if (__builtin_mul_overflow(value, 10, &value) ||
		    __builtin_add_overflow(value, (uint64_t)(*p - '0'), &value))
			return jsonscan_fail(s, "integer too big");
	if (value > (uint64_t)INT64_MAX + negative)
		return jsonscan_fail(s, "integer too big");
	*integer = negative ? (int64_t)(0 - value) : (int64_t)value;
	return true;
}

/* strtod(3) needs an end: what follows may be behind the text. */
static bool to_real(struct jsonscan *s, const char *from, double *real)
{
	size_t len = (size_t)(s->at - from);

	if (!scratch_reserve(s, len + 1))
		return false;
	memcpy(s->scratch, from, len);
	s->scratch[len] = 0;
	*real = strtod(s->scratch, NULL);
	return isfinite(*real) || jsonscan_fail(s, "real number overflow");
}

bool jsonscan_number(struct jsonscan *s, bool *is_integer, int64_t *integer, double *real)
{
	const char *from;

	skip_blanks(s);
	from = s->at;
	if (s->error || !take_number(s, is_integer))
		return false;
	if (!*is_integer)
		return to_real(s, from, real);
	if (!to_integer(s, from, integer))
		return false;
	*real = (double)*integer;
	return true;
}

/* --- any value ----------------------------------------------------------------------------- */

static bool take_word(struct jsonscan *s, const char *word)
{
	size_t len = strlen(word);

	if ((size_t)(s->end - s->at) < len || memcmp(s->at, word, len))
		return jsonscan_fail(s, "invalid token");
	s->at += len;
	return true;
}

/* Goes as deep as JSONSCAN_DEPTH at most. */
static bool skip_members(struct jsonscan *s, char bracket)
{
	const char *key;
	size_t len;

	if (!jsonscan_enter(s, bracket))
		return false;
	if (bracket == '[') {
		while (jsonscan_item(s))
			jsonscan_skip(s);
	} else {
		while (jsonscan_key(s, &key, &len))
			jsonscan_skip(s);
	}
	return !s->error;
}

bool jsonscan_skip(struct jsonscan *s)
{
	bool is_integer;
	int64_t integer;
	double real;
	size_t len;

	switch (jsonscan_peek(s)) {
	case '{':
		return skip_members(s, '{');
	case '[':
		return skip_members(s, '[');
	case '"':
		s->at++;
		return decode_string(s, &len);
	case '0':
		return jsonscan_number(s, &is_integer, &integer, &real);
	case 't':
		return take_word(s, "true");
	case 'f':
		return take_word(s, "false");
	case 'n':
		return take_word(s, "null");
	}
	return jsonscan_fail(s, s->at == s->end ? "unexpected end" : "value expected");
}

int jsonscan_end(struct jsonscan *s, struct errmsg *e)
{
	skip_blanks(s);
	if (!s->error && s->at < s->end)
		jsonscan_fail(s, "end of line expected");
	if (s->error == no_memory)
		return errmsg_errno(e, ENOMEM, "JSON");
	if (s->error)
		return errmsg_set(e, EINVAL, "column %td: %s", s->at - s->start, s->error);
	return 0;
}
