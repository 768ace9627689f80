/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * CSV and TSV with a header, ours and those of others. By the columns it is one of
 *
 *	tidy	metric, values or mean		a line for each metric, N and set: our own export
 *	long	metric, value			a line for each metric and run
 *	wide	a column for each metric	a line for each run
 *
 * with set, jobs (N), run and so on where they are known.
 */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "report/import_index.h"
#include "report/import_csv_line.h"
#include "report/import_label.h"
#include "report/import_metric.h"

enum role {
	ROLE_SET,
	ROLE_METRIC,
	ROLE_JOBS,
	ROLE_RUN,
	ROLE_CASE,
	ROLE_VALUE,
	ROLE_VALUES,
	ROLE_MEAN,
	ROLE_SPREAD,
	ROLE_CV,
	ROLE_PM_KIND,
	ROLE_REPEATS,
	ROLE_TITLE,
	ROLE_UNIT,
	ROLE_BETTER,
	ROLE_STATISTIC,
	ROLE_ABOUT,
	ROLE_DISTURBED,
	ROLE_N_UNIT,
	ROLE_FAILED,
	ROLE_EXCLUDED,
	ROLE_CAMPAIGN,
	ROLE_BLOCKS,
	ROLE_BOOTS,
	ROLES,
};

/* What columns are called; "n" and "N" are looked at apart. */
static const char *const role_names[ROLES] = {
	[ROLE_SET] = "set label kernel scheduler sched series",
	[ROLE_METRIC] = "metric",
	[ROLE_JOBS] = "jobs threads",
	[ROLE_RUN] = "run repeat",
	[ROLE_CASE] = "case",
	[ROLE_VALUE] = "value",
	[ROLE_VALUES] = "values",
	[ROLE_MEAN] = "mean average",
	[ROLE_SPREAD] = "sd stddev pm",
	[ROLE_CV] = "cv",
	[ROLE_PM_KIND] = "pm_kind",
	[ROLE_REPEATS] = "repeats reps runs",
	[ROLE_TITLE] = "title",
	[ROLE_UNIT] = "unit units",
	[ROLE_BETTER] = "better",
	[ROLE_STATISTIC] = "statistic",
	[ROLE_ABOUT] = "about",
	[ROLE_DISTURBED] = "disturbed",
	[ROLE_N_UNIT] = "n_unit",
	[ROLE_FAILED] = "failed",
	[ROLE_EXCLUDED] = "excluded",
	[ROLE_CAMPAIGN] = "campaign",
	[ROLE_BLOCKS] = "blocks",
	[ROLE_BOOTS] = "boots",
};

struct header {
	struct csv_line names;
	char separator;
	int column[ROLES];              /* -1: there is none */
	bool is_metric[CSV_FIELDS_MAX]; /* wide: columns that are metrics */
	int metrics;
	bool is_wide;
};

struct reader {
	const struct import_text *text;
	const struct import_options *options;
	struct import_result *out;
	struct errmsg *e;
	struct header header;
	struct csv_line line;
	size_t number;             /* of the line at hand */
	struct import_index index; /* "set N k" -> run, "set N metric" -> how many so far */
	size_t values;
};

static int no_memory(struct reader *r)
{
	return errmsg_errno(r->e, ENOMEM, "%s", r->text->name);
}

/* --- the header --------------------------------------------------------------------------- */

static bool is_word_of(const char *words, const char *name)
{
	size_t len = strlen(name);

	for (const char *p = words; *p; p += strcspn(p, " "), p += *p == ' ')
		if (strcspn(p, " ") == len && !strncasecmp(p, name, len))
			return true;
	return false;
}

static void find_roles(struct header *h)
{
	for (int role = 0; role < ROLES; role++)
		h->column[role] = -1;
	for (size_t i = 0; i < h->names.n; i++)
		for (int role = 0; role < ROLES; role++)
			if (h->column[role] < 0 && is_word_of(role_names[role], h->names.fields[i]))
				h->column[role] = (int)i;
}

/* N is the number of jobs. n is, too, unless something else is: then it is that of the runs. */
static void find_n(struct header *h)
{
	static const struct {
		const char *name;
		enum role first, second;
	} letters[] = { { "N", ROLE_JOBS, ROLES }, { "n", ROLE_JOBS, ROLE_REPEATS } };

	for (size_t k = 0; k < 2; k++)
		for (size_t i = 0; i < h->names.n; i++) {
			if (strcmp(h->names.fields[i], letters[k].name))
				continue;
			if (h->column[letters[k].first] < 0)
				h->column[letters[k].first] = (int)i;
			else if (letters[k].second < ROLES && h->column[letters[k].second] < 0)
				h->column[letters[k].second] = (int)i;
		}
}

