/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/perf_set.h"

#include <errno.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#define FDS_PER_MESSAGE 253 /* SCM_MAX_FD, include/net/scm.h */

/* Descriptors a process has open anyway: standard streams, sockets and pipes of the harness. */
#define FDS_BESIDES 64

struct message {
	int err;  /* errno of the first event that could not be opened */
	int last; /* nothing comes after it */
	int n;    /* descriptors with it */
};

struct batch {
	int fds[FDS_PER_MESSAGE];
	int n;
};

union control {
	char bytes[CMSG_SPACE(FDS_PER_MESSAGE * sizeof(int))];
	struct cmsghdr align;
};

int perf_plan_open(struct perf_plan *plan, const struct perf_event_attr *attr, int n_cpus)
{
	struct perf_event_attr idle = perf_event_ring_attr();
	int err;

	*plan = (struct perf_plan){ .attr = *attr };
	plan->keeper_fd = perf_event_open_self(&idle, -1);
	err = plan->keeper_fd < 0 ? plan->keeper_fd : 0;
	if (!err)
		err = perf_event_probe(&plan->attr, n_cpus, &plan->cpus);
	if (err)
		perf_plan_release(plan);
	return err;
}

void perf_plan_release(struct perf_plan *plan)
{
	if (plan->keeper_fd > 0)
		close(plan->keeper_fd);
	cpulist_release(&plan->cpus);
	*plan = (struct perf_plan){ 0 };
}

/* Only a process that may raise the hard limit is free of it when it sends descriptors. */
static bool may_raise(const struct rlimit *now)
{
	struct rlimit more = *now;

	more.rlim_max++;
	if (now->rlim_max == RLIM_INFINITY)
		return true;
	if (setrlimit(RLIMIT_NOFILE, &more))
		return false;
	setrlimit(RLIMIT_NOFILE, now);
	return true;
}

int perf_plan_check(const struct perf_plan *plan, int n_sets)
{
	struct rlimit limit;
	size_t a_message = plan->cpus.n < FDS_PER_MESSAGE ? plan->cpus.n : FDS_PER_MESSAGE;
	size_t in_flight = plan->cpus.n * (size_t)(n_sets > 0 ? n_sets : 1);

	if (getrlimit(RLIMIT_NOFILE, &limit))
		return -errno;
	if (limit.rlim_max < a_message + FDS_BESIDES)
		return -EMFILE;
	return in_flight <= limit.rlim_max || may_raise(&limit) ? 0 : -EMFILE;
}

int perf_set_open(struct perf_set *set, const struct perf_plan *plan)
{
	int sv[2];

	*set = (struct perf_set){ .plan = plan, .parent_fd = -1, .child_fd = -1 };
	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, sv))
		return -errno;
	set->parent_fd = sv[0];
	set->child_fd = sv[1];
	return 0;
}

static void batch_close(struct batch *b)
{
	for (int i = 0; i < b->n; i++)
		close(b->fds[i]);
	b->n = 0;
}

/* A message that does not get through is missed by the other side: nothing to do about it here. */
static void batch_send(struct batch *b, int fd, int err, int last)
{
	struct message message = { .err = err, .last = last, .n = b->n };
	struct iovec iov = { .iov_base = &message, .iov_len = sizeof(message) };
	union control control = { 0 };
	size_t bytes = (size_t)b->n * sizeof(int);
	struct msghdr msg = { .msg_iov = &iov, .msg_iovlen = 1 };

	if (b->n > 0) {
		msg.msg_control = control.bytes;
		msg.msg_controllen = CMSG_SPACE(bytes);
		control.align.cmsg_level = SOL_SOCKET;
		control.align.cmsg_type = SCM_RIGHTS;
		control.align.cmsg_len = CMSG_LEN(bytes);
		memcpy(CMSG_DATA(&control.align), b->fds, bytes);
	}
	(void)sendmsg(fd, &msg, MSG_DONTWAIT | MSG_NOSIGNAL);
	batch_close(b);
}

