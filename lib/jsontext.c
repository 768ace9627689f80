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

#include "lib/writeall.h"

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

json_t *jsontext_strlist(const struct strlist *l)
{
	json_t *a = json_array();

	strlist_for_each (s, l) {
		if (json_array_append_new(a, jsontext_string(*s))) {
			json_decref(a);
			return NULL;
		}
	}
	return a;
}

static int wrong_type(const char *name, const char *wanted, struct errmsg *e)
{
	return errmsg_set(e, EINVAL, "\"%.40s\" is not %s", name, wanted);
}

int jsontext_get_int(const json_t *o, const char *name, int64_t *out, struct errmsg *e)
{
	const json_t *v = json_object_get(o, name);

	if (!v || json_is_null(v))
		return 0;
	if (!json_is_integer(v))
		return wrong_type(name, "a whole number", e);
	*out = json_integer_value(v);
	return 0;
}

int jsontext_need_int(const json_t *o, const char *name, int64_t min, int64_t max, int64_t *out,
		      struct errmsg *e)
{
	const json_t *v = json_object_get(o, name);

	if (!v)
		return errmsg_set(e, EINVAL, "\"%s\" is missing", name);
	if (!json_is_integer(v))
		return wrong_type(name, "a whole number", e);
	if (json_integer_value(v) < min || json_integer_value(v) > max)
		return errmsg_set(e, ERANGE, "\"%s\" is not between %lld and %lld", name,
				  (long long)min, (long long)max);
	*out = json_integer_value(v);
	return 0;
}

int jsontext_get_real(const json_t *o, const char *name, double *out, struct errmsg *e)
{
	const json_t *v = json_object_get(o, name);

	if (!v || json_is_null(v))
		return 0;
	if (!json_is_number(v))
		return wrong_type(name, "a number", e);
	*out = json_number_value(v);
	return 0;
}

int jsontext_get_bool(const json_t *o, const char *name, bool *out, struct errmsg *e)
{
	const json_t *v = json_object_get(o, name);

	if (!v || json_is_null(v))
		return 0;
	if (!json_is_boolean(v))
		return wrong_type(name, "true or false", e);
	*out = json_is_true(v);
	return 0;
}

int jsontext_get_string(const json_t *o, const char *name, char **out, struct errmsg *e)
{
	const json_t *v = json_object_get(o, name);
	char *copy;

	if (!v || json_is_null(v))
		return 0;
	if (!json_is_string(v))
		return wrong_type(name, "a string", e);
	copy = strdup(json_string_value(v));
	if (!copy)
		return errmsg_errno(e, ENOMEM, "%s", name);
	free(*out);
	*out = copy;
	return 0;
}

int jsontext_need_string(const json_t *o, const char *name, char **out, struct errmsg *e)
{
	const json_t *v = json_object_get(o, name);

	if (!v || json_is_null(v))
		return errmsg_set(e, EINVAL, "\"%s\" is missing", name);
	return jsontext_get_string(o, name, out, e);
}

int jsontext_get_strlist(const json_t *o, const char *name, struct strlist *out, struct errmsg *e)
{
	const json_t *v = json_object_get(o, name);
	json_t *s;
	size_t i;

	if (!v || json_is_null(v))
		return 0;
	if (!json_is_array(v))
		return wrong_type(name, "a list of strings", e);
	json_array_foreach (v, i, s) {
		if (!json_is_string(s))
			return wrong_type(name, "a list of strings", e);
		if (strlist_add(out, json_string_value(s)))
			return errmsg_errno(e, ENOMEM, "%s", name);
	}
	return 0;
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

/* The text of an object with a newline behind it, written to a new file and fsynced. */
static int write_file(const char *path, const json_t *object)
{
	char *text = json_dumps(object, JSON_INDENT(1) | JSON_REAL_PRECISION(17));
	int fd, err;

	if (!text)
		return -ENOMEM;
	fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0644);
	err = fd < 0 ? -errno : writeall(fd, text, strlen(text));
	if (!err)
		err = writeall(fd, "\n", 1);
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
