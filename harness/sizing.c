/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/sizing.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/batch.h"
#include "harness/burst.h"
#include "harness/command.h"
#include "harness/ground.h"
#include "harness/procstat.h"
#include "lib/autosize.h"
#include "lib/clock.h"
#include "lib/units.h"

/* A first short walk tells the order of magnitude, then the median of three longer ones counts. */
#define PROBE_STEPS       (1 << 20)
#define MEASURE_NS        (NS_PER_S / 2)
#define MEASURES          3
#define MEASURE_LIMIT_NS  (120 * NS_PER_S)
#define BURST_PROBE_LOOPS 5
#define BURST_PROBES      3    /* the shortest counts: what disturbs only makes it longer */
#define BURST_SHARE       0.15 /* of the target, the burst alone */

/* --- the array ---------------------------------------------------------------------------- */

static int64_t smallest_free_bytes(const struct topology *t, size_t *nodes)
{
	int64_t smallest = -1;

	*nodes = 0;
	for (size_t i = 0; i < t->n_nodes; i++) {
		const struct topology_node *node = &t->nodes[i];

		if (node->memory_bytes == 0)
			continue;
		(*nodes)++;
		if (node->free_bytes >= 0 && (smallest < 0 || node->free_bytes < smallest))
			smallest = node->free_bytes;
	}
	return smallest;
}

static int size_array(const struct sizing *s, struct plan *p, struct errmsg *e)
{
	uint64_t bytes;
	size_t nodes;
	int64_t free_bytes;
	int err;

	if (strcmp(p->workload.size_asked, "auto")) {
		err = units_parse_size("--size", p->workload.size_asked, &bytes, e);
		p->workload.array_bytes = err ? -1 : (int64_t)bytes;
		return err;
	}
	free_bytes = smallest_free_bytes(s->topology, &nodes);
	p->workload.array_bytes =
		autosize_bytes(s->topology->llc_bytes, free_bytes, nodes, plan_max_jobs(p));
	return 0;
}

static int note_small_array(const struct sizing *s, struct plan *p, struct errmsg *e)
{
	char array[32], llc[32];

	if (s->topology->llc_bytes <= 0 || p->workload.array_bytes >= 2 * s->topology->llc_bytes)
		return 0;
	units_format_size((uint64_t)p->workload.array_bytes, array, sizeof(array));
	units_format_size((uint64_t)s->topology->llc_bytes, llc, sizeof(llc));
	if (strlist_addf(&p->notes, "array of %s is under 2 x the last-level cache of %s", array,
			 llc))
		return errmsg_errno(e, ENOMEM, "plan");
	return 0;
}

/* --- the walk ----------------------------------------------------------------------------- */

static void say_measuring(struct sizing *s)
{
	if (s->measuring)
		s->measuring(s->data);
	s->measuring = NULL;
}

static int measure_once(const struct sizing *s, const struct plan *p, int64_t steps,
			double *ns_per_access, int *signal_number, struct errmsg *e)
{
	struct record_job j;
	int err;

	record_job_init(&j);
	err = batch_single(s->run, &p->workload.cmd, &p->workload, steps, MEASURE_LIMIT_NS, &j,
			   NULL, signal_number, e);
	if (!err && j.walk_cpu_ns <= 0)
		err = errmsg_set(e, EIO, "numa_test: the walk took no CPU time");
	if (!err)
		*ns_per_access = (double)j.walk_cpu_ns / (double)steps;
	record_job_release(&j);
	return err;
}

static int64_t steps_for(int64_t ns, double ns_per_access)
{
	double steps = (double)ns / ns_per_access;

	return steps < 1 ? 1 : steps > 1e17 ? (int64_t)1e17 : llround(steps);
}