static int arm_cpu(const struct perf_plan *plan, int cpu)
{
	int fd = perf_event_open_self(&plan->attr, cpu);
	int ring_fd = plan->rings ? perf_rings_fd(plan->rings, cpu) : -1;

	if (fd >= 0 && ring_fd >= 0)
		ioctl(fd, PERF_EVENT_IOC_SET_OUTPUT, ring_fd);
	return fd;
}

static int arm_all(const struct perf_plan *plan, struct batch *b, int socket_fd)
{
	for (size_t i = 0; i < plan->cpus.n; i++) {
		int fd;

		if (b->n == FDS_PER_MESSAGE)
			batch_send(b, socket_fd, 0, 0);
		fd = arm_cpu(plan, plan->cpus.v[i]);
		if (fd < 0)
			return -fd;
		b->fds[b->n++] = fd;
	}
	return 0;
}

void perf_set_arm(struct perf_set *set)
{
	struct batch batch = { .n = 0 };
	struct rlimit limit, raised;
	int err;

	/* The job itself must find the limit as it was. */
	if (getrlimit(RLIMIT_NOFILE, &limit))
		return;
	raised = limit;
	raised.rlim_cur = raised.rlim_max;
	setrlimit(RLIMIT_NOFILE, &raised);
	err = arm_all(set->plan, &batch, set->child_fd);
	batch_send(&batch, set->child_fd, err, 1);
	setrlimit(RLIMIT_NOFILE, &limit);
}

static void close_fd(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

void perf_set_adopt(struct perf_set *set)
{
	close_fd(&set->child_fd);
}

static int receive(int fd, struct message *message, struct batch *b)
{
	union control control;
	struct iovec iov = { .iov_base = message, .iov_len = sizeof(*message) };
	struct msghdr msg = { .msg_iov = &iov,
			      .msg_iovlen = 1,
			      .msg_control = control.bytes,
			      .msg_controllen = sizeof(control.bytes) };
	ssize_t n = recvmsg(fd, &msg, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
	struct cmsghdr *cmsg;

	b->n = 0;
	if (n != (ssize_t)sizeof(*message))
		return -ESRCH;
	cmsg = CMSG_FIRSTHDR(&msg);
	if (cmsg && cmsg->cmsg_type == SCM_RIGHTS) {
		b->n = (int)((cmsg->cmsg_len - CMSG_LEN(0)) / sizeof(int));
		memcpy(b->fds, CMSG_DATA(cmsg), (size_t)b->n * sizeof(int));
	}
	return b->n == message->n ? 0 : -EMFILE;
}

static int add(struct intmap *map, int cpu, uint64_t value)
{
	return map && value ? intmap_add(map, cpu, (int64_t)value) : 0;
}

static int read_event(int fd, int cpu, struct intmap *counts, struct intmap *lost)
{
	uint64_t v[2] = { 0, 0 }; /* count; records lost, where the kernel tells */
	int err;

	if (read(fd, v, sizeof(v)) < (ssize_t)sizeof(v[0]))
		return -EIO;
	err = add(counts, cpu, v[0]);
	return err ? err : add(lost, cpu, v[1]);
}

static int read_batch(const struct batch *b, const int *cpus, struct intmap *counts,
		      struct intmap *lost)
{
	int err = 0;

	for (int i = 0; i < b->n && !err; i++)
		err = read_event(b->fds[i], cpus[i], counts, lost);
	return err;
}

int perf_set_collect(struct perf_set *set, struct intmap *counts, struct intmap *lost)
{
	struct message message = { 0 };
	struct batch batch;
	size_t seen = 0;
	int err = 0;

	while (!err && !message.last) {
		err = receive(set->parent_fd, &message, &batch);
		if (!err && seen + (size_t)batch.n > set->plan->cpus.n)
			err = -EIO;
		if (!err)
			err = read_batch(&batch, set->plan->cpus.v + seen, counts, lost);
		seen += (size_t)batch.n;
		batch_close(&batch);
		if (!err)
			err = -message.err;
	}
	return !err && seen < set->plan->cpus.n ? -EIO : err;
}

void perf_set_close(struct perf_set *set)
{
	if (!set->plan)
		return;
	close_fd(&set->parent_fd);
	close_fd(&set->child_fd);
	*set = (struct perf_set){ .parent_fd = -1, .child_fd = -1 };
}
