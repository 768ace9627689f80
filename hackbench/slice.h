/* SPDX-License-Identifier: GPL-3.0-or-later */
/* slice: how long the scheduler lets a task run before it turns to the next. */
#ifndef NT_HACKBENCH_SLICE_H
#define NT_HACKBENCH_SLICE_H

/*
 * Asks for the shortest slice for the calling thread, which makes it wait less when it wakes up.
 * Linux 6.12 and later, ordinary policy only; elsewhere nothing happens. Inherited by fork().
 */
void slice_shorten(void);

#endif
