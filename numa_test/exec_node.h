/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * exec_node: the CPU this program found itself on right after execve(2), before any constructor of
 * a library ran (the scheduler places a task at exec).
 */
#ifndef NT_NUMA_TEST_EXEC_NODE_H
#define NT_NUMA_TEST_EXEC_NODE_H

int exec_node_cpu(void); /* -1: the kernel did not tell */

#endif