static bool has(const struct header *h, enum role role)
{
	return h->column[role] >= 0;
}

static bool is_role_column(const struct header *h, int column)
{
	for (int role = 0; role < ROLES; role++)
		if (h->column[role] == column)
			return true;
	return false;
}

/* Without a column of metrics, each other column whose first value is a number is one. */
static void find_metrics(struct header *h, const struct csv_line *first)
{
	for (size_t i = 0; i < h->names.n; i++) {
		double value;

		if (is_role_column(h, (int)i) || !*h->names.fields[i] ||
		    !csv_number(csv_field(first, (int)i), &value))
			continue;
		h->is_metric[i] = true;
		h->metrics++;
	}
}

/* first: the line below. 0 when it is a header; 1 when not; -ENOMEM. */
static int header_scan(struct header *h, const char *line, const char *first)
{
	struct csv_line below = { 0 };
	int ret;

	*h = (struct header){ .separator = csv_separator(line) };
	ret = csv_line_split(&h->names, line, h->separator);
	if (!ret && csv_line_split(&below, first, h->separator) == -ENOMEM)
		ret = -ENOMEM;
	if (!ret) {
		find_roles(h);
		find_n(h);
		h->is_wide = !has(h, ROLE_METRIC);
		if (h->is_wide)
			find_metrics(h, &below);
	}
	csv_line_release(&below);
	if (ret)
		return ret == -ENOMEM ? ret : 1;
	if (h->names.n < 2)
		return 1;
	if (h->is_wide)
		return h->metrics && (has(h, ROLE_SET) || has(h, ROLE_JOBS)) ? 0 : 1;
	return has(h, ROLE_VALUE) || has(h, ROLE_VALUES) || has(h, ROLE_MEAN) ? 0 : 1;
}

/* The first two lines with something in them; *below is "" if there is one only. */
static const struct import_line *find_header(const struct import_text *t, const char **below)
{
	const struct import_line *head = NULL;

	*below = "";
	for (size_t i = 0; i < t->n; i++) {
		if (import_line_blank(&t->lines[i]))
			continue;
		if (head) {
			*below = t->lines[i].text;
			return head;
		}
		head = &t->lines[i];
	}
	return head;
}

static size_t csv_sniff(const struct import_text *t)
{
	const char *below;
	const struct import_line *head = find_header(t, &below);
	struct header h = { 0 };
	bool is_one = head && *below && !header_scan(&h, head->text, below);

	csv_line_release(&h.names);
	return is_one ? t->n : 0;
}

/* --- fields ------------------------------------------------------------------------------- */

static const char *field(const struct reader *r, enum role role)
{
	return csv_field(&r->line, r->header.column[role]);
}

static int not_expected(const struct reader *r, int column, const char *expected)
{
	return import_text_error(
		r->text, r->number, r->e, "column \"%.60s\": \"%.60s\"; expected %s",
		csv_field(&r->header.names, column), csv_field(&r->line, column), expected);
}

static int get_number(const struct reader *r, enum role role, double *value)
{
	if (csv_number(field(r, role), value))
		return 0;
	return not_expected(r, r->header.column[role], "a number");
}

static int get_count(const struct reader *r, enum role role, int64_t *value)
{
	if (csv_count(field(r, role), 1, IMPORT_JOBS_MAX, -1, value))
		return 0;
	return not_expected(r, r->header.column[role], "a number from 1 on");
}

/* The set of the line; NULL: an error. */
static struct import_set *line_set(struct reader *r)
{
	const char *label = field(r, ROLE_SET);
	struct import_set *set;
	char *copy = NULL;

	if (*label) {
		copy = import_label_copy(label, (int)strnlen(label, IMPORT_LABEL_MAX));
		if (!copy) {
			no_memory(r);
			return NULL;
		}
	}
	set = import_result_set(r->out, copy, 0, r->e);
	free(copy);
	return set;
}

static const char *or_null(const char *field)
{
	return *field ? field : NULL;
}

