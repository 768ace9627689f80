/* SPDX-License-Identifier: GPL-3.0-or-later */
/* import_csv_line: one line of CSV (RFC 4180) or TSV as fields. */
#ifndef NT_REPORT_IMPORT_CSV_LINE_H
#define NT_REPORT_IMPORT_CSV_LINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CSV_FIELDS_MAX 256

/* All-zero is valid and empty. Fields are without their quotes and the blanks around them. */
struct csv_line {
	char *fields[CSV_FIELDS_MAX];
	size_t n;
	char *text; /* holds them */
};

/* What separates the fields of a header: a tab, else ; if there is no comma, else a comma. */
char csv_separator(const char *header);

/* 0; -EINVAL: a quote that is not closed, or too many fields; -ENOMEM. Releases what was there. */
int csv_line_split(struct csv_line *l, const char *line, char separator);

/* The field; "" where the line has not as many, and for -1. */
const char *csv_field(const struct csv_line *l, int i);
void csv_line_release(struct csv_line *l);

/* A decimal number, exponents allowed, and nothing else. NAN for an empty field. false: neither. */
bool csv_number(const char *field, double *value);

/* A whole number in [min, max]; `none` for an empty field. */
bool csv_count(const char *field, int64_t min, int64_t max, int64_t none, int64_t *value);

#endif
