/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/perf_ring.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "harness/perf_event.h"

#define LARGEST_RING   ((size_t)8 << 20)
#define SMALLEST_RING  ((size_t)16 << 10)
#define MEMORY_SHARE   64  /* all rings together: at most this part of the memory */
#define LONGEST_RECORD 128 /* ours are 32 to 64 bytes */

struct ring {
	int cpu, fd;
	struct perf_event_mmap_page *page; /* the data is behind it */
};

struct perf_rings {
	struct ring *v;
	size_t n;
	size_t bytes;
};

static size_t page_bytes(void)
{
	return (size_t)sysconf(_SC_PAGESIZE);
}

static int ring_open(struct ring *ring, int cpu, size_t bytes)
{
	struct perf_event_attr attr = perf_event_ring_attr();
	void *map;

	ring->cpu = cpu;
	ring->fd = perf_event_open_self(&attr, cpu);
	if (ring->fd < 0)
		return ring->fd;
	map = mmap(NULL, page_bytes() + bytes, PROT_READ | PROT_WRITE, MAP_SHARED, ring->fd, 0);
	if (map == MAP_FAILED)
		return -errno;
	ring->page = map;
	return 0;
}

static void close_all(struct perf_rings *rings)
{
	for (size_t i = 0; i < rings->n; i++) {
		if (rings->v[i].page)
			munmap(rings->v[i].page, page_bytes() + rings->bytes);
		if (rings->v[i].fd >= 0)
			close(rings->v[i].fd);
	}
	rings->n = 0;
}

static int open_all(struct perf_rings *rings, const struct cpulist *cpus, size_t bytes)
{
	int err = 0;

	rings->bytes = bytes;
	for (size_t i = 0; i < cpus->n && !err; i++) {
		rings->v[i] = (struct ring){ .fd = -1 };
		rings->n++;
		err = ring_open(&rings->v[i], cpus->v[i], bytes);
	}
	if (err)
		close_all(rings);
	return err;
}

static size_t first_try(size_t n_cpus)
{
	size_t memory = (size_t)sysconf(_SC_PHYS_PAGES) * page_bytes();
	size_t bytes = LARGEST_RING;

	while (bytes > SMALLEST_RING && bytes * n_cpus > memory / MEMORY_SHARE)
		bytes /= 2;
	return bytes;
}

static int open_largest(struct perf_rings *rings, const struct cpulist *cpus)
{
	size_t bytes = first_try(cpus->n);
	int err;

	do
		err = open_all(rings, cpus, bytes);
	while ((err == -EPERM || err == -ENOMEM) && (bytes /= 2) >= SMALLEST_RING);
	return err;
}

int perf_rings_open(struct perf_rings **rings, const struct cpulist *cpus, size_t bytes)
{
	struct perf_rings *made = calloc(1, sizeof(*made));
	int err;

	if (!made)
		return -ENOMEM;
	made->v = calloc(cpus->n ? cpus->n : 1, sizeof(*made->v));
	if (!made->v)
		err = -ENOMEM;
	else if (bytes)
		err = open_all(made, cpus, bytes);
	else
		err = open_largest(made, cpus);
	if (err) {
		perf_rings_close(made);
		return err;
	}
	*rings = made;
	return 0;
}

void perf_rings_close(struct perf_rings *rings)
{
	if (!rings)
		return;
	close_all(rings);
	free(rings->v);
	free(rings);
}

int perf_rings_fd(const struct perf_rings *rings, int cpu)
{
	for (size_t i = 0; i < rings->n; i++)
		if (rings->v[i].cpu == cpu)
			return rings->v[i].fd;
	return -1;
}

size_t perf_rings_bytes(const struct perf_rings *rings)
{
	return rings->bytes;
}

size_t perf_rings_n(const struct perf_rings *rings)
{
	return rings->n;
}

struct perf_ring_view perf_rings_view(const struct perf_rings *rings, size_t i)
{
	const struct ring *ring = &rings->v[i];
	struct perf_ring_view view = {
		.cpu = ring->cpu,
		.data = (const unsigned char *)ring->page + page_bytes(),
		.size = rings->bytes,
		.tail = ring->page->data_tail,
		.head = __atomic_load_n(&ring->page->data_head, __ATOMIC_ACQUIRE),
	};

	view.full = view.head - view.tail + LONGEST_RECORD > view.size;
	return view;
}

void perf_rings_empty(struct perf_rings *rings)
{
	for (size_t i = 0; i < rings->n; i++) {
		struct perf_event_mmap_page *page = rings->v[i].page;

		__atomic_store_n(&page->data_tail,
				 __atomic_load_n(&page->data_head, __ATOMIC_ACQUIRE),
				 __ATOMIC_RELEASE);
	}
}
