/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What grep found in the logs of one run each, named by their N:
 *
 *	2.5.40-mm2
 *	time.4:AverageUserTime 40.69 seconds
 */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/import_classic_row.h"
#include "report/import_label.h"
#include "report/import_scan.h"

struct reader {
	const struct import_text *text;
	struct import_result *out;
	struct errmsg *e;
	char *label; /* of the lines that follow; NULL: none so far */
};

struct figure {
	int64_t n;
	const struct classic_metric *metric;
	double value;
};

static int no_memory(struct reader *r)
{
	return errmsg_errno(r->e, ENOMEM, "%s", r->text->name);
}

/* N of "time.4": the number behind the last point. */
static bool file_scan(const char *line, const char *colon, int64_t *n)
{
	const char *p = colon;

	while (p > line && p[-1] >= '0' && p[-1] <= '9')
		p--;
	if (p - 1 <= line || p[-1] != '.' || strcspn(line, " \t") < (size_t)(colon - line))
		return false;
	return scan_integer(&p, n) && p == colon && *n > 0 && *n <= IMPORT_JOBS_MAX;
}

static bool figure_scan(const char *line, struct figure *f)
{
	const char *colon = strchr(line, ':');

	return colon && file_scan(line, colon, &f->n) &&
	       classic_summary_scan(colon + 1, &f->metric, &f->value);
}

/* "time.4:…" that is no figure. */
static bool figure_begins(const char *line)
{
	const char *colon = strchr(line, ':');
	int64_t n;

	return colon && file_scan(line, colon, &n);
}

static size_t collated_sniff(const struct import_text *t)
{
	struct figure f;
	size_t lines = 0;

	for (size_t i = 0; i < t->n; i++)
		lines += figure_scan(t->lines[i].text, &f);
	return lines;
}

/* The last run of that N that does not have the figure yet; a new one if there is none. */
static struct record *run_for(struct import_set *s, const struct figure *f)
{
	struct record *run = NULL;

	for (size_t i = s->n_runs; i-- > 0 && !run;)
		if (s->runs[i].n == f->n)
			run = &s->runs[i];
	if (!run || !isnan(named_values_get(&run->printed, f->metric->name)))
		run = import_set_run(s);
	if (run)
		run->n = f->n;
	return run;
}

static int take_figure(struct reader *r, struct figure *f)
{
	struct import_set *set = import_result_set(r->out, r->label, 0, r->e);
	struct record *run;

	if (!set)
		return -EINVAL;
	set->same_is_one = true;
	f->value = classic_metric_value(f->metric, f->value);
	if (isnan(f->value))
		return 0;
	run = run_for(set, f);
	if (!run || named_values_set(&run->printed, f->metric->name, f->value) ||
	    classic_metric_note(f->metric, set))
		return no_memory(r);
	if (!strcmp(f->metric->name, "ElapsedTime"))
		run->elapsed_ns = scan_seconds_ns(f->value);
	return 0;
}

static int take_label(struct reader *r, const char *line)
{
	struct import_label found;

	if (!import_label_any(line, &found))
		return 0;
	free(r->label);
	r->label = import_label_copy(found.label, found.label_len);
	return r->label ? 0 : no_memory(r);
}

static int take_line(struct reader *r, const struct import_line *l)
{
	struct figure f;

	if (import_line_blank(l))
		return 0;
	if (figure_scan(l->text, &f))
		return take_figure(r, &f);
	if (figure_begins(l->text))
		return import_text_error(r->text, l->number, r->e,
					 "expected \"time.N:AverageUserTime 31.18 seconds\" or "
					 "another of the four");
	return take_label(r, l->text);
}

static int collated_read(const struct import_text *t, const struct import_options *o,
			 struct import_result *out, struct errmsg *e)
{
	struct reader r = { .text = t, .out = out, .e = e };
	int ret = 0;

	(void)o;
	for (size_t i = 0; i < t->n && !ret; i++)
		ret = take_line(&r, &t->lines[i]);
	if (!ret && !out->n_sets)
		ret = import_text_error(t, 1, e,
					"no figure; expected \"time.4:AverageUserTime 31.18\"");
	free(r.label);
	return ret;
}

const struct importer import_collated = {
	.name = "collated",
	.help = "what grep found in time.N: \"time.4:AverageUserTime 40.69 seconds\"",
	.sniff = collated_sniff,
	.read = collated_read,
};
