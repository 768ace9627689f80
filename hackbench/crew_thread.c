/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Workers as threads. They can't be killed one by one; what has to end early ends with the
 * process. The last one to finish, and any that fails, sends SIGCHLD to the process, as the
 * kernel does for processes.
 */
#include "hackbench/crew.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

/* A worker needs little; a small stack lets 100,000 of them fit into an address space limit. */
#define STACK_BYTES (256 * 1024)

struct thread {
	pthread_t id;
	struct worker *worker;
	struct threads *all;
};

struct threads {
	pthread_attr_t attr;
	atomic_llong n_running;
	struct worker *_Atomic failed; /* one of those that did, or NULL */
	struct thread list[];
};

static int threads_open(struct crew *c, struct errmsg *e)
{
	struct threads *t = calloc(1, sizeof(*t) + (size_t)c->n_workers * sizeof(t->list[0]));

	if (!t)
		return errmsg_errno(e, ENOMEM, "cannot list %lld threads", (long long)c->n_workers);
	pthread_attr_init(&t->attr);
	pthread_attr_setstacksize(&t->attr, STACK_BYTES);
	atomic_store(&t->n_running, c->n_workers);
	c->handles = t;
	return 0;
}

static void *thread_main(void *arg)
{
	const struct thread *thread = arg;
	struct threads *t = thread->all;

	worker_run(thread->worker);
	if (thread->worker->error)
		atomic_store(&t->failed, thread->worker);
	if (atomic_fetch_sub(&t->n_running, 1) == 1 || thread->worker->error)
		kill(getpid(), SIGCHLD);
	return NULL;
}

static int threads_start(struct crew *c, struct group *g)
{
	struct threads *t = c->handles;
	struct thread *thread = &t->list[c->n_started];

	(void)g;
	thread->worker = &c->workers[c->n_started];
	thread->all = t;
	return pthread_create(&thread->id, &t->attr, thread_main, thread);
}

static int threads_collect(struct crew *c, struct errmsg *e)
{
	struct threads *t = c->handles;
	const struct worker *failed = atomic_load(&t->failed);

	if (failed)
		return worker_failure(failed, e);
	if (atomic_load(&t->n_running))
		return 0;
	for (; c->n_ended < c->n_started; c->n_ended++)
		pthread_join(t->list[c->n_ended].id, NULL);
	return 0;
}

static void threads_stop(struct crew *c)
{
	(void)c;
}

static void threads_release(struct crew *c)
{
	struct threads *t = c->handles;

	if (t)
		pthread_attr_destroy(&t->attr);
	free(t);
}

const struct crew_kind crew_threads = {
	.name = "threaded",
	.shares_descriptors = true,
	.open = threads_open,
	.start = threads_start,
	.collect = threads_collect,
	.stop = threads_stop,
	.release = threads_release,
};
