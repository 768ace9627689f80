/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "numa_test/exec_node.h"

#include <sys/syscall.h>
#include <unistd.h>

static int exec_cpu = -1;

/* Runs before the sanitizers have set up their own memory. */
__attribute__((no_sanitize("address", "undefined"))) static void look(void)
{
	unsigned int cpu;

	if (!syscall(SYS_getcpu, &cpu, NULL, NULL))
		exec_cpu = (int)cpu;
}

/* System V ABI: called by the dynamic linker before all other initialisation. */
__attribute__((section(".preinit_array"), used)) static void (*const preinit)(void) = look;

int exec_node_cpu(void)
{
	return exec_cpu;
}
