/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lib/units.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "lib/clock.h"

struct suffix {
	const char *name;
	double factor;
};

static const struct suffix size_suffixes[] = {
	{ "", 1.0 },     { "B", 1.0 },    { "k", 0x1p10 },
	{ "m", 0x1p20 }, { "g", 0x1p30 }, { "t", 0x1p40 },
};

static const struct suffix duration_suffixes[] = {
	{ "", 1e9 }, { "ns", 1.0 }, { "us", 1e3 }, { "ms", 1e6 }, { "s", 1e9 }, { "min", 60e9 },
};

/* A decimal number: digits and at most one point. strtod() alone would take "inf" and "0x1p3". */
static bool parse_decimal(const char *s, double *value, const char **rest)
{
	size_t digits = strspn(s, "0123456789.");
	char *end;

	if (!digits || (digits == 1 && *s == '.'))
		return false;
	*value = strtod(s, &end);
	*rest = end;
	return end == s + digits;
}

static const struct suffix *suffix_find(const struct suffix *table, size_t n, const char *name,
					size_t len)
{
	for (size_t i = 0; i < n; i++)
		if (strlen(table[i].name) == len && !strncasecmp(table[i].name, name, len))
			return &table[i];
	return NULL;
}

int units_parse_size(const char *what, const char *s, uint64_t *bytes, struct errmsg *e)
{
	const struct suffix *suffix;
	const char *rest;
	double value;
	size_t len;

	if (!parse_decimal(s, &value, &rest))
		return errmsg_set(e, EINVAL, "%s: '%s' is not a size (try 64M, 1G)", what, s);
	len = strlen(rest);
	if (len == 3 && !strcasecmp(rest + 1, "iB"))
		len = 1;
	else if (len == 2 && (rest[1] == 'B' || rest[1] == 'b'))
		len = 1;
	suffix = suffix_find(size_suffixes, sizeof(size_suffixes) / sizeof(*size_suffixes), rest,
			     len);
	if (!suffix)
		return errmsg_set(e, EINVAL, "%s: '%s': unknown suffix '%s' (use k, M, G or T)",
				  what, s, rest);
	value *= suffix->factor;
	if (value < 1.0)
		return errmsg_set(e, EINVAL, "%s: '%s' is less than one byte", what, s);
	if (value >= 0x1p62)
		return errmsg_set(e, ERANGE, "%s: '%s' is too large", what, s);
	*bytes = (uint64_t)value;
	return 0;
}

int units_parse_duration(const char *what, const char *s, int64_t *ns, struct errmsg *e)
{
	const struct suffix *suffix;
	const char *rest;
	double value;

	if (!parse_decimal(s, &value, &rest))
		return errmsg_set(e, EINVAL, "%s: '%s' is not a time (try 5, 0.5, 250ms)", what, s);
	suffix = suffix_find(duration_suffixes,
			     sizeof(duration_suffixes) / sizeof(*duration_suffixes), rest,
			     strlen(rest));
	if (!suffix)
		return errmsg_set(e, EINVAL,
				  "%s: '%s': unknown unit '%s' (use ns, us, ms, s or min)", what, s,
				  rest);
	value *= suffix->factor;
	if (value >= 0x1p63)
		return errmsg_set(e, ERANGE, "%s: '%s' is too long", what, s);
	*ns = (int64_t)llround(value);
	return 0;
}

int units_parse_int(const char *what, const char *s, int64_t min, int64_t max, int64_t *out,
		    struct errmsg *e)
{
	bool negative = *s == '-';
	const char *digits = negative ? s + 1 : s;
	long long value;

	if (!*digits || digits[strspn(digits, "0123456789")])
		return errmsg_set(e, EINVAL, "%s: '%s' is not a whole number", what, s);
	errno = 0;
	value = strtoll(s, NULL, 10);
	if (errno || value < min || value > max)
		return errmsg_set(e, ERANGE, "%s: '%s' is not between %lld and %lld", what, s,
				  (long long)min, (long long)max);
	*out = value;
	return 0;
}

static bool list_has(const int *list, size_t n, int64_t value)
{
	for (size_t i = 0; i < n; i++)
		if (list[i] == value)
			return true;
	return false;
}

int units_parse_int_list(const char *what, const char *s, int64_t min, int64_t max, int **list,
			 size_t *n, struct errmsg *e)
{
	char *copy = strdup(s);
	size_t room = strlen(s) / 2 + 1, count = 0;
	int *out = calloc(room, sizeof(*out));
	int err = 0;

	if (!copy || !out) {
		err = errmsg_errno(e, ENOMEM, "%s", what);
		goto out;
	}
	for (char *rest = copy, *item; (item = strsep(&rest, ","));) {
		int64_t value;

		err = units_parse_int(what, item, min, max, &value, e);
		if (err)
			goto out;
		if (!list_has(out, count, value))
			out[count++] = (int)value;
	}
	*list = out;
	*n = count;
	out = NULL;
out:
	free(out);
	free(copy);
	return err;
}

char *units_format_size(uint64_t bytes, char *buf, size_t size)
{
	static const char *const names[] = { "B", "KiB", "MiB", "GiB", "TiB", "PiB" };
	double value = (double)bytes;
	size_t i = 0;

	while (value >= 1024.0 && i < sizeof(names) / sizeof(*names) - 1) {
		value /= 1024.0;
		i++;
	}
	if (value < 100.0 && value != floor(value))
		snprintf(buf, size, "%.1f %s", value, names[i]);
	else
		snprintf(buf, size, "%.0f %s", value, names[i]);
	return buf;
}
