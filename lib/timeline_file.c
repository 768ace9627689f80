/* SPDX-License-Identifier: GPL-3.0-or-later */
/* timeline/RUN.zst. Apart from the text, so that what needs no files needs no libzstd. */
#include "lib/timeline.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>

#include "lib/writeall.h"

#define LEVEL       3
#define LARGEST_ZST ((off_t)256 << 20)
#define LARGEST_TXT ((unsigned long long)4 << 30)

struct name {
	char text[64];
};

static struct name name_of(int64_t run, const char *suffix)
{
	struct name name;

	snprintf(name.text, sizeof(name.text), "timeline/%" PRId64 ".zst%s", run, suffix);
	return name;
}

static int create(int dirfd, const char *name, const char *bytes, size_t n)
{
	int fd = openat(dirfd, name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	int err;

	if (fd < 0)
		return -errno;
	err = writeall(fd, bytes, n);
	if (!err && fsync(fd))
		err = -errno;
	if (close(fd) && !err)
		err = -errno;
	return err;
}

static int store(int dirfd, int64_t run, const char *bytes, size_t n)
{
	struct name aside = name_of(run, ".new"), name = name_of(run, "");
	int err;

	if (mkdirat(dirfd, "timeline", 0777) && errno != EEXIST)
		return -errno;
	err = create(dirfd, aside.text, bytes, n);
	if (!err && renameat(dirfd, aside.text, dirfd, name.text))
		err = -errno;
	if (err)
		unlinkat(dirfd, aside.text, 0);
	return err;
}

static int compress(char **out, size_t *n, const char *text, size_t len)
{
	size_t bound = ZSTD_compressBound(len);

	*out = malloc(bound);
	if (!*out)
		return -ENOMEM;
	*n = ZSTD_compress(*out, bound, text, len, LEVEL);
	return ZSTD_isError(*n) ? -EIO : 0;
}

int timeline_write(const struct timeline *t, int dirfd, struct errmsg *e)
{
	size_t len = 0, n = 0;
	char *text = timeline_format(t, &len), *bytes = NULL;
	int err = text ? compress(&bytes, &n, text, len) : -ENOMEM;

	if (!err)
		err = store(dirfd, t->run, bytes, n);
	free(bytes);
	free(text);
	return err ? errmsg_errno(e, -err, "%s", name_of(t->run, "").text) : 0;
}

static int read_all(int fd, char **bytes, size_t *n)
{
	struct stat st;

	if (fstat(fd, &st))
		return -errno;
	if (!S_ISREG(st.st_mode) || st.st_size > LARGEST_ZST)
		return -EINVAL;
	*bytes = malloc((size_t)st.st_size + 1);
	if (!*bytes)
		return -ENOMEM;
	for (*n = 0; *n < (size_t)st.st_size;) {
		ssize_t got = read(fd, *bytes + *n, (size_t)st.st_size - *n);

		if (got < 0 && errno != EINTR)
			return -errno;
		if (got == 0)
			break;
		*n += got > 0 ? (size_t)got : 0;
	}
	return 0;
}

static int decompress(char **text, size_t *len, const char *bytes, size_t n)
{
	unsigned long long size = ZSTD_getFrameContentSize(bytes, n);

	if (size == ZSTD_CONTENTSIZE_UNKNOWN || size == ZSTD_CONTENTSIZE_ERROR ||
	    size > LARGEST_TXT)
		return -EINVAL;
	*text = malloc(size + 1);
	if (!*text)
		return -ENOMEM;
	*len = ZSTD_decompress(*text, size, bytes, n);
	return ZSTD_isError(*len) ? -EINVAL : 0;
}

static int load(int dirfd, const char *name, char **text, size_t *len)
{
	int fd = openat(dirfd, name, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	char *bytes = NULL;
	size_t n = 0;
	int err;

	if (fd < 0)
		return -errno;
	err = read_all(fd, &bytes, &n);
	if (!err)
		err = decompress(text, len, bytes, n);
	free(bytes);
	close(fd);
	return err;
}

int timeline_read(struct timeline *t, int dirfd, int64_t run, struct errmsg *e)
{
	struct name name = name_of(run, "");
	char *text = NULL;
	size_t len = 0;
	int err = load(dirfd, name.text, &text, &len);

	timeline_init(t);
	if (err) {
		errmsg_errno(e, -err, "%s", name.text);
	} else {
		err = timeline_parse(t, text, len, e);
		if (err)
			errmsg_prefix(e, "%s", name.text);
	}
	free(text);
	return err;
}
