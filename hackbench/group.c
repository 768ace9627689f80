/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "hackbench/group.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

static int channel_open(bool is_pipe, int fds[2])
{
	if (is_pipe)
		return pipe2(fds, O_CLOEXEC);
	return socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds);
}

static int channels_open(struct group *g, const struct options *o, struct errmsg *e)
{
	g->read_fds = calloc((size_t)o->fds, sizeof(int));
	g->write_fds = calloc((size_t)o->fds, sizeof(int));
	if (!g->read_fds || !g->write_fds)
		return errmsg_errno(e, ENOMEM, "cannot list its channels");
	for (; g->n_channels < o->fds; g->n_channels++) {
		int fds[2];

		if (channel_open(o->pipes, fds) < 0)
			return errmsg_errno(e, errno, "cannot make %s %lld of %lld",
					    o->pipes ? "pipe" : "socket pair",
					    (long long)g->n_channels + 1, (long long)o->fds);
		g->read_fds[g->n_channels] = fds[0];
		g->write_fds[g->n_channels] = fds[1];
	}
	return 0;
}

static int buffers_map(struct group *g, const struct options *o, struct errmsg *e)
{
	size_t page_bytes = (size_t)sysconf(_SC_PAGESIZE);
	size_t slot_bytes = ((size_t)o->data_bytes + page_bytes - 1) / page_bytes * page_bytes;
	size_t bytes = slot_bytes * 2 * (size_t)o->fds;
	void *data = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (data == MAP_FAILED)
		return errmsg_errno(e, errno, "cannot map %zu bytes for its messages", bytes);
	g->data = data;
	g->data_bytes = bytes;
	g->slot_bytes = slot_bytes;
	return 0;
}

int group_open(struct group *g, const struct options *o, int64_t number, struct errmsg *e)
{
	int err;

	*g = (struct group){ .number = number };
	err = channels_open(g, o, e);
	if (!err)
		err = buffers_map(g, o, e);
	if (err)
		group_release(g);
	return err;
}

void group_release(struct group *g)
{
	for (int64_t i = 0; i < g->n_channels; i++) {
		close(g->read_fds[i]);
		close(g->write_fds[i]);
	}
	free(g->read_fds);
	free(g->write_fds);
	if (g->data)
		munmap(g->data, g->data_bytes);
	*g = (struct group){ 0 };
}

struct worker group_worker(const struct group *g, const struct options *o, int64_t i,
			   const struct gate *gate)
{
	bool is_sender = i >= o->fds;

	return (struct worker){
		.role = is_sender ? WORKER_SENDER : WORKER_RECEIVER,
		.group = g->number,
		.number = i % o->fds + 1,
		.gate = gate,
		.fds = is_sender ? g->write_fds : &g->read_fds[i],
		.n_fds = is_sender ? o->fds : 1,
		.rounds = is_sender ? o->loops : o->loops * o->fds,
		.data = g->data + (size_t)i * g->slot_bytes,
		.data_bytes = o->data_bytes,
	};
}

void group_keep_own(struct group *g, const struct worker *w)
{
	for (int64_t i = 0; i < g->n_channels; i++) {
		if (&g->read_fds[i] != w->fds)
			close(g->read_fds[i]);
		if (w->role == WORKER_RECEIVER)
			close(g->write_fds[i]);
	}
}

void group_raise_limit(const struct options *o)
{
	/* Processes hold one group at a time. 64: the start line, standard output and the like. */
	rlim_t wanted = (rlim_t)(2 * o->fds * (o->threads ? o->groups : 1) + 64);
	struct rlimit limit;

	if (getrlimit(RLIMIT_NOFILE, &limit) < 0 || limit.rlim_cur >= wanted)
		return;
	limit.rlim_cur = limit.rlim_max;
	setrlimit(RLIMIT_NOFILE, &limit);
}
