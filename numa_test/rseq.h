/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * rseq: where the kernel keeps the number of the CPU we run on, readable without a call.
 *
 * The C library registers a restartable-sequences area for each thread (glibc 2.35, Linux 4.18;
 * glibc manual, "Restartable Sequences"); the kernel writes cpu_id into it on the way back to user
 * mode after every move.
 */
#ifndef NT_NUMA_TEST_RSEQ_H
#define NT_NUMA_TEST_RSEQ_H

#include <stdint.h>

/*
 * The word of the calling thread, valid as long as the thread lives; NULL where nothing is
 * registered (older library or kernel, a tunable, an emulator).
 */
const volatile uint32_t *rseq_cpu_word(void);

#endif
