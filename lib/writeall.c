/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lib/writeall.h"

#include <errno.h>
#include <unistd.h>

int writeall(int fd, const void *data, size_t len)
{
	const char *p = data;

	while (len) {
		ssize_t n = write(fd, p, len);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -errno;
		p += n;
		len -= (size_t)n;
	}
	return 0;
}
