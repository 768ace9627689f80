/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * tree: a throw-away copy of somebody's /sys and /proc, for tests that take a sysroot.
 *
 *	struct tree t = tree_new();
 *	tree_write(&t, "/sys/devices/system/node/node0/cpulist", "0-3\n");
 *	… t.root …
 *	tree_remove(&t);
 *
 * tree_unpack() makes all files of tests/data/sysroot/NAME.files: behind each line "@ /path" stand
 * the lines of that file; lines before the first one are comments.
 */
#ifndef NT_TESTS_UNIT_TREE_H
#define NT_TESTS_UNIT_TREE_H

#include <ftw.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct tree {
	char root[256];
};

static inline struct tree tree_new(void)
{
	const char *tmp = getenv("TMPDIR");
	struct tree t;

	snprintf(t.root, sizeof(t.root), "%.200s/tree-XXXXXX", tmp ? tmp : "/tmp");
	assert_non_null(mkdtemp(t.root));
	return t;
}

/* The path in the tree, its folders made. The next call overwrites it. */
static inline const char *tree_path(const struct tree *t, const char *path)
{
	static char full[PATH_MAX];

	snprintf(full, sizeof(full), "%s%s", t->root, path);
	for (char *p = full + strlen(t->root) + 1; (p = strchr(p, '/')); p++) {
		*p = '\0';
		mkdir(full, 0755);
		*p = '/';
	}
	return full;
}

static inline void tree_write_bytes(const struct tree *t, const char *path, const void *data,
				    size_t size)
{
	FILE *f = fopen(tree_path(t, path), "w");

	assert_non_null(f);
	assert_int_equal(fwrite(data, 1, size, f), size);
	assert_int_equal(fclose(f), 0);
}

static inline void tree_write(const struct tree *t, const char *path, const char *text)
{
	tree_write_bytes(t, path, text, strlen(text));
}

static inline void tree_unpack(const struct tree *t, const char *name)
{
	char path[PATH_MAX], *line = NULL;
	FILE *in, *out = NULL;
	size_t room = 0;

	snprintf(path, sizeof(path), "tests/data/sysroot/%s.files", name);
	in = fopen(path, "r");
	assert_non_null(in);
	while (getline(&line, &room, in) > 0) {
		if (!strncmp(line, "@ /", 3)) {
			line[strcspn(line, "\n")] = '\0';
			if (out)
				fclose(out);
			out = fopen(tree_path(t, line + 2), "w");
			assert_non_null(out);
		} else if (out) {
			fputs(line, out);
		}
	}
	if (out)
		fclose(out);
	free(line);
	fclose(in);
}

static inline int tree_remove_one(const char *path, const struct stat *st, int type,
				  struct FTW *ftw)
{
	(void)st;
	(void)type;
	(void)ftw;
	return remove(path);
}

static inline void tree_remove(const struct tree *t)
{
	nftw(t->root, tree_remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

#endif
