/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "hackbench/slice.h"

/* Not <sched.h>: until glibc 2.41 the two don't go together. */
#include <linux/sched.h>
#include <linux/sched/types.h>
#include <sys/syscall.h>
#include <unistd.h>

#define SHORTEST_NS 100000 /* kernel/sched/syscalls.c, __setparam_fair() */

void slice_shorten(void)
{
	struct sched_attr attr = { .size = sizeof(attr) };

	if (syscall(SYS_sched_getattr, 0, &attr, sizeof(attr), 0) < 0)
		return;
	if (attr.sched_policy != SCHED_NORMAL)
		return;
	attr.sched_runtime = SHORTEST_NS;
	syscall(SYS_sched_setattr, 0, &attr, 0);
}
