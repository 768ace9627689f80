/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/figure.h"

#include <errno.h>
#include <math.h>
#include <regex.h>
#include <stdlib.h>

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

static double number_at(const char *text, regmatch_t m)
{
	char *end;
	double value;

	if (m.rm_so < 0)
		return NAN;
	value = strtod(text + m.rm_so, &end);
	return end > text + m.rm_so && isfinite(value) ? value : NAN;
}

double figure_find(const char *regex, const char *text)
{
	double value = NAN;
	regmatch_t m[2];
	regex_t r;

	if (regcomp(&r, regex, REG_EXTENDED | REG_NEWLINE))
		return NAN;
	while (!regexec(&r, text, 2, m, 0)) {
		value = number_at(text, m[1]);
		if (!text[m[0].rm_eo])
			break;
		text += m[0].rm_eo > 0 ? m[0].rm_eo : 1;
	}
	regfree(&r);
	return value;
}
