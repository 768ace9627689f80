/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/clock.h"
#include "lib/cpulist.h"
#include "lib/flag.h"
#include "report/classic.h"
#include "report/extra_table.h"
#include "report/metric.h"
#include "report/text.h"

#define TIME_HEADER   " UserTime(s)"
#define SUMMARY_WIDTH 15 /* "AverageUserTime" */

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
	for (uint32_t k = 0; k < r->disturbance.n_shares; k++)
		err |= cpulist_add(&l->nodes, r->disturbance.shares[k].node);
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

static void print_header(const struct layout *l, const struct extra_table *x, FILE *out)
{
	fprintf(out, "%-*s ", l->job_width, "Job");
	for (size_t i = 0; i < l->nodes.n; i++) {
		char name[32];

		snprintf(name, sizeof(name), "node%02d", l->nodes.v[i]);
		fprintf(out, "%*s", l->node_width, name);
	}
	fprintf(out, " |%*s iSched%*s MSched |%s", l->start_width - 4, "", l->most_width - 5, "",
		TIME_HEADER);
	extra_table_print_header(x, out);
	fputc('\n', out);
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

/* The classic row ends with the time; columns behind it begin under their header. */
static void print_time(const struct set_job *j, const struct layout *l, bool alone, FILE *out)
{
	int header_width = (int)strlen(TIME_HEADER);

	text_number(out, user_time(j), l->time_width, 2);
	if (!alone)
		fprintf(out, "%*s", max_int(0, header_width - l->time_width), "");
}

static void print_places(const struct set_job *j, const struct layout *l, FILE *out)
{
	fprintf(out, "%*d ", l->job_width, j->number);
	for (size_t i = 0; i < l->nodes.n; i++)
		text_number(out, 100 * set_job_share(j, l->nodes.v[i]), l->node_width, 1);
	fputs(" | ", out);
	print_node(out, j->node_start, l->start_width);
	fputc(' ', out);
	print_node(out, j->node_most, l->most_width);
	fprintf(out, " %3s|", set_job_star(j) == 1 ? "*" : "");
}

static void print_job(const struct set_run *r, size_t i, const struct layout *l,
		      const struct extra_table *x, FILE *out)
{
	const struct set_job *j = &r->jobs[i];

	print_places(j, l, out);
	if (j->failed) {
		print_failure(j, l, out);
	} else {
		print_time(j, l, !x->extra || !x->extra->n_columns, out);
		extra_table_print_row(x, i, out);
	}
	fputc('\n', out);
}

static double burst_share(const struct set_disturbance *d, int node)
{
	for (uint32_t i = 0; i < d->n_shares; i++)
		if (d->shares[i].node == node)
			return d->shares[i].share;
	return 0;
}

/* "hackbench" of "/opt/bin/hackbench -g 20", with blanks up to where numbers of the summary begin.
 */
static void put_program(FILE *out, const char *command)
{
	char *word = strndup(command, strcspn(command, " ")), *slash;

	if (!word)
		return;
	slash = strrchr(word, '/');
	text_put_left(out, slash ? slash + 1 : word, SUMMARY_WIDTH);
	free(word);
}

/* Where the burst itself ran: a line of the summary, not a job's row, so it has no bar. */
static void print_burst(const struct set_run *r, const struct layout *l, FILE *out)
{
	const struct set_disturbance *d = &r->disturbance;

	if (!d->n_shares)
		return;
	put_program(out, d->command);
	for (size_t i = 0; i < l->nodes.n; i++)
		text_number(out, 100 * burst_share(d, l->nodes.v[i]), l->node_width, 1);
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

static int print_all(const struct set_run *r, const struct layout *l, const struct extra_table *x,
		     FILE *out)
{
	print_disturbance(r, out);
	print_header(l, x, out);
	for (size_t i = 0; i < r->n_jobs; i++)
		print_job(r, i, l, x, out);
	print_summary(r, out);
	print_burst(r, l, out);
	extra_table_print_lines(x, out);
	print_failed_run(r, out);
	print_run_flags(r, out);
	return print_job_flags(r, out);
}

int classic_print(const struct set *s, const struct set_run *r, const struct extra *x, FILE *out)
{
	struct extra_table further;
	struct layout l = { 0 };
	int err = extra_table_make(&further, x, s, r);

	if (err)
		return err;
	err = collect_nodes(&l, s, r);
	if (!err) {
		measure(&l, r);
		err = print_all(r, &l, &further, out);
	}
	extra_table_release(&further);
	cpulist_release(&l.nodes);
	return err;
}
