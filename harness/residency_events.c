/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the sources that open events have in common. */
#include "harness/residency_source.h"

#include <errno.h>

static int n_possible(const struct residency *r)
{
	const struct topology *t = r->want.topology;

	return t && t->n_possible > 0 ? t->n_possible : 1024;
}

/* Takes the CPUs this process may not use out of the plan. */
static int keep_allowed(struct perf_plan *plan)
{
	struct cpulist allowed = { 0 }, kept = { 0 };
	int err = cpulist_allowed(&allowed, NULL);

	for (size_t i = 0; i < plan->cpus.n && !err; i++)
		if (cpulist_has(&allowed, plan->cpus.v[i]))
			err = cpulist_add(&kept, plan->cpus.v[i]);
	if (!err)
		err = cpulist_copy(&plan->cpus, &kept);
	cpulist_release(&allowed);
	cpulist_release(&kept);
	return err;
}

static int fit_descriptors(struct perf_plan *plan, int max_jobs)
{
	int err = perf_plan_check(plan, max_jobs);

	if (err != -EMFILE)
		return err;
	err = keep_allowed(plan);
	return err ? err : perf_plan_check(plan, max_jobs);
}

static int plan_with(struct residency *r, enum perf_event_kind kind, bool records)
{
	struct perf_event_attr attr = perf_event_attr(kind, r->want.foreign, records);
	int err = perf_plan_open(&r->plan, &attr, n_possible(r));

	if (err)
		return err;
	err = fit_descriptors(&r->plan, r->want.max_jobs);
	if (err)
		perf_plan_release(&r->plan);
	return err;
}

/* Rings for the CPUs that are there now; a job on one plugged in later is counted, not drawn. */
static int open_rings(struct residency *r)
{
	const struct cpulist *online = r->want.topology ? &r->want.topology->online : NULL;
	struct cpulist cpus = { 0 };
	int err = 0;

	for (size_t i = 0; i < r->plan.cpus.n && !err; i++)
		if (!online || !online->n || cpulist_has(online, r->plan.cpus.v[i]))
			err = cpulist_add(&cpus, r->plan.cpus.v[i]);
	if (!err)
		err = perf_rings_open(&r->rings, &cpus, r->want.ring_bytes);
	cpulist_release(&cpus);
	r->plan.rings = r->rings;
	return err;
}

static int plan_with_rings(struct residency *r, enum perf_event_kind kind)
{
	int err = plan_with(r, kind, true);

	if (err)
		return err;
	err = open_rings(r);
	if (err)
		perf_plan_release(&r->plan);
	return err;
}

int residency_events_plan(struct residency *r, enum perf_event_kind kind)
{
	bool needs_rings = kind == PERF_EVENT_NONE;
	int err;

	if (!needs_rings && !r->want.timeline)
		return plan_with(r, kind, false);
	err = plan_with_rings(r, kind);
	if (!err || needs_rings)
		return err;
	/* Counting goes on without the timeline, if it is that alone which can't be had. */
	if (plan_with(r, kind, false))
		return err;
	residency_note_fallback(r, "timeline", -err);
	return 0;
}

int residency_events_open(struct residency_job *rj)
{
	return perf_set_open(&rj->set, &rj->r->plan);
}

void residency_events_child(struct residency_job *rj)
{
	perf_set_arm(&rj->set);
}

void residency_events_adopt(struct residency_job *rj)
{
	perf_set_adopt(&rj->set);
}

void residency_events_close(struct residency_job *rj)
{
	perf_set_close(&rj->set);
}
