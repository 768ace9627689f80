/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/timeline_build.h"

#include <errno.h>
#include <stdlib.h>

/* A task that is alive at the moment we have come to. */
struct live {
	size_t task;      /* index in timeline.tasks */
	bool known_start; /* its moment is set */
	bool running;
	int cpu;
	int64_t since_ns;
};

struct builder {
	struct timeline *t;
	const struct intmap *jobs;
	struct live *live; /* one for each task, same index */
	size_t room;
	struct intmap alive; /* tid -> index */
};

static struct live *live_find(struct builder *b, int tid)
{
	return intmap_has(&b->alive, tid) && intmap_get(&b->alive, tid) >= 0
		       ? &b->live[intmap_get(&b->alive, tid)]
		       : NULL;
}

static int make_room(struct builder *b)
{
	size_t room = b->room ? 2 * b->room : 16;
	struct live *grown;

	if (b->t->n_tasks < b->room)
		return 0;
	grown = reallocarray(b->live, room, sizeof(*grown));
	if (!grown)
		return -ENOMEM;
	b->live = grown;
	b->room = room;
	return 0;
}

/* A new task of this job; *made is lent until the next one. */
static int task_begin(struct builder *b, struct live **made, int64_t job, int pid, int tid)
{
	size_t i = b->t->n_tasks;

	if (make_room(b) || !timeline_add_task(b->t, job, pid, tid) ||
	    intmap_set(&b->alive, tid, (int64_t)i))
		return -ENOMEM;
	b->live[i] = (struct live){ .task = i };
	*made = &b->live[i];
	return 0;
}

static int64_t job_of_live(const struct builder *b, const struct live *l)
{
	return b->t->tasks[l->task].job;
}

static void start_running(struct builder *b, struct live *l, const struct perf_record *rec)
{
	l->running = true;
	l->cpu = rec->cpu;
	l->since_ns = rec->time_ns;
	if (!l->known_start) {
		b->t->tasks[l->task].start_ns = rec->time_ns;
		l->known_start = true;
	}
}

static int stop_running(struct builder *b, struct live *l, int64_t at_ns, enum timeline_end end)
{
	struct timeline_stay stay = {
		.start_ns = l->since_ns, .end_ns = at_ns, .cpu = l->cpu, .end = end
	};

	if (!l->running)
		return 0;
	l->running = false;
	return timeline_add_stay(&b->t->tasks[l->task], stay);
}

static int take_exec(struct builder *b, const struct perf_record *rec)
{
	struct live *l = live_find(b, rec->tid);
	int err;

	if (l || rec->pid != rec->tid || !intmap_has(b->jobs, rec->pid))
		return 0; /* a later exec of a task that is watched already */
	err = task_begin(b, &l, intmap_get(b->jobs, rec->pid), rec->pid, rec->tid);
	if (err)
		return err;
	start_running(b, l, rec);
	b->t->tasks[l->task].exec_cpu = rec->cpu;
	return 0;
}

static int take_fork(struct builder *b, const struct perf_record *rec)
{
	struct live *parent = live_find(b, rec->parent_tid), *l;

	return parent ? task_begin(b, &l, job_of_live(b, parent), rec->pid, rec->tid) : 0;
}

static int take_in(struct builder *b, const struct perf_record *rec)
{
	struct live *l = live_find(b, rec->tid);

	if (l)
		start_running(b, l, rec);
	return 0;
}

static int take_out(struct builder *b, const struct perf_record *rec)
{
	struct live *l = live_find(b, rec->tid);

	if (!l)
		return 0;
	return stop_running(b, l, rec->time_ns,
			    rec->preempted ? TIMELINE_PREEMPTED : TIMELINE_SLEPT);
}

static int take_exit(struct builder *b, const struct perf_record *rec)
{
	struct live *l = live_find(b, rec->tid);
	int err = l ? stop_running(b, l, rec->time_ns, TIMELINE_EXIT) : 0;

	/* The number may come back as another task. */
	return l && !err ? intmap_set(&b->alive, rec->tid, -1) : err;
}

static int take_record(struct builder *b, const struct perf_record *rec)
{
	switch (rec->type) {
	case PERF_RECORD_IS_EXEC:
		return take_exec(b, rec);
	case PERF_RECORD_IS_FORK:
		return take_fork(b, rec);
	case PERF_RECORD_IS_IN:
		return take_in(b, rec);
	case PERF_RECORD_IS_OUT:
		return take_out(b, rec);
	case PERF_RECORD_IS_EXIT:
		return take_exit(b, rec);
	default:
		return 0;
	}
}

/* What still runs where the records end was cut off there. */
static int cut(struct builder *b, int64_t at_ns)
{
	int err = 0;

	for (size_t i = 0; i < b->t->n_tasks && !err; i++)
		err = stop_running(b, &b->live[i], at_ns, TIMELINE_UNKNOWN);
	return err;
}

/* A child that is not watched itself is known by its fork alone. */
static void drop_empty(struct timeline *t)
{
	size_t kept = 0;

	for (size_t i = 0; i < t->n_tasks; i++)
		if (t->tasks[i].n)
			t->tasks[kept++] = t->tasks[i];
	t->n_tasks = kept;
}

int timeline_build(struct timeline *t, const struct perf_record_list *records,
		   const struct intmap *jobs, int64_t cut_ns)
{
	struct builder b = { .t = t, .jobs = jobs };
	int64_t last_ns = 0;
	int err = 0;

	for (size_t i = 0; i < records->n && !err; i++) {
		if (records->v[i].time_ns > cut_ns)
			break;
		last_ns = records->v[i].time_ns;
		err = take_record(&b, &records->v[i]);
	}
	if (!err)
		err = cut(&b, last_ns);
	drop_empty(t);
	free(b.live);
	intmap_release(&b.alive);
	return err;
}
