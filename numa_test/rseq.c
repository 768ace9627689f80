/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "numa_test/rseq.h"

#include <stddef.h>

/* Weak, so that the program builds and runs with a C library that has none of them. */
extern const ptrdiff_t __rseq_offset __attribute__((weak));
extern const unsigned int __rseq_size __attribute__((weak));

/* linux/rseq.h: struct rseq starts with __u32 cpu_id_start, __u32 cpu_id. */
enum {
	CPU_ID_OFFSET = 4
};

static char *thread_pointer(void)
{
#ifdef __x86_64__
	char *tp; /* the ABI keeps the thread pointer's own value at %fs:0 */

	__asm__("mov %%fs:0, %0" : "=r"(tp));
	return tp;
#else
	return __builtin_thread_pointer();
#endif
}

const volatile uint32_t *rseq_cpu_word(void)
{
	const volatile uint32_t *word;

	if (!&__rseq_size || !&__rseq_offset || __rseq_size < CPU_ID_OFFSET + sizeof(*word))
		return NULL;
	word = (const volatile uint32_t *)(thread_pointer() + __rseq_offset + CPU_ID_OFFSET);
	return (int32_t)*word >= 0 ? word : NULL; /* -1 and -2: not registered, refused */
}
