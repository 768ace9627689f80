/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "harness/burst.h"
#include "harness/collect.h"
#include "harness/command.h"
#include "harness/crew.h"
#include "harness/doubt.h"
#include "harness/procstat.h"
#include "harness/vmstat.h"
#include "harness/watch.h"
#include "lib/clock.h"
#include "lib/flag.h"

/* Looks at the pages of foreign programs: without a burst the first after a fifth of the target. */
#define NO_BURST_SHARE   5
#define LEAST_BETWEEN_NS (NS_PER_S / 10)

/* One run under way. */
struct run {
	const struct run_context *c;
	const struct plan_run *planned;
	struct record *r;
	struct crew crew;
	struct record_job burst_watched; /* residency of the burst, by CPU */
	struct procstat before;
	struct vmstat_snapshot vmstat_before;
	int64_t own_before_ns; /* CPU time of the harness itself */
	bool worker;           /* the jobs are our worker */
};

/* --- starting ----------------------------------------------------------------------------- */

static int job_argv(const struct run *run, size_t i, struct strlist *argv)
{
	const struct plan_workload *load = &run->c->plan->workload;
	struct command_worker w = {
		.workload = load,
		.steps = load->steps,
		.seed = run->planned->seed + (int64_t)i,
		.report_fd = run->crew.jobs[i].report_fd,
		.start_fd = run->crew.walk_starts_fd,
		.slot = (int)i,
		.sync_fd = run->crew.sync_fd,
		.sync_count = run->planned->n,
	};

	return run->worker ? command_worker_argv(argv, &w) : command_resolve(argv, &load->cmd);
}

/* Everything that can be made before the first fork is, so that the execs lie close together. */
static int open_job(struct run *run, size_t i, struct strlist *argv, struct errmsg *e)
{
	int err = process_open(&run->crew.jobs[i], run->worker, e);

	if (!err && job_argv(run, i, argv))
		err = errmsg_errno(e, ENOMEM, "a job's command line");
	return err;
}

static int start_job(struct run *run, size_t i, const struct strlist *argv, struct errmsg *e)
{
	int keep[] = { run->crew.walk_starts_fd, run->crew.sync_fd };
	struct process_start s = {
		.argv = argv->v,
		.found = run->c->found,
		.guard = &run->crew.guard,
		.residency = run->c->residency,
		.counters = run->c->counters,
		.keep_fds = keep,
		.n_keep_fds = 2,
	};
	int err = process_start(&run->crew.jobs[i], &s, e);

	if (run->crew.jobs[i].pid) {
		run->crew.running++;
		run->crew.jobs_running++;
	}
	return err;
}

static int start_jobs(struct run *run, struct errmsg *e)
{
	size_t n = run->crew.n_jobs;
	struct strlist *argvs = calloc(n, sizeof(*argvs));
	int err = argvs ? 0 : errmsg_errno(e, ENOMEM, "the jobs' command lines");

	for (size_t i = 0; !err && i < n; i++)
		err = open_job(run, i, &argvs[i], e);
	for (size_t i = 0; !err && i < n; i++) {
		err = start_job(run, i, &argvs[i], e);
		if (err)
			errmsg_prefix(e, "job %zu", i + 1);
	}
	for (size_t i = 0; argvs && i < n; i++)
		strlist_release(&argvs[i]);
	free(argvs);
	return err;
}

static int start_burst(void *data, struct errmsg *e)
{
	struct run *run = data;
	struct strlist argv = { 0 };
	struct process_start s = {
		.found = run->c->found,
		.guard = &run->crew.guard,
		.residency = run->c->burst_residency,
	};
	int err = process_open(&run->crew.burst, false, e);

	if (!err && command_resolve(&argv, &run->c->plan->disturbance.cmd))
		err = errmsg_errno(e, ENOMEM, "the burst's command line");
	s.argv = argv.v;
	if (!err)
		err = process_start(&run->crew.burst, &s, e);
	if (err)
		errmsg_prefix(e, "burst");
	strlist_release(&argv);
	return err;
}

/* --- while they run ----------------------------------------------------------------------- */

static void ended(void *data, struct process *p)
{
	struct run *run = data;

	if (p == &run->crew.burst)
		collect_zombie(&run->burst_watched, p, false);
	else
		collect_zombie(&run->r->jobs[p - run->crew.jobs], p, run->worker);
}

static void sample(void *data)
{
	struct run *run = data;

	for (size_t i = 0; i < run->crew.n_jobs; i++)
		if (!run->crew.jobs[i].ended && run->crew.jobs[i].watch)
			residency_job_sample(run->crew.jobs[i].watch);
}

static int64_t first_exec_ns(const struct run *run)
{
	return run->crew.notes[0].exec_ns >= 0 ? run->crew.notes[0].exec_ns : clock_now_ns();
}

/*
 * Looks at the pages of foreign programs, ever farther apart: the last one is in the last third of
 * a program's life, however long that is.
 */
