/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/residency_rings.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "harness/timeline_build.h"
#include "lib/flag.h"

int residency_rings_prepare(struct residency *r)
{
	return r->want.topology ? residency_distance_load(&r->distance, r->want.topology, "") : 0;
}

/* Of all rings, and what is known of losses. */
struct harvest {
	struct perf_record_list records;
	int64_t lost;   /* -1: none; 0: some; else how many */
	int64_t cut_ns; /* INT64_MAX: nothing was lost */
};

/* A ring that lost something is whole up to its last record before the first loss. */
static int64_t whole_until_ns(const struct perf_record_list *records, size_t first)
{
	int64_t until_ns = 0;

	for (size_t i = first; i < records->n; i++) {
		if (records->v[i].type == PERF_RECORD_IS_LOST)
			break;
		until_ns = records->v[i].time_ns;
	}
	return until_ns;
}

static void note_loss(struct harvest *h, size_t first, int64_t lost)
{
	int64_t until_ns = whole_until_ns(&h->records, first);

	if (until_ns < h->cut_ns)
		h->cut_ns = until_ns;
	h->lost = (h->lost > 0 ? h->lost : 0) + lost;
}

static int harvest_ring(struct harvest *h, const struct perf_ring_view *view, int64_t lost)
{
	size_t first = h->records.n;
	int err = perf_record_decode(&h->records, view);

	if (err == -ENOMEM)
		return err;
	if (err || lost || view->full)
		note_loss(h, first, lost);
	return 0;
}

static int harvest_all(struct harvest *h, const struct residency *r)
{
	int err = 0;

	for (size_t i = 0; i < perf_rings_n(r->rings) && !err; i++) {
		struct perf_ring_view view = perf_rings_view(r->rings, i);

		err = harvest_ring(h, &view, intmap_get(&r->lost, view.cpu));
	}
	return err ? err : perf_record_sort(&h->records);
}

static int list_jobs(struct intmap *jobs, const struct record *rec)
{
	int err = 0;

	for (size_t i = 0; i < rec->n_jobs && !err; i++)
		err = intmap_set(jobs, (int)rec->jobs[i].pid, (int64_t)i);
	return err;
}

static int name_cpus(struct timeline *t, const struct topology *topology)
{
	size_t n = topology && topology->online.n
			   ? (size_t)topology->online.v[topology->online.n - 1] + 1
			   : 0;

	t->cpu_node = calloc(n ? n : 1, sizeof(*t->cpu_node));
	if (!t->cpu_node)
		return -ENOMEM;
	t->n_cpus = n;
	for (size_t cpu = 0; cpu < n; cpu++)
		t->cpu_node[cpu] = topology_node_of_cpu(topology, (int)cpu);
	return 0;
}

static int build(struct residency *r, const struct record *rec)
{
	struct harvest h = { .lost = -1, .cut_ns = INT64_MAX };
	struct intmap jobs = { 0 };
	int err;

	timeline_release(&r->timeline);
	timeline_init(&r->timeline);
	r->timeline.run = rec->run;
	err = name_cpus(&r->timeline, r->want.topology);
	if (!err)
		err = list_jobs(&jobs, rec);
	if (!err)
		err = harvest_all(&h, r);
	if (!err)
		err = timeline_build(&r->timeline, &h.records, &jobs, h.cut_ns);
	r->timeline.lost = h.lost;
	perf_record_list_release(&h.records);
	intmap_release(&jobs);
	return err;
}

static int count_migrations(const struct residency *r, struct record_job *j,
			    const struct timeline_task *task)
{
	int err = 0;

	for (size_t i = 1; i < task->n && !err; i++)
		if (task->stays[i].cpu != task->stays[i - 1].cpu)
			err = residency_distance_count(&r->distance, &j->migrations,
						       task->stays[i - 1].cpu, task->stays[i].cpu);
	return err;
}

static int add_stays(struct record_job *j, const struct timeline_task *task)
{
	int err = 0;

	for (size_t i = 0; i < task->n && !err; i++)
		err = intmap_add(&j->cpu_time_ns, task->stays[i].cpu,
				 task->stays[i].end_ns - task->stays[i].start_ns);
	return err;
}

static int note_exec(const struct residency *r, struct record_job *j,
		     const struct timeline_task *task)
{
	if (task->exec_cpu < 0 || !r->want.topology)
		return 0;
	j->node_exec = topology_node_of_cpu(r->want.topology, task->exec_cpu);
	return record_set_string(&j->node_exec_source, residency_switch.name);
}

/* A part of the migrations would be a wrong count: none of a truncated timeline. */
static int tell_migrations(const struct residency *r, struct record_job *j,
			   const struct timeline_task *task)
{
	int err = 0;

	if (r->timeline.lost >= 0 || !r->distance.topology)
		return 0;
	if (!j->migrations.known)
		err = residency_distance_zero(&r->distance, &j->migrations);
	return err ? err : count_migrations(r, j, task);
}

static int tell_job(const struct residency *r, struct record_job *j,
		    const struct timeline_task *task)
{
	bool from_stays = r->source->from_rings && j->residency_source &&
			  strcmp(j->residency_source, r->source->name) == 0;
	int err = note_exec(r, j, task);

	if (!err)
		err = tell_migrations(r, j, task);
	if (!err && from_stays)
		err = add_stays(j, task);
	return err;
}

static int tell_jobs(const struct residency *r, struct record *rec)
{
	int err = 0;

	for (size_t i = 0; i < rec->n_jobs && !err; i++)
		if (r->timeline.lost >= 0)
			err = strlist_add_once(&rec->jobs[i].flags, FLAG_TIMELINE);
	for (size_t i = 0; i < r->timeline.n_tasks && !err; i++) {
		struct timeline_task *task = &r->timeline.tasks[i];

		err = tell_job(r, &rec->jobs[task->job], task);
		task->job = rec->jobs[task->job].job;
	}
	return err;
}

static int compare_clocks(const struct residency *r, struct record *rec)
{
	int err = 0;

	for (size_t i = 0; i < rec->n_jobs && !err && r->source->from_rings; i++)
		if (intmap_has(&r->clock_ns, (int)rec->jobs[i].pid))
			err = residency_compare_clock(
				&rec->jobs[i], intmap_get(&r->clock_ns, (int)rec->jobs[i].pid));
	return err;
}

int residency_rings_finish(struct residency *r, struct record *rec)
{
	int err = build(r, rec);

	perf_rings_empty(r->rings);
	if (!err)
		err = tell_jobs(r, rec);
	return err ? err : compare_clocks(r, rec);
}
