/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/flag.h"
#include "report/footnote.h"
#include "report/text.h"

/* System time above this share of all CPU time: the tick's split of the two is coarse. */
#define SYSTEM_TIME_DOUBT .01

/* Which number a flag throws doubt on. What is not here belongs to the first row. */
static const struct {
	const char *flag, *metric;
} belongs[] = {
	{ FLAG_SPILL, "residency" },        { FLAG_CLOCK, "residency" },
	{ FLAG_TIMELINE, "migrations" },    { FLAG_FOREIGN_CPU, "ElapsedTime" },
	{ FLAG_STEAL, "ElapsedTime" },      { FLAG_EXEC_SPREAD, "ElapsedTime" },
	{ FLAG_OVERLAP, "hackbench" },      { FLAG_NO_BURST, "hackbench" },
	{ FLAG_EARLY_BURST, "hackbench" },  { FLAG_SHORT_FOR_NB, "residency" },
	{ FLAG_BUSY_START, "ElapsedTime" },
};

static const char *metric_of_flag(const char *flag)
{
	for (size_t i = 0; i < sizeof(belongs) / sizeof(*belongs); i++)
		if (!strcmp(belongs[i].flag, flag))
			return belongs[i].metric;
	return metric_table[0].name;
}

static int add_words(struct strlist *names, const char *flags)
{
	char *words = flags ? strdup(flags) : NULL, *save;
	int err = 0;

	for (char *w = words ? strtok_r(words, " ", &save) : NULL; w;
	     w = strtok_r(NULL, " ", &save))
		err |= strlist_add_once(names, w);
	free(words);
	return err;
}

static int flags_of_run(struct strlist *names, const struct set_run *r)
{
	int err = add_words(names, r->flags);

	for (size_t i = 0; i < r->n_jobs; i++)
		if (r->jobs[i].flags && (!i || r->jobs[i].flags != r->jobs[i - 1].flags))
			err |= add_words(names, r->jobs[i].flags);
	return err;
}

static bool run_has_flag(const struct set_run *r, const char *flag)
{
	if (set_has_flag(r->flags, flag))
		return true;
	for (size_t i = 0; i < r->n_jobs; i++)
		if (set_has_flag(r->jobs[i].flags, flag))
			return true;
	return false;
}

static bool counts(const struct set_run *r, int64_t n)
{
	return !r->failed && (n < 0 || r->n == n);
}

/* Runs of this N (any: -1) that carry the flag, of how many. */
static void count_flag(const struct set *s, int64_t n, const char *flag, size_t *with, size_t *all)
{
	*with = *all = 0;
	for (size_t i = 0; i < s->n_runs; i++) {
		if (!counts(&s->runs[i], n))
			continue;
		++*all;
		*with += run_has_flag(&s->runs[i], flag);
	}
}

static int collect_names(struct strlist *names, const struct set *s, int64_t n)
{
	int err = 0;

	for (size_t i = 0; i < s->n_runs; i++)
		if (counts(&s->runs[i], n))
			err |= flags_of_run(names, &s->runs[i]);
	return err;
}

static int add_flag(struct footnotes *f, const struct set *s, int64_t n, const char *name)
{
	const struct flag *flag = flag_find(name);
	size_t with, all;

	count_flag(s, n, name, &with, &all);
	return strlist_add(&f->metrics, metric_of_flag(name)) |
	       strlist_addf(&f->texts, "%s, %zu of %zu runs: %s", name, with, all,
			    flag ? flag->text : "(unknown to this program)");
}

static int add_failed(struct footnotes *f, const struct set *s, int64_t n)
{
	int err = 0;

	for (size_t i = 0; i < s->n_runs; i++) {
		const struct set_run *r = &s->runs[i];

		if (!r->failed || r->n != n)
			continue;
		err |= strlist_add(&f->metrics, "");
		err |= strlist_addf(&f->texts, "run %lld failed and is in no number above: %s",
				    (long long)r->run,
				    r->reason ? r->reason : "no reason recorded");
	}
	return err;
}

static int add_system_time(struct footnotes *f, const struct set *s, int64_t n)
{
	double user = 0, sys = 0;

	for (size_t i = 0; i < s->n_runs; i++) {
		const struct set_run *r = &s->runs[i];

		for (size_t k = 0; counts(r, n) && k < r->n_jobs; k++) {
			user += (double)(r->jobs[k].user_ns > 0 ? r->jobs[k].user_ns : 0);
			sys += (double)(r->jobs[k].system_ns > 0 ? r->jobs[k].system_ns : 0);
		}
	}
	if (sys <= SYSTEM_TIME_DOUBT * (user + sys))
		return 0;
	return strlist_add(&f->metrics, "AverageUserTime") |
	       strlist_addf(&f->texts,
			    "system time is %.1f %% of the CPU time: the kernel splits user from "
			    "system by the tick, only their sum (CpuTime) is exact",
			    100 * sys / (user + sys));
}

int footnotes_collect(struct footnotes *f, const struct set *s, int64_t n)
{
	struct strlist names = { 0 };
	int err = collect_names(&names, s, n);

	for (size_t i = 0; !err && i < names.n; i++)
		err = add_flag(f, s, n, names.v[i]);
	if (!err)
		err = add_system_time(f, s, n);
	if (!err)
		err = add_failed(f, s, n);
	strlist_release(&names);
	return err ? -ENOMEM : 0;
}

/* a … z, aa, ab, … */
static void put_letter(FILE *out, size_t i)
{
	if (i >= 26)
		put_letter(out, i / 26 - 1);
	fputc('a' + (int)(i % 26), out);
}

void footnotes_print_marks(const struct footnotes *f, const struct metric *m, FILE *out)
{
	for (size_t i = 0; i < f->metrics.n; i++) {
		if (strcmp(f->metrics.v[i], m->name))
			continue;
		fputc(' ', out);
		put_letter(out, i);
	}
}

void footnotes_print(const struct footnotes *f, FILE *out)
{
	for (size_t i = 0; i < f->texts.n; i++) {
		fputs("  ", out);
		put_letter(out, i);
		text_wrap(out, " ", "    ", f->texts.v[i], TEXT_WIDTH - 3);
	}
}

void footnotes_release(struct footnotes *f)
{
	strlist_release(&f->metrics);
	strlist_release(&f->texts);
}

char *footnotes_flag_counts(const struct set *s)
{
	struct strlist names = { 0 }, words = { 0 };
	char *text = NULL;
	int err = collect_names(&names, s, -1);

	for (size_t i = 0; !err && i < names.n; i++) {
		size_t with, all;

		count_flag(s, -1, names.v[i], &with, &all);
		err = strlist_addf(&words, "%s %zu/%zu", names.v[i], with, all);
	}
	if (!err)
		text = words.n ? strlist_join(&words, ", ") : strdup("none");
	strlist_release(&names);
	strlist_release(&words);
	return text;
}
