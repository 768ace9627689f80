/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Per-job tables: one run each, with a row for each job. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/import_classic_row.h"
#include "report/import_label.h"
#include "report/import_scan.h"

#define WRAPS_MAX 3

/* Where the reader is: between tables, or in one. */
struct reader {
	const struct import_text *text;
	struct import_result *out;
	struct errmsg *e;
	struct classic_head head;
	struct classic_row row;
	char *label;              /* of the tables that follow; NULL: none so far */
	int quotes;               /* of the line before */
	bool paragraph_has_label; /* the lines without a blank one between them */
	struct strlist notes;     /* of the label's paragraph */
	int64_t count;            /* of "Executing N times"; -1 */
	struct classic_burst burst;
	bool has_burst;
	struct record *run; /* lent; NULL: between tables */
	size_t head_number;
	char wrapped[4096]; /* a line put together again, and how many it took besides its first */
	size_t skip;
	size_t orphan_line; /* a job row outside of a table; 0: none */
};

static int no_memory(struct reader *r)
{
	return errmsg_errno(r->e, ENOMEM, "%s", r->text->name);
}

/* --- the end of a table ------------------------------------------------------------------- */

static double mean_of_jobs(const struct record *run)
{
	double sum = 0;

	for (size_t i = 0; i < run->n_jobs; i++) {
		if (run->jobs[i].ru_utime_ns < 0)
			return NAN;
		sum += (double)run->jobs[i].ru_utime_ns / 1e9;
	}
	return sum / (double)run->n_jobs;
}

/* The average is rounded to 0.01; an exact tie may have gone either way. */
static int check_average(struct reader *r)
{
	double printed = named_values_get(&r->run->printed, "AverageUserTime");
	double mean = mean_of_jobs(r->run);

	if (isnan(printed) && !r->run->printed.known)
		return import_warn(r->out, r->text, r->head_number,
				   "N=%lld: the table has no summary; averages are of its jobs",
				   (long long)r->run->n);
	if (isnan(printed) || isnan(mean) || fabs(printed - mean) <= 0.005 + 1e-9)
		return 0;
	return import_warn(r->out, r->text, r->head_number,
			   "N=%lld: AverageUserTime is %.2f, but the mean of the jobs is %.4f",
			   (long long)r->run->n, printed, mean);
}

/* A table with rows cut off is a failed run: nobody knows what is missing from its averages. */
static int check_count(struct reader *r)
{
	struct record *run = r->run;
	char reason[80];

	if (r->count < 0 || r->count == (int64_t)run->n_jobs)
		return 0;
	snprintf(reason, sizeof(reason), "the table has %zu rows, but its log says %lld jobs",
		 run->n_jobs, (long long)r->count);
	if (r->count > (int64_t)run->n_jobs) {
		run->n = r->count;
		if (record_set_string(&run->status, "failed") ||
		    record_set_string(&run->reason, reason))
			return -ENOMEM;
	}
	return import_warn(r->out, r->text, r->head_number, "%s", reason);
}

static int end_table(struct reader *r)
{
	if (!r->run)
		return 0;
	if (!r->run->n_jobs)
		return import_text_error(r->text, r->head_number, r->e,
					 "a table without jobs; expected a row \"1 100.0 … | 0 0 | "
					 "31.18\" in the next line");
	r->run->n = (int64_t)r->run->n_jobs;
	if (check_count(r) || check_average(r))
		return no_memory(r);
	r->run = NULL;
	r->count = -1;
	r->has_burst = false;
	return 0;
}

/* --- the start of a table ----------------------------------------------------------------- */

static int put_words(struct strlist *to, const char *text, int len)
{
	const char *p = text, *word;
	int word_len;

	while (p < text + len && scan_word(&p, &word, &word_len)) {
		if (p > text + len)
			word_len -= (int)(p - (text + len));
		if (strlist_addf(to, "%.*s", word_len, word))
			return -ENOMEM;
	}
	return 0;
}

/* The first argument of 2002's hackbench is the number of groups. */
static int64_t groups_of(const struct strlist *cmd)
{
	const char *p = cmd->n == 2 ? cmd->v[1] : "";
	int64_t groups;

	return scan_integer(&p, &groups) && scan_end(&p) ? groups : -1;
}

