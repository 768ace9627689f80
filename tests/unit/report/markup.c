/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "report/markup.h"
#include "report/palette.h"

static void written(struct markup *m, bool doctype, const char *expected)
{
	char *text = NULL;
	size_t len;
	FILE *out = open_memstream(&text, &len);

	assert_int_equal(markup_write(m, doctype, out), 0);
	fclose(out);
	assert_string_equal(text, expected);
	free(text);
	markup_free(m);
}

static void escapes_what_is_text(void **state)
{
	struct markup *m = markup_new();

	(void)state;
	markup_open(m, "p");
	markup_attr(m, "title", "a\"b<c>&");
	markup_text(m, "<script>alert(1)</script> & \x1b[31m \xff");
	markup_close(m);
	written(m, false,
		"<p title=\"a&quot;b&lt;c&gt;&amp;\">&lt;script&gt;alert(1)&lt;/script&gt; &amp; "
		"\\x1b[31m \\xff</p>\n");
}

static void nests_and_closes(void **state)
{
	struct markup *m = markup_new();

	(void)state;
	markup_open(m, "html");
	markup_open(m, "br");
	markup_empty(m);
	markup_open(m, "td");
	markup_close(m);
	markup_leaf(m, "b", "x");
	markup_close(m);
	written(m, true, "<!DOCTYPE html>\n<html><br/><td></td><b>x</b></html>\n");
}

static void tells_nodes_apart(void **state)
{
	(void)state;
	for (size_t i = 0; i < PALETTE_NODES; i++) {
		for (size_t k = 0; k < i; k++)
			assert_string_not_equal(palette_node(i), palette_node(k));
	}
	assert_string_equal(palette_node(8), palette_node(0));
	assert_string_equal(palette_fill(8, "x"), "url(#x-hatch-8)");
	assert_string_equal(palette_fill(7, "x"), palette_node(7));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(escapes_what_is_text),
		cmocka_unit_test(nests_and_closes),
		cmocka_unit_test(tells_nodes_apart),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
