/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * import_scan: small readers for the pieces of a printed line.
 *
 * Each takes a cursor `const char **p` into a NUL-terminated line. It skips blanks, and either
 * reads its piece, moves the cursor behind it and returns true, or returns false and leaves the
 * cursor alone. No piece runs over the end of the line. Numbers are plain decimals of at most 15
 * digits: no exponent, no hexadecimal, no inf and nan.
 */
#ifndef NT_REPORT_IMPORT_SCAN_H
#define NT_REPORT_IMPORT_SCAN_H

#include <stdbool.h>
#include <stdint.h>

#include "report/summary.h"

bool scan_ruler(const char *line); /* nothing but - = _ and blanks */
void scan_blanks(const char **p);
bool scan_end(const char **p);                    /* nothing but blanks is left */
bool scan_text(const char **p, const char *text); /* exactly this; a blank in text is any or none */
bool scan_integer(const char **p, int64_t *value);
bool scan_number(const char **p, double *value);             /* no sign */
bool scan_signed(const char **p, double *value);             /* + and - allowed */
bool scan_word(const char **p, const char **word, int *len); /* up to the next blank */

/* A cell of a table. */
struct scan_cell {
	double value; /* NAN: missing */
	double pm;    /* NAN: none */
	enum summary_pm pm_kind;
	bool other_conditions; /* it stood in parentheses */
};

/*
 * "30.47", "30.47s", "1127%", "31.25+- 2.51" (what the +- is is unknown), "27.23(0.52)" (sd),
 * "(33.32)" and
 * "(-)" (other conditions), "-", "---", "n/a" (missing). A star behind it is passed over.
 */
bool scan_cell(const char **p, struct scan_cell *cell);

/* Number of cells if the rest of the line is at most `most` cells and nothing else, else 0. */
int scan_cells(const char *p, int most);

/*
 * Where the cells of a row "set name  1.0 2.0" begin: the first word from which on cells() counts
 * `want`. NULL where there is none.
 */
const char *scan_row(const char *line, int (*cells)(const char *p, int most), int want);

/*
 * Names of `want` columns in a line: its words if there are as many, else what two or more blanks
 * set apart, so that a name may have blanks. Calls put(arg, i, name, len); false: neither fits.
 */
bool scan_names(const char *line, int want, int (*put)(void *arg, int i, const char *name, int len),
		void *arg);

/* Seconds as printed to ns; -1 for NAN, for less than 0 and for more than 10^9 s. */
int64_t scan_seconds_ns(double seconds);

#endif
