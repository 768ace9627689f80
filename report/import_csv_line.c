/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/import_csv_line.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

char csv_separator(const char *header)
{
	if (strchr(header, '\t'))
		return '\t';
	return strchr(header, ';') && !strchr(header, ',') ? ';' : ',';
}

static bool is_blank(char c)
{
	return c == ' ' || c == '\t';
}

/* Takes the field at *p out of its quotes, in place; *p is then behind it. */
static char *take_quoted(char **p)
{
	char *out = ++*p, *start = out, *in = out;

	for (;; in++) {
		if (!*in)
			return NULL;
		if (*in == '"' && *++in != '"')
			break;
		*out++ = *in;
	}
	*p = in;
	*out = '\0';
	return start;
}

static char *take_plain(char **p, char separator)
{
	char *start = *p, *end = start;

	while (*end && *end != separator)
		end++;
	*p = end;
	return start;
}

/* Ends the field before what *p has reached, and goes to the next. false: it was the last. */
static bool next_field(char **p, char separator, char *field)
{
	char *end = *p;
	bool more;

	while (*end && *end != separator) /* blanks behind a closing quote */
		end++;
	more = *end == separator;
	*end = '\0';
	for (end = field + strlen(field); end > field && is_blank(end[-1]);)
		*--end = '\0';
	*p += strlen(*p);
	return more;
}

int csv_line_split(struct csv_line *l, const char *line, char separator)
{
	size_t len = strlen(line);
	char *p, *end;

	csv_line_release(l);
	p = l->text = strdup(line);
	if (!p)
		return -ENOMEM;
	end = p + len;
	for (bool more = true; more; p++) {
		char *field;

		if (l->n == CSV_FIELDS_MAX)
			return -EINVAL;
		while (p < end && is_blank(*p) && *p != separator)
			p++;
		field = *p == '"' ? take_quoted(&p) : take_plain(&p, separator);
		if (!field)
			return -EINVAL;
		l->fields[l->n++] = field;
		more = next_field(&p, separator, field);
	}
	return 0;
}

const char *csv_field(const struct csv_line *l, int i)
{
	return i >= 0 && (size_t)i < l->n ? l->fields[i] : "";
}

void csv_line_release(struct csv_line *l)
{
	free(l->text);
	l->text = NULL;
	l->n = 0;
}

bool csv_number(const char *field, double *value)
{
	char *end;

	*value = NAN;
	if (!*field)
		return true;
	if (field[strspn(field, "+-.0123456789eE")])
		return false;
	*value = strtod(field, &end);
	return !*end && isfinite(*value);
}

bool csv_count(const char *field, int64_t min, int64_t max, int64_t none, int64_t *value)
{
	char *end;

	*value = none;
	if (!*field)
		return true;
	if (field[strspn(field, "0123456789")] || strlen(field) > 18)
		return false;
	*value = strtoll(field, &end, 10);
	return *value >= min && *value <= max;
}
