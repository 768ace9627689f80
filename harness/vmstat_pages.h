/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * vmstat_pages: on which nodes the pages of a foreign program lie, from /proc/PID/numa_maps.
 *
 * Counted is what belongs to the program: heap, stack, anonymous and shared memory; pages of files
 * (its own text, libraries) are left out, because many processes share them. In pages of 4 KiB,
 * whatever size the kernel uses. Reading it holds the program's mmap lock for some ms a GiB: for
 * once or twice a run, never in a loop. A zombie has no pages left.
 */
#ifndef NT_HARNESS_VMSTAT_PAGES_H
#define NT_HARNESS_VMSTAT_PAGES_H

#include <stdio.h>
#include <sys/types.h>

#include "lib/intmap.h"

/*
 * Adds node -> pages of this process to pages, an empty map. 0, -errno (-ENOENT: gone, or a
 * kernel without NUMA; -EACCES: not ours), -ENODATA where it has no pages (a zombie).
 */
int vmstat_pages_read(struct intmap *pages, pid_t pid);

/*
 * The same of the process and all its descendants; 0 if it told at least its own. What they share
 * is counted for each.
 */
int vmstat_pages_read_tree(struct intmap *pages, pid_t pid);

/* As vmstat_pages_read(), from an open file. */
int vmstat_pages_parse(struct intmap *pages, FILE *f);

#endif
