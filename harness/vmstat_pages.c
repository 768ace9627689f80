/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/vmstat_pages.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/sysfile.h"

#define PAGE_KB 4
#define DEEPEST 16 /* children of children */

/* The text behind "key" in the line, whose words are separated by blanks; NULL: not there. */
static const char *word_after(const char *line, const char *key)
{
	size_t n = strlen(key);

	for (const char *p = strchr(line, ' '); p; p = strchr(p + 1, ' '))
		if (strncmp(p + 1, key, n) == 0)
			return p + 1 + n;
	return NULL;
}

/* Of the program's own: memory without a file, or of a file that lives in memory only. */
static bool is_own(const char *line)
{
	static const char *const in_memory[] = { "/anon_hugepage", "/dev/shm/", "/dev/zero",
						 "/SYSV", "/memfd:" };
	const char *file = word_after(line, "file=");

	for (size_t i = 0; file && i < sizeof(in_memory) / sizeof(*in_memory); i++)
		if (strncmp(file, in_memory[i], strlen(in_memory[i])) == 0)
			return true;
	return !file;
}

static long page_kb(const char *line)
{
	const char *kb = word_after(line, "kernelpagesize_kB=");
	long size = kb ? strtol(kb, NULL, 10) : PAGE_KB;

	return size > 0 ? size : PAGE_KB;
}

/* "N0=123" */
static bool node_word(const char *word, int *node, long long *n)
{
	char *end;

	if (word[0] != 'N' || !isdigit((unsigned char)word[1]))
		return false;
	*node = (int)strtol(word + 1, &end, 10);
	if (*end != '=')
		return false;
	*n = strtoll(end + 1, NULL, 10);
	return true;
}

static int add_line(struct intmap *pages, const char *line)
{
	long scale = page_kb(line);
	long long n;
	int node, err = 0;

	if (!is_own(line))
		return 0;
	for (const char *p = strchr(line, ' '); p && !err; p = strchr(p + 1, ' '))
		if (node_word(p + 1, &node, &n))
			err = intmap_add(pages, node, n * scale / PAGE_KB);
	return err;
}

int vmstat_pages_parse(struct intmap *pages, FILE *f)
{
	char *line = NULL;
	size_t room = 0;
	int err = 0;

	while (!err && getline(&line, &room, f) > 0)
		err = add_line(pages, line);
	if (!err && ferror(f))
		err = -EIO;
	free(line);
	return err ? err : pages->n ? 0 : -ENODATA;
}

int vmstat_pages_read(struct intmap *pages, pid_t pid)
{
	int fd = sysfile_open("", "/proc/%d/numa_maps", pid);
	FILE *f;
	int err;

	if (fd < 0)
		return fd;
	f = fdopen(fd, "re");
	if (!f) {
		close(fd);
		return -ENOMEM;
	}
	err = vmstat_pages_parse(pages, f);
	fclose(f);
	return err;
}

/* --- with children ------------------------------------------------------------------------ */

static int add_descendants(struct intmap *pages, pid_t pid, int depth);

/* A child that has gone meanwhile, or is not ours, has nothing to add. */
static int add_child(struct intmap *pages, pid_t pid, int depth)
{
	int err = vmstat_pages_read(pages, pid);

	return err == -ENOMEM ? err : add_descendants(pages, pid, depth);
}

static int add_children(struct intmap *pages, pid_t pid, pid_t tid, int depth)
{
	char *text = NULL, *next;
	int err = 0;

	if (sysfile_text(&text, "", "/proc/%d/task/%d/children", pid, tid))
		return 0;
	for (char *p = text; !err; p = next) {
		pid_t child = (pid_t)strtol(p, &next, 10);

		if (next == p)
			break;
		err = add_child(pages, child, depth + 1);
	}
	free(text);
	return err;
}

static int add_descendants(struct intmap *pages, pid_t pid, int depth)
{
	struct dirent *entry;
	char path[64];
	int err = 0;
	DIR *dir;

	snprintf(path, sizeof(path), "/proc/%d/task", pid);
	dir = depth < DEEPEST ? opendir(path) : NULL;
	while (dir && !err && (entry = readdir(dir)))
		if (atoi(entry->d_name) > 0)
			err = add_children(pages, pid, (pid_t)atoi(entry->d_name), depth);
	if (dir)
		closedir(dir);
	return err;
}

int vmstat_pages_read_tree(struct intmap *pages, pid_t pid)
{
	int err = vmstat_pages_read(pages, pid);

	return err ? err : add_descendants(pages, pid, 0);
}
