/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/host_part.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "lib/jsontext.h"
#include "lib/sysfile.h"

#define MAX_VALUE 65536 /* bytes of one value; a command line has at most 4096 */
#define MAX_NAMES 65536 /* of a folder */

/* --- one read, watched --------------------------------------------------------------------------
 */

bool host_read_begin(const struct host_source *h, const char *path)
{
	if (h->blind || (h->unread && strlist_has(h->unread, path)))
		return false;
	if (h->progress) {
		snprintf(h->progress->path, sizeof(h->progress->path), "%s", path);
		__atomic_add_fetch(&h->progress->reads, 1, __ATOMIC_RELEASE);
	}
	return true;
}

void host_read_end(const struct host_source *h)
{
	if (h->progress)
		__atomic_add_fetch(&h->progress->reads, 1, __ATOMIC_RELEASE);
}

static char *raw_path(const struct host_source *h, const char *path)
{
	char *text;

	if (!host_read_begin(h, path))
		return NULL;
	sysfile_head(&text, MAX_VALUE, h->sysroot, "%s", path);
	host_read_end(h);
	return text;
}

static char *raw_va(const struct host_source *h, const char *fmt, va_list ap)
{
	char path[PATH_MAX];

	if (vsnprintf(path, sizeof(path), fmt, ap) >= (int)sizeof(path))
		return NULL;
	return raw_path(h, path);
}

char *host_raw(const struct host_source *h, const char *fmt, ...)
{
	va_list ap;
	char *text;

	va_start(ap, fmt);
	text = raw_va(h, fmt, ap);
	va_end(ap);
	return text;
}

char *host_cpuinfo(const struct host_source *h)
{
	char *text = NULL;

	if (!host_read_begin(h, "/proc/cpuinfo"))
		return NULL;
	sysfile_head(&text, 8192, h->sysroot, "/proc/cpuinfo");
	host_read_end(h);
	return text;
}

/* --- values -------------------------------------------------------------------------------------
 */

static json_t *take_text(char *text)
{
	json_t *value = jsontext_string(text);

	free(text);
	return value;
}

json_t *host_text(const struct host_source *h, const char *fmt, ...)
{
	va_list ap;
	char *text;

	va_start(ap, fmt);
	text = raw_va(h, fmt, ap);
	va_end(ap);
	return take_text(text);
}

void host_uname(const struct host_source *h, struct utsname *u)
{
	if (*h->sysroot || uname(u))
		*u = (struct utsname){ 0 };
}

json_t *host_text_or(const struct host_source *h, const char *path, const char *otherwise)
{
	char *text = host_raw(h, "%s", path);
	json_t *value = jsontext_string(text || !*otherwise ? text : otherwise);

	free(text);
	return value;
}

static bool parse_int(const char *text, json_int_t *value)
{
	const char *digits = text + (*text == '-');

	if (!*digits || digits[strspn(digits, "0123456789")])
		return false;
	errno = 0;
	*value = strtoll(text, NULL, 10);
	return !errno;
}

json_t *host_int(const struct host_source *h, const char *fmt, ...)
{
	json_int_t value;
	va_list ap;
	char *text;
	bool is_int;

	va_start(ap, fmt);
	text = raw_va(h, fmt, ap);
	va_end(ap);
	is_int = text && parse_int(text, &value);
	free(text);
	return is_int ? json_integer(value) : json_null();
}

static json_t *take_int_or_text(char *text)
{
	json_int_t value;

	if (!text || !parse_int(text, &value))
		return take_text(text);
	free(text);
	return json_integer(value);
}

json_t *host_value(const struct host_source *h, const char *fmt, ...)
{
	va_list ap;
	char *text;

	va_start(ap, fmt);
	text = raw_va(h, fmt, ap);
	va_end(ap);
	return take_int_or_text(text);
}

json_t *host_flag(const struct host_source *h, const char *path)
{
	char *text = host_raw(h, "%s", path);
	json_t *value;

	if (text && (!strcmp(text, "1") || !strcmp(text, "Y")))
		value = json_true();
	else if (text && (!strcmp(text, "0") || !strcmp(text, "N")))
		value = json_false();
	else
		value = json_null();
	free(text);
	return value;
}

