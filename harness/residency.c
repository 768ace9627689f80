/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which source watches a campaign, and what all sources do alike. */
#include "harness/residency.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "harness/residency_rings.h"
#include "harness/residency_source.h"
#include "lib/clock.h"
#include "lib/flag.h"

/* Best first: the order in which they are tried. */
static const struct residency_source *const sources[] = {
	&residency_counting,
	&residency_switch,
	&residency_self,
	&residency_sampling,
};

#define N_SOURCES (sizeof(sources) / sizeof(*sources))

/* Above this difference between the counts and the CPU clock a job is flagged. */
#define CLOCK_DOUBT_PERCENT 3

const char *residency_names(void)
{
	static char names[128];

	if (!names[0])
		for (size_t i = 0; i < N_SOURCES; i++)
			snprintf(names + strlen(names), sizeof(names) - strlen(names), "%s%s",
				 i ? ", " : "", sources[i]->name);
	return names;
}

static bool can_watch(const struct residency_source *s, const struct residency_want *want)
{
	return want->foreign ? s->foreign : s->worker;
}

void residency_note_fallback(struct residency *r, const char *source, int err)
{
	if (r->n_fallbacks < sizeof(r->fallbacks) / sizeof(*r->fallbacks))
		r->fallbacks[r->n_fallbacks++] =
			(struct residency_fallback){ .source = source, .err = err };
}

static const struct residency_source *source_find(const char *name)
{
	for (size_t i = 0; i < N_SOURCES; i++)
		if (strcmp(sources[i]->name, name) == 0)
			return sources[i];
	return NULL;
}

static int take_asked(struct residency *r, struct errmsg *e)
{
	const char *asked = r->want.asked;
	int err;

	r->source = source_find(asked);
	if (!r->source)
		return errmsg_set(e, EINVAL, "no residency source '%s': there are auto, %s", asked,
				  residency_names());
	if (!can_watch(r->source, &r->want))
		return errmsg_set(e, EINVAL, "residency source '%s' can't watch %s", asked,
				  r->want.foreign ? "a foreign program" : "our own worker");
	err = r->source->probe(r);
	if (err)
		return errmsg_set(e, -err, "residency source '%s' can't be had here: %s (%s)",
				  asked, strerror(-err), strerrorname_np(-err));
	return 0;
}

static int take_best(struct residency *r, struct errmsg *e)
{
	int err = -ENOENT;

	for (size_t i = 0; i < N_SOURCES; i++) {
		if (!can_watch(sources[i], &r->want))
			continue;
		r->source = sources[i];
		err = r->source->probe(r);
		if (!err)
			return 0;
		residency_note_fallback(r, r->source->name, -err);
	}
	return errmsg_errno(e, -err, "no residency source can be had here");
}

/* "residency from self: counting: Permission denied (EACCES)" */
static void write_line(struct residency *r)
{
	size_t n;

	if (!r->n_fallbacks)
		return;
	n = (size_t)snprintf(r->line, sizeof(r->line), "residency from %s", r->source->name);
	for (size_t i = 0; i < r->n_fallbacks && n < sizeof(r->line); i++)
		n += (size_t)snprintf(r->line + n, sizeof(r->line) - n, "%s %s: %s (%s)",
				      i ? ";" : ":", r->fallbacks[i].source,
				      strerror(r->fallbacks[i].err),
				      strerrorname_np(r->fallbacks[i].err));
}

int residency_new(struct residency **r, const struct residency_want *want, struct errmsg *e)
{
	struct residency *made = calloc(1, sizeof(*made));
	bool best = !want->asked || strcmp(want->asked, "auto") == 0;
	int err;

	if (!made)
		return errmsg_errno(e, ENOMEM, "residency");
	made->want = *want;
	timeline_init(&made->timeline);
	err = best ? take_best(made, e) : take_asked(made, e);
	if (!err && made->rings)
		err = residency_rings_prepare(made);
	if (err) {
		residency_free(made);
		return err;
	}
	write_line(made);
	*r = made;
	return 0;
}

void residency_free(struct residency *r)
{
	if (!r)
		return;
	perf_plan_release(&r->plan);
	perf_rings_close(r->rings);
	intmap_release(&r->lost);
	intmap_release(&r->clock_ns);
	residency_distance_release(&r->distance);
	timeline_release(&r->timeline);
	free(r);
}

const char *residency_name(const struct residency *r)
{
	return r->source->name;
}

