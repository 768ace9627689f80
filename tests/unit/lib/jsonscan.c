/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include <jansson.h>

#include "lib/jsonscan.h"

/* In memory of its exact size, so that a sanitizer sees every read behind the end. */
static bool accepts(const char *text, size_t len)
{
	char *copy = malloc(len ? len : 1);
	struct errmsg e = { 0 };
	struct jsonscan s;
	int err;

	memcpy(copy, text, len);
	jsonscan_start(&s, copy, len);
	jsonscan_skip(&s);
	err = jsonscan_end(&s, &e);
	jsonscan_release(&s);
	free(copy);
	assert_true(!err || !strncmp(e.text, "column ", 7));
	return !err;
}

static bool jansson_accepts(const char *text, size_t len)
{
	json_t *o = json_loadb(text, len, JSON_DECODE_ANY, NULL);

	json_decref(o);
	return o != NULL;
}

static const char *const samples[] = {
	"{\"schema\":1,\"run\":-17,\"f\":0.96999999999999997,\"e\":1e-5,\"n\":null,\"t\":[true,"
	"false]}",
	"{\"a\":{\"0\":28013248498,\"3\":1696476923},\"s\":\"caf\xc3\xa9 \\u00e9 \\ud83d\\ude00 "
	"\\n\"}",
	"[[],{},[{}],\"\",0,-0,1.5E+3,\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"]",
	"  { \"k\" : [ 1 , 2 ] }  ",
	"\"\xf0\x9f\x98\x80\"",
};

static void accepts_what_jansson_accepts(void **state)
{
	static const char *const others[] = {
		"",
		"{",
		"}",
		"[1,]",
		"{\"a\":1,}",
		"{,}",
		"[,1]",
		"01",
		"-",
		"1.",
		".5",
		"1e",
		"+1",
		"nul",
		"nulll",
		"tru",
		"\"",
		"\"\\\"",
		"\"\\x\"",
		"\"\\u12\"",
		"\"\\u0000\"",
		"\"\\ud800\"",
		"\"\\udc00\"",
		"\"\\ud800\\u0041\"",
		"\"\x01\"",
		"\"\xff\"",
		"\"\xc0\xaf\"",
		"\"\xed\xa0\x80\"",
		"\"\xf4\x90\x80\x80\"",
		"\"\xc3\"",
		"1 2",
		"{\"a\" 1}",
		"{a:1}",
		"{\"a\":}",
		"[1 2]",
		"1e400",
		"9223372036854775807",
		"9223372036854775808",
		"-9223372036854775808",
		"-9223372036854775809",
		"123456789012345678901234567890.5",
		"NaN",
		"Infinity",
		"{\"a\":1}x",
	};

	(void)state;
	for (size_t i = 0; i < sizeof(samples) / sizeof(*samples); i++)
		assert_true(accepts(samples[i], strlen(samples[i])));
	for (size_t i = 0; i < sizeof(others) / sizeof(*others); i++)
		if (accepts(others[i], strlen(others[i])) !=
		    jansson_accepts(others[i], strlen(others[i])))
			fail_msg("'%s': jansson says %d", others[i],
				 jansson_accepts(others[i], strlen(others[i])));
}

/* Deterministic: the same mutations in every run. */
static uint32_t next_random(uint64_t *x)
{
	*x = *x * 6364136223846793005u + 1442695040888963407u;
	return (uint32_t)(*x >> 33);
}

static void damaged_text_is_judged_as_jansson_does(void **state)
{
	static const char bytes[] = "{}[]\",:\\u0123456789eE+-.tfn \xc3\xa9\xff\x01";
	uint64_t x = 1;

	(void)state;
	for (int round = 0; round < 100000; round++) {
		const char *sample = samples[next_random(&x) % 5];
		size_t len = strlen(sample);
		char *text = strdup(sample);

		for (uint32_t k = 1 + next_random(&x) % 3; k > 0; k--)
			text[next_random(&x) % len] = bytes[next_random(&x) % (sizeof(bytes) - 1)];
		if (next_random(&x) % 4 == 0)
			len = next_random(&x) % len;
		if (accepts(text, len) != jansson_accepts(text, len))
			fail_msg("%.*s", (int)len, text);
		free(text);
	}
}

static void values_are_what_they_say(void **state)
{
	static const char line[] = "{\"i\":-9223372036854775808,\"r\":0.1,\"k\\u0065y\":"
				   "\"\\u00e9\\ud83d\\ude00\\n\"}";
	struct jsonscan s;
	const char *key, *text;
	size_t len;
	bool is_integer;
	int64_t integer;
	double real;

	(void)state;
	jsonscan_start(&s, line, sizeof(line) - 1);
	assert_true(jsonscan_enter(&s, '{'));
	assert_true(jsonscan_key(&s, &key, &len));
	assert_true(jsonscan_number(&s, &is_integer, &integer, &real));
	assert_true(is_integer && integer == INT64_MIN);
	assert_true(jsonscan_key(&s, &key, &len));
	assert_true(jsonscan_number(&s, &is_integer, &integer, &real));
	assert_true(!is_integer && real == .1);
	assert_true(jsonscan_key(&s, &key, &len));
	assert_true(len == 3 && !memcmp(key, "key", 3));
	assert_true(jsonscan_string(&s, &text));
	assert_string_equal(text, "\xc3\xa9\xf0\x9f\x98\x80\n");
	assert_false(jsonscan_key(&s, &key, &len));
	assert_int_equal(jsonscan_end(&s, NULL), 0);
	jsonscan_release(&s);
}

static void deep_nesting_is_an_error(void **state)
{
	char text[2 * 100000];

	(void)state;
	memset(text, '[', 100000);
	memset(text + 100000, ']', 100000);
	assert_false(accepts(text, sizeof(text)));
	assert_true(accepts(text + 100000 - JSONSCAN_DEPTH, 2 * JSONSCAN_DEPTH));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(accepts_what_jansson_accepts),
		cmocka_unit_test(damaged_text_is_judged_as_jansson_does),
		cmocka_unit_test(values_are_what_they_say),
		cmocka_unit_test(deep_nesting_is_an_error),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
