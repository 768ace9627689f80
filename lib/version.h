/* SPDX-License-Identifier: GPL-3.0-or-later */
/* version: which numa_test this is. */
#ifndef NT_LIB_VERSION_H
#define NT_LIB_VERSION_H

const char *version_number(void);   /* "0.1.0" */
const char *version_git(void);      /* git describe of the build, "" outside a checkout */
const char *version_compiler(void); /* "gcc 12.2.0" */

#endif