const char *residency_fallback_line(const struct residency *r)
{
	return r->line[0] ? r->line : NULL;
}

int residency_job_open(struct residency *r, struct residency_job **rj, struct errmsg *e)
{
	struct residency_job *made = calloc(1, sizeof(*made));
	int err;

	if (!made)
		return errmsg_errno(e, ENOMEM, "residency");
	made->r = r;
	made->pid = -1;
	err = r->source->open ? r->source->open(made) : 0;
	if (err) {
		free(made);
		return errmsg_errno(e, -err, "residency source '%s'", r->source->name);
	}
	*rj = made;
	return 0;
}

void residency_job_child(struct residency_job *rj)
{
	if (rj->r->source->child)
		rj->r->source->child(rj);
}

int residency_job_adopt(struct residency_job *rj, pid_t pid, struct errmsg *e)
{
	(void)e;
	rj->pid = pid;
	if (rj->r->source->adopt)
		rj->r->source->adopt(rj);
	return 0;
}

int64_t residency_sample_interval_ns(const struct residency *r)
{
	return r->source->sample_interval_ns;
}

void residency_job_sample(struct residency_job *rj)
{
	if (rj->r->source->sample)
		rj->r->source->sample(rj);
}

static int name_source(const struct residency *r, struct record_job *j, const char *name)
{
	int err = record_set_string(&j->residency_source, name);

	for (size_t i = 0; i < r->n_fallbacks && !err; i++)
		err = record_job_add_fallback(j, r->fallbacks[i].source, r->fallbacks[i].err);
	return err;
}

/* The worker's own account stands in for a count that failed for this one job. */
static int fall_back(struct residency_job *rj, struct record_job *j, int err)
{
	const struct residency *r = rj->r;
	bool self = !r->want.foreign && j->self_time_ns.known;
	int failed = name_source(r, j, self ? residency_self.name : NULL);

	intmap_release(&j->cpu_time_ns);
	if (!failed)
		failed = record_job_add_fallback(j, r->source->name, -err);
	if (!failed && self)
		failed = intmap_copy(&j->cpu_time_ns, &j->self_time_ns);
	return failed;
}

/*
 * The CPU clock of a zombie and of all children it has waited for. glibc's waitid() has no place
 * for the rusage; the system call does (waitid(2), "C library/kernel differences").
 */
static int64_t clock_with_children_ns(pid_t pid)
{
	struct rusage ru;
	siginfo_t info;

	if (syscall(SYS_waitid, P_PID, pid, &info, WEXITED | WNOWAIT | WNOHANG, &ru))
		return -1;
	return clock_timeval_ns(ru.ru_utime) + clock_timeval_ns(ru.ru_stime);
}

int residency_compare_clock(struct record_job *j, int64_t clock_ns)
{
	int64_t sum = intmap_sum(&j->cpu_time_ns);
	int64_t off = clock_ns > sum ? clock_ns - sum : sum - clock_ns;

	if (!j->cpu_time_ns.known || clock_ns < 0)
		return 0;
	j->unattributed_ns = clock_ns > sum ? clock_ns - sum : 0;
	if (off * 100 > clock_ns * CLOCK_DOUBT_PERCENT)
		return strlist_add_once(&j->flags, FLAG_CLOCK);
	return 0;
}

int residency_job_read(struct residency_job *rj, struct record_job *j)
{
	struct residency *r = rj->r;
	int64_t clock_ns = r->want.foreign ? clock_with_children_ns(rj->pid) : j->cpu_ns;
	int err = r->source->read(rj, j);

	if (err == -ENOMEM)
		return err;
	err = err ? fall_back(rj, j, err) : name_source(r, j, r->source->name);
	if (!err && r->source->from_rings)
		err = intmap_set(&r->clock_ns, rj->pid, clock_ns);
	return err ? err : residency_compare_clock(j, clock_ns);
}

void residency_job_close(struct residency_job *rj)
{
	if (!rj)
		return;
	if (rj->r->source->close)
		rj->r->source->close(rj);
	free(rj);
}

int residency_run_finish(struct residency *r, struct record *rec)
{
	int err = r->rings ? residency_rings_finish(r, rec) : 0;

	intmap_release(&r->lost);
	intmap_release(&r->clock_ns);
	return err;
}

const struct timeline *residency_timeline(const struct residency *r)
{
	return r->rings ? &r->timeline : NULL;
}
