/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lib/record.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static struct named_value *named_find(const struct named_values *l, const char *name)
{
	for (size_t i = 0; i < l->n; i++)
		if (!strcmp(l->v[i].name, name))
			return &l->v[i];
	return NULL;
}

static int named_make_room(struct named_values *l)
{
	size_t room = l->room ? 2 * l->room : 8;
	struct named_value *grown;

	if (l->n < l->room)
		return 0;
	grown = reallocarray(l->v, room, sizeof(*grown));
	if (!grown)
		return -ENOMEM;
	l->v = grown;
	l->room = room;
	return 0;
}

/* The entry of this name, made where there was none; NULL when memory is short. */
static struct named_value *named_slot(struct named_values *l, const char *name)
{
	struct named_value *v = named_find(l, name);
	char *copy;

	if (v)
		return v;
	copy = strdup(name);
	if (!copy || named_make_room(l)) {
		free(copy);
		return NULL;
	}
	v = &l->v[l->n++];
	*v = (struct named_value){ .name = copy };
	l->known = true;
	return v;
}

int named_values_set(struct named_values *l, const char *name, double value)
{
	struct named_value *v = named_slot(l, name);

	if (!v)
		return -ENOMEM;
	v->is_count = false;
	v->value = value;
	return 0;
}

int named_values_set_count(struct named_values *l, const char *name, int64_t count)
{
	struct named_value *v = named_slot(l, name);

	if (!v)
		return -ENOMEM;
	v->is_count = true;
	v->count = count;
	v->value = (double)count;
	return 0;
}

double named_values_get(const struct named_values *l, const char *name)
{
	const struct named_value *v = named_find(l, name);

	return v ? v->value : NAN;
}

int64_t named_values_count(const struct named_values *l, const char *name)
{
	const struct named_value *v = named_find(l, name);

	return v && v->is_count ? v->count : -1;
}

void named_values_release(struct named_values *l)
{
	for (size_t i = 0; i < l->n; i++)
		free(l->v[i].name);
	free(l->v);
	*l = (struct named_values){ 0 };
}

int record_set_string(char **field, const char *value)
{
	char *copy = value ? strdup(value) : NULL;

	if (value && !copy)
		return -ENOMEM;
	free(*field);
	*field = copy;
	return 0;
}

void record_job_init(struct record_job *j)
{
	*j = (struct record_job){
		.job = -1,
		.pid = -1,
		.status = -1,
		.ru_utime_ns = -1,
		.ru_stime_ns = -1,
		.cpu_ns = -1,
		.elapsed_ns = -1,
		.exec_ns = -1,
		.setup_cpu_ns = -1,
		.walk_cpu_ns = -1,
		.walk_start_ns = -1,
		.walk_end_ns = -1,
		.unattributed_ns = -1,
		.node_fork = -1,
		.node_exec = -1,
		.node_main = -1,
		.node_touch = -1,
		.main_node = -1,
		.msched_printed = -1,
		.star_printed = -1,
		.array_bytes = -1,
		.local_fraction = NAN,
		.steps = -1,
		.metric = NAN,
	};
}

void record_job_release(struct record_job *j)
{
	for (size_t i = 0; i < j->n_fallbacks; i++) {
		free(j->fallbacks[i].source);
		free(j->fallbacks[i].err);
	}
	for (size_t i = 0; i < j->n_counters; i++) {
		free(j->counters[i].name);
		free(j->counters[i].err);
	}
	free(j->counters);
	free(j->fallbacks);
	free(j->reason);
	free(j->residency_source);
	free(j->self_source);
	free(j->node_exec_source);
	free(j->pages_got);
	free(j->checksum);
	intmap_release(&j->cpu_time_ns);
	intmap_release(&j->self_time_ns);
	intmap_release(&j->home_start);
	intmap_release(&j->home_end);
	named_values_release(&j->node_share);
	named_values_release(&j->migrations);
	strlist_release(&j->flags);
	*j = (struct record_job){ 0 };
}

int record_job_add_fallback(struct record_job *j, const char *source, int err)
{
	struct record_fallback *grown =
		reallocarray(j->fallbacks, j->n_fallbacks + 1, sizeof(*grown));
	struct record_fallback f = { .source = strdup(source), .err = NULL };
	const char *name = strerrorname_np(err);

	if (grown)
		j->fallbacks = grown;
	f.err = strdup(name ? name : "unknown");
	if (!grown || !f.source || !f.err) {
		free(f.source);
		free(f.err);
		return -ENOMEM;
	}
	grown[j->n_fallbacks++] = f;
	return 0;
}

struct record_counter *record_job_add_counter(struct record_job *j, const char *name)
{
	struct record_counter *grown = reallocarray(j->counters, j->n_counters + 1, sizeof(*grown));
	struct record_counter c = { .count = -1, .enabled_ns = -1, .running_ns = -1 };

	if (grown)
		j->counters = grown;
	c.name = strdup(name);
	if (!grown || !c.name) {
		free(c.name);
		return NULL;
	}
	grown[j->n_counters] = c;
	return &grown[j->n_counters++];
}

const struct record_counter *record_job_counter(const struct record_job *j, const char *name)
{
	for (size_t i = 0; i < j->n_counters; i++)
		if (!strcmp(j->counters[i].name, name))
			return &j->counters[i];
	return NULL;
}

static void disturbance_init(struct record_disturbance *d)
{
	*d = (struct record_disturbance){
		.groups = -1,
		.tasks = -1,
		.loops = -1,
		.status = -1,
		.start_ns = -1,
		.time_ns = -1,
		.elapsed_ns = -1,
		.ru_utime_ns = -1,
		.ru_stime_ns = -1,
		.overlap_fraction = NAN,
	};
}

static void disturbance_release(struct record_disturbance *d)
{
	strlist_release(&d->cmd);
	free(d->reason);
	intmap_release(&d->node_time_ns);
	*d = (struct record_disturbance){ 0 };
}

void record_init(struct record *r)
{
	*r = (struct record){
		.run = -1,
		.n = -1,
		.repeat = -1,
		.block = -1,
		.order = -1,
		.boot = -1,
		.start_wall_ns = -1,
		.start_ns = -1,
		.elapsed_ns = -1,
		.sync = -1,
		.exec_spread_ns = -1,
		.idle_wait_ns = -1,
		.procs_running = -1,
		.foreign_cpu_ns = -1,
		.steal_ns = -1,
	};
	disturbance_init(&r->disturbance);
}

void record_release(struct record *r)
{
	for (size_t i = 0; i < r->n_jobs; i++)
		record_job_release(&r->jobs[i]);
	free(r->jobs);
	free(r->campaign);
	free(r->boot_id);
	free(r->status);
	free(r->reason);
	free(r->variant);
	free(r->perturbation);
	free(r->clock);
	named_values_release(&r->vmstat);
	named_values_release(&r->printed);
	disturbance_release(&r->disturbance);
	strlist_release(&r->flags);
	*r = (struct record){ 0 };
}

struct record_job *record_add_job(struct record *r)
{
	struct record_job *grown = r->jobs;

	/* The array doubles: it is full where the number of jobs is a power of two. */
	if (!(r->n_jobs & (r->n_jobs - 1)))
		grown = reallocarray(grown, r->n_jobs ? 2 * r->n_jobs : 1, sizeof(*grown));
	if (!grown)
		return NULL;
	r->jobs = grown;
	record_job_init(&grown[r->n_jobs]);
	return &grown[r->n_jobs++];
}
