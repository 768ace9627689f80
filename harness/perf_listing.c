/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/perf_listing.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define N_FIELDS 4

/* Without the blanks around it. */
static char *trim(char *s)
{
	size_t len;

	s += strspn(s, " ");
	len = strlen(s);
	while (len && isspace((unsigned char)s[len - 1]))
		s[--len] = '\0';
	return s;
}

static bool split(char *line, char *fields[N_FIELDS])
{
	size_t n = 0;

	for (char *field; (field = strsep(&line, "\t"));) {
		if (n == N_FIELDS)
			return false;
		fields[n++] = trim(field);
	}
	return n == N_FIELDS;
}

static bool read_number(const char *text, int64_t *value)
{
	char *end;

	errno = 0;
	*value = strtoll(text, &end, 10);
	return end != text && !*end && *value >= 0 && !errno;
}

/* perf gives the address where it has no name. */
static bool is_address(const char *symbol)
{
	return !strncmp(symbol, "0x", 2) && !symbol[2 + strspn(symbol + 2, "0123456789abcdef")];
}

static int add(struct profile *p, char *fields[N_FIELDS])
{
	static char kernel[] = "[kernel]", unresolved[] = PROFILE_UNRESOLVED;
	const char *symbol = fields[3];
	struct profile_symbol s = { .module = fields[2] };
	int64_t period;

	if (!read_number(fields[0], &period) || !read_number(fields[1], &s.samples))
		return 0;
	if (symbol[0] != '[' || !symbol[1] || strncmp(symbol + 2, "] ", 2))
		return 0;
	s.kernel = symbol[1] == 'k';
	s.share = (double)period;
	if (!strcmp(s.module, "[kernel.kallsyms]") || !strcmp(s.module, "[kernel.vmlinux]"))
		s.module = kernel;
	s.symbol = trim(fields[3] + 4);
	if (is_address(s.symbol))
		s.symbol = unresolved;
	return profile_add(p, &s);
}

int perf_listing_read(struct profile *p, const char *text)
{
	static const char lost[] = "# Total Lost Samples: ";
	char *copy = strdup(text), *rest = copy;
	int err = copy ? 0 : -ENOMEM;

	for (char *line; !err && (line = strsep(&rest, "\n"));) {
		char *fields[N_FIELDS];
		int64_t n;

		if (!strncmp(line, lost, strlen(lost)) && read_number(line + strlen(lost), &n))
			p->lost = (p->lost > 0 ? p->lost : 0) + n;
		if (*line != '#' && split(line, fields))
			err = add(p, fields);
	}
	free(copy);
	return err;
}