static int64_t look(void *data)
{
	struct run *run = data;
	int64_t lived_ns = clock_now_ns() - first_exec_ns(run);

	for (size_t i = 0; i < run->crew.n_jobs; i++)
		if (!run->crew.jobs[i].ended)
			collect_pages(&run->r->jobs[i], &run->crew.jobs[i]);
	return clock_now_ns() + (lived_ns / 2 > LEAST_BETWEEN_NS ? lived_ns / 2 : LEAST_BETWEEN_NS);
}

static int64_t burst_due_ns(const struct run *run)
{
	const struct plan_disturbance *d = &run->c->plan->disturbance;

	return (d->delay_from_exec ? first_exec_ns(run) : clock_now_ns()) + d->delay_ns;
}

/* Our worker tells of its pages itself. */
static int64_t first_look_ns(const struct run *run, int64_t due_ns)
{
	const struct plan *p = run->c->plan;

	if (run->worker)
		return 0;
	return p->disturbance.cmd.n ? due_ns
				    : first_exec_ns(run) + p->workload.target_ns / NO_BURST_SHARE;
}

/* What the signals, the limit and the burst's fate mean for the record. */
static int watch_jobs(struct run *run, int *signal_number, struct errmsg *e)
{
	const struct plan *p = run->c->plan;
	int64_t due_ns = burst_due_ns(run);
	struct watch w = {
		.crew = &run->crew,
		.signal_fd = run->c->signal_fd,
		.start_burst = start_burst,
		.ended = ended,
		.sample = sample,
		.look = look,
		.data = run,
		.burst_wanted = p->disturbance.cmd.n > 0,
		/* A foreign program has no walk whose start could be seen. */
		.burst_from_walk = !p->disturbance.delay_from_exec && run->worker,
		.burst_delay_ns = p->disturbance.delay_ns,
		.burst_due_ns = due_ns,
		.sample_interval_ns = residency_sample_interval_ns(run->c->residency),
		.look_ns = first_look_ns(run, due_ns),
		.limit_ns =
			clock_now_ns() + plan_limit_ns(p, run->planned->n, (int)run->c->allowed->n),
	};
	int err = watch_crew(&w, e);

	*signal_number = w.signal_number;
	if (w.over_limit) {
		record_set_string(&run->r->status, "failed");
		record_set_string(&run->r->reason,
				  "it ran into its time limit (--limit) and was ended");
	}
	if (w.burst_wanted && !w.burst_started)
		strlist_add_once(&run->r->flags, FLAG_NO_BURST);
	if (w.burst_started && w.burst_early && run->worker)
		strlist_add_once(&run->r->flags, FLAG_EARLY_BURST);
	return err;
}

/* --- the record --------------------------------------------------------------------------- */

static int begin_record(struct run *run, struct errmsg *e)
{
	const struct plan *p = run->c->plan;
	const struct plan_run *pr = run->planned;
	struct record *r = run->r;
	const char *variant = pr->variant < 0 ? NULL : p->variants[pr->variant].label;

	record_init(r);
	r->run = pr->run;
	r->n = pr->n;
	r->repeat = pr->repeat;
	r->block = pr->block;
	r->order = pr->order;
	r->sync = p->workload.sync;
	r->start_wall_ns = clock_wall_ns();
	for (int i = 1; i <= pr->n; i++) {
		struct record_job *j = record_add_job(r);

		if (!j)
			return errmsg_errno(e, ENOMEM, "run %lld", (long long)pr->run);
		j->job = i;
	}
	if (record_set_string(&r->campaign, p->campaign) ||
	    record_set_string(&r->boot_id, run->c->boot_id) ||
	    record_set_string(&r->clock, "real") || record_set_string(&r->variant, variant))
		return errmsg_errno(e, ENOMEM, "run %lld", (long long)pr->run);
	return 0;
}

static int64_t rusage_cpu_ns(const struct rusage *u)
{
	return clock_timeval_ns(u->ru_utime) + clock_timeval_ns(u->ru_stime);
}

static int64_t harness_cpu_ns(void)
{
	struct rusage self;

	getrusage(RUSAGE_SELF, &self);
	return rusage_cpu_ns(&self);
}

static int64_t own_cpu_ns(const struct run *run)
{
	int64_t sum_ns = harness_cpu_ns() - run->own_before_ns;

	for (size_t i = 0; i < run->crew.n_jobs; i++)
		sum_ns += rusage_cpu_ns(&run->crew.jobs[i].rusage);
	return sum_ns + rusage_cpu_ns(&run->crew.burst.rusage);
}

static void note_machine(struct run *run)
{
	struct vmstat_snapshot vmstat_after;
	struct procstat after;

	vmstat_read(&vmstat_after, "");
	vmstat_delta(&run->vmstat_before, &vmstat_after, &run->r->vmstat);
	if (run->before.busy_ns < 0 || procstat_read(&after, "", run->c->allowed))
		return;
	run->r->foreign_cpu_ns =
		doubt_foreign_ns(after.busy_ns - run->before.busy_ns, own_cpu_ns(run),
				 run->r->elapsed_ns, (int)run->c->allowed->n);
	run->r->steal_ns = after.steal_ns - run->before.steal_ns;
}

