/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lib/errmsg.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

__attribute__((format(printf, 2, 0))) static void set_va(struct errmsg *e, const char *fmt,
							 va_list ap)
{
	vsnprintf(e->text, sizeof(e->text), fmt, ap);
}

int errmsg_set(struct errmsg *e, int err, const char *fmt, ...)
{
	va_list ap;

	if (e) {
		va_start(ap, fmt);
		set_va(e, fmt, ap);
		va_end(ap);
	}
	return -err;
}

int errmsg_errno(struct errmsg *e, int err, const char *fmt, ...)
{
	va_list ap;

	if (e) {
		size_t n;

		va_start(ap, fmt);
		set_va(e, fmt, ap);
		va_end(ap);
		n = strlen(e->text);
		snprintf(e->text + n, sizeof(e->text) - n, ": %s", strerror(err));
	}
	return -err;
}

void errmsg_prefix(struct errmsg *e, const char *fmt, ...)
{
	struct errmsg inner;
	va_list ap;
	size_t n;

	if (!e)
		return;
	inner = *e;
	va_start(ap, fmt);
	set_va(e, fmt, ap);
	va_end(ap);
	n = strlen(e->text);
	snprintf(e->text + n, sizeof(e->text) - n, ": %s", inner.text);
}

void errmsg_print(const struct errmsg *e)
{
	char line[4 * sizeof(e->text) + 64];
	size_t n;

	n = (size_t)snprintf(line, 64, "%.48s: ", program_invocation_short_name);
	for (const unsigned char *p = (const unsigned char *)e->text; *p; p++) {
		if (*p < 0x20 || *p == 0x7f)
			n += (size_t)snprintf(line + n, 5, "\\x%02x", *p);
		else
			line[n++] = (char)*p;
	}
	line[n++] = '\n';
	if (write(STDERR_FILENO, line, n) < 0)
		return; /* nobody is left to tell */
}
