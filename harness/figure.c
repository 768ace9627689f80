/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/figure.h"

#include <errno.h>
#include <math.h>
#include <regex.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

int figure_check(const char *regex, struct errmsg *e)
{
	char why[120];
	regex_t r;
	int err = regcomp(&r, regex, REG_EXTENDED | REG_NEWLINE);

	if (err) {
		regerror(err, &r, why, sizeof(why));
		return errmsg_set(e, EINVAL, "--metric-regex '%s': %s", regex, why);
	}
	err = r.re_nsub ? 0
			: errmsg_set(e, EINVAL,
				     "--metric-regex '%s': no group, put the number in ( )", regex);
	regfree(&r);
	return err;
}

/* What stands in the group is the number, not what follows it. */
static double number_at(const char *text, regmatch_t m)
{
	char *group = m.rm_so < 0 ? NULL : strndup(text + m.rm_so, (size_t)(m.rm_eo - m.rm_so));
	double value = NAN;
	char *end;

	if (group) {
		value = strtod(group, &end);
		if (end == group || !isfinite(value))
			value = NAN;
	}
	free(group);
	return value;
}

/* The number of the last match in a line; false if there is no match. */
static bool find_in_line(const regex_t *r, const char *line, double *value)
{
	regmatch_t m[2];
	int flags = 0;

	while (!regexec(r, line, 2, m, flags)) {
		*value = number_at(line, m[1]);
		flags = REG_NOTBOL;
		if (!line[m[0].rm_eo])
			break;
		line += m[0].rm_eo > 0 ? m[0].rm_eo : 1;
	}
	return flags != 0;
}

/* Where the last line of text begins; output of a program may hold a NUL. */
static size_t last_line(const char *text, size_t len)
{
	while (len && text[len - 1] != '\n' && text[len - 1])
		len--;
	return len;
}

double figure_find(const char *regex, const char *text, size_t len)
{
	double value = NAN;
	bool found = false;
	regex_t r;

	if (regcomp(&r, regex, REG_EXTENDED | REG_NEWLINE))
		return NAN;
	for (size_t end = len, start; !found; end = start - 1) {
		char *line;

		start = last_line(text, end);
		line = strndup(text + start, end - start);
		found = !line || find_in_line(&r, line, &value);
		free(line);
		if (!start)
			break;
	}
	regfree(&r);
	return value;
}