static void note_times(struct run *run)
{
	struct record *r = run->r;
	int64_t last_exec_ns = -1, last_end_ns = -1;

	r->start_ns = run->crew.notes[0].exec_ns;
	for (size_t i = 0; i < run->crew.n_jobs; i++) {
		const struct process *p = &run->crew.jobs[i];

		if (p->note->exec_ns > last_exec_ns)
			last_exec_ns = p->note->exec_ns;
		if (p->ended && p->end_ns > last_end_ns)
			last_end_ns = p->end_ns;
	}
	if (r->start_ns < 0 || last_end_ns < 0)
		return;
	r->exec_spread_ns = last_exec_ns - r->start_ns;
	r->elapsed_ns = last_end_ns - r->start_ns;
}

static void note_jobs(struct run *run)
{
	for (size_t i = 0; i < run->crew.n_jobs; i++) {
		struct record_job *j = &run->r->jobs[i];

		if (!run->crew.jobs[i].ended)
			continue;
		collect_job(j, &run->crew.jobs[i], run->c->topology);
		j->main_node = collect_main_node(j, run->c->topology);
		collect_metric(j, &run->crew.jobs[i], run->c->plan->workload.metric_regex);
		if (!run->worker)
			continue;
		if (j->array_bytes >= 0 && j->array_bytes != run->c->plan->workload.array_bytes)
			record_set_string(&j->reason, "it walked an array of another size");
		if (j->steps >= 0 && j->steps != run->c->plan->workload.steps)
			record_set_string(&j->reason, "it took another number of steps");
	}
}

static int note_burst(struct run *run, struct errmsg *e)
{
	const struct plan_disturbance *d = &run->c->plan->disturbance;
	struct record *r = run->r;

	if (!d->cmd.n) {
		r->has_disturbance = true; /* known: none */
		return 0;
	}
	r->has_disturbance = true;
	r->disturbance.groups = d->groups;
	r->disturbance.loops = d->loops;
	if (strlist_copy(&r->disturbance.cmd, &d->cmd))
		return errmsg_errno(e, ENOMEM, "run %lld", (long long)r->run);
	if (run->crew.burst.ended)
		collect_burst(r, &run->crew.burst, &run->burst_watched, run->c->topology);
	return 0;
}

static int finish_record(struct run *run, struct errmsg *e)
{
	const struct run_context *c = run->c;
	struct doubt_limits limits = {
		.cpus = (int)c->allowed->n,
		.target_ns = c->plan->workload.target_ns,
		.numa_balancing = c->numa_balancing,
		.foreign_workload = !run->worker,
	};
	int err;

	note_times(run);
	note_machine(run);
	if (residency_run_finish(c->residency, run->r))
		return errmsg_errno(e, ENOMEM, "run %lld", (long long)run->r->run);
	note_jobs(run);
	err = note_burst(run, e);
	if (err)
		return err;
	collect_status(run->r);
	return doubt_flags(run->r, &limits) ? errmsg_errno(e, ENOMEM, "flags") : 0;
}

/* --- the steps ---------------------------------------------------------------------------- */

/* Before any has been reaped. */
static void end_all(struct run *run)
{
	crew_kill(&run->crew);
	for (size_t i = 0; i < run->crew.n_jobs; i++) {
		if (!run->crew.jobs[i].pid)
			continue;
		process_take_clock(&run->crew.jobs[i]);
		process_reap(&run->crew.jobs[i]);
	}
}

/* A machine that can't start them all: the run has failed, the rest of the plan goes on. */
static void fail_start(struct run *run)
{
	end_all(run);
	for (size_t i = 0; i < run->crew.n_jobs; i++)
		record_set_string(&run->r->jobs[i].reason, "not every job could be started");
}

static int start_and_watch(struct run *run, int *signal_number, struct errmsg *e)
{
	int err = start_jobs(run, e);

	if (err)
		fail_start(run);
	else
		err = watch_jobs(run, signal_number, e);
	if (*signal_number)
		return err;
	if (err) {
		record_set_string(&run->r->status, "failed");
		record_set_string(&run->r->reason, e->text);
	}
	return finish_record(run, e);
}

int run_execute(const struct run_context *c, const struct plan_run *pr, struct record *r,
		int *signal_number, struct errmsg *e)
{
	struct run run = {
		.c = c,
		.planned = pr,
		.r = r,
		.worker = command_is_worker(&c->plan->workload),
	};
	int err;

	record_job_init(&run.burst_watched);
	err = begin_record(&run, e);
	if (!err)
		err = crew_open(&run.crew, (size_t)pr->n, c->plan->workload.sync, e);
	if (!err) {
		r->idle_wait_ns = procstat_wait_idle(c->idle_limit_ns, &r->procs_running);
		procstat_read(&run.before, "", c->allowed);
		vmstat_read(&run.vmstat_before, "");
		run.own_before_ns = harness_cpu_ns();
		err = start_and_watch(&run, signal_number, e);
	}
	crew_release(&run.crew);
	record_job_release(&run.burst_watched);
	if (err)
		record_release(r);
	return err;
}
