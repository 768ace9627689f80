/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lib/jsontext.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Length of the UTF-8 sequence at s if jansson takes it, else 0. */
static size_t utf8_length(const char *s)
{
	unsigned char c = (unsigned char)*s;
	size_t want = c < 0x80 ? 1 : c < 0xc2 ? 0 : c < 0xe0 ? 2 : c < 0xf0 ? 3 : c < 0xf5 ? 4 : 0;
	json_t *probe;

	for (size_t i = 1; i < want; i++)
		if (((unsigned char)s[i] & 0xc0) != 0x80)
			return 0;
	/* jansson knows the rest (surrogates, overlong forms). */
	probe = want > 1 ? json_stringn(s, want) : NULL;
	if (want > 1 && !probe)
		return 0;
	json_decref(probe);
	return want;
}

static json_t *escaped_string(const char *s)
{
	char *text = malloc(4 * strlen(s) + 1);
	char *to = text;
	json_t *out;

	if (!text)
		return NULL;
	while (*s) {
		size_t len = utf8_length(s);

		if (len) {
			memcpy(to, s, len);
			to += len;
			s += len;
		} else {
			to += sprintf(to, "\\x%02x", (unsigned char)*s++);
		}
	}
	*to = '\0';
	out = json_string(text);
	free(text);
	return out;
}

json_t *jsontext_string(const char *s)
{
	json_t *out;

	if (!s)
		return json_null();
	out = json_string(s);
	return out ? out : escaped_string(s);
}

json_t *jsontext_int(json_int_t value)
{
	return value == -1 ? json_null() : json_integer(value);
}

json_t *jsontext_real(double value)
{
	return isfinite(value) ? json_real(value) : json_null();
}

static int check_size(int fd, size_t limit, const char *path, struct errmsg *e)
{
	struct stat st;

	if (fstat(fd, &st))
		return errmsg_errno(e, errno, "%s", path);
	if (!S_ISREG(st.st_mode))
		return errmsg_set(e, EINVAL, "%s: not a regular file", path);
	if ((uint64_t)st.st_size > limit)
		return errmsg_set(e, EFBIG, "%s: larger than %zu bytes", path, limit);
	return 0;
}

int jsontext_load(const char *path, size_t limit, json_t **out, struct errmsg *e)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	json_error_t where;
	json_t *value;
	int err;

	if (fd < 0)
		return errmsg_errno(e, errno, "%s", path);
	err = check_size(fd, limit, path, e);
	if (err)
		goto out;
	value = json_loadfd(fd, JSON_REJECT_DUPLICATES, &where);
	if (!value) {
		err = errmsg_set(e, EINVAL, "%s:%d: %s", path, where.line, where.text);
		goto out;
	}
	if (!json_is_object(value)) {
		json_decref(value);
		err = errmsg_set(e, EINVAL, "%s: not a JSON object", path);
		goto out;
	}
	*out = value;
out:
	close(fd);
	return err;
}

static int fsync_folder(const char *path)
{
	char *copy = strdup(path);
	int fd, err = 0;

	if (!copy)
		return -ENOMEM;
	fd = open(dirname(copy), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (fd < 0 || fsync(fd))
		err = -errno;
	if (fd >= 0)
		close(fd);
	free(copy);
	return err;
}

static int write_text(int fd, const char *text, size_t len)
{
	while (len) {
		ssize_t n = write(fd, text, len);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -errno;
		text += n;
		len -= (size_t)n;
	}
	return 0;
}

/* The text of an object with a newline behind it, written to a new file and fsynced. */
static int write_file(const char *path, const json_t *object)
{
	char *text = json_dumps(object, JSON_INDENT(1) | JSON_REAL_PRECISION(17));
	int fd, err;

	if (!text)
		return -ENOMEM;
	fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0644);
	err = fd < 0 ? -errno : write_text(fd, text, strlen(text));
	if (!err)
		err = write_text(fd, "\n", 1);
	if (!err && fsync(fd))
		err = -errno;
	if (fd >= 0 && close(fd) && !err)
		err = -errno;
	free(text);
	return err;
}

int jsontext_save(const char *path, const json_t *object, struct errmsg *e)
{
	char *temporary;
	int err;

	if (asprintf(&temporary, "%s.tmp.%d", path, (int)getpid()) < 0)
		return errmsg_errno(e, ENOMEM, "%s", path);
	err = write_file(temporary, object);
	if (!err && rename(temporary, path))
		err = -errno;
	if (err)
		unlink(temporary);
	if (!err)
		err = fsync_folder(path);
	free(temporary);
	return err ? errmsg_errno(e, -err, "%s", path) : 0;
}
