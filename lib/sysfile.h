/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * sysfile: small text files of /proc and /sys.
 *
 * sysroot is put in front of the path: "" reads this machine, a folder reads a copy of another
 * machine's files. Files whose size the kernel gives as 0 are read to their end. Only regular
 * files are read, and never more than SYSFILE_MAX bytes, so that nothing waits or fills the memory.
 */
#ifndef NT_LIB_SYSFILE_H
#define NT_LIB_SYSFILE_H

#include <stddef.h>
#include <stdint.h>

#define SYSFILE_MAX (256 * 1024)

/*
 * The whole file without trailing white space, to be freed by the caller; bytes as they are, up to
 * the first NUL. -errno of open(2) or read(2), -EINVAL if it is no regular file, -EFBIG if it is
 * larger than SYSFILE_MAX; then *text is NULL.
 */
int sysfile_text(char **text, const char *sysroot, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

/*
 * As sysfile_text(), but reads the first max bytes (at most SYSFILE_MAX) of a file that may be
 * larger: of /proc/cpuinfo one CPU is enough, and the kernel makes the text as it is read.
 */
int sysfile_head(char **text, size_t max, const char *sysroot, const char *fmt, ...)
	__attribute__((format(printf, 4, 5)));

/*
 * Opens a regular file for reading, without waiting. The caller closes it. -errno of open(2),
 * -EINVAL if it is no regular file.
 */
int sysfile_open(const char *sysroot, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* A file that holds one whole decimal number. -EINVAL if it holds anything else. */
int sysfile_int(int64_t *value, const char *sysroot, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

#endif
