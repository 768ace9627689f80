/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * mempolicy: where the array's pages shall come from (`--mem`).
 *
 * All-zero is "local": the node of the CPU that touches first, the kernel's default. It sets
 * nothing, because memory with a policy of its own is left alone by NUMA balancing
 * (vma_policy_mof() in mm/mempolicy.c). Nothing to release.
 */
#ifndef NT_NUMA_TEST_MEMPOLICY_H
#define NT_NUMA_TEST_MEMPOLICY_H

#include <stdbool.h>
#include <stddef.h>

#include "lib/errmsg.h"

enum mempolicy_kind {
	MEMPOLICY_LOCAL,
	MEMPOLICY_BIND,
	MEMPOLICY_INTERLEAVE, /* over all nodes that may be used */
	MEMPOLICY_PREFERRED,
};

struct mempolicy {
	enum mempolicy_kind kind;
	int node; /* of bind and preferred */
};

/* "local", "bind:N", "interleave", "preferred:N". 0 or -EINVAL, -ERANGE. */
int mempolicy_parse(const char *s, struct mempolicy *m, struct errmsg *e);

/* The same text back; buf holds 32 bytes. Returns buf. */
char *mempolicy_name(const struct mempolicy *m, char *buf, size_t size);

/* Before the first touch. 0 or -errno: no such node, not allowed, no NUMA in the kernel. */
int mempolicy_apply(const struct mempolicy *m, void *start, size_t bytes, struct errmsg *e);

/* Does this kernel know nodes at all? */
bool mempolicy_supported(void);

/* Does the process carry another policy than the default, as under numactl? Then "local" is that.
 */
bool mempolicy_inherited(void);

#endif