/* The metric as the set's own, with all that the line says of it. */
static int note_metric(struct reader *r, struct import_set *set, const char *name)
{
	const struct classic_metric *known = classic_metric_find(name, (int)strlen(name));
	const char *better = field(r, ROLE_BETTER);
	const struct import_metric m = {
		.name = (char *)name,
		.title = (char *)or_null(field(r, ROLE_TITLE)),
		.unit = (char *)or_null(field(r, ROLE_UNIT)),
		.better = (char *)(!strcmp(better, "lower") || !strcmp(better, "higher") ? better
											 : NULL),
		.statistic = (char *)or_null(field(r, ROLE_STATISTIC)),
	};

	if (known && !strcmp(known->name, name) && classic_metric_note(known, set))
		return no_memory(r);
	if (import_set_metric(set, &m))
		return no_memory(r);
	if (set->n_metrics > IMPORT_METRICS_MAX)
		return import_text_error(r->text, r->number, r->e, "expected at most %d metrics",
					 IMPORT_METRICS_MAX);
	return 0;
}

/* A metric's name: ours where it is one of the classic, else as it stands. Caller frees. */
static char *metric_name(const char *name)
{
	const struct classic_metric *m = classic_metric_find(name, (int)strnlen(name, 200));

	return m ? strdup(m->name) : import_label_copy(name, (int)strnlen(name, IMPORT_LABEL_MAX));
}

/* --- runs --------------------------------------------------------------------------------- */

static size_t place_of(const struct import_result *out, const struct import_set *set)
{
	return (size_t)(set - out->sets);
}

/* What the line says of each of its runs. */
static int describe_run(struct reader *r, struct record *run)
{
	const char *disturbed = field(r, ROLE_DISTURBED);

	if (*disturbed) {
		run->has_disturbance = true;
		if (*disturbed != '0' && strlist_add(&run->disturbance.cmd, "(unnamed)"))
			return -ENOMEM;
	}
	if (!strcmp(field(r, ROLE_N_UNIT), "perturbation") &&
	    (record_set_string(&run->clock, "counted")))
		return -ENOMEM;
	return record_set_string(&run->campaign, or_null(field(r, ROLE_CAMPAIGN)));
}

/* Run k (1, 2, …) of that N in the set, made where there is none. NULL: memory. */
static struct record *run_at(struct reader *r, struct import_set *set, int64_t n, int64_t k)
{
	char key[80];
	size_t *place;
	struct record *run;

	snprintf(key, sizeof(key), "%zu %lld %lld", place_of(r->out, set), (long long)n,
		 (long long)k);
	place = import_index_at(&r->index, key);
	if (!place)
		return NULL;
	if (*place)
		return &set->runs[*place - 1];
	run = import_set_run(set);
	if (!run || describe_run(r, run))
		return NULL;
	run->n = n;
	run->repeat = k;
	*place = set->n_runs;
	return run;
}

/* How many values of this metric and N the set has had, this one included. 0: memory. */
static size_t count_value(struct reader *r, const struct import_set *set, int64_t n,
			  const char *metric)
{
	char key[320];
	size_t *count;

	snprintf(key, sizeof(key), "%zu %lld %s", place_of(r->out, set), (long long)n, metric);
	count = import_index_at(&r->index, key);
	return count ? ++*count : 0;
}

static int put_value(struct record *run, const char *metric, double value)
{
	if (isnan(value))
		return 0;
	if (!strcmp(metric, "ElapsedTime"))
		run->elapsed_ns = value >= 0 && value < 1e9 ? llround(value * 1e9) : -1;
	return named_values_set(&run->printed, metric, value);
}

static int check_values(struct reader *r)
{
	if (++r->values <= IMPORT_LINES_MAX)
		return 0;
	return import_text_error(r->text, r->number, r->e, "expected at most %zu values",
				 IMPORT_LINES_MAX);
}

/* A line of the long form: one value. */
static int take_value(struct reader *r, struct import_set *set, int64_t n, const char *metric)
{
	struct record *run;
	int64_t k;
	double value;
	int ret;

	if ((ret = get_number(r, ROLE_VALUE, &value)) || (ret = get_count(r, ROLE_RUN, &k)))
		return ret;
	if (k < 0)
		k = (int64_t)count_value(r, set, n, metric);
	run = k ? run_at(r, set, n, k) : NULL;
	return run && !put_value(run, metric, value) ? 0 : no_memory(r);
}

/* --- the tidy form ------------------------------------------------------------------------ */

