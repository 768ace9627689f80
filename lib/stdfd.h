/* SPDX-License-Identifier: GPL-3.0-or-later */
/* stdfd: descriptors 0, 1 and 2 where the caller left them closed. */
#ifndef NT_LIB_STDFD_H
#define NT_LIB_STDFD_H

/*
 * First in main(): puts /dev/null on those of 0, 1 and 2 that are closed, open for the wrong
 * direction, so that no file opened later gets what is meant for a person, and what is read or
 * written there fails as on a closed one (EBADF).
 */
void stdfd_hold(void);

#endif
