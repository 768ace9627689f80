/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reading tests/data/golden in unit tests, which run from the top of the tree. Include it after
 * cmocka.h. A file that can't be read fails the test.
 */
#ifndef NT_TESTS_UNIT_REPORT_GOLDEN_H
#define NT_TESTS_UNIT_REPORT_GOLDEN_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <jansson.h>

#define GOLDEN_FIELDS 24

/* One line of a CSV without quotes, cut at the commas. */
struct golden_line {
	char text[512];
	const char *field[GOLDEN_FIELDS];
	int fields;
};

static inline FILE *golden_open(const char *name)
{
	char path[256];
	FILE *file;

	snprintf(path, sizeof(path), "tests/data/golden/%s", name);
	file = fopen(path, "re");
	if (!file)
		fail_msg("%s: cannot be read", path);
	return file;
}

static inline int golden_line(FILE *file, struct golden_line *line)
{
	char *rest = line->text;

	line->fields = 0;
	if (!fgets(line->text, sizeof(line->text), file))
		return 0;
	line->text[strcspn(line->text, "\r\n")] = '\0';
	while (rest && line->fields < GOLDEN_FIELDS)
		line->field[line->fields++] = strsep(&rest, ",");
	return 1;
}

/* Opens a CSV and steps over its header. */
static inline FILE *golden_csv(const char *name)
{
	struct golden_line header;
	FILE *file = golden_open(name);

	assert_true(golden_line(file, &header));
	return file;
}

/* A number, or NAN for "NA" and an empty field. */
static inline double golden_number(const struct golden_line *line, int field)
{
	char *end;
	double value;

	assert_true(field < line->fields);
	value = strtod(line->field[field], &end);
	return end == line->field[field] || *end ? NAN : value;
}

static inline json_t *golden_json(const char *name)
{
	json_error_t error;
	FILE *file = golden_open(name);
	json_t *json = json_loadf(file, 0, &error);

	fclose(file);
	if (!json)
		fail_msg("%s:%d: %s", name, error.line, error.text);
	return json;
}

/* 1e-9 relative; what should be 0 may be off by 1e-12. */
static inline int golden_is_near(double got, double wanted)
{
	if (isnan(got) || isnan(wanted))
		return isnan(got) && isnan(wanted);
	if (isinf(got) || isinf(wanted))
		return got == wanted;
	if (wanted == 0)
		return fabs(got) <= 1e-12;
	return fabs(got - wanted) <= 1e-9 * fabs(wanted);
}

#define golden_assert_near(got, wanted)                                                  \
	do {                                                                             \
		double near_got = (got), near_wanted = (wanted);                         \
		if (!golden_is_near(near_got, near_wanted))                              \
			fail_msg("%s is %.17g, not %.17g", #got, near_got, near_wanted); \
	} while (0)

#endif
