/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "hackbench/crew.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "lib/clock.h"

static int crew_open(struct crew *c, const struct options *o, struct watch *watch, struct errmsg *e)
{
	void *shared;

	*c = (struct crew){
		.kind = o->threads ? &crew_threads : &crew_processes,
		.options = o,
		.watch = watch,
		.n_workers = options_tasks(o),
	};
	c->groups = calloc((size_t)o->groups, sizeof(*c->groups));
	shared = mmap(NULL, (size_t)c->n_workers * sizeof(*c->workers), PROT_READ | PROT_WRITE,
		      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (!c->groups || shared == MAP_FAILED)
		return errmsg_errno(e, ENOMEM, "cannot list %lld tasks", (long long)c->n_workers);
	c->workers = shared;
	return c->kind->open(c, e);
}

static int worker_start(struct crew *c, struct group *g, int64_t i, struct errmsg *e)
{
	struct worker *w = &c->workers[c->n_started];
	int err;

	*w = group_worker(g, c->options, i, &c->gate);
	err = c->kind->start(c, g);
	if (err == EAGAIN)
		return errmsg_errno(e, err, "cannot start %s %lld (see ulimit -u and pids.max)",
				    worker_role_name(w), (long long)w->number);
	if (err)
		return errmsg_errno(e, err, "cannot start %s %lld", worker_role_name(w),
				    (long long)w->number);
	c->n_started++;
	return 0;
}

static int group_start(struct crew *c, int64_t number, struct errmsg *e)
{
	struct group *g = &c->groups[number - 1];
	int err = group_open(g, c->options, number, e);

	for (int64_t i = 0; !err && i < 2 * c->options->fds; i++)
		err = worker_start(c, g, i, e);
	if (!c->kind->shares_descriptors)
		group_release(g);
	return err;
}

int crew_build(struct crew *c, const struct options *o, struct watch *watch, struct errmsg *e)
{
	int err;

	group_raise_limit(o);
	err = crew_open(c, o, watch, e);
	if (!err)
		err = gate_open(&c->gate, e);
	if (err)
		return err;
	for (int64_t number = 1; number <= o->groups; number++) {
		err = watch_look(watch, e);
		if (err)
			return err;
		err = group_start(c, number, e);
		if (err) {
			errmsg_prefix(e, "group %lld of %lld", (long long)number,
				      (long long)o->groups);
			return err;
		}
	}
	return 0;
}

/* Sleeps until something happens and counts who reported ready and who ended. */
static int crew_wait(struct crew *c, struct errmsg *e)
{
	int err = watch_wait(c->watch, gate_ready_fd(&c->gate), e);

	if (!err)
		err = gate_count(&c->gate, e);
	if (!err && c->watch->worker_ended) {
		c->watch->worker_ended = false;
		err = c->kind->collect(c, e);
	}
	return err;
}

int crew_wait_ready(struct crew *c, struct errmsg *e)
{
	int err = 0;

	while (!err && c->gate.n_ready < c->n_workers)
		err = crew_wait(c, e);
	return err;
}

int crew_run(struct crew *c, int64_t *elapsed_ns, struct errmsg *e)
{
	int64_t start_ns = clock_now_ns();
	int err = usher_start(&c->usher, &c->gate, e);

	while (!err && c->n_ended < c->n_workers)
		err = crew_wait(c, e);
	*elapsed_ns = clock_now_ns() - start_ns;
	return err;
}

int crew_check(const struct crew *c, int64_t *messages, struct errmsg *e)
{
	int64_t sum = 0;

	for (int64_t i = 0; i < c->n_workers; i++) {
		int err = worker_check(&c->workers[i], e);

		if (err)
			return err;
		if (c->workers[i].role == WORKER_RECEIVER)
			sum += c->workers[i].messages;
	}
	if (sum != options_messages(c->options))
		return errmsg_set(e, EIO, "%lld of %lld messages arrived", (long long)sum,
				  (long long)options_messages(c->options));
	*messages = sum;
	return 0;
}

void crew_release(struct crew *c)
{
	if (!c->kind)
		return;
	usher_release(&c->usher);
	c->kind->stop(c);
	if (c->n_ended < c->n_started)
		return;
	c->kind->release(c);
	for (int64_t i = 0; c->groups && i < c->options->groups; i++)
		group_release(&c->groups[i]);
	free(c->groups);
	if (c->workers)
		munmap(c->workers, (size_t)c->n_workers * sizeof(*c->workers));
	gate_release(&c->gate);
	*c = (struct crew){ 0 };
}
