/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * errmsg: what a person has to read when the world refuses.
 *
 * A function that can fail for a reason outside the program returns 0 or -errno and takes a
 * `struct errmsg *e` last. It names the place in it ("runs.jsonl:3: job 2: \"pid\" is missing").
 * Only main() prints it, as one line, and chooses the exit code. e may be NULL: then the text is
 * dropped. An all-zero struct errmsg is valid and empty. Nothing to release.
 */
#ifndef NT_LIB_ERRMSG_H
#define NT_LIB_ERRMSG_H

#include <stddef.h>

struct errmsg {
	char text[512]; /* one line, no newline, always terminated; long texts are cut */
};

/*
 * Sets the text and returns -err, so that a caller can write
 *	return errmsg_set(e, EINVAL, "size '%s' is not a number", s);
 * err is a positive errno.
 */
int errmsg_set(struct errmsg *e, int err, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

/* As errmsg_set(), with ": " and strerror(err) behind the text. */
int errmsg_errno(struct errmsg *e, int err, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

/* Puts "place: " in front of a text that was set deeper down. */
void errmsg_prefix(struct errmsg *e, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/*
 * Prints "program: text\n" to standard error in one write. Control characters and bytes that a
 * terminal could obey are shown as \xNN. For main() only.
 */
void errmsg_print(const struct errmsg *e);

#endif
