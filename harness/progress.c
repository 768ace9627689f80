/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/progress.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
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

/* A program's own words may be among it: nothing in it moves the cursor or colours the screen. */
static void put_text(const char *text, size_t most)
{
	for (size_t i = 0; text[i] && i < most; i++) {
		unsigned char c = (unsigned char)text[i];

		if (c < 0x20 || c == 0x7f)
			fprintf(stderr, "\\x%02x", c);
		else
			fputc(c, stderr);
	}
}

/* As much of text as one row of the terminal has room for, and no half of a character. */
static size_t row_bytes(const char *text)
{
	struct winsize size;
	size_t n = strlen(text);

	if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) || !size.ws_col || n < size.ws_col)
		return n;
	for (n = size.ws_col - 1U; n && ((unsigned char)text[n] & 0xc0) == 0x80; n--)
		;
	return n;
}

void progress_note(const struct progress *p, const char *fmt, ...)
{
	char *text;
	va_list ap;

	va_start(ap, fmt);
	if (vasprintf(&text, fmt, ap) < 0)
		text = NULL;
	va_end(ap);
	fprintf(stderr, "%sharness: ", p->terminal ? ERASE_LINE : "");
	put_text(text ? text : fmt, SIZE_MAX);
	fputc('\n', stderr);
	free(text);
}

/* "run 3 of 15: N=4, repeat 1 of 5, on", the caller frees it; NULL: memory. */
static char *name_run(const struct progress *p, const struct plan_run *run)
{
	bool variant = run->variant >= 0;
	char *text;

	if (asprintf(&text, "run %zu of %zu: N=%d, repeat %d of %d%s%s", p->finished + 1, p->total,
		     run->n, run->repeat, p->plan->repeats, variant ? ", " : "",
		     variant ? p->plan->variants[run->variant].label : "") < 0)
		return NULL;
	return text;
}

void progress_begin(const struct progress *p, const struct plan_run *run)
{
	char left[48], *name, *text;

	if (!p->terminal)
		return;
	format_left(left, sizeof(left), expected_left_ns(p));
	name = name_run(p, run);
	if (name && asprintf(&text, "%s; about %s left", name, left) >= 0) {
		fputs(ERASE_LINE, stderr);
		put_text(text, row_bytes(text));
		fflush(stderr);
		free(text);
	}
	free(name);
}

/* The whole line of a run that is over. */
static void say_ended(const struct progress *p, const struct plan_run *run, const struct record *r,
		      bool failed)
{
	char left[48], *name = name_run(p, run);

	format_left(left, sizeof(left), expected_left_ns(p));
	put_text(name ? name : "run", SIZE_MAX);
	if (failed) {
		fputs("; failed: ", stderr);
		put_text(r->reason ? r->reason : "?", SIZE_MAX);
	} else {
		fprintf(stderr, "; %.1f s", (double)r->elapsed_ns / 1e9);
	}
	fprintf(stderr, "; about %s left\n", left);
	free(name);
}

void progress_end(struct progress *p, const struct plan_run *run, const struct record *r,
		  int64_t spent_ns)
{
	bool failed = r->status && !strcmp(r->status, "failed");

	p->spent_ns += spent_ns;
	p->planned_ns += expected_ns(p, run);
	if (p->terminal && (failed || p->finished + 1 == p->total))
		fputs(ERASE_LINE, stderr);
	if (failed || !p->terminal)
		say_ended(p, run, r, failed);
	p->finished++;
}
