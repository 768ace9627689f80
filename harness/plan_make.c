/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/plan_make.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "harness/burst.h"
#include "lib/clock.h"
#include "lib/record.h"
#include "lib/version.h"

#define DELAY_SHARE      5 /* the burst comes after a fifth of the target */
#define CLASSIC_DELAY_NS (3 * NS_PER_S)

static int set_worker(struct plan_workload *w, const struct options *o)
{
	return strlist_add(&w->cmd, "numa_test") || record_set_string(&w->walk, o->walk) ||
	       record_set_string(&w->pages, o->pages) || record_set_string(&w->mem, o->mem) ||
	       record_set_string(&w->size_asked, o->size);
}

/* What only our worker knows stays unknown. */
static int set_foreign(struct plan_workload *w, const struct options *o)
{
	return strlist_add_words(&w->cmd, o->workload) ||
	       record_set_string(&w->metric_regex, o->metric_regex);
}

static int set_workload(struct plan_workload *w, const struct options *o, struct errmsg *e)
{
	w->array_bytes = w->steps = -1;
	w->target_ns = o->target_ns;
	w->sync = o->sync;
	if (o->workload ? set_foreign(w, o) : set_worker(w, o))
		return errmsg_errno(e, ENOMEM, "plan");
	return 0;
}

static int set_disturbance(struct plan_disturbance *d, const struct options *o, struct errmsg *e)
{
	const char *command = o->disturb ? o->disturb : "hackbench";
	int err;

	d->groups = d->loops = -1;
	if (!strcmp(command, "none"))
		return 0;
	err = burst_command(d, command, o->classic ? BURST_CLASSIC_LOOPS : -1, e);
	d->delay_from_exec = o->classic;
	d->delay_ns = o->delay_ns >= 0 ? o->delay_ns
		      : o->classic     ? CLASSIC_DELAY_NS
				       : o->target_ns / DELAY_SHARE;
	return err;
}

static int set_jobs(struct plan *p, const struct options *o, int cpus, struct errmsg *e)
{
	int err;

	if (o->n_jobs) {
		p->jobs = calloc(o->n_jobs, sizeof(*p->jobs));
		if (p->jobs)
			memcpy(p->jobs, o->jobs, o->n_jobs * sizeof(*p->jobs));
		p->n_jobs = o->n_jobs;
		err = p->jobs ? 0 : -ENOMEM;
	} else {
		err = o->classic ? plan_classic_jobs(p, cpus) : plan_default_jobs(p, cpus);
	}
	return err ? errmsg_errno(e, ENOMEM, "plan") : 0;
}

static int set_variants(struct plan *p, const struct options *o, struct errmsg *e)
{
	strlist_for_each (text, &o->variants) {
		int err = plan_add_variant(p, *text, e);

		if (err)
			return err;
	}
	return 0;
}

/* Ids need to differ between campaigns, no more. */
static int draw_ids(struct plan *p, const struct options *o, struct errmsg *e)
{
	uint64_t random[3];
	char id[33];

	if (getrandom(random, sizeof(random), 0) != sizeof(random))
		return errmsg_errno(e, errno, "no random numbers");
	snprintf(id, sizeof(id), "%016llx%016llx", (unsigned long long)random[0],
		 (unsigned long long)random[1]);
	p->seed = o->seed >= 0 ? o->seed : (int64_t)(random[2] >> 1);
	return record_set_string(&p->campaign, id) ? errmsg_errno(e, ENOMEM, "plan") : 0;
}

static int set_names(struct plan *p, const struct options *o, const char *label, struct errmsg *e)
{
	if (record_set_string(&p->label, label) ||
	    record_set_string(&p->version, version_number()) ||
	    record_set_string(&p->residency, o->residency) ||
	    record_set_string(&p->yardstick, o->yardstick ? o->yardstick : "auto") ||
	    record_set_string(&p->preset, o->classic ? "classic" : NULL))
		return errmsg_errno(e, ENOMEM, "plan");
	return 0;
}

int plan_make(struct plan *p, const struct options *o, int cpus, const char *label,
	      struct errmsg *e)
{
	int err;

	*p = (struct plan){
		.created_wall_ns = clock_wall_ns(),
		.timeline = !o->no_timeline,
		.limit_ns = o->limit_ns,
		.repeats = (int)o->repeats,
		.ns_per_access = NAN,
	};
	err = set_names(p, o, label, e);
	if (!err)
		err = set_workload(&p->workload, o, e);
	if (!err)
		err = set_disturbance(&p->disturbance, o, e);
	if (!err)
		err = set_jobs(p, o, cpus, e);
	if (!err)
		err = set_variants(p, o, e);
	if (!err && strlist_copy(&p->events, &o->events))
		err = errmsg_errno(e, ENOMEM, "plan");
	if (!err)
		err = draw_ids(p, o, e);
	if (!err)
		err = plan_lay_out(p, e);
	if (err)
		plan_release(p);
	return err;
}
