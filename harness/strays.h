/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * strays: processes of a run that left its group, as a daemon does by setsid(2).
 *
 * The guard's group kill misses them. The harness is their subreaper, so when their parents have
 * ended they are its children, and what was not its child before the run is a stray of it.
 */
#ifndef NT_HARNESS_STRAYS_H
#define NT_HARNESS_STRAYS_H

#include "lib/intmap.h"

/*
 * The children that the caller has now; not known where the kernel does not tell
 * (/proc/PID/task/TID/children, CONFIG_PROC_CHILDREN). 0 or -ENOMEM.
 */
int strays_note(struct intmap *children);

/*
 * Kills and reaps all children but those noted before, and theirs as they become ours. Does nothing
 * where children are not known.
 */
void strays_end(const struct intmap *before);

#endif
