/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/batch.h"

#include <errno.h>
#include <stdlib.h>

#include "harness/collect.h"
#include "harness/command.h"
#include "harness/crew.h"
#include "harness/watch.h"
#include "lib/clock.h"

#define OUTPUT_LIMIT (1 << 20)

struct under_way {
	const struct run_context *c;
	const struct batch *b;
	struct crew crew;
};

static bool waits_for_others(const struct batch *b)
{
	return b->worker && b->n > 1;
}

static int make_argv(const struct under_way *u, size_t i, struct strlist *argv)
{
	struct command_worker w = {
		.workload = u->b->worker,
		.steps = u->b->steps,
		.seed = 1 + (int64_t)i,
		.report_fd = u->crew.jobs[i].report_fd,
		.start_fd = -1,
		.sync_fd = u->crew.sync_fd,
		.sync_count = (int)u->b->n,
	};

	return u->b->worker ? command_worker_argv(argv, &w) : command_resolve(argv, u->b->cmd);
}

static int start_argv(struct under_way *u, size_t i, const struct strlist *argv, struct errmsg *e)
{
	struct process_start s = {
		.argv = argv->v,
		.found = u->c->found,
		.guard = &u->crew.guard,
		.cpus = u->b->cpus ? &u->b->cpus[i] : NULL,
		.keep_fds = &u->crew.sync_fd,
		.n_keep_fds = 1,
	};
	int err = process_start(&u->crew.jobs[i], &s, e);

	if (u->crew.jobs[i].pid) {
		u->crew.running++;
		u->crew.jobs_running++;
	}
	return err;
}

static int start_one(struct under_way *u, size_t i, struct errmsg *e)
{
	struct strlist argv = { 0 };
	int err = process_open(&u->crew.jobs[i], u->b->worker != NULL, e);

	if (!err && make_argv(u, i, &argv))
		err = errmsg_errno(e, ENOMEM, "a command line");
	if (!err)
		err = start_argv(u, i, &argv, e);
	strlist_release(&argv);
	return err;
}

/* Workers that wait for one which has failed would wait for long. */
static void ended(void *data, struct process *p)
{
	struct under_way *u = data;
	struct record_job *j = u->b->jobs ? &u->b->jobs[p - u->crew.jobs] : NULL;

	if (!j)
		return;
	collect_zombie(j, p, u->b->worker != NULL);
	if (waits_for_others(u->b) && !j->checksum)
		crew_kill(&u->crew);
}

/* Those that were killed because another had failed say nothing: the others come first. */
static char *find_failure(const struct under_way *u)
{
	char *reason = NULL;

	for (size_t i = 0; i < u->b->n; i++) {
		const struct process *p = &u->crew.jobs[i];

		if (reason && process_exit_code(p) == 128 + SIGKILL)
			continue;
		if (p->ended && process_exit_code(p)) {
			free(reason);
			reason = process_failure(p);
			if (process_exit_code(p) != 128 + SIGKILL)
				break;
		}
	}
	return reason;
}

static int check(const struct under_way *u, bool over_limit, struct errmsg *e)
{
	const char *program = u->b->worker ? u->b->worker->cmd.v[0] : u->b->cmd->v[0];
	char *reason = find_failure(u);
	int err = 0;

	if (over_limit)
		err = errmsg_set(e, ETIMEDOUT, "%s: takes too long", program);
	else if (reason)
		err = errmsg_set(e, ECHILD, "%s: %s", program, reason);
	free(reason);
	return err;
}

/* When not all could be started, those that could are ended. */
static int watch(struct under_way *u, int started, int *signal_number, struct errmsg *e)
{
	struct errmsg watch_e = { 0 };
	struct watch w = {
		.crew = &u->crew,
		.signal_fd = u->c->signal_fd,
		.ended = ended,
		.data = u,
		.limit_ns = clock_now_ns() + u->b->limit_ns,
	};
	int err;

	if (started)
		crew_kill(&u->crew);
	err = watch_crew(&w, started ? &watch_e : e);
	*signal_number = w.signal_number;
	if (started || err)
		return started ? started : err;
	return check(u, w.over_limit, e);
}

int batch_run(const struct run_context *c, const struct batch *b, int *signal_number,
	      struct errmsg *e)
{
	struct under_way u = { .c = c, .b = b };
	size_t len;
	int err = crew_open(&u.crew, b->n, waits_for_others(b), e);

	if (err)
		goto out;
	for (size_t i = 0; !err && i < b->n; i++)
		err = start_one(&u, i, e);
	err = watch(&u, err, signal_number, e);
	if (!err && b->output)
		*b->output = process_read(u.crew.jobs[0].output_fd, OUTPUT_LIMIT, &len);
out:
	crew_release(&u.crew);
	return err;
}

int batch_single(const struct run_context *c, const struct strlist *cmd,
		 const struct plan_workload *worker, int64_t steps, int64_t limit_ns,
		 struct record_job *j, char **output, int *signal_number, struct errmsg *e)
{
	struct batch b = {
		.n = 1,
		.worker = worker,
		.steps = steps,
		.cmd = cmd,
		.limit_ns = limit_ns,
		.jobs = j,
		.output = output,
	};

	return batch_run(c, &b, signal_number, e);
}
