/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/counters.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "harness/counters_event.h"
#include "harness/fd_pass.h"
#include "harness/perf_event.h"

struct event {
	const char *name; /* lent from the list of names */
	struct perf_event_attr attr;
	int err;       /* positive errno: can't be counted here */
	int keeper_fd; /* one that never counts; -1: none */
};

struct counters {
	struct strlist names;
	struct event *events; /* in the order of names */
	size_t n_open;        /* events that can be counted */
	char line[1024];
};

/* As read(2) gives it with both times in read_format. */
struct reading {
	uint64_t count, enabled_ns, running_ns;
};

/* --- a campaign's ------------------------------------------------------------------------- */

static int find_events(struct counters *c, bool inherit, struct errmsg *e)
{
	int err = counters_event_begin(e);

	if (err)
		return err;
	for (size_t i = 0; !err && i < c->names.n; i++) {
		struct event *ev = &c->events[i];

		ev->name = c->names.v[i];
		err = counters_event_encode(&ev->attr, ev->name, inherit, e);
	}
	counters_event_end();
	return err;
}

/*
 * The first event of a kind patches the kernel's code and waits for all CPUs (account_event() and
 * perf_swevent_init() in kernel/events/core.c: 60 us of CPU, where the next one takes 2). That must
 * not fall to a child, so one of each stays open here.
 */
static int keep_one(const struct event *ev)
{
	struct perf_event_attr idle = ev->attr;

	idle.enable_on_exec = 0;
	idle.inherit = 0;
	return perf_event_open_self(&idle, -1);
}

static void try_events(struct counters *c)
{
	for (size_t i = 0; i < c->names.n; i++) {
		struct event *ev = &c->events[i];

		ev->err = -counters_event_try(&ev->attr);
		/* All are passed up in one message. */
		if (!ev->err && c->n_open == FD_PASS_MAX)
			ev->err = E2BIG;
		if (ev->err)
			continue;
		c->n_open++;
		ev->keeper_fd = keep_one(ev);
	}
}

static const char *reason(int err)
{
	switch (err) {
	case ENOENT:
	case ENODEV:
	case ENXIO:
	case EOPNOTSUPP:
		return "no PMU here counts it";
	case EINVAL:
		return "it can't be counted for one process";
	default:
		return strerror(err);
	}
}

/* "not counted: perf::CYCLES, perf::INSTRUCTIONS: no PMU here counts it (ENOENT); …" */
static void write_line(struct counters *c)
{
	size_t n = 0, room = sizeof(c->line);

	for (size_t i = 0; i < c->names.n && n < room; i++) {
		const struct event *ev = &c->events[i];
		bool more = i + 1 < c->names.n && c->events[i + 1].err == ev->err;

		if (!ev->err)
			continue;
		n += (size_t)snprintf(c->line + n, room - n, "%s%s",
				      n ? "" : "not counted: ", ev->name);
		if (n < room && more)
			n += (size_t)snprintf(c->line + n, room - n, ", ");
		else if (n < room)
			n += (size_t)snprintf(c->line + n, room - n, ": %s (%s); ", reason(ev->err),
					      strerrorname_np(ev->err));
	}
	if (n > 2 && n < room)
		c->line[n - 2] = '\0';
}

int counters_new(struct counters **c, const struct strlist *names, bool inherit, struct errmsg *e)
{
	struct counters *made;
	int err;

	*c = NULL;
	if (!names->n)
		return 0;
	made = calloc(1, sizeof(*made));
	if (!made)
		return errmsg_errno(e, ENOMEM, "events");
	made->events = calloc(names->n, sizeof(*made->events));
	for (size_t i = 0; made->events && i < names->n; i++)
		made->events[i].keeper_fd = -1;
	if (!made->events || strlist_copy(&made->names, names))
		err = errmsg_errno(e, ENOMEM, "events");
	else
		err = find_events(made, inherit, e);
	if (err) {
		counters_free(made);
		return err;
	}
	try_events(made);
	write_line(made);
	*c = made;
	return 0;
}

void counters_free(struct counters *c)
{
	if (!c)
		return;
	for (size_t i = 0; i < c->names.n; i++)
		if (c->events[i].keeper_fd >= 0)
			close(c->events[i].keeper_fd);
	free(c->events);
	strlist_release(&c->names);
	free(c);
}

const char *counters_line(const struct counters *c)
{
	return c && c->line[0] ? c->line : NULL;
}

/* --- a job's ------------------------------------------------------------------------------ */

int counters_job_open(const struct counters *c, struct counters_job **cj, struct errmsg *e)
{
	struct counters_job *made = calloc(1, sizeof(*made));
	int err;

	if (!made)
		return errmsg_errno(e, ENOMEM, "events");
	*made = (struct counters_job){ .c = c, .parent_fd = -1, .child_fd = -1 };
	err = c->n_open ? fd_pass_open(&made->parent_fd, &made->child_fd) : 0;
	if (err) {
		free(made);
		return errmsg_errno(e, -err, "events");
	}
	*cj = made;
	return 0;
}

static int open_events(const struct counters *c, struct fd_batch *b)
{
	for (size_t i = 0; i < c->names.n; i++) {
		int fd;

		if (c->events[i].err)
			continue;
		fd = perf_event_open_self(&c->events[i].attr, -1);
		if (fd < 0)
			return -fd;
		b->fds[b->n++] = fd;
	}
	return 0;
}

void counters_job_child(struct counters_job *cj)
{
	struct fd_batch batch = { .n = 0 };
	struct rlimit limit, raised;
	int err;

	if (cj->child_fd < 0 || getrlimit(RLIMIT_NOFILE, &limit))
		return;
	/* The job itself must find the limit as it was. */
	raised = limit;
	raised.rlim_cur = raised.rlim_max;
	setrlimit(RLIMIT_NOFILE, &raised);
	err = open_events(cj->c, &batch);
	fd_batch_send(&batch, cj->child_fd, err, 1);
	setrlimit(RLIMIT_NOFILE, &limit);
}

static void close_fd(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

void counters_job_adopt(struct counters_job *cj)
{
	close_fd(&cj->child_fd);
}

/* What did not get a turn on a counter was not counted. */
static int read_event(int fd, struct record_counter *c)
{
	struct reading r;

	if (read(fd, &r, sizeof(r)) != sizeof(r))
		return EIO;
	c->enabled_ns = (int64_t)r.enabled_ns;
	c->running_ns = (int64_t)r.running_ns;
	c->count = r.running_ns ? (int64_t)r.count : -1;
	return 0;
}

/* The descriptors are those of the events that could be tried, in their order. */
int counters_job_read(struct counters_job *cj, struct record_job *j)
{
	const struct counters *c = cj->c;
	struct fd_message message = { 0 };
	struct fd_batch batch = { .n = 0 };
	int received = c->n_open ? fd_batch_receive(cj->parent_fd, &message, &batch) : 0;
	int err = 0, next = 0;

	for (size_t i = 0; !err && i < c->names.n; i++) {
		struct record_counter *counter = record_job_add_counter(j, c->events[i].name);
		int why = c->events[i].err;

		if (!counter) {
			err = -ENOMEM;
			break;
		}
		if (!why && next < batch.n)
			why = read_event(batch.fds[next++], counter);
		else if (!why)
			why = received ? -received : message.err;
		if (why)
			err = record_set_string(&counter->err, strerrorname_np(why));
	}
	fd_batch_close(&batch);
	return err;
}

void counters_job_close(struct counters_job *cj)
{
	if (!cj)
		return;
	close_fd(&cj->parent_fd);
	close_fd(&cj->child_fd);
	free(cj);
}