static int compare_doubles(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static int measure_walk(struct sizing *s, const struct plan *p, double *ns_per_access,
			int *signal_number, struct errmsg *e)
{
	double measured[MEASURES];
	double rough;
	int64_t others;
	int err;

	say_measuring(s);
	procstat_wait_idle(s->run->idle_limit_ns, &others);
	err = measure_once(s, p, PROBE_STEPS, &rough, signal_number, e);

	for (int i = 0; !err && i < MEASURES; i++)
		err = measure_once(s, p, steps_for(MEASURE_NS, rough), &measured[i], signal_number,
				   e);
	if (err)
		return err;
	qsort(measured, MEASURES, sizeof(*measured), compare_doubles);
	*ns_per_access = measured[MEASURES / 2];
	return 0;
}

static struct work_key key_of(const struct sizing *s, const struct plan *p)
{
	return (struct work_key){
		.machine = s->machine,
		.size = p->workload.size_asked,
		.max_jobs = plan_max_jobs(p),
		.pages = p->workload.pages,
		.walk = p->workload.walk,
	};
}

/* With the steps given, the array at least is that of earlier kernels. */
static int size_array_as_before(struct sizing *s, struct plan *p, const struct work_book *b,
				struct errmsg *e)
{
	struct work_key key = key_of(s, p);
	struct work w;

	if (s->recalibrate || !work_find(b, &key, &w))
		return size_array(s, p, e);
	p->workload.array_bytes = w.array_bytes;
	return 0;
}

static int size_walk(struct sizing *s, struct plan *p, struct work_book *b, int *signal_number,
		     struct errmsg *e)
{
	struct work_key key = key_of(s, p);
	bool known = !s->recalibrate;
	struct work w;
	int err;

	known = known && work_find(b, &key, &w);
	if (known) {
		p->workload.array_bytes = w.array_bytes;
		s->reused = true;
	} else {
		err = size_array(s, p, e);
		if (!err)
			err = ground_check_memory(p, e);
		if (err || !s->run)
			return err;
		err = measure_walk(s, p, &w.ns_per_access, signal_number, e);
		if (err)
			return err;
		w.array_bytes = p->workload.array_bytes;
		err = work_put(b, &key, &w, s->kernel, e);
		if (err)
			return err;
		s->changed = true;
	}
	p->ns_per_access = w.ns_per_access;
	p->workload.steps = steps_for(p->workload.target_ns, w.ns_per_access);
	return record_set_string(&p->work_source, known ? "work.json" : "calibrated")
		       ? errmsg_errno(e, ENOMEM, "plan")
		       : 0;
}

/* --- the burst ---------------------------------------------------------------------------- */

static int measure_burst_once(const struct sizing *s, const struct plan_disturbance *d,
			      double *ns_per_loop, int *signal_number, struct errmsg *e)
{
	struct strlist cmd = { 0 };
	struct burst_banner banner;
	char *output = NULL;
	int err = strlist_copy(&cmd, &d->cmd);

	if (!err)
		err = strlist_add(&cmd, "-l") || strlist_addf(&cmd, "%d", BURST_PROBE_LOOPS);
	if (err) {
		strlist_release(&cmd);
		return errmsg_errno(e, ENOMEM, "burst");
	}
	err = batch_single(s->run, &cmd, NULL, 0, MEASURE_LIMIT_NS, NULL, &output, signal_number,
			   e);
	strlist_release(&cmd);
	if (err)
		return err;
	burst_parse_banner(&banner, output ? output : "");
	free(output);
	if (banner.groups != d->groups || banner.time_ns <= 0)
		return errmsg_set(
			e, EPROTO,
			"--disturb: '%s' does not say that it ran %lld groups, and how long",
			d->cmd.v[0], (long long)d->groups);
	*ns_per_loop = (double)banner.time_ns / BURST_PROBE_LOOPS;
	return 0;
}

static int measure_burst(struct sizing *s, const struct plan_disturbance *d, double *ns_per_loop,
			 int *signal_number, struct errmsg *e)
{
	say_measuring(s);
	*ns_per_loop = INFINITY;
	for (int i = 0; i < BURST_PROBES; i++) {
		double once = NAN;
		int err = measure_burst_once(s, d, &once, signal_number, e);

		if (err)
			return err;
		*ns_per_loop = fmin(*ns_per_loop, once);
	}
	return 0;
}

static int64_t burst_loops(const struct plan *p, double ns_per_loop)
{
	int64_t loops = llround(BURST_SHARE * (double)p->workload.target_ns / ns_per_loop);

	return loops < 1 ? 1 : loops;
}

static int size_burst(struct sizing *s, struct plan *p, struct work_book *b, int *signal_number,
		      struct errmsg *e)
{
	struct plan_disturbance *d = &p->disturbance;
	double ns_per_loop = NAN;
	char *command;
	int err = 0;

	if (d->groups < 0 || d->loops > 0)
		return 0; /* not a hackbench, or the loops were given */
	command = strlist_join(&d->cmd, " ");
	if (!command)
		return errmsg_errno(e, ENOMEM, "burst");
	if (!s->recalibrate)
		ns_per_loop = work_find_burst(b, s->machine, command);
	if (isnan(ns_per_loop) && s->run) {
		err = measure_burst(s, d, &ns_per_loop, signal_number, e);
		if (!err)
			err = work_put_burst(b, s->machine, command, ns_per_loop, s->kernel, e);
		s->changed = true;
	}
	free(command);
	if (err || isnan(ns_per_loop))
		return err;
	return burst_set_loops(d, burst_loops(p, ns_per_loop)) ? errmsg_errno(e, ENOMEM, "burst")
							       : 0;
}

int sizing_plan(struct sizing *s, struct plan *p, struct work_book *b, int *signal_number,
		struct errmsg *e)
{
	int err = 0;

	if (!command_is_worker(&p->workload))
		return size_burst(s, p, b, signal_number, e);
	if (s->fixed_steps > 0) {
		err = size_array_as_before(s, p, b, e);
		p->workload.steps = s->fixed_steps;
	} else {
		err = size_walk(s, p, b, signal_number, e);
	}
	if (!err)
		err = size_burst(s, p, b, signal_number, e);
	return err ? err : note_small_array(s, p, e);
}
