/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/clock.h"
#include "lib/cpulist.h"
#include "lib/flag.h"
#include "report/classic.h"
#include "report/metric.h"
#include "report/text.h"

struct layout {
	struct cpulist nodes;
	int job_width, node_width, start_width, most_width, time_width;
};

static int digits(int64_t value)
{
	return snprintf(NULL, 0, "%lld", (long long)value);
}

static int max_int(int a, int b)
{
	return a > b ? a : b;
}

/* --- how wide ------------------------------------------------------------------------------- */

static int collect_nodes(struct layout *l, const struct set *s, const struct set_run *r)
{
	int err = 0;

	for (size_t i = 0; i < s->host.n_nodes; i++)
		err |= cpulist_add(&l->nodes, s->host.nodes[i]);
	for (size_t i = 0; i < r->n_jobs; i++)
		for (uint32_t k = 0; k < r->jobs[i].n_shares; k++)
			err |= cpulist_add(&l->nodes, r->jobs[i].shares[k].node);
	return err ? -ENOMEM : 0;
}

static double user_time(const struct set_job *j)
{
	return j->user_ns < 0 ? NAN : (double)j->user_ns / (double)NS_PER_S;
}

static void measure(struct layout *l, const struct set_run *r)
{
	l->job_width = 3;
	l->node_width = 7;
	l->start_width = 4;
	l->most_width = 5;
	l->time_width = 7;
	if (l->nodes.n)
		l->node_width = max_int(7, digits(l->nodes.v[l->nodes.n - 1]) + 5);
	for (size_t i = 0; i < r->n_jobs; i++) {
		const struct set_job *j = &r->jobs[i];

		l->job_width = max_int(l->job_width, digits(j->number));
		l->start_width = max_int(l->start_width, digits(j->node_start) + 1);
		l->most_width = max_int(l->most_width, digits(j->node_most) + 1);
		l->time_width = max_int(l->time_width, snprintf(NULL, 0, "%.2f", user_time(j)) + 1);
	}
}

/* --- the rows ------------------------------------------------------------------------------- */

static void print_disturbance(const struct set_run *r, FILE *out)
{
	const struct set_disturbance *d = &r->disturbance;

	if (d->command && !*d->command) {
		fputs("Running without disturbance\n", out);
		return;
	}
	fputs("Running '", out);
	text_put(out, d->title);
	fputs("' in the background: Time: ", out);
	text_number(out, d->time_ns < 0 ? NAN : (double)d->time_ns / (double)NS_PER_S, 0, 3);
	if (d->reason) {
		fputs(" failed: ", out);
		text_put(out, d->reason);
	}
	fputc('\n', out);
}

static void print_header(const struct layout *l, FILE *out)
{
	fprintf(out, "%-*s ", l->job_width, "Job");
	for (size_t i = 0; i < l->nodes.n; i++) {
		char name[32];

		snprintf(name, sizeof(name), "node%02d", l->nodes.v[i]);
		fprintf(out, "%*s", l->node_width, name);
	}
	fprintf(out, " |%*s iSched%*s MSched | UserTime(s)\n", l->start_width - 4, "",
		l->most_width - 5, "");
}

static void print_node(FILE *out, int node, int width)
{
	if (node < 0)
		fprintf(out, "%*s", width, "-");
	else
		fprintf(out, "%*d", width, node);
}

static void print_failure(const struct set_job *j, const struct layout *l, FILE *out)
{
	fprintf(out, "%*s failed: ", l->time_width, "-");
	if (j->reason)
		text_put(out, j->reason);
	else
		fprintf(out, "exit status %d", j->status);
}

static void print_job(const struct set_job *j, const struct layout *l, FILE *out)
{
	fprintf(out, "%*d ", l->job_width, j->number);
	for (size_t i = 0; i < l->nodes.n; i++)
		text_number(out, 100 * set_job_share(j, l->nodes.v[i]), l->node_width, 1);
	fputs(" | ", out);
	print_node(out, j->node_start, l->start_width);
	fputc(' ', out);
	print_node(out, j->node_most, l->most_width);
	fprintf(out, " %3s|", set_job_star(j) == 1 ? "*" : "");
	if (j->failed)
		print_failure(j, l, out);
	else
		text_number(out, user_time(j), l->time_width, 2);
	fputc('\n', out);
}

