/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "numa_test/home.h"

#include <errno.h>
#include <numaif.h>

#include "lib/splitmix.h"

enum {
	CHUNK = 256
};

uint64_t home_pick(uint64_t i, uint64_t sampled, uint64_t pages, uint64_t *state)
{
	uint64_t first = (uint64_t)((unsigned __int128)i * pages / sampled);
	uint64_t next = (uint64_t)((unsigned __int128)(i + 1) * pages / sampled);

	return first + splitmix_next(state) % (next - first);
}

static int count_nodes(void **pages, size_t n, struct intmap *by_node)
{
	int status[CHUNK];

	if (move_pages(0, n, pages, NULL, status, 0) < 0)
		return -errno;
	for (size_t i = 0; i < n; i++) {
		int err = status[i] >= 0 ? intmap_add(by_node, status[i], 1) : 0;

		if (err)
			return err;
	}
	by_node->known = true;
	return 0;
}

int home_sample(const struct array *a, size_t max_pages, uint64_t *state, struct intmap *by_node)
{
	size_t page_bytes = array_base_page_bytes();
	uint64_t pages = (a->bytes + page_bytes - 1) / page_bytes;
	uint64_t sampled = pages < max_pages ? pages : max_pages;
	int err = 0;

	for (uint64_t i = 0; i < sampled && !err;) {
		void *chunk[CHUNK];
		size_t n = 0;

		for (; n < CHUNK && i < sampled; i++)
			chunk[n++] =
				(char *)a->start + home_pick(i, sampled, pages, state) * page_bytes;
		err = count_nodes(chunk, n, by_node);
	}
	if (err)
		intmap_release(by_node);
	return err;
}
