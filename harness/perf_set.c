/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/perf_set.h"

#include <errno.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include "harness/fd_pass.h"

/* Descriptors a process has open anyway: standard streams, sockets and pipes of the harness. */
#define FDS_BESIDES 64

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
	size_t a_message = plan->cpus.n < FD_PASS_MAX ? plan->cpus.n : FD_PASS_MAX;
	size_t in_flight = plan->cpus.n * (size_t)(n_sets > 0 ? n_sets : 1);

	if (getrlimit(RLIMIT_NOFILE, &limit))
		return -errno;
	if (limit.rlim_max < a_message + FDS_BESIDES)
		return -EMFILE;
	return in_flight <= limit.rlim_max || may_raise(&limit) ? 0 : -EMFILE;
}

int perf_set_open(struct perf_set *set, const struct perf_plan *plan)
{
	*set = (struct perf_set){ .plan = plan, .parent_fd = -1, .child_fd = -1 };
	return fd_pass_open(&set->parent_fd, &set->child_fd);
}

static int arm_cpu(const struct perf_plan *plan, int cpu)
{
	int fd = perf_event_open_self(&plan->attr, cpu);
	int ring_fd = plan->rings ? perf_rings_fd(plan->rings, cpu) : -1;

	if (fd >= 0 && ring_fd >= 0)
		ioctl(fd, PERF_EVENT_IOC_SET_OUTPUT, ring_fd);
	return fd;
}

static int arm_all(const struct perf_plan *plan, struct fd_batch *b, int socket_fd)
{
	for (size_t i = 0; i < plan->cpus.n; i++) {
		int fd;

		if (b->n == FD_PASS_MAX)
			fd_batch_send(b, socket_fd, 0, 0);
		fd = arm_cpu(plan, plan->cpus.v[i]);
		if (fd < 0)
			return -fd;
		b->fds[b->n++] = fd;
	}
	return 0;
}

void perf_set_arm(struct perf_set *set)
{
	struct fd_batch batch = { .n = 0 };
	struct rlimit limit, raised;
	int err;

	/* The job itself must find the limit as it was. */
	if (getrlimit(RLIMIT_NOFILE, &limit))
		return;
	raised = limit;
	raised.rlim_cur = raised.rlim_max;
	setrlimit(RLIMIT_NOFILE, &raised);
	err = arm_all(set->plan, &batch, set->child_fd);
	fd_batch_send(&batch, set->child_fd, err, 1);
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

static int read_batch(const struct fd_batch *b, const int *cpus, struct intmap *counts,
		      struct intmap *lost)
{
	int err = 0;

	for (int i = 0; i < b->n && !err; i++)
		err = read_event(b->fds[i], cpus[i], counts, lost);
	return err;
}

int perf_set_collect(struct perf_set *set, struct intmap *counts, struct intmap *lost)
{
	struct fd_message message = { 0 };
	struct fd_batch batch;
	size_t seen = 0;
	int err = 0;

	while (!err && !message.last) {
		err = fd_batch_receive(set->parent_fd, &message, &batch);
		if (!err && seen + (size_t)batch.n > set->plan->cpus.n)
			err = -EIO;
		if (!err)
			err = read_batch(&batch, set->plan->cpus.v + seen, counts, lost);
		seen += (size_t)batch.n;
		fd_batch_close(&batch);
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
