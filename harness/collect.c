/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/collect.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/burst.h"
#include "harness/figure.h"
#include "harness/vmstat_pages.h"
#include "lib/clock.h"

#define REPORT_LIMIT (16 << 20)
#define OUTPUT_LIMIT (1 << 20)

/* The line of a worker that failed is not there; one that can't be read is a failure. */
static void read_report(struct record_job *j, const struct process *p)
{
	struct errmsg e = { 0 };
	size_t len;
	char *line = process_read(p->report_fd, REPORT_LIMIT, &len);

	if (line && len && record_job_read_worker(j, line, len, &e)) {
		errmsg_prefix(&e, "its report");
		record_set_string(&j->reason, e.text);
	}
	free(line);
}

void collect_zombie(struct record_job *j, struct process *p, bool worker)
{
	j->pid = p->pid;
	j->cpu_ns = p->cpu_ns;
	j->exec_ns = p->note->exec_ns;
	if (worker)
		read_report(j, p);
	if (p->watch)
		residency_job_read(p->watch, j);
	if (p->counters)
		counters_job_read(p->counters, j);
}

static int64_t node_of(const struct topology *t, int cpu)
{
	return cpu < 0 ? -1 : topology_node_of_cpu(t, cpu);
}

void collect_job(struct record_job *j, const struct process *p, const struct topology *t)
{
	j->status = process_exit_code(p);
	j->ru_utime_ns = clock_timeval_ns(p->rusage.ru_utime);
	j->ru_stime_ns = clock_timeval_ns(p->rusage.ru_stime);
	j->node_fork = node_of(t, p->note->fork_cpu);
	if (j->exec_ns >= 0)
		j->elapsed_ns = p->end_ns - j->exec_ns;
	if (!j->reason)
		j->reason = process_failure(p);
	if (!j->reason && p->report_fd >= 0 && !j->checksum)
		record_set_string(&j->reason, "it ended without a report");
}

void collect_pages(struct record_job *j, const struct process *p)
{
	struct intmap *to = j->home_start.known ? &j->home_end : &j->home_start;
	struct intmap pages = { 0 };

	if (!vmstat_pages_read_tree(&pages, p->pid))
		intmap_copy(to, &pages);
	intmap_release(&pages);
}

void collect_metric(struct record_job *j, const struct process *p, const char *regex)
{
	size_t len;
	char *text = regex ? process_read_end(p->output_fd, REPORT_LIMIT, &len) : NULL;

	if (text)
		j->metric = figure_find(regex, text, len);
	free(text);
}

static void nodes_from_cpus(struct intmap *nodes, const struct intmap *cpus,
			    const struct topology *t)
{
	nodes->known = cpus->known;
	intmap_for_each (it, cpus) {
		int node = topology_node_of_cpu(t, it->key);

		if (node >= 0)
			intmap_add(nodes, node, it->value);
	}
}

int64_t collect_main_node(const struct record_job *j, const struct topology *t)
{
	int64_t start = j->node_exec >= 0 ? j->node_exec : j->node_main;
	struct intmap nodes = { 0 };
	int64_t node;

	nodes_from_cpus(&nodes, &j->cpu_time_ns, t);
	node = intmap_argmax(&nodes, (int)start);
	intmap_release(&nodes);
	return node;
}

/* A banner that is not what was asked for makes the run something else than planned. */
static void check_banner(struct record_disturbance *d, const struct burst_banner *b, int64_t groups,
			 int64_t loops)
{
	char text[160];

	if (d->reason || groups < 0)
		return;
	if (b->groups == groups && (loops < 0 || b->loops == loops) && b->time_ns >= 0)
		return;
	snprintf(text, sizeof(text),
		 "it says %lld groups and %lld messages, not %lld and %lld, or no time",
		 (long long)b->groups, (long long)b->loops, (long long)groups, (long long)loops);
	record_set_string(&d->reason, text);
}

static void read_banner(struct record_disturbance *d, const struct process *p)
{
	int64_t groups = d->groups, loops = d->loops;
	struct burst_banner b;
	size_t len;
	char *text = process_read(p->output_fd, OUTPUT_LIMIT, &len);

	burst_parse_banner(&b, text ? text : "");
	free(text);
	check_banner(d, &b, groups, loops);
	d->groups = b.groups;
	d->tasks = b.tasks;
	d->loops = b.loops;
	d->time_ns = b.time_ns;
}

void collect_burst(struct record *r, const struct process *p, const struct record_job *watched,
		   const struct topology *t)
{
	struct record_disturbance *d = &r->disturbance;

	d->status = process_exit_code(p);
	d->reason = process_failure(p);
	d->start_ns = p->note->exec_ns;
	d->elapsed_ns = p->end_ns - p->note->exec_ns;
	d->ru_utime_ns = clock_timeval_ns(p->rusage.ru_utime);
	d->ru_stime_ns = clock_timeval_ns(p->rusage.ru_stime);
	nodes_from_cpus(&d->node_time_ns, &watched->cpu_time_ns, t);
	d->overlap_fraction = burst_overlap(r, d->start_ns, p->end_ns);
	read_banner(d, p);
}

static void fail(struct record *r, const char *who, int64_t number, const char *reason)
{
	char text[400];

	if (number >= 0)
		snprintf(text, sizeof(text), "%s %lld: %s", who, (long long)number, reason);
	else
		snprintf(text, sizeof(text), "%s: %s", who, reason);
	record_set_string(&r->status, "failed");
	record_set_string(&r->reason, text);
}

void collect_status(struct record *r)
{
	if (r->status)
		return; /* it failed before */
	for (size_t i = 0; i < r->n_jobs; i++)
		if (r->jobs[i].reason)
			return fail(r, "job", r->jobs[i].job, r->jobs[i].reason);
	if (r->disturbance.reason)
		return fail(r, "burst", -1, r->disturbance.reason);
	record_set_string(&r->status, "ok");
}
