/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/import_text.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "report/import_quoted.h"

/* What parsing needs to know while it goes from one raw line to the next. */
struct cursor {
	const char *p, *end; /* rest of the input */
	size_t number;       /* of the line that p starts */
	char *out;           /* where the next line's text goes */
	enum quoted_use quoted;
};

struct raw_line {
	const char *p, *end; /* without its newline and carriage return */
	int quotes;
};

int import_text_error(const struct import_text *t, size_t line, struct errmsg *e, const char *fmt,
		      ...)
{
	char text[sizeof(e->text)];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	return errmsg_set(e, EINVAL, "%s:%zu: %s", t->name ? t->name : "-", line, text);
}

/* --- one raw line ------------------------------------------------------------------------- */

static bool is_blank(char c)
{
	return c == ' ' || c == '\t';
}

/* "> > text" and ">> text": counts the marks and takes one blank behind the last. */
static void take_quotes(struct raw_line *l)
{
	const char *p = l->p;

	for (;;) {
		while (p < l->end && is_blank(*p))
			p++;
		if (p == l->end || *p != '>')
			break;
		l->p = ++p;
		l->quotes++;
	}
	if (l->quotes && l->p < l->end && *l->p == ' ')
		l->p++;
}

static struct raw_line next_raw(struct cursor *c)
{
	const char *newline = memchr(c->p, '\n', (size_t)(c->end - c->p));
	struct raw_line l = { .p = c->p, .end = newline ? newline : c->end };

	c->p = newline ? newline + 1 : c->end;
	c->number++;
	while (l.end > l.p && l.end[-1] == '\r')
		l.end--;
	take_quotes(&l);
	return l;
}

/*
 * Does the next raw line go on where a soft break left off? It is quoted as deep as the line was,
 * or not at all: quotes may have been added after the encoding, or before.
 */
static bool next_continues(const struct cursor *c, int quotes)
{
	struct cursor ahead = *c;
	int next;

	if (ahead.p == ahead.end)
		return false;
	next = next_raw(&ahead).quotes;
	return next == quotes || !next;
}

/* --- one line of the text ----------------------------------------------------------------- */

static void put_plain(char **out, const char *p, const char *end)
{
	memcpy(*out, p, (size_t)(end - p));
	*out += end - p;
}

/* Copies the line and what soft breaks hang on to it. */
static int put_joined(const struct import_text *t, struct cursor *c, struct raw_line l,
		      size_t number, struct errmsg *e)
{
	const char *start = c->out;

	while (quoted_soft_break(c->quoted, l.p, l.end) && next_continues(c, l.quotes)) {
		put_plain(&c->out, l.p, l.end - 1);
		if ((size_t)(c->out - start) > IMPORT_LINE_MAX)
			break;
		l = next_raw(c);
	}
	put_plain(&c->out, l.p, l.end);
	if ((size_t)(c->out - start) > IMPORT_LINE_MAX)
		return import_text_error(t, number, e,
					 "a line of more than %zu bytes; expected text",
					 IMPORT_LINE_MAX);
	return 0;
}

static struct import_line *add_line(struct import_text *t)
{
	if (t->n == t->room) {
		size_t room = t->room ? 2 * t->room : 256;
		struct import_line *grown = reallocarray(t->lines, room, sizeof(*grown));

		if (!grown)
			return NULL;
		t->lines = grown;
		t->room = room;
	}
	return &t->lines[t->n++];
}

static bool repeats_blank(const struct import_text *t, const char *text)
{
	return !text[0] && t->n && !t->lines[t->n - 1].text[0];
}

static int parse_line(struct import_text *t, struct cursor *c, struct errmsg *e)
{
	size_t number = c->number;
	struct raw_line l = next_raw(c);
	char *text = c->out;
	struct import_line *line;
	int ret = put_joined(t, c, l, number, e);

	if (ret)
		return ret;
	c->out = quoted_decode(c->quoted, text, c->out);
	while (c->out > text && isspace((unsigned char)c->out[-1]))
		c->out--;
	*c->out = '\0';
	if (repeats_blank(t, text))
		return 0;
	c->out++;
	if (t->n == IMPORT_LINES_MAX)
		return import_text_error(t, number, e, "expected at most %zu lines",
					 IMPORT_LINES_MAX);
	line = add_line(t);
	if (!line)
		return errmsg_errno(e, ENOMEM, "%s", t->name);
	*line = (struct import_line){ .text = text, .number = number, .quotes = l.quotes };
	return 0;
}

static size_t line_of(const char *bytes, const char *at)
{
	size_t line = 1;

	for (; bytes < at; bytes++)
		line += *bytes == '\n';
	return line;
}

static int start(struct import_text *t, const char *name, const char *bytes, size_t len,
		 struct errmsg *e)
{
	const char *nul = memchr(bytes, '\0', len);

	t->name = strdup(name);
	/* Lines only shrink; each newline becomes the NUL, one more for a last line without. */
	t->data = malloc(len + 1);
	if (!t->name || !t->data)
		return errmsg_errno(e, ENOMEM, "%s", name);
	if (len > IMPORT_FILE_MAX)
		return errmsg_set(e, EFBIG, "%s: more than %zu MiB", name, IMPORT_FILE_MAX >> 20);
	if (nul)
		return import_text_error(t, line_of(bytes, nul), e,
					 "a byte that is 0; expected text");
	return 0;
}

int import_text_parse(struct import_text *t, const char *name, const char *bytes, size_t len,
		      struct errmsg *e)
{
	struct cursor c = { .p = bytes, .end = bytes + len, .number = 1 };
	int ret = start(t, name, bytes, len, e);

	if (ret)
		goto out;
	if (len >= 3 && !memcmp(bytes, "\xef\xbb\xbf", 3))
		c.p += 3;
	c.out = t->data;
	c.quoted = quoted_use_of(bytes, len);
	while (!ret && c.p < c.end)
		ret = parse_line(t, &c, e);
out:
	if (ret)
		import_text_release(t);
	return ret;
}

/* --- files -------------------------------------------------------------------------------- */

/* All bytes of fd, at most IMPORT_FILE_MAX + 1 of them; the caller frees *bytes. */
static int read_all(int fd, char **bytes, size_t *len)
{
	size_t room = 0;

	for (;;) {
		ssize_t got;

		if (*len == room) {
			char *grown = realloc(*bytes, room = room ? 2 * room : 1 << 16);

			if (!grown)
				return -ENOMEM;
			*bytes = grown;
		}
		got = read(fd, *bytes + *len, room - *len);
		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return -errno;
		*len += (size_t)got;
		if (!got || *len > IMPORT_FILE_MAX)
			return 0;
	}
}

int import_text_load(struct import_text *t, const char *path, struct errmsg *e)
{
	bool is_stdin = !strcmp(path, "-");
	const char *slash = strrchr(path, '/');
	int fd = is_stdin ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
	char *bytes = NULL;
	size_t len = 0;
	int ret;

	if (fd < 0)
		return errmsg_errno(e, errno, "%s", path);
	ret = read_all(fd, &bytes, &len);
	if (ret)
		errmsg_errno(e, -ret, "%s", path);
	else
		ret = import_text_parse(t, slash && slash[1] ? slash + 1 : path, bytes, len, e);
	free(bytes);
	if (!is_stdin)
		close(fd);
	return ret;
}

void import_text_release(struct import_text *t)
{
	free(t->name);
	free(t->lines);
	free(t->data);
	*t = (struct import_text){ 0 };
}
