/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * room: how much memory could be had, in bytes; -1 where the machine does not say.
 *
 * Files are read under `sysroot` ("" for this machine). Sources: proc(5) meminfo,
 * Documentation/admin-guide/cgroup-v2.rst and cgroup-v1/memory.rst.
 */
#ifndef NT_LIB_ROOM_H
#define NT_LIB_ROOM_H

#include <stdint.h>

/* MemAvailable: free, or cheap to free. */
int64_t room_machine(const char *sysroot);

/* The same of one node: free pages and page cache, as no node tells its "available". */
int64_t room_node(const char *sysroot, int node);

/* What the tightest memory cgroup around us, version 1 or 2, still lets us have. */
int64_t room_cgroup(const char *sysroot);

/*
 * The number behind a key at a line's start or after "Node N " ("MemFree:", "inactive_file");
 * -1 if there is none. A value with "kB" behind it comes back in bytes.
 */
int64_t room_value(const char *text, const char *key);

#endif
