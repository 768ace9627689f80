/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The yardstick's walks. */
#include "harness/yardstick.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/batch.h"
#include "harness/procstat.h"
#include "lib/clock.h"
#include "lib/room.h"
#include "lib/units.h"

#define WALK_NS     (NS_PER_S / 2)
#define LIMIT_NS    (120 * NS_PER_S)
#define PROBE_STEPS (1 << 20)

/* A walk of the plan's kind with its memory where the point wants it. */
struct errand {
	struct plan_workload load; /* the plan's, but for mem, which is ours */
	struct batch batch;
};

static void errand_release(struct errand *r)
{
	for (size_t i = 0; r->batch.jobs && i < r->batch.n; i++)
		record_job_release(&r->batch.jobs[i]);
	free(r->batch.jobs);
	free((void *)r->batch.cpus);
	free(r->load.mem);
}

/* Where there is no other node nothing needs binding, and kernels without NUMA refuse it. */
static char *memory_policy(const struct topology *t, const struct yardstick_point *p)
{
	char *mem;

	if (t->n_nodes == 1)
		return strdup("local");
	return asprintf(&mem, "bind:%d", p->memory_node) < 0 ? NULL : mem;
}

/* One job on all CPUs of the point, or one on each; lists are lent from p. */
static void spread(const struct yardstick_point *p, struct cpulist *cpus)
{
	for (int i = 0; i < p->jobs; i++)
		cpus[i] = p->jobs == 1 ? p->cpus : (struct cpulist){ .v = &p->cpus.v[i], .n = 1 };
}

static int errand_make(struct errand *r, const struct run_context *c,
		       const struct yardstick_point *p, int64_t steps, struct errmsg *e)
{
	size_t n = (size_t)p->jobs;
	struct cpulist *cpus = calloc(n, sizeof(*cpus));

	*r = (struct errand){ .load = c->plan->workload };
	r->load.mem = memory_policy(c->topology, p);
	r->batch = (struct batch){
		.n = n,
		.worker = &r->load,
		.steps = steps,
		.cpus = cpus,
		.limit_ns = LIMIT_NS,
		.jobs = calloc(n, sizeof(*r->batch.jobs)),
	};
	if (!cpus || !r->load.mem || !r->batch.jobs)
		return errmsg_errno(e, ENOMEM, "yardstick");
	spread(p, cpus);
	for (size_t i = 0; i < n; i++)
		record_job_init(&r->batch.jobs[i]);
	return 0;
}

static double mean_ns(const struct errand *r)
{
	double sum = 0;

	for (size_t i = 0; i < r->batch.n; i++)
		sum += (double)r->batch.jobs[i].walk_cpu_ns / (double)r->batch.steps;
	return sum / (double)r->batch.n;
}

static int walk(const struct run_context *c, const struct yardstick_point *p, int64_t steps,
		double *ns_per_access, int *signal_number, struct errmsg *e)
{
	struct errand r;
	int err = errand_make(&r, c, p, steps, e);

	if (!err)
		err = batch_run(c, &r.batch, signal_number, e);
	if (!err)
		*ns_per_access = mean_ns(&r);
	errand_release(&r);
	if (!err && !(*ns_per_access > 0))
		err = errmsg_set(e, EIO, "the walk took no CPU time");
	return err;
}

static int check_room(const struct run_context *c, const struct yardstick_point *p,
		      struct errmsg *e)
{
	int64_t wanted = p->jobs * c->plan->workload.array_bytes;
	int64_t room = room_node("", p->memory_node);
	char wanted_text[32], room_text[32];

	if (room < 0 || wanted <= room)
		return 0;
	units_format_size((uint64_t)wanted, wanted_text, sizeof(wanted_text));
	units_format_size((uint64_t)room, room_text, sizeof(room_text));
	return errmsg_set(e, ENOMEM, "%s wanted, node %d has room for %s", wanted_text,
			  p->memory_node, room_text);
}

/* What keeps a point from being measured is its own matter; a signal ends all. */
static int measure_point(struct yardstick *y, struct yardstick_point *p,
			 const struct run_context *c, int *signal_number, struct errmsg *e)
{
	struct errmsg why = { 0 };
	double ns_per_access = NAN;
	int err = check_room(c, p, &why);

	if (!err)
		err = walk(c, p, y->steps, &ns_per_access, signal_number, &why);
	if (*signal_number)
		return errmsg_set(e, EINTR, "%s", why.text);
	if (!err)
		yardstick_take(p, ns_per_access);
	else
		record_set_string(&p->reason, why.text);
	return 0;
}

static int measure_rounds(struct yardstick *y, const struct run_context *c, int *signal_number,
			  struct errmsg *e)
{
	int err = 0;

	for (int round = 0; !err && round < YARDSTICK_ROUNDS; round++)
		for (size_t i = 0; !err && i < y->n; i++)
			if (!y->points[i].reason)
				err = measure_point(y, &y->points[i], c, signal_number, e);
	return err;
}

static int64_t probe_steps(const struct yardstick *y)
{
	return y->set_steps < PROBE_STEPS ? y->set_steps : PROBE_STEPS;
}

/*
 * By what the sizing measured; a plan with given steps was not sized, so one short walk tells.
 * Never more than a job of the set takes.
 */
static int choose_steps(struct yardstick *y, const struct run_context *c, int *signal_number,
			struct errmsg *e)
{
	double ns_per_access = c->plan->ns_per_access;
	int err = 0;

	if (!(ns_per_access > 0))
		err = walk(c, &y->points[0], probe_steps(y), &ns_per_access, signal_number, e);
	if (err)
		return err;
	y->steps = llround((double)WALK_NS / ns_per_access);
	if (y->steps > y->set_steps)
		y->steps = y->set_steps;
	return 0;
}

static int describe(struct yardstick *y, const struct run_context *c, struct errmsg *e)
{
	const struct plan_workload *w = &c->plan->workload;

	y->measured_wall_ns = clock_wall_ns();
	y->array_bytes = w->array_bytes;
	y->set_steps = w->steps;
	if (record_set_string(&y->boot_id, c->boot_id) || record_set_string(&y->walk, w->walk) ||
	    record_set_string(&y->pages, w->pages))
		return errmsg_errno(e, ENOMEM, "yardstick");
	return 0;
}

static void give_up(struct yardstick *y, const char *reason)
{
	for (size_t i = 0; i < y->n; i++)
		record_set_string(&y->points[i].reason, reason);
}

int yardstick_measure(struct yardstick *y, const struct run_context *c, int *signal_number,
		      struct errmsg *e)
{
	struct errmsg why = { 0 };
	int64_t others;
	int err = describe(y, c, e);

	if (err)
		return err;
	procstat_wait_idle(c->idle_limit_ns, &others);
	err = choose_steps(y, c, signal_number, &why);
	if (*signal_number)
		return errmsg_set(e, EINTR, "%s", why.text);
	if (err)
		give_up(y, why.text);
	return measure_rounds(y, c, signal_number, e);
}
