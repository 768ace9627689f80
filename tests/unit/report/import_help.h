/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * import_help: what the tests of the importers share: reading recorded logs, and spelling them the
 * ways they are met in.
 */
#ifndef NT_TESTS_IMPORT_HELP_H
#define NT_TESTS_IMPORT_HELP_H

#include <errno.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "report/import.h"

#define RECORDS "tests/data/records/"
#define GOLDEN  "tests/data/golden/"

/* A file as one string; the caller frees it. */
__attribute__((unused)) static char *slurp(const char *path)
{
	FILE *in = fopen(path, "re");
	char *text = NULL;
	size_t room = 0;

	assert_non_null(in);
	assert_true(getdelim(&text, &room, '\0', in) > 0);
	fclose(in);
	return text;
}

/* --- spellings: each takes one line without its newline and writes one or more ------------- */

typedef void (*spelling)(FILE *out, const char *line);

__attribute__((unused)) static void as_it_is(FILE *out, const char *line)
{
	fprintf(out, "%s\n", line);
}

__attribute__((unused)) static void quoted_deeper(FILE *out, const char *line)
{
	fprintf(out, "> >> %s\n", line);
}

__attribute__((unused)) static void with_carriage_return(FILE *out, const char *line)
{
	fprintf(out, "%s\r\n", line);
}

/* As a mailer encodes it: = and the last blank of a line, and soft breaks within 40 columns. */
__attribute__((unused)) static void quoted_printable(FILE *out, const char *line)
{
	int column = 0;

	for (const char *p = line; *p; p++) {
		if (column > 40) {
			fprintf(out, "=\n");
			column = 0;
		}
		if (*p == '=' || (*p == ' ' && !p[1]))
			column += fprintf(out, "=%02X", *p);
		else
			column += fprintf(out, "%c", *p);
	}
	fprintf(out, "\n");
}

/* The text in another spelling; the caller frees it. */
__attribute__((unused)) static char *respell(const char *text, spelling spell)
{
	char *copy = strdup(text), *out = NULL, *rest = copy, *line;
	size_t size;
	FILE *f = open_memstream(&out, &size);

	while ((line = strsep(&rest, "\n")) && (rest || *line))
		spell(f, line);
	fclose(f);
	free(copy);
	return out;
}

/* --- reading ------------------------------------------------------------------------------ */

/* One read file; a failure is the test's. */
__attribute__((unused)) static void read_text(const char *name, const char *text,
					      const char *importer, struct import_result *out)
{
	struct import_options o = { 0 };
	struct import_text t = { 0 };
	struct errmsg e = { 0 };
	int ret = import_text_parse(&t, name, text, strlen(text), &e);

	if (!ret)
		ret = import_read(&t, importer ? import_find(importer) : NULL, &o, out, &e);
	if (ret)
		fail_msg("%s", e.text);
	import_text_release(&t);
}

/* The same, merged, so that runs are numbered. */
__attribute__((unused)) static void import_string(const char *text, const char *importer,
						  struct import_result *out)
{
	struct import_result one = { 0 };
	struct import_options o = { 0 };
	struct errmsg e = { 0 };

	read_text("x", text, importer, &one);
	if (import_merge(&one, 1, &o, out, &e))
		fail_msg("%s", e.text);
}

__attribute__((unused)) static void import_file(const char *path, spelling spell,
						struct import_result *out)
{
	char *text = slurp(path), *spelled = respell(text, spell);

	import_string(spelled, NULL, out);
	free(text);
	free(spelled);
}

/* The text must be refused, and the message must contain `expected`. */
__attribute__((unused)) static void refused(const char *text, const char *importer,
					    const char *expected)
{
	struct import_options o = { 0 };
	struct import_result out = { 0 };
	struct import_text t = { 0 };
	struct errmsg e = { 0 };
	int ret = import_text_parse(&t, "x.txt", text, strlen(text), &e);

	if (!ret)
		ret = import_read(&t, importer ? import_find(importer) : NULL, &o, &out, &e);
	assert_int_equal(ret, -EINVAL);
	if (!strstr(e.text, expected))
		fail_msg("\"%s\" is not in \"%s\"", expected, e.text);
	import_result_release(&out);
	import_text_release(&t);
}

__attribute__((unused)) static bool has_warning(const struct import_result *r, const char *text)
{
	strlist_for_each (w, &r->warnings)
		if (strstr(*w, text))
			return true;
	return false;
}

/* The summary of that row; NULL if there is none. */
__attribute__((unused)) static const struct summary *summary_of(const struct import_set *s,
								const char *metric,
								const char *label, int64_t n)
{
	for (size_t i = 0; i < s->summaries.n; i++) {
		const struct summary *row = &s->summaries.v[i];

		if (!strcmp(row->metric, metric) && row->n == n &&
		    (label ? row->label && !strcmp(row->label, label) : !row->label))
			return row;
	}
	return NULL;
}

#endif
