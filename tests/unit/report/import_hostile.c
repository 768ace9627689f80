/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Every importer with every recorded log, cut off and damaged: it says what is wrong and where, or
 * what it made of it can be written and read. `make fuzz` goes on from here.
 */
#include <dirent.h>

#include "tests/unit/report/import_help.h"

#define DAMAGES   24
#define TEST_LINE ((size_t)1 << 20)

static void check_record(const struct record *run)
{
	char *line = record_write(run);
	struct record copy = { 0 };
	struct errmsg e = { 0 };

	assert_non_null(line);
	if (record_read(&copy, line, strlen(line), &e))
		fail_msg("%s", e.text);
	record_release(&copy);
	free(line);
}

static void check_text(const struct importer *importer, const char *bytes, size_t len)
{
	struct import_result one = { 0 }, all = { 0 };
	struct import_options o = { 0 };
	struct import_text t = { 0 };
	struct errmsg e = { 0 };
	int ret = import_text_parse(&t, "log.txt", bytes, len, &e);

	if (!ret)
		ret = import_read(&t, importer, &o, &one, &e);
	if (!ret)
		ret = import_merge(&one, 1, &o, &all, &e);
	if (ret)
		assert_memory_equal(e.text, "log.txt:", 8);
	for (size_t i = 0; i < all.n_sets; i++)
		for (size_t k = 0; k < all.sets[i].n_runs; k++)
			check_record(&all.sets[i].runs[k]);
	import_result_release(&one);
	import_result_release(&all);
	import_text_release(&t);
}

/* A fixed series of numbers, so that a failure comes again (Knuth's MMIX generator). */
static uint64_t next(uint64_t *state)
{
	*state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return *state >> 33;
}

/* A copy with a few bytes that are others, or none of the text's own. */
static void damage(char *to, const char *from, size_t len, uint64_t *state)
{
	static const char odd[] = " \n|=>*+-.()[]%:,\t\"9\xff";

	memcpy(to, from, len);
	for (int i = 0; i < 4; i++) {
		uint64_t r = next(state);

		to[r % len] = r & 1 << 20 ? from[next(state) % len]
					  : odd[next(state) % (sizeof(odd) - 1)];
	}
}

static void check_file(const char *path)
{
	char *text = slurp(path), *copy = strdup(text);
	size_t len = strlen(text);
	uint64_t state = len;

	for (const struct importer *const *i = import_all(); *i; i++) {
		check_text(*i, text, len);
		for (size_t k = 1; k < DAMAGES; k++) {
			check_text(*i, text, len * k / DAMAGES);
			damage(copy, text, len, &state);
			check_text(*i, copy, len);
		}
	}
	free(text);
	free(copy);
}

static void damaged_logs(void **state)
{
	DIR *dir = opendir(RECORDS);
	const struct dirent *entry;
	int files = 0;

	(void)state;
	assert_non_null(dir);
	while ((entry = readdir(dir))) {
		char path[512];

		if (entry->d_name[0] == '.')
			continue;
		snprintf(path, sizeof(path), RECORDS "%s", entry->d_name);
		check_file(path);
		files++;
	}
	closedir(dir);
	assert_true(files >= 12);
}

/* Time and memory of a hostile file are bounded by its size. */
static void long_lines_of_everything(void **state)
{
	static const char *const pieces[] = { "1 ",  "1.0|",    ">",
					      "a\t", "(1)",     "1.00 [ 0.00](1) ",
					      "=3D", "node00 ", "\"",
					      "a,",  "x.log:",  "+-" };
	char *line = malloc(TEST_LINE + 1);

	(void)state;
	for (size_t i = 0; i < sizeof(pieces) / sizeof(*pieces); i++) {
		size_t len = 0, piece = strlen(pieces[i]);

		for (; len + piece < TEST_LINE; len += piece)
			memcpy(line + len, pieces[i], piece);
		line[len++] = '\n';
		for (const struct importer *const *k = import_all(); *k; k++)
			check_text(*k, line, len);
	}
	free(line);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(damaged_logs),
		cmocka_unit_test(long_lines_of_everything),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
