/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * array: the memory that is walked, mapped with the pages that were asked for.
 *
 * All-zero is valid and empty.
 */
#ifndef NT_NUMA_TEST_ARRAY_H
#define NT_NUMA_TEST_ARRAY_H

#include <stddef.h>
#include <stdint.h>

#include "lib/errmsg.h"
#include "numa_test/mempolicy.h"

enum pages {
	PAGES_4K,  /* base pages, huge ones switched off (64 KiB where the kernel's are) */
	PAGES_THP, /* transparent huge pages, as many as the kernel gives */
	PAGES_2M,  /* hugetlb */
	PAGES_1G,  /* hugetlb */
};

struct array {
	void *start;         /* first line; aligned to a huge page for PAGES_THP */
	size_t bytes;        /* of the array itself */
	size_t mapped_bytes; /* a whole number of pages, >= bytes */
	enum pages pages;
};

/* "4k", "thp", "2m", "1g". 0 or -EINVAL. */
int pages_parse(const char *s, enum pages *pages, struct errmsg *e);
const char *pages_name(enum pages pages);

size_t array_base_page_bytes(void);

/* What array_map() will map for an array of so many bytes. */
uint64_t array_mapped_bytes(uint64_t bytes, enum pages pages);

/*
 * Maps, touches nothing. 0 or -errno: -ENOMEM (also: not enough huge pages reserved), -EINVAL (no
 * huge pages of that size), what mempolicy_apply() returns.
 */
int array_map(struct array *a, uint64_t bytes, enum pages pages, const struct mempolicy *mem,
	      struct errmsg *e);

/*
 * The pages a touched array has: "4k" (or another base page), "thp", "2m", "1g", "mixed" between
 * 1 and 99 % of huge pages. *huge_fraction: share of the memory that is in transparent huge pages,
 * NAN where it does not apply or /proc/self/smaps does not tell. buf holds 16 bytes. Returns buf,
 * NULL if unknown.
 */
const char *array_pages_got(const struct array *a, char *buf, size_t size, double *huge_fraction);

void array_release(struct array *a);

#endif
