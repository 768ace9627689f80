/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "hackbench/gate.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

static void pair_close(const int fds[2])
{
	close(fds[0]);
	close(fds[1]);
}

int gate_open(struct gate *g, struct errmsg *e)
{
	*g = (struct gate){ 0 };
	if (pipe2(g->ready, O_CLOEXEC) < 0)
		return errmsg_errno(e, errno, "cannot make the start line");
	if (pipe2(g->go, O_CLOEXEC) < 0) {
		int err = errno;

		pair_close(g->ready);
		return errmsg_errno(e, err, "cannot make the start line");
	}
	g->is_open = true;
	return 0;
}

void gate_release(struct gate *g)
{
	if (g->is_open) {
		pair_close(g->ready);
		pair_close(g->go);
	}
	*g = (struct gate){ 0 };
}

int gate_pass(const struct gate *g)
{
	struct pollfd go = { .fd = g->go[0], .events = POLLIN };

	if (write(g->ready[1], "", 1) != 1)
		return -errno;
	while (poll(&go, 1, -1) < 0)
		if (errno != EINTR)
			return -errno;
	return 0;
}

int gate_ready_fd(const struct gate *g)
{
	return g->ready[0];
}

int gate_count(struct gate *g, struct errmsg *e)
{
	struct pollfd ready = { .fd = g->ready[0], .events = POLLIN };
	char bytes[4096];
	ssize_t n;

	if (poll(&ready, 1, 0) <= 0)
		return 0;
	n = read(g->ready[0], bytes, sizeof(bytes));
	if (n < 0)
		return errmsg_errno(e, errno, "cannot read who is ready");
	g->n_ready += n;
	return 0;
}

int gate_start(const struct gate *g, struct errmsg *e)
{
	if (write(g->go[1], "", 1) != 1)
		return errmsg_errno(e, errno, "cannot start the workers");
	return 0;
}
