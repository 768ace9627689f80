/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/averages.h"
#include "report/footnote.h"
#include "report/metric.h"
#include "report/sample.h"
#include "report/stats_sample.h"
#include "report/text.h"

#define ALPHA .05

/* What a run prints at its end. */
static const char *const shown[] = {
	"AverageUserTime", "WalkTime",     "ElapsedTime", "hackbench",
	"TotalUserTime",   "TotalSysTime", "residency",   "stars",
};

static void print_title(FILE *out, const struct metric *m)
{
	char title[64];

	snprintf(title, sizeof(title), *m->unit ? "%s [%s]" : "%s", m->title, m->unit);
	fprintf(out, " %-21s", title);
}

static void print_steady(FILE *out, const struct metric *m, const struct stats_summary *v)
{
	text_number(out, v->mean, 10, m->decimals);
	fputs(" +-", out);
	text_number(out, v->half_width, 7, m->decimals);
	text_number(out, 100 * v->cv, 6, 1);
	text_number(out, v->min, 10, m->decimals);
	text_number(out, v->max, 10, m->decimals);
}

static void print_skewed(FILE *out, const struct metric *m, const struct stats_summary *v)
{
	text_number(out, v->median, 10, m->decimals);
	if (v->n < 2)
		return;
	if (v->median_meets)
		fprintf(out, " [%.*f, %.*f]", m->decimals, v->median_lo, m->decimals, v->median_hi);
	else
		fprintf(out, " %.*f..%.*f", m->decimals, v->median_lo, m->decimals, v->median_hi);
	fprintf(out, " (%.1f%%) median", 100 * v->median_level);
}

static int print_row(const struct set *s, int64_t n, const struct metric *m,
		     const struct footnotes *f, FILE *out)
{
	struct sample sample;
	struct stats_summary v;
	bool skewed;

	if (sample_take(&sample, s, m, n))
		return -ENOMEM;
	v = stats_summary(sample.sorted, sample.n, ALPHA);
	skewed = sample.n && metric_is_skewed(m, set_run_disturbed(sample.runs[0]));
	print_title(out, m);
	fprintf(out, " %2zu", sample.n);
	if (skewed)
		print_skewed(out, m, &v);
	else
		print_steady(out, m, &v);
	footnotes_print_marks(f, m, out);
	fputc('\n', out);
	sample_release(&sample);
	return 0;
}

/* The condition that all runs of this N share: what ran beside them. */
static void print_heading(const struct set *s, int64_t n, FILE *out)
{
	const struct set_disturbance *d = NULL;

	for (size_t i = 0; i < s->n_runs && !d; i++)
		if (s->runs[i].n == n)
			d = &s->runs[i].disturbance;
	fprintf(out, "N=%lld", (long long)n);
	if (d && d->command && !*d->command)
		fputs(", without disturbance", out);
	else if (d && d->title) {
		fputs(", beside '", out);
		text_put(out, d->title);
		fputc('\'', out);
	}
	fputc('\n', out);
}

static int print_n(const struct set *s, int64_t n, FILE *out)
{
	struct footnotes f = { 0 };
	int err = footnotes_collect(&f, s, n);

	print_heading(s, n, out);
	for (size_t i = 0; !err && i < sizeof(shown) / sizeof(*shown); i++)
		err = print_row(s, n, metric_find(shown[i]), &f, out);
	footnotes_print(&f, out);
	footnotes_release(&f);
	return err;
}

int averages_print(const struct set *s, FILE *out)
{
	int64_t *ns;
	size_t n;
	int err = set_ns(s, &ns, &n);

	if (err || !n)
		return err;
	fprintf(out, "%22s  n%10s +-%7s%6s%10s%10s\n", "", "mean", "CI95", "CV%", "min", "max");
	for (size_t i = 0; !err && i < n; i++)
		err = print_n(s, ns[i], out);
	fputs("+-: 95% Student t. Skewed numbers: median, [95% interval] or, below 6 runs,\n"
	      "min..max, and the interval's true level. n: runs; jobs are never pooled.\n",
	      out);
	free(ns);
	return err;
}
