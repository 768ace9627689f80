/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/progress.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "lib/clock.h"

#define ERASE_LINE "\r\033[K"

/* What a run should take: its jobs in turns, set-up and waiting for an idle machine beside. */
static int64_t expected_ns(const struct progress *p, const struct plan_run *run)
{
	int64_t turns_x100 = (int64_t)run->n * 100 / p->cpus;

	if (turns_x100 < 100)
		turns_x100 = 100;
	return p->plan->workload.target_ns * turns_x100 / 100 + NS_PER_S;
}

static int64_t expected_left_ns(const struct progress *p)
{
	int64_t sum_ns = 0;

	for (size_t i = 0; i < p->plan->n_runs; i++)
		if (!p->done[i])
			sum_ns += expected_ns(p, &p->plan->runs[i]);
	/* As much slower or faster as the finished ones were. */
	if (p->planned_ns)
		sum_ns = (int64_t)((double)sum_ns * (double)p->spent_ns / (double)p->planned_ns);
	return sum_ns;
}

static void format_left(char *buf, size_t size, int64_t ns)
{
	long long s = llround((double)ns / 1e9);

	if (s >= 3600)
		snprintf(buf, size, "%lld h %02lld min", s / 3600, s / 60 % 60);
	else if (s >= 60)
		snprintf(buf, size, "%lld min %02lld s", s / 60, s % 60);
	else
		snprintf(buf, size, "%lld s", s);
}

void progress_init(struct progress *p, const struct plan *plan, int cpus, const bool *done)
{
	*p = (struct progress){
		.plan = plan,
		.cpus = cpus > 0 ? cpus : 1,
		.terminal = isatty(STDERR_FILENO),
		.done = done,
	};
	for (size_t i = 0; i < plan->n_runs; i++)
		p->total += !done[i];
}

void progress_note(const struct progress *p, const char *fmt, ...)
{
	va_list ap;

	fprintf(stderr, "%sharness: ", p->terminal ? ERASE_LINE : "");
	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	fputc('\n', stderr);
}

static void print_run(const struct progress *p, const struct plan_run *run)
{
	fprintf(stderr, "run %zu of %zu: N=%d, repeat %d of %d", p->finished + 1, p->total, run->n,
		run->repeat, p->plan->repeats);
	if (run->variant >= 0)
		fprintf(stderr, ", %s", p->plan->variants[run->variant].label);
}

void progress_begin(const struct progress *p, const struct plan_run *run)
{
	char left[48];

	if (!p->terminal)
		return;
	format_left(left, sizeof(left), expected_left_ns(p));
	fputs(ERASE_LINE, stderr);
	print_run(p, run);
	fprintf(stderr, "; about %s left", left);
	fflush(stderr);
}

void progress_end(struct progress *p, const struct plan_run *run, const struct record *r,
		  int64_t spent_ns)
{
	bool failed = r->status && !strcmp(r->status, "failed");
	char left[48];

	p->spent_ns += spent_ns;
	p->planned_ns += expected_ns(p, run);
	if (p->terminal && !failed) {
		p->finished++;
		if (p->finished == p->total)
			fputs(ERASE_LINE, stderr);
		return;
	}
	if (p->terminal)
		fputs(ERASE_LINE, stderr);
	print_run(p, run);
	if (failed)
		fprintf(stderr, "; failed: %s", r->reason ? r->reason : "?");
	else
		fprintf(stderr, "; %.1f s", (double)r->elapsed_ns / 1e9);
	format_left(left, sizeof(left), expected_left_ns(p));
	fprintf(stderr, "; about %s left\n", left);
	p->finished++;
}
