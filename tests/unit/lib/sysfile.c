/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "lib/sysfile.h"
#include "tests/unit/tree.h"

static void text_is_trimmed(void **state)
{
	struct tree tree = tree_new();
	char *text;

	(void)state;
	tree_write(&tree, "/sys/a12", "  two words \n\n");
	assert_int_equal(sysfile_text(&text, tree.root, "/sys/a%d", 12), 0);
	assert_string_equal(text, "  two words");
	free(text);
	tree_write(&tree, "/sys/empty", "");
	assert_int_equal(sysfile_text(&text, tree.root, "/sys/empty"), 0);
	assert_string_equal(text, "");
	free(text);
	tree_remove(&tree);
}

/* stat(2) says 0 bytes. */
static void files_of_proc_have_no_size(void **state)
{
	char *text;

	(void)state;
	assert_int_equal(sysfile_text(&text, "", "/proc/self/status"), 0);
	assert_non_null(strstr(text, "Name:"));
	free(text);
}

static void whole_numbers_or_nothing(void **state)
{
	static const char *const bad[] = { "", "x", "1 2", "0x10", "--1", "99999999999999999999" };
	struct tree tree = tree_new();
	int64_t value = 7;

	(void)state;
	tree_write(&tree, "/n", "-42\n");
	assert_int_equal(sysfile_int(&value, tree.root, "/n"), 0);
	assert_int_equal(value, -42);
	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		tree_write(&tree, "/n", bad[i]);
		assert_int_equal(sysfile_int(&value, tree.root, "/n"), -EINVAL);
		assert_int_equal(value, -42);
	}
	tree_remove(&tree);
}

static void never_waits(void **state)
{
	struct tree tree = tree_new();
	char *text;

	(void)state;
	assert_int_equal(mkfifo(tree_path(&tree, "/pipe"), 0600), 0);
	assert_int_equal(sysfile_text(&text, tree.root, "/pipe"), -EINVAL);
	assert_null(text);
	assert_int_equal(sysfile_text(&text, tree.root, "/"), -EINVAL);
	assert_int_equal(sysfile_text(&text, tree.root, "/missing"), -ENOENT);
	assert_int_equal(sysfile_text(&text, "", "/dev/zero"), -EINVAL);
	tree_remove(&tree);
}

static void size_is_bounded(void **state)
{
	struct tree tree = tree_new();
	char *large = malloc(SYSFILE_MAX + 2);
	char *text;

	(void)state;
	memset(large, 'a', SYSFILE_MAX + 1);
	large[SYSFILE_MAX + 1] = '\0';
	tree_write(&tree, "/large", large);
	assert_int_equal(sysfile_text(&text, tree.root, "/large"), -EFBIG);
	assert_null(text);
	assert_int_equal(sysfile_head(&text, 10, tree.root, "/large"), 0);
	assert_string_equal(text, "aaaaaaaaaa");
	free(text);
	assert_int_equal(sysfile_head(&text, SIZE_MAX, tree.root, "/large"), 0);
	assert_int_equal(strlen(text), SYSFILE_MAX);
	free(text);
	free(large);
	tree_remove(&tree);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(text_is_trimmed),
		cmocka_unit_test(files_of_proc_have_no_size),
		cmocka_unit_test(whole_numbers_or_nothing),
		cmocka_unit_test(never_waits),
		cmocka_unit_test(size_is_bounded),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