static int put_burst(struct record *run, const struct classic_burst *burst)
{
	struct record_disturbance *d = &run->disturbance;

	run->has_disturbance = true;
	if (put_words(&d->cmd, burst->cmd, burst->cmd_len))
		return -ENOMEM;
	d->groups = groups_of(&d->cmd);
	d->time_ns = scan_seconds_ns(burst->time_s);
	return 0;
}

static int put_notes(struct reader *r, struct import_set *set)
{
	strlist_for_each (note, &r->notes)
		if (import_set_note(set, *note))
			return -ENOMEM;
	return 0;
}

static int begin_table(struct reader *r, size_t line)
{
	struct import_set *set = import_result_set(r->out, r->label, 0, r->e);

	if (!set)
		return -EINVAL;
	set->same_is_one = true;
	r->head_number = line;
	r->run = import_set_run(set);
	if (!r->run || put_notes(r, set) || (r->has_burst && put_burst(r->run, &r->burst)))
		return no_memory(r);
	return 0;
}

static bool has_double(const struct classic_head *head)
{
	for (size_t i = 1; i < head->n; i++)
		if (head->nodes[i] <= head->nodes[i - 1])
			return true;
	return false;
}

static int take_head(struct reader *r, size_t line)
{
	int ret = end_table(r);

	if (ret)
		return ret;
	if (has_double(&r->head))
		return import_text_error(r->text, line, r->e,
					 "expected node numbers in ascending order");
	return begin_table(r, line);
}

/* --- the rows of a table ------------------------------------------------------------------ */

static int put_shares(struct record_job *job, const struct classic_head *head,
		      const struct classic_row *row)
{
	struct intmap tenths = { 0 };
	char node[16];
	int ret = 0;

	for (size_t i = 0; i < row->n && !ret; i++) {
		snprintf(node, sizeof(node), "%d", head->nodes[i]);
		ret = named_values_set(&job->node_share, node, row->share[i]);
		if (!ret)
			ret = intmap_set(&tenths, head->nodes[i], llround(10 * row->share[i]));
	}
	job->main_node = intmap_argmax(&tenths, (int)row->isched);
	intmap_release(&tenths);
	return ret;
}

static int put_job(struct reader *r)
{
	const struct classic_row *row = &r->row;
	struct record_job *job = record_add_job(r->run);

	if (!job || put_shares(job, &r->head, row) ||
	    record_set_string(&job->residency_source, "imported"))
		return -ENOMEM;
	job->job = row->job;
	job->node_exec = row->isched;
	job->msched_printed = row->msched;
	job->star_printed = row->star;
	job->ru_utime_ns = row->user_s > 0 ? scan_seconds_ns(row->user_s) : -1;
	return 0;
}

static int check_sum(struct reader *r, size_t line)
{
	double sum = 0, slack = 0.05 * (double)r->row.n + 0.051;

	for (size_t i = 0; i < r->row.n; i++)
		sum += r->row.share[i];
	if (fabs(sum - 100) <= slack)
		return 0;
	return import_warn(r->out, r->text, line, "job %lld: the shares add up to %.1f",
			   (long long)r->row.job, sum);
}

/* MSched and the star are computed again from the shares; what the log has is only kept. */
static int check_msched(struct reader *r, size_t line)
{
	const struct record_job *job = &r->run->jobs[r->run->n_jobs - 1];
	bool star = job->main_node >= 0 && job->main_node != job->node_exec;

	if (job->main_node != job->msched_printed &&
	    import_warn(r->out, r->text, line,
			"job %lld: MSched is %lld by the shares, the log "
			"has %lld",
			(long long)job->job, (long long)job->main_node,
			(long long)job->msched_printed))
		return -ENOMEM;
	if (star == (bool)job->star_printed)
		return 0;
	return import_warn(r->out, r->text, line,
			   "job %lld: iSched %lld and MSched %lld %s, but the log has %s star",
			   (long long)job->job, (long long)job->node_exec,
			   (long long)job->main_node, star ? "differ" : "are one",
			   star ? "no" : "a");
}

