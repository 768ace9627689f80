/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lib/sysfile.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Reads until the end or until buf is full. Bytes read, or -errno. */
static ssize_t read_all(int fd, char *buf, size_t size)
{
	size_t n = 0;

	while (n < size) {
		ssize_t got = read(fd, buf + n, size - n);

		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return -errno;
		if (!got)
			break;
		n += (size_t)got;
	}
	return (ssize_t)n;
}

/* O_NONBLOCK: opening a pipe must not wait for its other end. */
static int open_regular(const char *path)
{
	struct stat st;
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	int err = 0;

	if (fd < 0)
		return -errno;
	if (fstat(fd, &st))
		err = -errno;
	else if (!S_ISREG(st.st_mode))
		err = -EINVAL;
	if (err)
		close(fd);
	return err ? err : fd;
}

static ssize_t read_path(const char *path, char *buf, size_t size)
{
	int fd = open_regular(path);
	ssize_t n;

	if (fd < 0)
		return fd;
	n = read_all(fd, buf, size);
	close(fd);
	return n;
}

static void trim(char *text)
{
	size_t n = strlen(text);

	while (n && isspace((unsigned char)text[n - 1]))
		text[--n] = '\0';
}

__attribute__((format(printf, 2, 0))) static char *path_format(const char *sysroot, const char *fmt,
							       va_list ap)
{
	char *path = NULL, *tail = NULL;

	if (vasprintf(&tail, fmt, ap) < 0)
		return NULL;
	if (asprintf(&path, "%s%s", sysroot, tail) < 0)
		path = NULL;
	free(tail);
	return path;
}

/* At most max bytes; a larger file is -EFBIG unless it may be cut. */
__attribute__((format(printf, 5, 0))) static int text_va(char **text, size_t max, bool cut,
							 const char *sysroot, const char *fmt,
							 va_list ap)
{
	char *path = path_format(sysroot, fmt, ap);
	char *buf = malloc(max + 1), *shrunk;
	ssize_t n = path && buf ? read_path(path, buf, max + 1) : -ENOMEM;

	free(path);
	if (n > (ssize_t)max)
		n = cut ? (ssize_t)max : -EFBIG;
	if (n < 0) {
		free(buf);
		*text = NULL;
		return (int)n;
	}
	buf[n] = '\0';
	trim(buf);
	shrunk = realloc(buf, strlen(buf) + 1);
	if (shrunk) /* else the large block is as good */
		buf = shrunk;
	*text = buf;
	return 0;
}

int sysfile_text(char **text, const char *sysroot, const char *fmt, ...)
{
	va_list ap;
	int err;

	va_start(ap, fmt);
	err = text_va(text, SYSFILE_MAX, false, sysroot, fmt, ap);
	va_end(ap);
	return err;
}

int sysfile_head(char **text, size_t max, const char *sysroot, const char *fmt, ...)
{
	va_list ap;
	int err;

	va_start(ap, fmt);
	err = text_va(text, max < SYSFILE_MAX ? max : SYSFILE_MAX, true, sysroot, fmt, ap);
	va_end(ap);
	return err;
}

int sysfile_open(const char *sysroot, const char *fmt, ...)
{
	char *path;
	va_list ap;
	int fd;

	va_start(ap, fmt);
	path = path_format(sysroot, fmt, ap);
	va_end(ap);
	fd = path ? open_regular(path) : -ENOMEM;
	free(path);
	return fd;
}

static int parse_int(const char *text, int64_t *value)
{
	const char *digits = text + (*text == '-');
	long long parsed;

	if (!*digits || digits[strspn(digits, "0123456789")])
		return -EINVAL;
	errno = 0;
	parsed = strtoll(text, NULL, 10);
	if (errno)
		return -EINVAL;
	*value = parsed;
	return 0;
}

int sysfile_int(int64_t *value, const char *sysroot, const char *fmt, ...)
{
	char *text;
	va_list ap;
	int err;

	va_start(ap, fmt);
	err = text_va(&text, SYSFILE_MAX, false, sysroot, fmt, ap);
	va_end(ap);
	if (!err)
		err = parse_int(text, value);
	free(text);
	return err;
}