/* Takes the next of several numbers separated by blanks. false: that was the last. */
static bool next_word(const char **p, char word[40])
{
	size_t len;

	*p += strspn(*p, " ");
	len = strcspn(*p, " ");
	snprintf(word, 40, "%.*s", (int)(len > 39 ? 39 : len), *p);
	*p += len;
	return len > 0;
}

/* Block and boot of the run at hand, from lists beside its values. */
static int put_place(struct record *run, const char **blocks, const char **boots)
{
	char word[40];

	if (next_word(blocks, word))
		csv_count(word, 0, INT32_MAX, -1, &run->block);
	if (next_word(boots, word) && *word != '-')
		return record_set_string(&run->boot_id, word);
	return 0;
}

static int take_values(struct reader *r, struct import_set *set, int64_t n, const char *metric)
{
	const char *p = field(r, ROLE_VALUES), *blocks = field(r, ROLE_BLOCKS);
	const char *boots = field(r, ROLE_BOOTS);
	char word[40];
	int ret = 0;

	for (int64_t k = 1; !ret && next_word(&p, word); k++) {
		struct record *run = run_at(r, set, n, k);
		double value;

		if (!run)
			return no_memory(r);
		if (!csv_number(word, &value))
			return not_expected(r, r->header.column[ROLE_VALUES], "numbers");
		if (put_value(run, metric, value) || put_place(run, &blocks, &boots))
			return no_memory(r);
		ret = check_values(r);
	}
	return ret;
}

/* Runs that failed have no values; they are told of once, not for each metric. */
static int take_failed(struct reader *r, struct import_set *set, int64_t n)
{
	int64_t failed;

	if (!csv_count(field(r, ROLE_FAILED), 0, IMPORT_JOBS_MAX, 0, &failed))
		return not_expected(r, r->header.column[ROLE_FAILED], "a count");
	for (int64_t k = 1; k <= failed; k++) {
		struct record *run = run_at(r, set, n, -k);

		if (!run || record_set_string(&run->status, "failed"))
			return no_memory(r);
		run->repeat = -1;
	}
	return 0;
}

/* A column "sd" is one whatever pm_kind says of the log; a column "pm" is what pm_kind says. */
static enum summary_pm pm_kind_of(const struct reader *r, double pm)
{
	const char *word = field(r, ROLE_PM_KIND);
	const char *column = csv_field(&r->header.names, r->header.column[ROLE_SPREAD]);

	if (isnan(pm))
		return SUMMARY_PM_NONE;
	if (!strcmp(word, "unknown") || (!*word && !strcasecmp(column, "pm")))
		return SUMMARY_PM_UNKNOWN;
	if (!strcmp(word, "sem") && !strcasecmp(column, "pm"))
		return SUMMARY_PM_SEM;
	return SUMMARY_PM_SD;
}

/*
 * A log that printed percent printed few digits: they come out of our export's fraction again, so
 * that the same is printed.
 */
static int take_cv(struct reader *r, struct summary *s)
{
	char digits[32];
	double cv;
	int ret = get_number(r, ROLE_CV, &cv);

	if (ret || isnan(cv) || strcmp(field(r, ROLE_PM_KIND), "cv_pct"))
		return ret;
	snprintf(digits, sizeof(digits), "%.12g", 100 * cv);
	s->pm = strtod(digits, NULL);
	s->pm_kind = SUMMARY_PM_CV_PCT;
	return 0;
}

static int take_mean(struct reader *r, struct import_set *set, int64_t n, const char *metric)
{
	struct summary *s = summary_list_add(&set->summaries);
	char *label = NULL;
	int ret;

	if (!s || record_set_string(&s->metric, metric))
		return no_memory(r);
	if ((ret = get_number(r, ROLE_MEAN, &s->mean)) ||
	    (ret = get_number(r, ROLE_SPREAD, &s->pm)) ||
	    (ret = get_count(r, ROLE_REPEATS, &s->repeats)))
		return ret;
	if (*field(r, ROLE_CASE)) {
		label = import_label_copy(field(r, ROLE_CASE),
					  (int)strnlen(field(r, ROLE_CASE), IMPORT_LABEL_MAX));
		if (!label)
			return no_memory(r);
	}
	s->label = label;
	s->n = n;
	s->pm_kind = pm_kind_of(r, s->pm);
	if ((ret = take_cv(r, s)))
		return ret;
	s->other_conditions = *field(r, ROLE_EXCLUDED) != '\0';
	s->mean_printed = s->mean;
	return 0;
}

/*
 * Raw values make runs, unless the row was left out of the comparison: why is not known any more,
 * so it stays out as a mean.
 */
