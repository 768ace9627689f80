/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/import_scan.h"

#include <ctype.h>
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "lib/clock.h"

#define DIGITS_MAX 15

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool is_blank(char c)
{
	return c == ' ' || c == '\t';
}

bool scan_ruler(const char *line)
{
	return !line[strspn(line, "-=_ \t")];
}

void scan_blanks(const char **p)
{
	while (is_blank(**p))
		(*p)++;
}

bool scan_end(const char **p)
{
	scan_blanks(p);
	return !**p;
}

bool scan_text(const char **p, const char *text)
{
	const char *q = *p;

	scan_blanks(&q);
	for (; *text; text++) {
		if (*text == ' ')
			scan_blanks(&q);
		else if (*q++ != *text)
			return false;
	}
	*p = q;
	return true;
}

bool scan_integer(const char **p, int64_t *value)
{
	const char *q = *p;
	int64_t v = 0;
	int digits = 0;

	scan_blanks(&q);
	for (; is_digit(*q) && digits <= DIGITS_MAX; q++, digits++)
		v = 10 * v + (*q - '0');
	if (!digits || digits > DIGITS_MAX || *q == '.')
		return false;
	*value = v;
	*p = q;
	return true;
}

static const char *skip_digits(const char *q)
{
	while (is_digit(*q))
		q++;
	return q;
}

bool scan_number(const char **p, double *value)
{
	char copy[DIGITS_MAX + 2] = { 0 }; /* strtod() would take more: 1e5, 0x10 */
	const char *q = *p, *start;
	ptrdiff_t digits;

	scan_blanks(&q);
	start = q;
	q = skip_digits(q);
	digits = q - start;
	if (*q == '.') {
		const char *point = q;

		q = skip_digits(q + 1);
		digits += q - point - 1;
	}
	if (!digits || digits > DIGITS_MAX)
		return false;
	memcpy(copy, start, (size_t)(q - start));
	*value = strtod(copy, NULL);
	*p = q;
	return true;
}

bool scan_signed(const char **p, double *value)
{
	const char *q = *p;
	bool negative;

	scan_blanks(&q);
	negative = *q == '-';
	if (*q == '-' || *q == '+')
		q++;
	if (is_blank(*q) || !scan_number(&q, value))
		return false;
	if (negative)
		*value = -*value;
	*p = q;
	return true;
}

bool scan_word(const char **p, const char **word, int *len)
{
	const char *q = *p;

	scan_blanks(&q);
	*word = q;
	while (*q && !is_blank(*q) && q - *word < INT32_MAX)
		q++;
	*len = (int)(q - *word);
	if (!*len)
		return false;
	*p = q;
	return true;
}

/* --- cells -------------------------------------------------------------------------------- */

/* The best of a row carries a star. */
static bool cell_ends(const char *q)
{
	q += *q == '*';
	return !*q || is_blank(*q);
}

/* "-", "--", "---", "n/a". */
static bool scan_missing(const char **p)
{
	const char *q = *p;

	scan_blanks(&q);
	if (!strncasecmp(q, "n/a", 3))
		q += 3;
	else if (*q == '-')
		q += strspn(q, "-");
	else
		return false;
	if (!cell_ends(q) && *q != ')')
		return false;
	*p = q;
	return true;
}

/* "(33.32)" or "(-)". */
static bool scan_parenthesised(const char **p, struct scan_cell *cell)
{
	const char *q = *p;

	if (!scan_text(&q, "(") || !(scan_missing(&q) || scan_number(&q, &cell->value)) ||
	    !scan_text(&q, ")") || !cell_ends(q))
		return false;
	cell->other_conditions = true;
	*p = q;
	return true;
}

/* What may hang on to a value: "+- 2.51" and "(0.52)", and a unit. */
static void scan_spread(const char **p, struct scan_cell *cell)
{
	const char *q = *p;

	if (*q == '(') {
		q++;
		if (!scan_number(&q, &cell->pm) || !scan_text(&q, ")"))
			return;
		cell->pm_kind = SUMMARY_PM_SD;
	} else {
		if (!(scan_text(&q, "+-") || scan_text(&q, "+/-")) || !scan_number(&q, &cell->pm))
			return;
		cell->pm_kind = SUMMARY_PM_UNKNOWN;
	}
	*p = q;
}

static bool scan_value(const char **p, struct scan_cell *cell)
{
	const char *q = *p;

	if (!scan_number(&q, &cell->value))
		return false;
	if (*q == 's' || *q == '%')
		q++;
	scan_spread(&q, cell);
	if (cell->pm_kind == SUMMARY_PM_NONE)
		cell->pm = NAN;
	if (!cell_ends(q))
		return false;
	*p = q;
	return true;
}

bool scan_cell(const char **p, struct scan_cell *cell)
{
	*cell = (struct scan_cell){ .value = NAN, .pm = NAN };
	if (scan_parenthesised(p, cell) || scan_value(p, cell)) {
		*p += **p == '*';
		return true;
	}
	*cell = (struct scan_cell){ .value = NAN, .pm = NAN };
	return scan_missing(p);
}

int scan_cells(const char *p, int most)
{
	struct scan_cell cell;
	int n = 0;

	while (n < most && scan_cell(&p, &cell))
		n++;
	return scan_end(&p) ? n : 0;
}

const char *scan_row(const char *line, int (*cells)(const char *p, int most), int want)
{
	const char *p = line, *word;
	int len;

	while (scan_word(&p, &word, &len))
		if (cells(word, want) == want)
			return word;
	return NULL;
}

/* Up to the next `gap` blanks in a row, or a tab. */
static bool scan_name(const char **p, int gap, const char **name, int *len)
{
	const char *q;

	scan_blanks(p);
	*name = q = *p;
	while (*q && *q != '\t' && strspn(q, " ") < (size_t)gap)
		q++;
	*len = (int)(q - *name);
	*p = q;
	return *len > 0;
}

static int count_names(const char *line, int gap)
{
	const char *p = line, *name;
	int n = 0, len;

	while (scan_name(&p, gap, &name, &len))
		n++;
	return n;
}

bool scan_names(const char *line, int want, int (*put)(void *arg, int i, const char *name, int len),
		void *arg)
{
	int gap = count_names(line, 1) == want ? 1 : 2, len;
	const char *p = line, *name;

	if (count_names(line, gap) != want)
		return false;
	for (int i = 0; scan_name(&p, gap, &name, &len); i++)
		if (put(arg, i, name, len))
			return false;
	return true;
}

int64_t scan_seconds_ns(double seconds)
{
	if (!(seconds >= 0 && seconds <= 1e9))
		return -1;
	return llround(seconds * (double)NS_PER_S);
}
