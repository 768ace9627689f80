/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * counting: the kernel counts the task clock of each job on each CPU. Exact, and nothing happens
 * while the job runs but an addition at each context switch.
 */
#include "harness/residency_source.h"

static int probe(struct residency *r)
{
	return residency_events_plan(r, PERF_EVENT_COUNT);
}

static int read_counts(struct residency_job *rj, struct record_job *j)
{
	return perf_set_collect(&rj->set, &j->cpu_time_ns, &rj->r->lost);
}

const struct residency_source residency_counting = {
	.name = "counting",
	.help = "the kernel counts each job's time on each CPU",
	.worker = true,
	.foreign = true,
	.probe = probe,
	.open = residency_events_open,
	.child = residency_events_child,
	.adopt = residency_events_adopt,
	.read = read_counts,
	.close = residency_events_close,
};
