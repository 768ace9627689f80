/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * host: what host.json says of the machine, the kernel and their settings.
 *
 * Keys are grouped by what a difference means when two result sets are compared; man page
 * numa_test-host(5) is the description of the format:
 *
 *	machine		other hardware, a cell that leaves the comparison
 *	kernel		the factor under test
 *	person		set by a person: takes a cell out unless it is what varies
 *	tunables	the kernel's own defaults, mitigations, firmware: notes
 *	state		of this boot and this shell; not compared
 *	build		this program
 *
 * What can't be read is null, never 0 or "". Text that is not UTF-8 has \xNN in its place. One file
 * a group: host_machine.c, host_kernel.c …; host_part.h is what they share.
 */
#ifndef NT_HARNESS_HOST_H
#define NT_HARNESS_HOST_H

#include <jansson.h>

#include "lib/errmsg.h"
#include "lib/topology.h"

#define HOST_SCHEMA 1

/*
 * Describes the machine whose /proc and /sys are under sysroot ("" for this one; what no file
 * tells, such as the page size and the cpuid vendor, is then asked of the system, else null). *out
 * is a new reference.
 *
 * Files are read in a child process: one that keeps a read waiting is given up after two seconds,
 * listed under state.unread, and null. Fails for lack of memory or processes only.
 */
int host_describe(const char *sysroot, const struct topology *t, json_t **out, struct errmsg *e);

/*
 * Lends the value at a path like "machine.key" or "person.governor"; NULL where there is none. For
 * a string host_string() lends its text, NULL where it is null or anything else.
 */
const json_t *host_find(const json_t *host, const char *path);
const char *host_string(const json_t *host, const char *path);

#endif