static double summary_value(const struct set_run *r, const char *name)
{
	return metric_of_run(metric_find(name), r);
}

static void print_summary(const struct set_run *r, FILE *out)
{
	fputs("AverageUserTime ", out);
	text_number(out, summary_value(r, "AverageUserTime"), 0, 2);
	fputs(" seconds\nElapsedTime     ", out);
	text_number(out, summary_value(r, "ElapsedTime"), 0, 2);
	fputs("\nTotalUserTime   ", out);
	text_number(out, summary_value(r, "TotalUserTime"), 0, 2);
	fputs("\nTotalSysTime    ", out);
	text_number(out, summary_value(r, "TotalSysTime"), 0, 2);
	fputc('\n', out);
}

/* --- doubts --------------------------------------------------------------------------------- */

static void put_flag(FILE *out, const char *place, const char *name)
{
	const struct flag *f = flag_find(name);
	char *words, *first;

	if (asprintf(&first, "  %s: ", place) < 0)
		return;
	if (asprintf(&words, "%s: %s", name, f ? f->text : "(unknown to this program)") >= 0) {
		text_wrap(out, first, "    ", words, TEXT_WIDTH);
		free(words);
	}
	free(first);
}

static void print_run_flags(const struct set_run *r, FILE *out)
{
	char *words = r->flags ? strdup(r->flags) : NULL, *save;

	for (char *w = words ? strtok_r(words, " ", &save) : NULL; w;
	     w = strtok_r(NULL, " ", &save))
		put_flag(out, "run", w);
	free(words);
}

/* "job 3" or "jobs 1-4,7". */
static int name_jobs(const struct set_run *r, const char *flag, char **place)
{
	struct cpulist l = { 0 };
	char *numbers;

	for (size_t i = 0; i < r->n_jobs; i++)
		if (set_has_flag(r->jobs[i].flags, flag))
			cpulist_add(&l, r->jobs[i].number);
	numbers = cpulist_format(&l);
	if (!numbers || asprintf(place, l.n == 1 ? "job %s" : "jobs %s", numbers) < 0)
		*place = NULL;
	free(numbers);
	cpulist_release(&l);
	return *place ? 0 : -ENOMEM;
}

static int collect_job_flags(const struct set_run *r, struct strlist *names)
{
	int err = 0;

	for (size_t i = 0; i < r->n_jobs; i++) {
		char *words = r->jobs[i].flags ? strdup(r->jobs[i].flags) : NULL, *save;

		for (char *w = words ? strtok_r(words, " ", &save) : NULL; w;
		     w = strtok_r(NULL, " ", &save))
			err |= strlist_add_once(names, w);
		free(words);
	}
	return err;
}

static int print_job_flags(const struct set_run *r, FILE *out)
{
	struct strlist names = { 0 };
	int err = collect_job_flags(r, &names);

	for (size_t i = 0; !err && i < names.n; i++) {
		char *place;

		err = name_jobs(r, names.v[i], &place);
		if (!err)
			put_flag(out, place, names.v[i]);
		free(place);
	}
	strlist_release(&names);
	return err;
}

static void print_failed_run(const struct set_run *r, FILE *out)
{
	if (!r->failed)
		return;
	fputs("  run failed: ", out);
	text_put(out, r->reason ? r->reason : "no reason recorded");
	fputs("; it is in no average\n", out);
}

int classic_print(const struct set *s, const struct set_run *r, FILE *out)
{
	struct layout l = { 0 };
	int err = collect_nodes(&l, s, r);

	if (!err) {
		measure(&l, r);
		print_disturbance(r, out);
		print_header(&l, out);
		for (size_t i = 0; i < r->n_jobs; i++)
			print_job(&r->jobs[i], &l, out);
		print_summary(r, out);
		print_failed_run(r, out);
		print_run_flags(r, out);
		err = print_job_flags(r, out);
	}
	cpulist_release(&l.nodes);
	return err;
}
