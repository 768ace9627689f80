/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * pool: each string once. A thousand runs name the same boot, the same source, the same flag; the
 * pool keeps one copy of each and lends it until it is released. All-zero is valid and empty.
 */
#ifndef NT_REPORT_POOL_H
#define NT_REPORT_POOL_H

struct pool {
	void *tree; /* tsearch(3) */
};

/* Lends the pool's copy. NULL for a NULL s, and when memory is short. */
const char *pool_string(struct pool *p, const char *s);
void pool_release(struct pool *p);

#endif
