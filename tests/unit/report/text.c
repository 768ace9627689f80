/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "report/text.h"

static void terminals_are_never_obeyed(void **state)
{
	static const struct {
		const char *raw, *shown;
	} cases[] = {
		{ "6.12-rc1 µ", "6.12-rc1 µ" },
		{ "a\033[2Jb", "a\\x1b[2Jb" },
		{ "tab\there", "tab\\x09here" },
		{ "\x7f", "\\x7f" },
		{ "\xc2\x9b"
		  "31m",
		  "\\xc2\\x9b31m" },                   /* C1: CSI as UTF-8 */
		{ "\xe2\x80\xae", "\\xe2\\x80\\xae" }, /* right-to-left override */
		{ "\xff\xc3", "\\xff\\xc3" },          /* no UTF-8 */
		{ "\xc0\xaf", "\\xc0\\xaf" },          /* overlong */
		{ "\xed\xa0\x80", "\\xed\\xa0\\x80" }, /* surrogate */
		{ NULL, "-" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		char *clean = text_clean(cases[i].raw);

		assert_string_equal(clean, cases[i].shown);
		free(clean);
	}
	assert_int_equal(text_width("µs"), 2);
	assert_int_equal(text_width("a\033"), 5);
}

static char *wrapped(const char *words, size_t width)
{
	char *buf;
	size_t size;
	FILE *out = open_memstream(&buf, &size);

	text_wrap(out, "* ", "  ", words, width);
	fclose(out);
	return buf;
}

static void long_lines_are_wrapped_at_words(void **state)
{
	char *text = wrapped("one two three four", 10);

	(void)state;
	assert_string_equal(text, "* one two\n  three\n  four\n");
	free(text);
	text = wrapped("onewordthatislongerthanthat x", 10);
	assert_string_equal(text, "* onewordthatislongerthanthat\n  x\n");
	free(text);
	text = wrapped("", 10);
	assert_string_equal(text, "* \n");
	free(text);
}

static void long_texts_are_cut_at_characters(void **state)
{
	char *buf;
	size_t size;
	FILE *out = open_memstream(&buf, &size);

	(void)state;
	text_put_cut(out, "1234567890", 10);
	text_put_cut(out, "|1234567890x", 10);
	text_put_cut(out, "|123456\033890", 10);
	fclose(out);
	assert_string_equal(buf, "1234567890|123456...|123456...");
	free(buf);
}

static void commands_read_as_typed(void **state)
{
	struct strlist cmd = { 0 };
	char *text;

	(void)state;
	strlist_add(&cmd, "my prog");
	strlist_add(&cmd, "-g");
	strlist_add(&cmd, "");
	text = text_command(&cmd);
	assert_string_equal(text, "'my prog' -g ''");
	free(text);
	strlist_release(&cmd);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(terminals_are_never_obeyed),
		cmocka_unit_test(long_lines_are_wrapped_at_words),
		cmocka_unit_test(long_texts_are_cut_at_characters),
		cmocka_unit_test(commands_read_as_typed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
