/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "numa_test/array.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "lib/sysfile.h"
#include "lib/units.h"

/* linux/mman.h: log2 of the size, above bit 26. */
#ifndef MAP_HUGE_SHIFT
#define MAP_HUGE_SHIFT 26
#endif

static const struct page_kind {
	const char *name;
	unsigned int hugetlb_bits; /* log2 of the page size; 0: no hugetlb */
	int advice;                /* of madvise(2); -1: none */
} kinds[] = {
	[PAGES_4K] = { "4k", 0, MADV_NOHUGEPAGE },
	[PAGES_THP] = { "thp", 0, MADV_HUGEPAGE },
	[PAGES_2M] = { "2m", 21, -1 },
	[PAGES_1G] = { "1g", 30, -1 },
};

enum {
	N_KINDS = sizeof(kinds) / sizeof(*kinds)
};

int pages_parse(const char *s, enum pages *pages, struct errmsg *e)
{
	for (int k = 0; k < N_KINDS; k++) {
		if (!strcmp(kinds[k].name, s)) {
			*pages = (enum pages)k;
			return 0;
		}
	}
	return errmsg_set(e, EINVAL, "--pages: '%s' is none of 4k, thp, 2m, 1g", s);
}

const char *pages_name(enum pages pages)
{
	return kinds[pages].name;
}

size_t array_base_page_bytes(void)
{
	return (size_t)sysconf(_SC_PAGESIZE);
}

static size_t thp_bytes(void)
{
	int64_t bytes;

	if (sysfile_int(&bytes, "", "/sys/kernel/mm/transparent_hugepage/hpage_pmd_size"))
		return (size_t)2 << 20;
	return (size_t)bytes;
}

static size_t page_bytes(enum pages pages)
{
	if (kinds[pages].hugetlb_bits)
		return (size_t)1 << kinds[pages].hugetlb_bits;
	return pages == PAGES_THP ? thp_bytes() : array_base_page_bytes();
}

uint64_t array_mapped_bytes(uint64_t bytes, enum pages pages)
{
	uint64_t page = page_bytes(pages);

	return (bytes + page - 1) / page * page;
}

static int map_failed(int err, const struct array *a, struct errmsg *e)
{
	const struct page_kind *kind = &kinds[a->pages];
	int64_t free_pages;
	char size[16];

	units_format_size(a->bytes, size, sizeof(size));
	if (!kind->hugetlb_bits)
		return errmsg_errno(e, err, "no memory for an array of %s", size);
	if (err == EINVAL)
		return errmsg_set(e, err, "--pages %s: this kernel has no huge pages of that size",
				  kind->name);
	if (sysfile_int(&free_pages, "", "/sys/kernel/mm/hugepages/hugepages-%zukB/free_hugepages",
			page_bytes(a->pages) / 1024))
		return errmsg_errno(e, err, "--pages %s: an array of %s", kind->name, size);
	return errmsg_set(e, err,
			  "--pages %s: an array of %s takes %zu huge pages, and %" PRId64
			  " are free (see nr_hugepages)",
			  kind->name, size, a->mapped_bytes / page_bytes(a->pages), free_pages);
}

/* Gives back what sticks out on both sides of mapped_bytes, in a mapping that is `align` larger. */
static char *trim(char *start, const struct array *a, size_t align)
{
	size_t head = (align - (uintptr_t)start % align) % align, tail = align - head;

	if (head)
		munmap(start, head);
	munmap(start + head + a->mapped_bytes, tail);
	return start + head;
}

static int map_pages(struct array *a, struct errmsg *e)
{
	const struct page_kind *kind = &kinds[a->pages];
	size_t align = a->pages == PAGES_THP ? thp_bytes() : 0;
	int flags = MAP_PRIVATE | MAP_ANONYMOUS;
	void *start;

	if (kind->hugetlb_bits)
		flags |= MAP_HUGETLB | (int)(kind->hugetlb_bits << MAP_HUGE_SHIFT);
	start = mmap(NULL, a->mapped_bytes + align, PROT_READ | PROT_WRITE, flags, -1, 0);
	if (start == MAP_FAILED)
		return map_failed(errno, a, e);
	a->start = align ? trim(start, a, align) : start;
	/* Refused only by a kernel without transparent huge pages; what we got is reported. */
	if (kind->advice >= 0)
		(void)madvise(a->start, a->mapped_bytes, kind->advice);
	return 0;
}

int array_map(struct array *a, uint64_t bytes, enum pages pages, const struct mempolicy *mem,
	      struct errmsg *e)
{
	int err;

	*a = (struct array){ .bytes = bytes, .pages = pages };
	a->mapped_bytes = array_mapped_bytes(bytes, pages);
	err = map_pages(a, e);
	if (!err)
		err = mempolicy_apply(mem, a->start, a->mapped_bytes, e);
	if (err)
		array_release(a);
	return err;
}

/* Adds up a field of smaps over the parts that the kernel may have cut the array into. */
static bool smaps_sum(const struct array *a, int64_t *rss_kib, int64_t *huge_kib)
{
	uintptr_t first = (uintptr_t)a->start, last = first + a->mapped_bytes, from, to;
	FILE *f = fopen("/proc/self/smaps", "re");
	bool inside = false;
	char line[512];
	int64_t kib;

	*rss_kib = *huge_kib = 0;
	if (!f)
		return false;
	while (fgets(line, sizeof(line), f)) {
		if (sscanf(line, "%" SCNxPTR "-%" SCNxPTR " ", &from, &to) == 2)
			inside = from < last && to > first;
		else if (inside && sscanf(line, "Rss: %" SCNd64, &kib) == 1)
			*rss_kib += kib;
		else if (inside && sscanf(line, "AnonHugePages: %" SCNd64, &kib) == 1)
			*huge_kib += kib;
	}
	fclose(f);
	return *rss_kib > 0;
}

static double thp_fraction(const struct array *a)
{
	int64_t rss_kib, huge_kib;

	if (!smaps_sum(a, &rss_kib, &huge_kib))
		return NAN;
	return (double)huge_kib / (double)rss_kib;
}

const char *array_pages_got(const struct array *a, char *buf, size_t size, double *huge_fraction)
{
	*huge_fraction = a->pages == PAGES_THP ? thp_fraction(a) : NAN;
	if (a->pages == PAGES_THP && isnan(*huge_fraction))
		return NULL;
	if (kinds[a->pages].hugetlb_bits || *huge_fraction >= 0.99)
		snprintf(buf, size, "%s", kinds[a->pages].name);
	else if (*huge_fraction > 0.01)
		snprintf(buf, size, "mixed");
	else
		snprintf(buf, size, "%zuk", array_base_page_bytes() / 1024);
	return buf;
}

void array_release(struct array *a)
{
	if (a->start)
		munmap(a->start, a->mapped_bytes);
	*a = (struct array){ 0 };
}
