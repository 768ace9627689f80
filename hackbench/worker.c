/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "hackbench/worker.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int64_t worker_expected(const struct worker *w)
{
	return w->n_fds * w->rounds;
}

/* 0, or errno; EPIPE when nobody is left to read. */
static int message_write(int fd, const char *data, size_t bytes)
{
	size_t done = 0;

	while (done < bytes) {
		ssize_t n = write(fd, data + done, bytes - done);

		if (n >= 0)
			done += (size_t)n;
		else if (errno != EINTR)
			return errno;
	}
	return 0;
}

/* 0, or errno; EPIPE at end of file. */
static int message_read(int fd, char *data, size_t bytes)
{
	size_t done = 0;

	while (done < bytes) {
		ssize_t n = read(fd, data + done, bytes - done);

		if (n == 0)
			return EPIPE;
		if (n > 0)
			done += (size_t)n;
		else if (errno != EINTR)
			return errno;
	}
	return 0;
}

/* Counts in a local variable: neighbours in the array of workers share cache lines. */
static int send_all(struct worker *w)
{
	int64_t messages = 0;
	int err = 0;

	for (int64_t round = 0; round < w->rounds && !err; round++) {
		for (int64_t i = 0; i < w->n_fds && !err; i++) {
			err = message_write(w->fds[i], w->data, (size_t)w->data_bytes);
			messages += !err;
		}
	}
	w->messages = messages;
	return err;
}

static int receive_all(struct worker *w)
{
	int64_t messages = 0;
	int err = 0;

	for (int64_t round = 0; round < w->rounds && !err; round++) {
		err = message_read(w->fds[0], w->data, (size_t)w->data_bytes);
		messages += !err;
	}
	w->messages = messages;
	return err;
}

void worker_run(struct worker *w)
{
	int err;

	memset(w->data, '-', (size_t)w->data_bytes);
	err = -gate_pass(w->gate);
	if (!err)
		err = w->role == WORKER_SENDER ? send_all(w) : receive_all(w);
	/* ECONNRESET: the reader of a socket pair closed it with messages still in it. */
	w->error = err == EPIPE || err == ECONNRESET ? 0 : err;
}

const char *worker_role_name(const struct worker *w)
{
	return w->role == WORKER_SENDER ? "sender" : "receiver";
}

char *worker_name(const struct worker *w, char *buf, size_t size)
{
	snprintf(buf, size, "%s %lld of group %lld", worker_role_name(w), (long long)w->number,
		 (long long)w->group);
	return buf;
}

int worker_failure(const struct worker *w, struct errmsg *e)
{
	char name[64];

	return errmsg_errno(e, w->error, "%s failed", worker_name(w, name, sizeof(name)));
}

int worker_check(const struct worker *w, struct errmsg *e)
{
	char name[64];

	if (w->messages == worker_expected(w))
		return 0;
	return errmsg_set(e, EIO, "%s passed %lld of %lld messages",
			  worker_name(w, name, sizeof(name)), (long long)w->messages,
			  (long long)worker_expected(w));
}