static int take_tidy(struct reader *r, struct import_set *set, int64_t n, const char *metric)
{
	bool is_raw = *field(r, ROLE_VALUES) && !*field(r, ROLE_EXCLUDED);
	const char *about = field(r, ROLE_ABOUT);
	int ret;

	if (*about && record_set_string(&set->title, about))
		return no_memory(r);
	if (!is_raw)
		return take_mean(r, set, n, metric);
	n = n > 0 ? n : 1;
	ret = take_values(r, set, n, metric);
	return ret ? ret : take_failed(r, set, n);
}

/* --- lines -------------------------------------------------------------------------------- */

static int take_metric(struct reader *r, struct import_set *set, int64_t n)
{
	char *metric = metric_name(field(r, ROLE_METRIC));
	int ret;

	if (!metric)
		return no_memory(r);
	if (!*metric)
		ret = not_expected(r, r->header.column[ROLE_METRIC], "a metric's name");
	else if (!(ret = note_metric(r, set, metric)))
		ret = has(&r->header, ROLE_VALUE) ? take_value(r, set, n > 0 ? n : 1, metric)
						  : take_tidy(r, set, n, metric);
	free(metric);
	return ret;
}

/* A line of the wide form: one run. */
static int take_run(struct reader *r, struct import_set *set, int64_t n)
{
	struct record *run;
	int64_t k;
	int ret = get_count(r, ROLE_RUN, &k);

	if (ret)
		return ret;
	n = n > 0 ? n : 1;
	if (k < 0)
		k = (int64_t)count_value(r, set, n, "");
	run = k ? run_at(r, set, n, k) : NULL;
	if (!run)
		return no_memory(r);
	for (int i = 0; i < (int)r->header.names.n && !ret; i++) {
		char *name;
		double value;

		if (!r->header.is_metric[i])
			continue;
		if (!csv_number(csv_field(&r->line, i), &value))
			return not_expected(r, i, "a number");
		name = metric_name(csv_field(&r->header.names, i));
		ret = !name || put_value(run, name, value) ? no_memory(r)
							   : note_metric(r, set, name);
		free(name);
	}
	return ret;
}

static int take_line(struct reader *r, const struct import_line *l)
{
	struct import_set *set;
	int64_t n;
	int ret;

	r->number = l->number;
	ret = csv_line_split(&r->line, l->text, r->header.separator);
	if (ret == -ENOMEM)
		return no_memory(r);
	if (ret || r->line.n > r->header.names.n)
		return import_text_error(r->text, l->number, r->e,
					 "expected %zu fields, as in the header",
					 r->header.names.n);
	if ((ret = get_count(r, ROLE_JOBS, &n)) || (ret = check_values(r)))
		return ret;
	set = line_set(r);
	if (!set)
		return -EINVAL;
	return r->header.is_wide ? take_run(r, set, n) : take_metric(r, set, n);
}

static int read_lines(struct reader *r)
{
	const char *below;
	const struct import_line *head = find_header(r->text, &below);
	int ret = head ? header_scan(&r->header, head->text, below) : 1;

	if (ret < 0)
		return no_memory(r);
	if (ret)
		return import_text_error(
			r->text, head ? head->number : 1, r->e,
			"expected a header: set, jobs, metric and values, value or "
			"mean; or set, jobs and a column for each metric");
	for (size_t i = 0; i < r->text->n && !ret; i++)
		if (&r->text->lines[i] != head && !import_line_blank(&r->text->lines[i]))
			ret = take_line(r, &r->text->lines[i]);
	if (!ret && !r->out->n_sets)
		ret = import_text_error(r->text, head->number, r->e, "a header without lines");
	return ret;
}

static int csv_read(const struct import_text *t, const struct import_options *o,
		    struct import_result *out, struct errmsg *e)
{
	struct reader *r = calloc(1, sizeof(*r));
	int ret;

	if (!r)
		return errmsg_errno(e, ENOMEM, "%s", t->name);
	r->text = t;
	r->options = o;
	r->out = out;
	r->e = e;
	ret = read_lines(r);
	import_index_release(&r->index);
	csv_line_release(&r->header.names);
	csv_line_release(&r->line);
	free(r);
	return ret;
}

const struct importer import_csv = {
	.name = "csv",
	.help = "CSV or TSV with a header, our own export or another's",
	.sniff = csv_sniff,
	.read = csv_read,
};