json_t *host_choice(const struct host_source *h, const char *fmt, ...)
{
	va_list ap;
	char *text, *open, *close;

	va_start(ap, fmt);
	text = raw_va(h, fmt, ap);
	va_end(ap);
	open = text ? strpbrk(text, "[(") : NULL;
	close = open ? strpbrk(open, "])") : NULL;
	if (close) {
		*close = '\0';
		memmove(text, open + 1, strlen(open));
	} else {
		free(text);
		text = NULL;
	}
	return take_text(text);
}

/* --- folders ------------------------------------------------------------------------------------
 */

/* Names become keys: those of the kernel are plain ASCII, others are none of ours. */
static bool is_name(const char *name, const char *prefix)
{
	if (*name == '.' || strncmp(name, prefix, strlen(prefix)))
		return false;
	for (; *name; name++)
		if (!isgraph((unsigned char)*name))
			return false;
	return true;
}

static int by_name(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

int host_names(const struct host_source *h, const char *folder, const char *prefix,
	       struct strlist *names)
{
	char path[PATH_MAX];
	struct dirent *entry;
	DIR *dir;
	int err = 0;

	snprintf(path, sizeof(path), "%s%s", h->sysroot, folder);
	if (!host_read_begin(h, folder))
		return 0;
	dir = opendir(path);
	while (!err && dir && names->n < MAX_NAMES && (entry = readdir(dir)))
		if (is_name(entry->d_name, prefix))
			err = strlist_add(names, entry->d_name);
	if (dir)
		closedir(dir);
	host_read_end(h);
	if (names->n)
		qsort(names->v, names->n, sizeof(*names->v), by_name);
	return err;
}

static bool is_skipped(const char *name, const char *const *skip)
{
	for (; skip && *skip; skip++)
		if (!strcmp(name, *skip))
			return true;
	return false;
}

static bool is_file(const struct host_source *h, const char *folder, const char *name)
{
	char path[PATH_MAX];
	struct stat st;

	snprintf(path, sizeof(path), "%s%s/%s", h->sysroot, folder, name);
	return !stat(path, &st) && S_ISREG(st.st_mode);
}

json_t *host_files(const struct host_source *h, const char *folder, const char *prefix,
		   const char *const *skip)
{
	struct strlist names = { 0 };
	json_t *o = json_object();
	int err = !o || host_names(h, folder, prefix, &names);

	strlist_for_each (name, &names) {
		if (err || is_skipped(*name, skip) || !is_file(h, folder, *name))
			continue;
		err = json_object_set_new(o, *name, host_value(h, "%s/%s", folder, *name));
	}
	strlist_release(&names);
	if (err || !json_object_size(o)) {
		json_decref(o);
		return err ? NULL : json_null();
	}
	return o;
}

json_t *host_distinct(const struct host_source *h, const char *parent, const char *prefix,
		      const char *file)
{
	struct strlist folders = { 0 }, values = { 0 };
	int err = host_names(h, parent, prefix, &folders);
	char *joined = NULL;

	strlist_for_each (folder, &folders) {
		char *text = host_raw(h, "%s/%s/%s", parent, *folder, file);

		if (text && !err)
			err = strlist_add_once(&values, text);
		free(text);
	}
	if (values.n && !err) {
		qsort(values.v, values.n, sizeof(*values.v), by_name);
		joined = strlist_join(&values, ",");
		err = !joined;
	}
	strlist_release(&folders);
	strlist_release(&values);
	return err ? NULL : take_text(joined);
}

/* --- lines --------------------------------------------------------------------------------------
 */

/* Behind "name   :" if the line starts so; else NULL. */
static const char *value_of_line(const char *line, const char *name)
{
	size_t n = strlen(name);

	if (strncmp(line, name, n))
		return NULL;
	line += n;
	line += strspn(line, " \t");
	return *line == ':' ? line + 1 : NULL;
}

char *host_field(const char *text, const char *name)
{
	for (const char *line = text; line; line = strchr(line, '\n')) {
		const char *value;

		line += *line == '\n';
		value = value_of_line(line, name);
		if (!value)
			continue;
		value += strspn(value, " \t");
		return strndup(value, strcspn(value, "\n"));
	}
	return NULL;
}

json_t *host_kib(const char *text, const char *name)
{
	char *value = text ? host_field(text, name) : NULL;
	char *unit = value ? strchr(value, ' ') : NULL;
	json_int_t kib = -1;

	if (unit && !strcmp(unit, " kB")) {
		*unit = '\0';
		if (!parse_int(value, &kib) || kib > INT64_MAX / 1024)
			kib = -1;
	}
	free(value);
	return kib < 0 ? json_null() : json_integer(kib * 1024);
}