static int take_row(struct reader *r, size_t line)
{
	int64_t expected = (int64_t)r->run->n_jobs + 1;

	if (expected > IMPORT_JOBS_MAX)
		return import_text_error(r->text, line, r->e, "expected at most %d jobs",
					 IMPORT_JOBS_MAX);
	if (r->row.n != r->head.n)
		return import_text_error(r->text, line, r->e,
					 "%zu shares; expected %zu, one for "
					 "each node of the table's head",
					 r->row.n, r->head.n);
	if (r->row.job != expected)
		return import_text_error(r->text, line, r->e, "job %lld; expected job %lld",
					 (long long)r->row.job, (long long)expected);
	if (put_job(r) || check_sum(r, line) || check_msched(r, line))
		return no_memory(r);
	return 0;
}

static int take_broken_row(struct reader *r, size_t line)
{
	return import_text_error(r->text, line, r->e,
				 "expected a job's row: number, %zu shares, |, iSched, MSched, "
				 "perhaps *, |, seconds",
				 r->head.n);
}

static int take_summary(struct reader *r, const struct classic_metric *metric, double value)
{
	if (!r->run || !isnan(named_values_get(&r->run->printed, metric->name)))
		return 0;
	value = classic_metric_value(metric, value);
	if (isnan(value))
		return 0;
	if (!strcmp(metric->name, "ElapsedTime"))
		r->run->elapsed_ns = scan_seconds_ns(value);
	return named_values_set(&r->run->printed, metric->name, value) ? no_memory(r) : 0;
}

/* --- what is between tables --------------------------------------------------------------- */

static int take_label(struct reader *r, const struct import_label *found)
{
	char *label = import_label_copy(found->label, found->label_len);

	if (!label)
		return no_memory(r);
	free(r->label);
	r->label = label;
	r->paragraph_has_label = true;
	strlist_release(&r->notes);
	return 0;
}

static int take_prose(struct reader *r, const char *text)
{
	struct import_label found;
	int ret = end_table(r);

	if (!ret && !r->paragraph_has_label && import_label_find(text, &found))
		ret = take_label(r, &found);
	if (!ret && r->paragraph_has_label && strlist_addf(&r->notes, "%.200s", text))
		ret = no_memory(r);
	return ret;
}

/* --- lines --------------------------------------------------------------------------------- */

/* A reader of one kind of line: 1 it was one, 0 it was not, or an error. */
typedef int (*line_taker)(struct reader *r, const struct import_line *l);

static int done(int ret)
{
	return ret < 0 ? ret : 1;
}

static int blank_line(struct reader *r, const struct import_line *l)
{
	if (!import_line_blank(l))
		return 0;
	r->paragraph_has_label = false;
	return 1;
}

/* --- heads and rows; a mailer may have wrapped those of many nodes ------------------------- */

typedef bool (*line_scanner)(struct reader *r, const char *text);

static bool scan_head(struct reader *r, const char *text)
{
	return classic_head_scan(text, &r->head);
}

static bool scan_row_of_job(struct reader *r, const char *text)
{
	return classic_row_scan(text, &r->row);
}

/* Scans the line, or what it says together with one to three lines that follow. */
static bool scan_wrapped(struct reader *r, const struct import_line *l, line_scanner scan)
{
	const struct import_line *end = r->text->lines + r->text->n;
	size_t len;

	if (scan(r, l->text))
		return true;
	len = (size_t)snprintf(r->wrapped, sizeof(r->wrapped), "%s", l->text);
	for (size_t more = 1; more <= WRAPS_MAX && l + more < end; more++) {
		const char *next = l[more].text;

		if (!*next || len + strlen(next) + 2 > sizeof(r->wrapped))
			return false;
		len += (size_t)sprintf(r->wrapped + len, " %s", next);
		if (scan(r, r->wrapped)) {
			r->skip = more;
			return true;
		}
	}
	return false;
}

static int head_line(struct reader *r, const struct import_line *l)
{
	if (strncmp(l->text, "Job ", 4) || !strstr(l->text, "node"))
		return 0;
	if (!scan_wrapped(r, l, scan_head))
		return import_text_error(r->text, l->number, r->e,
					 "expected the head \"Job node00 "
					 "node01 … | iSched MSched | UserTime(s)\"");
	return done(take_head(r, l->number));
}

