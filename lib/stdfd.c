/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lib/stdfd.h"

#include <fcntl.h>
#include <unistd.h>

void stdfd_hold(void)
{
	for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
		if (fcntl(fd, F_GETFD) < 0)
			/* The lowest free number: it is fd. */
			(void)open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}
