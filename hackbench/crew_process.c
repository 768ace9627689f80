/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Workers as processes. Every one is a direct child with a parent-death signal: such a signal
 * does not reach grandchildren, so that nothing but a flat family ends with a SIGKILL of its head.
 */
#include "hackbench/crew.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

static pid_t *crew_pids(const struct crew *c) /* of the workers, in their order; 0: reaped */
{
	return c->handles;
}

static int processes_open(struct crew *c, struct errmsg *e)
{
	c->handles = calloc((size_t)c->n_workers, sizeof(pid_t));
	if (!c->handles)
		return errmsg_errno(e, ENOMEM, "cannot list %lld processes",
				    (long long)c->n_workers);
	return 0;
}

static void die_with_parent(pid_t parent)
{
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent) /* it died before the line above */
		_exit(1);
}

static _Noreturn void child_main(struct crew *c, struct group *g, struct worker *w)
{
	watch_leave(c->watch);
	group_keep_own(g, w);
	worker_run(w);
	_exit(w->error != 0);
}

static int processes_start(struct crew *c, struct group *g)
{
	pid_t parent = getpid();
	pid_t pid = fork();

	if (pid < 0)
		return errno;
	if (pid == 0) {
		die_with_parent(parent);
		child_main(c, g, &c->workers[c->n_started]);
	}
	crew_pids(c)[c->n_started] = pid;
	return 0;
}

static struct worker *worker_of(const struct crew *c, pid_t pid)
{
	for (int64_t i = 0; i < c->n_started; i++)
		if (crew_pids(c)[i] == pid)
			return &c->workers[i];
	return NULL;
}

static int ending_explain(const struct worker *w, int status, struct errmsg *e)
{
	char name[64];

	worker_name(w, name, sizeof(name));
	if (WIFSIGNALED(status))
		return errmsg_set(e, ECHILD, "%s was killed by signal %d (%s)", name,
				  WTERMSIG(status), strsignal(WTERMSIG(status)));
	if (w->error)
		return worker_failure(w, e);
	return errmsg_set(e, ECHILD, "%s ended with status %d", name, WEXITSTATUS(status));
}

static int processes_collect(struct crew *c, struct errmsg *e)
{
	int status;
	pid_t pid;

	while ((pid = waitpid(-1, &status, WNOHANG)) > 0) {
		struct worker *w = worker_of(c, pid);

		if (pid == c->usher.pid) {
			c->usher.pid = 0;
			return errmsg_set(e, ECHILD, "the process that starts the workers died");
		}
		if (!w) /* a child from before our exec */
			continue;
		crew_pids(c)[w - c->workers] = 0;
		c->n_ended++;
		if (status)
			return ending_explain(w, status, e);
	}
	return 0;
}

static void processes_stop(struct crew *c)
{
	for (int64_t i = 0; i < c->n_started; i++)
		if (crew_pids(c)[i])
			kill(crew_pids(c)[i], SIGKILL);
	for (int64_t i = 0; i < c->n_started; i++)
		if (crew_pids(c)[i])
			waitpid(crew_pids(c)[i], NULL, 0);
	c->n_ended = c->n_started;
}

static void processes_release(struct crew *c)
{
	free(c->handles);
}

const struct crew_kind crew_processes = {
	.name = "process",
	.open = processes_open,
	.start = processes_start,
	.collect = processes_collect,
	.stop = processes_stop,
	.release = processes_release,
};