/* The next job's number and shares, up to the end of the line. */
static bool row_is_cut(const struct reader *r, const char *text)
{
	const char *p = text;
	int64_t job;
	double share;

	if (!r->run || !scan_integer(&p, &job) || job != (int64_t)r->run->n_jobs + 1 ||
	    !scan_number(&p, &share))
		return false;
	while (scan_number(&p, &share))
		;
	return scan_end(&p);
}

static int row_line(struct reader *r, const struct import_line *l)
{
	if (!classic_row_begins(l->text) && !row_is_cut(r, l->text))
		return 0;
	if (!r->run) {
		r->orphan_line = r->orphan_line ? r->orphan_line : l->number;
		return 1;
	}
	if (!scan_wrapped(r, l, scan_row_of_job))
		return take_broken_row(r, l->number);
	return done(take_row(r, l->number));
}

static int summary_line(struct reader *r, const struct import_line *l)
{
	const struct classic_metric *metric;
	double value;

	if (!classic_summary_scan(l->text, &metric, &value))
		return 0;
	return done(take_summary(r, metric, value));
}

static int count_line(struct reader *r, const struct import_line *l)
{
	int64_t count;
	int ret;

	if (!classic_count_scan(l->text, &count))
		return 0;
	ret = end_table(r);
	r->count = count;
	return done(ret);
}

static int burst_line(struct reader *r, const struct import_line *l)
{
	struct classic_burst burst;
	int ret;

	if (r->has_burst && !r->run && isnan(r->burst.time_s) &&
	    classic_time_scan(l->text, &r->burst.time_s))
		return 1;
	if (!classic_burst_scan(l->text, &burst))
		return 0;
	ret = r->run ? end_table(r) : 0;
	r->burst = burst;
	r->has_burst = true;
	return done(ret);
}

static int prose_line(struct reader *r, const struct import_line *l)
{
	return done(take_prose(r, l->text));
}

static const line_taker takers[] = { blank_line, head_line,  row_line,  summary_line,
				     count_line, burst_line, prose_line };

static int take_line(struct reader *r, const struct import_line *l)
{
	int ret = 0;

	if (l->quotes != r->quotes)
		r->paragraph_has_label = false;
	r->quotes = l->quotes;
	for (size_t i = 0; !ret && i < sizeof(takers) / sizeof(*takers); i++)
		ret = takers[i](r, l);
	return ret < 0 ? ret : 0;
}

static int check_orphans(struct reader *r)
{
	static const char expected[] = "a job's row without a table; expected \"Job node00 … | "
				       "iSched MSched | UserTime(s)\" above it";

	if (!r->out->n_sets)
		return import_text_error(r->text, r->orphan_line ? r->orphan_line : 1, r->e, "%s",
					 r->orphan_line ? expected
							: "no table; expected \"Job node00 … | "
							  "iSched MSched | UserTime(s)\"");
	if (r->orphan_line &&
	    import_warn(r->out, r->text, r->orphan_line, "%s: not read", expected))
		return no_memory(r);
	return 0;
}

static int classic_read(const struct import_text *t, const struct import_options *o,
			struct import_result *out, struct errmsg *e)
{
	struct reader *r = calloc(1, sizeof(*r));
	int ret = 0;

	(void)o;
	if (!r)
		return errmsg_errno(e, ENOMEM, "%s", t->name);
	r->text = t;
	r->out = out;
	r->e = e;
	r->count = -1;
	for (size_t i = 0; i < t->n && !ret; i += 1 + r->skip) {
		r->skip = 0;
		ret = take_line(r, &t->lines[i]);
	}
	if (!ret)
		ret = end_table(r);
	if (!ret)
		ret = check_orphans(r);
	free(r->label);
	strlist_release(&r->notes);
	free(r);
	return ret;
}

static size_t classic_sniff(const struct import_text *t)
{
	size_t n = 0;

	for (size_t i = 0; i < t->n; i++)
		n += classic_row_begins(t->lines[i].text) || !strncmp(t->lines[i].text, "Job ", 4);
	return n;
}

const struct importer import_classic = {
	.name = "classic",
	.help = "per-job tables of numa_test, 2002 and ours",
	.sniff = classic_sniff,
	.read = classic_read,
};
