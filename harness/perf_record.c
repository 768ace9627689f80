/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/perf_record.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <stdlib.h>
#include <string.h>

/* Newer than some headers. */
#define MISC_COMM_EXEC   (1U << 13)
#define MISC_OUT         (1U << 13)
#define MISC_OUT_PREEMPT (1U << 14)

#define LONGEST_RECORD 512 /* none of ours is; a longer one is passed over unread */

struct trailer {
	uint32_t pid, tid;
	uint64_t time;
	uint32_t cpu, reserved;
};

struct fork_body { /* of FORK and EXIT */
	uint32_t pid, parent_pid, tid, parent_tid;
	uint64_t time;
};

struct lost_body {
	uint64_t id, lost;
};

/* Records are copied out: reading them through a cast pointer was miscompiled at -O2. */
union raw {
	struct perf_event_header header;
	unsigned char bytes[LONGEST_RECORD];
};

static void ring_copy(void *to, const struct perf_ring_view *view, uint64_t pos, size_t n)
{
	size_t at = (size_t)(pos & (view->size - 1));
	size_t first = view->size - at < n ? view->size - at : n;

	memcpy(to, view->data + at, first);
	memcpy((unsigned char *)to + first, view->data, n - first);
}

static bool decode_fork(struct perf_record *rec, const union raw *raw, bool is_exit)
{
	struct fork_body body;

	if (raw->header.size < sizeof(raw->header) + sizeof(body) + sizeof(struct trailer))
		return false;
	memcpy(&body, raw->bytes + sizeof(raw->header), sizeof(body));
	rec->type = is_exit ? PERF_RECORD_IS_EXIT : PERF_RECORD_IS_FORK;
	rec->pid = (int)body.pid;
	rec->tid = (int)body.tid;
	rec->parent_tid = (int)body.parent_tid;
	return true;
}

static bool decode_lost(struct perf_record *rec, const union raw *raw)
{
	struct lost_body body;

	if (raw->header.size < sizeof(raw->header) + sizeof(body) + sizeof(struct trailer))
		return false;
	memcpy(&body, raw->bytes + sizeof(raw->header), sizeof(body));
	rec->type = PERF_RECORD_IS_LOST;
	rec->lost = (int64_t)body.lost;
	return true;
}

static bool decode_switch(struct perf_record *rec, const union raw *raw)
{
	rec->type = raw->header.misc & MISC_OUT ? PERF_RECORD_IS_OUT : PERF_RECORD_IS_IN;
	rec->preempted = raw->header.misc & MISC_OUT_PREEMPT;
	return true;
}

/* false: of no interest. */
static bool decode_one(struct perf_record *rec, const union raw *raw)
{
	struct trailer trailer;

	memcpy(&trailer, raw->bytes + raw->header.size - sizeof(trailer), sizeof(trailer));
	*rec = (struct perf_record){
		.cpu = (int)trailer.cpu,
		.pid = (int)trailer.pid,
		.tid = (int)trailer.tid,
		.parent_tid = -1,
		.time_ns = (int64_t)trailer.time,
	};
	switch (raw->header.type) {
	case PERF_RECORD_SWITCH:
		return decode_switch(rec, raw);
	case PERF_RECORD_FORK:
	case PERF_RECORD_EXIT:
		return decode_fork(rec, raw, raw->header.type == PERF_RECORD_EXIT);
	case PERF_RECORD_LOST:
		return decode_lost(rec, raw);
	case PERF_RECORD_COMM:
		rec->type = PERF_RECORD_IS_EXEC;
		return raw->header.misc & MISC_COMM_EXEC;
	default:
		return false;
	}
}

static int append(struct perf_record_list *list, const struct perf_record *rec)
{
	if (list->n == list->room) {
		size_t room = list->room ? 2 * list->room : 256;
		struct perf_record *grown = reallocarray(list->v, room, sizeof(*grown));

		if (!grown)
			return -ENOMEM;
		list->v = grown;
		list->room = room;
	}
	list->v[list->n++] = *rec;
	return 0;
}

static bool size_is_sane(const struct perf_event_header *header, uint64_t left)
{
	return header->size >= sizeof(*header) && header->size % 8 == 0 && header->size <= left;
}

int perf_record_decode(struct perf_record_list *list, const struct perf_ring_view *view)
{
	uint64_t pos = view->tail;

	while (pos < view->head) {
		struct perf_record rec;
		union raw raw;
		int err = 0;

		if (view->head - pos < sizeof(raw.header))
			return -EBADMSG;
		ring_copy(&raw, view, pos, sizeof(raw.header));
		if (!size_is_sane(&raw.header, view->head - pos))
			return -EBADMSG;
		pos += raw.header.size;
		if (raw.header.size > sizeof(raw) ||
		    raw.header.size < sizeof(raw.header) + sizeof(struct trailer))
			continue;
		ring_copy(&raw, view, pos - raw.header.size, raw.header.size);
		if (decode_one(&rec, &raw))
			err = append(list, &rec);
		if (err)
			return err;
	}
	return 0;
}

/* Merges the sorted halves [0, half) and [half, n) of from into to. */
static void merge(struct perf_record *to, const struct perf_record *from, size_t half, size_t n)
{
	size_t a = 0, b = half;

	for (size_t i = 0; i < n; i++) {
		bool first = b == n || (a < half && from[a].time_ns <= from[b].time_ns);

		to[i] = from[first ? a++ : b++];
	}
}

static void sort(struct perf_record *v, struct perf_record *spare, size_t n)
{
	size_t half = n / 2;

	if (n < 2)
		return;
	sort(v, spare, half);
	sort(v + half, spare, n - half);
	if (v[half - 1].time_ns <= v[half].time_ns)
		return;
	memcpy(spare, v, n * sizeof(*v));
	merge(v, spare, half, n);
}

int perf_record_sort(struct perf_record_list *list)
{
	struct perf_record *spare = calloc(list->n ? list->n : 1, sizeof(*spare));

	if (!spare)
		return -ENOMEM;
	sort(list->v, spare, list->n);
	free(spare);
	return 0;
}

void perf_record_list_release(struct perf_record_list *list)
{
	free(list->v);
	*list = (struct perf_record_list){ 0 };
}
