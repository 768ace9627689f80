/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "lib/clock.h"
#include "lib/units.h"
#include "report/footnote.h"
#include "report/mail.h"
#include "report/text.h"

#define KEY_WIDTH 9

/* Text that grows; NULL buf after a failure. */
struct line {
	char *buf;
	size_t size;
	FILE *out;
};

static int line_open(struct line *l)
{
	l->out = open_memstream(&l->buf, &l->size);
	return l->out ? 0 : -ENOMEM;
}

/* Prints it under its key, as one line, and forgets it. */
static int line_close(struct line *l, const char *key, FILE *out)
{
	int err = fclose(l->out) ? -ENOMEM : 0;

	if (!err) {
		fprintf(out, "%-*s", KEY_WIDTH, key);
		text_put_cut(out, *l->buf ? l->buf : "-", TEXT_WIDTH - KEY_WIDTH);
		fputc('\n', out);
	}
	free(l->buf);
	return err;
}

/* Parts are joined by ", "; an unknown one (NULL) is left out. */
static void part(struct line *l, const char *before, const char *text, const char *after)
{
	if (!text)
		return;
	fflush(l->out);
	fprintf(l->out, "%s%s%s%s", l->size ? ", " : "", before, text, after);
}

static int print_kernel(const struct set *s, FILE *out)
{
	struct line l = { 0 };

	if (line_open(&l))
		return -ENOMEM;
	part(&l, "", host_fact(&s->host, "kernel", "release"), "");
	part(&l, "", s->plan.settings, "");
	part(&l, "", host_fact(&s->host, "kernel", "version"), "");
	return line_close(&l, "kernel", out);
}

/* machine.key says it all in one line: processor, CPUs, nodes, memory, maker, hypervisor. */
static int print_machine(const struct set *s, FILE *out)
{
	struct line l = { 0 };

	if (line_open(&l))
		return -ENOMEM;
	part(&l, "", host_fact(&s->host, "machine", "key"), "");
	return line_close(&l, "machine", out);
}

/* "4 (5), 8 (4, 1 failed)": N, and how many of its runs are in the numbers. */
static int print_jobs(const struct set *s, FILE *out)
{
	struct line l = { 0 };
	int64_t *ns;
	size_t n;

	if (set_ns(s, &ns, &n))
		return -ENOMEM;
	if (line_open(&l)) {
		free(ns);
		return -ENOMEM;
	}
	for (size_t i = 0; i < n; i++) {
		size_t ok = 0, failed = 0;

		for (size_t k = 0; k < s->n_runs; k++) {
			ok += s->runs[k].n == ns[i] && !s->runs[k].failed;
			failed += s->runs[k].n == ns[i] && s->runs[k].failed;
		}
		fprintf(l.out, "%s%lld (%zu", i ? ", " : "", (long long)ns[i], ok);
		fprintf(l.out, failed ? ", %zu failed)" : ")", failed);
	}
	free(ns);
	return line_close(&l, "N (n)", out);
}

static int print_work(const struct set *s, FILE *out)
{
	const struct plan *p = &s->plan;
	struct line l = { 0 };
	char size[32];

	if (line_open(&l))
		return -ENOMEM;
	part(&l, "", p->workload, "");
	part(&l, "walk ", p->walk, "");
	if (p->array_bytes > 0)
		part(&l, "", units_format_size((uint64_t)p->array_bytes, size, sizeof(size)), "");
	part(&l, "", p->pages, " pages");
	part(&l, "mem ", p->memory, "");
	if (p->steps > 0) {
		snprintf(size, sizeof(size), "%lld", (long long)p->steps);
		part(&l, "", size, " steps");
	}
	part(&l, "", p->sync > 0 ? "synchronised start" : NULL, "");
	return line_close(&l, "work", out);
}

static int print_beside(const struct set *s, FILE *out)
{
	const struct set_disturbance *d = s->n_runs ? &s->runs[0].disturbance : NULL;
	struct line l = { 0 };

	if (line_open(&l))
		return -ENOMEM;
	part(&l, "", d && d->command && *d->command ? d->command : NULL, "");
	part(&l, "", d && d->command && !*d->command ? "nothing" : NULL, "");
	if (d && d->command && *d->command && s->plan.delay_ns >= 0) {
		char delay[32];

		snprintf(delay, sizeof(delay), "%.1f", (double)s->plan.delay_ns / (double)NS_PER_S);
		part(&l, "after ", delay, " s");
	}
	return line_close(&l, "beside", out);
}

/* Each source that jobs name, once. */
static int collect_sources(const struct set *s, struct strlist *sources)
{
	const char *last = NULL;
	int err = 0;

	for (size_t i = 0; i < s->n_runs; i++)
		for (size_t k = 0; k < s->runs[i].n_jobs; k++) {
			const char *source = s->runs[i].jobs[k].source;

			if (source && source != last)
				err |= strlist_add_once(sources, source);
			last = source;
		}
	return err ? -ENOMEM : 0;
}

static int print_boots(const struct set *s, FILE *out)
{
	struct strlist sources = { 0 };
	struct line l = { 0 };
	char *names = NULL, boots[64];
	int err = collect_sources(s, &sources);

	if (!err)
		err = line_open(&l);
	if (!err) {
		snprintf(boots, sizeof(boots), "%zu", s->boots.n);
		part(&l, "", s->boots.n ? boots : NULL,
		     s->boots.n == 1 ? " (intervals leave boot-to-boot variation out)" : "");
		names = sources.n ? strlist_join(&sources, "+") : NULL;
		part(&l, "residency by ", names, "");
		err = line_close(&l, "boots", out);
	}
	free(names);
	strlist_release(&sources);
	return err;
}

static int print_flags(const struct set *s, FILE *out)
{
	struct line l = { 0 };
	char *counts = footnotes_flag_counts(s);
	int err = counts ? line_open(&l) : -ENOMEM;

	if (!err) {
		part(&l, "", counts, "");
		/* Of an imported set the notes are lines of its log. */
		for (size_t i = 0; s->plan.campaign && i < s->plan.notes.n; i++)
			part(&l, "", s->plan.notes.v[i], "");
		err = line_close(&l, "flags", out);
	}
	free(counts);
	return err;
}

int mail_print(const struct set *s, FILE *out)
{
	static int (*const lines[MAIL_LINES])(const struct set *, FILE *) = {
		print_kernel, print_machine, print_jobs,  print_work,
		print_beside, print_boots,   print_flags,
	};
	int err = 0;

	for (size_t i = 0; !err && i < MAIL_LINES; i++)
		err = lines[i](s, out);
	return err;
}
