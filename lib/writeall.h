/* SPDX-License-Identifier: GPL-3.0-or-later */
/* writeall: all of a text into a file, whatever write(2) takes at a time. */
#ifndef NT_LIB_WRITEALL_H
#define NT_LIB_WRITEALL_H

#include <stddef.h>

/* 0 or -errno; a part may have been written then. fd must not be non-blocking. */
int writeall(int fd, const void *data, size_t len);

#endif
