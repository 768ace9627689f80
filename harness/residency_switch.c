/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * switch: every stay of each job, from the records of its context switches. The time on a CPU is
 * the sum of the stays there. Where the timeline is wanted beside `counting`, the same records
 * come from the counting events themselves.
 */
#include "harness/residency_source.h"

static int probe(struct residency *r)
{
	return residency_events_plan(r, PERF_EVENT_NONE);
}

static int read_lost(struct residency_job *rj, struct record_job *j)
{
	(void)j;
	return perf_set_collect(&rj->set, NULL, &rj->r->lost);
}

const struct residency_source residency_switch = {
	.name = "switch",
	.help = "the kernel records each job's context switches",
	.worker = true,
	.foreign = true,
	.from_rings = true,
	.probe = probe,
	.open = residency_events_open,
	.child = residency_events_child,
	.adopt = residency_events_adopt,
	.read = read_lost,
	.close = residency_events_close,
};
