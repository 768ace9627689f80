/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * sampling: for a foreign program where no event can be opened. At each look, what a task's CPU
 * clock has gained since the look before goes to the CPU it was last on (/proc/PID/task/TID/stat);
 * where that changed in between, half to each. Weighting by the clock matters: counting looks in
 * state R is wrong by up to 20 points, because R includes waiting. It remains an estimate; what a
 * thread or child used after the last look at it is left unattributed.
 */
#include "harness/residency_source.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/clock.h"
#include "lib/sysfile.h"

#define INTERVAL_NS (10 * NS_PER_MS)
#define FIELD_CPU   39 /* `processor`, proc(5) */
#define DEEPEST     16 /* children of children */

struct task {
	pid_t tid;
	int cpu;
	int64_t cpu_ns;
};

struct sampler {
	struct task *v;
	size_t n, room;
	struct intmap cpu_time_ns;
	int err; /* first that matters: 0 or -ENOMEM */
};

/* Field `processor` of a stat file; the command in field 2 may hold blanks and brackets. */
static int stat_cpu(const char *text)
{
	const char *p = strrchr(text, ')');

	if (!p)
		return -1;
	for (int field = 2; field < FIELD_CPU; field++) {
		p = strchr(p + 1, ' ');
		if (!p)
			return -1;
	}
	return isdigit((unsigned char)p[1]) ? atoi(p + 1) : -1;
}

static int cpu_of(pid_t pid, pid_t tid)
{
	char *text = NULL;
	int cpu = -1;

	if (!sysfile_text(&text, "", "/proc/%d/task/%d/stat", pid, tid))
		cpu = stat_cpu(text);
	free(text);
	return cpu;
}

static struct task *task_find(struct sampler *s, pid_t tid)
{
	for (size_t i = 0; i < s->n; i++)
		if (s->v[i].tid == tid)
			return &s->v[i];
	return NULL;
}

static struct task *task_add(struct sampler *s, pid_t tid, int cpu)
{
	if (s->n == s->room) {
		size_t room = s->room ? 2 * s->room : 4;
		struct task *grown = reallocarray(s->v, room, sizeof(*grown));

		if (!grown)
			return NULL;
		s->v = grown;
		s->room = room;
	}
	s->v[s->n] = (struct task){ .tid = tid, .cpu = cpu };
	return &s->v[s->n++];
}

static int attribute(struct sampler *s, struct task *task, int cpu, int64_t cpu_ns)
{
	int64_t gained_ns = cpu_ns - task->cpu_ns;
	int64_t before_ns = cpu == task->cpu ? 0 : gained_ns / 2;
	int err = 0;

	if (gained_ns <= 0)
		return 0;
	if (before_ns)
		err = intmap_add(&s->cpu_time_ns, task->cpu, before_ns);
	if (!err)
		err = intmap_add(&s->cpu_time_ns, cpu, gained_ns - before_ns);
	task->cpu = cpu;
	task->cpu_ns = cpu_ns;
	return err;
}

/* sum_exec_runtime, proc(5) "schedstat"; without it the process's clock, for its first thread. */
static int64_t cpu_clock_of(pid_t pid, pid_t tid)
{
	char *text = NULL;
	int64_t cpu_ns = -1;

	if (!sysfile_text(&text, "", "/proc/%d/task/%d/schedstat", pid, tid))
		cpu_ns = strtoll(text, NULL, 10);
	else if (pid == tid)
		cpu_ns = clock_process_cpu_ns(pid);
	free(text);
	return cpu_ns;
}

static int look_at_task(struct sampler *s, pid_t pid, pid_t tid)
{
	int64_t cpu_ns = cpu_clock_of(pid, tid);
	int cpu = cpu_of(pid, tid);
	struct task *task = task_find(s, tid);

	if (cpu_ns < 0 || cpu < 0)
		return 0; /* gone in between */
	if (!task)
		task = task_add(s, tid, cpu);
	return task ? attribute(s, task, cpu, cpu_ns) : -ENOMEM;
}

static int look_at_process(struct sampler *s, pid_t pid, int depth);

static int look_at_children(struct sampler *s, pid_t pid, pid_t tid, int depth)
{
	char *text = NULL, *next;
	int err = 0;

	if (depth >= DEEPEST || sysfile_text(&text, "", "/proc/%d/task/%d/children", pid, tid))
		return 0;
	for (char *p = text; !err; p = next) {
		pid_t child = (pid_t)strtol(p, &next, 10);

		if (next == p)
			break;
		err = look_at_process(s, child, depth + 1);
	}
	free(text);
	return err;
}

static int look_at_process(struct sampler *s, pid_t pid, int depth)
{
	char path[64];
	struct dirent *entry;
	int err = 0;
	DIR *dir;

	snprintf(path, sizeof(path), "/proc/%d/task", pid);
	dir = opendir(path);
	while (dir && !err && (entry = readdir(dir))) {
		pid_t tid = (pid_t)atoi(entry->d_name);

		if (tid <= 0)
			continue;
		err = look_at_task(s, pid, tid);
		if (!err)
			err = look_at_children(s, pid, tid, depth);
	}
	if (dir)
		closedir(dir);
	return err;
}

static int probe(struct residency *r)
{
	char *text = NULL;
	int err = sysfile_text(&text, "", "/proc/self/stat");

	(void)r;
	free(text);
	return err;
}

static int open_sampler(struct residency_job *rj)
{
	rj->state = calloc(1, sizeof(struct sampler));
	return rj->state ? 0 : -ENOMEM;
}

static void sample(struct residency_job *rj)
{
	struct sampler *s = rj->state;
	int err = look_at_process(s, rj->pid, 0);

	if (err)
		s->err = err;
}

/* The zombie's clock still tells what a process of one task used since the last look. */
static int take_rest(struct sampler *s, pid_t pid)
{
	int64_t cpu_ns = clock_process_cpu_ns(pid);
	int cpu = cpu_of(pid, pid);
	struct task *task = task_find(s, pid);

	if (!task || s->n > 1 || cpu < 0 || cpu_ns < 0)
		return 0;
	return attribute(s, task, cpu, cpu_ns);
}

static int read_samples(struct residency_job *rj, struct record_job *j)
{
	struct sampler *s = rj->state;
	int err = s->err;

	if (!err && !s->n)
		return -ENODATA; /* nobody ever looked */
	if (!err)
		err = take_rest(s, rj->pid);
	return err ? err : intmap_copy(&j->cpu_time_ns, &s->cpu_time_ns);
}

static void close_sampler(struct residency_job *rj)
{
	struct sampler *s = rj->state;

	intmap_release(&s->cpu_time_ns);
	free(s->v);
	free(s);
}

const struct residency_source residency_sampling = {
	.name = "sampling",
	.help = "looks at /proc from outside: an estimate",
	.worker = true,
	.foreign = true,
	.sample_interval_ns = INTERVAL_NS,
	.probe = probe,
	.open = open_sampler,
	.sample = sample,
	.read = read_samples,
	.close = close_sampler,
};
