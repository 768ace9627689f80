/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A table for each N, a row for each set, a column for each metric:
 *
 *	Schedbench 4:
 *	                 AvgUser    Elapsed  TotalUser   TotalSys
 *	    2.5.44-mm4     32.45      49.47     129.86       0.82
 *
 *	numa_test 4
 *	           AvgUsrTime   ElapsedTime  TotUsrTime   TotSysTime
 *	stock52       ---       27.23(0.52)  89.30(4.18)  0.09(0.01)
 *
 *	schedbench/hackbench: time(s)
 *	               10          25          50
 *	stock52  0.81(0.04)  2.06(0.07)  4.09(0.13)	one metric, a column for each N
 *
 * "---" and a user time of 0.00 were not measured. In some mails the head is in another order than
 * the values; TotalUserTime, about N times AverageUserTime, tells.
 */
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/import_label.h"
#include "report/import_metric.h"
#include "report/import_scan.h"

#define COLUMNS_MAX 8

struct row {
	char *label;
	size_t line;
	struct scan_cell cells[COLUMNS_MAX];
};

/* One N, or one metric. */
struct block {
	int64_t n;  /* -1: the heading has none */
	char *name; /* of the heading, where it has no N; NULL */
	const struct classic_metric *metrics[COLUMNS_MAX];
	/* A column for each N: these, of one metric; own where metrics[] has NULL. */
	bool is_across;
	int64_t ns[COLUMNS_MAX];
	struct classic_metric own;
	char *own_name;
	int columns;
	size_t head_line;
	struct row *rows;
	size_t n_rows;
};

struct reader {
	const struct import_text *text;
	struct import_result *out;
	struct errmsg *e;
	struct block block, before; /* that at hand, and the one above it */
	bool is_open;               /* rows may follow */
	const char *heading;        /* lent: the last line of prose */
};

static int no_memory(struct reader *r)
{
	return errmsg_errno(r->e, ENOMEM, "%s", r->text->name);
}

static void block_release(struct block *b)
{
	for (size_t i = 0; i < b->n_rows; i++)
		free(b->rows[i].label);
	free(b->rows);
	free(b->name);
	free(b->own_name);
	*b = (struct block){ 0 };
}

/* --- heads -------------------------------------------------------------------------------- */

/* Names of metrics and nothing else, at least two; a word in front may head the names' column. */
static int head_scan(const char *line, const struct classic_metric *metrics[COLUMNS_MAX])
{
	const char *p = line, *word;
	int n = 0, len, words = 0;

	while (scan_word(&p, &word, &len)) {
		const struct classic_metric *m = classic_metric_find(word, len);

		if (m && n < COLUMNS_MAX)
			metrics[n++] = m;
		else if (m || words)
			return 0;
		words++;
	}
	return n >= 2 ? n : 0;
}

/* A column for each N: nothing but numbers, ascending, at least two. */
static int across_scan(const char *line, int64_t ns[COLUMNS_MAX])
{
	const char *p = line;
	int n = 0;

	while (n < COLUMNS_MAX && scan_integer(&p, &ns[n])) {
		if (ns[n] <= (n ? ns[n - 1] : 0))
			return 0;
		n++;
	}
	return n >= 2 && scan_end(&p) ? n : 0;
}

/* "schedbench/hackbench: time(s)": does the line above such a head name a metric? */
static bool names_metric(const char *heading)
{
	return heading && strchr(heading, ':') && strcasestr(heading, "time");
}

/* "Schedbench 4:", "numa_test 4", "N=4:": N is the last word, -1 if it is no number. */
static int64_t heading_n(const char *line)
{
	size_t end = strlen(line), start;
	const char *p;
	int64_t n;

	while (end && (line[end - 1] == ':' || line[end - 1] == ' '))
		end--;
	for (start = end; start && isdigit((unsigned char)line[start - 1]);)
		start--;
	p = line + start;
	if (start == end || (start && !strchr(" \t=", line[start - 1])) || !scan_integer(&p, &n))
		return -1;
	return n > 0 ? n : -1;
}

static size_t schedbench_sniff(const struct import_text *t)
{
	const struct classic_metric *metrics[COLUMNS_MAX];
	int64_t ns[COLUMNS_MAX];
	size_t lines = 0;
	int columns = 0;

	for (size_t i = 0; i < t->n; i++) {
		const char *line = t->lines[i].text;
		int head = head_scan(line, metrics);

		if (!head && i && names_metric(t->lines[i - 1].text))
			head = across_scan(line, ns);
		columns = head ? head : columns;
		lines += head || (columns && scan_row(line, scan_cells, columns));
	}
	return lines;
}

/* --- the end of a block ------------------------------------------------------------------- */

static int column_of(const struct block *b, const char *metric)
{
	for (int i = 0; i < b->columns; i++)
		if (!strcmp(b->metrics[i]->name, metric))
			return i;
	return -1;
}

/* Is column total about N times column average, in every row that has both? */
static bool total_fits(const struct block *b, int average, int total)
{
	bool any = false;

	for (size_t i = 0; i < b->n_rows; i++) {
		double u = b->rows[i].cells[average].value, tu = b->rows[i].cells[total].value;

		if (!(u > 0 && tu > 0))
			continue;
		any = true;
		if (fabs(tu - (double)b->n * u) > .05 * tu)
			return false;
	}
	return any;
}

static bool has_both(const struct block *b, int average, int total)
{
	for (size_t i = 0; i < b->n_rows; i++)
		if (b->rows[i].cells[average].value > 0 && b->rows[i].cells[total].value > 0)
			return true;
	return false;
}

/*
 * The order of the classic four, in which the program printed them. Another order than that of the
 * head is taken only if it makes the totals right.
 */
static bool is_classic_order(const struct block *b)
{
	static const char *const order[] = { "AverageUserTime", "ElapsedTime", "TotalUserTime",
					     "TotalSysTime" };

	if (b->columns != 4)
		return false;
	for (int i = 0; i < 4; i++)
		if (column_of(b, order[i]) < 0)
			return false;
	return total_fits(b, 0, 2);
}

static void take_classic_order(struct block *b)
{
	static const char *const order[] = { "AverageUserTime", "ElapsedTime", "TotalUserTime",
					     "TotalSysTime" };

	for (int i = 0; i < 4; i++)
		b->metrics[i] = classic_metric_find(order[i], (int)strlen(order[i]));
}

static int check_order(struct reader *r)
{
	struct block *b = &r->block;
	int average, total;

	if (b->n < 0)
		return 0;
	average = column_of(b, "AverageUserTime");
	total = column_of(b, "TotalUserTime");
	if (average < 0 || total < 0 || !has_both(b, average, total) ||
	    total_fits(b, average, total))
		return 0;
	if (!is_classic_order(b))
		return import_warn(r->out, r->text, b->head_line,
				   "N=%lld: TotalUserTime is not N times AverageUserTime",
				   (long long)b->n);
	take_classic_order(b);
	return import_warn(
		r->out, r->text, b->head_line,
		"N=%lld: the values are not in the order of the head; TotalUserTime is "
		"N times AverageUserTime as AverageUserTime, ElapsedTime, TotalUserTime, "
		"TotalSysTime",
		(long long)b->n);
}

static bool same_cells(const struct block *b, const struct row *x, const struct row *y)
{
	bool any = false;

	for (int i = 0; i < b->columns; i++) {
		if (isnan(x->cells[i].value) != isnan(y->cells[i].value))
			return false;
		if (!isnan(x->cells[i].value)) {
			any = true;
			if (x->cells[i].value != y->cells[i].value)
				return false;
		}
	}
	return any;
}

/* A row that repeats the one of another N was carried over from there by mistake: not measured. */
static int drop_carried_over(struct reader *r, struct row *row)
{
	const struct block *before = &r->before;

	if (before->columns != r->block.columns || before->n == r->block.n || r->block.n < 0)
		return 0;
	for (size_t i = 0; i < before->n_rows; i++) {
		if (strcmp(before->rows[i].label, row->label) ||
		    !same_cells(&r->block, row, &before->rows[i]))
			continue;
		for (int c = 0; c < r->block.columns; c++)
			row->cells[c] = (struct scan_cell){ .value = NAN, .pm = NAN };
		return import_warn(r->out, r->text, row->line,
				   "%.100s: the values are those of N=%lld above; taken as not "
				   "measured",
				   row->label, (long long)before->n);
	}
	return 0;
}

static int put_row(struct reader *r, const struct row *row)
{
	struct import_set *s = import_result_set(r->out, row->label, 0, r->e);

	if (!s)
		return -EINVAL;
	for (int i = 0; i < r->block.columns; i++) {
		const struct classic_metric *m =
			r->block.metrics[i] ? r->block.metrics[i] : &r->block.own;
		struct summary *sum = summary_list_add(&s->summaries);

		if (!sum || record_set_string(&sum->metric, m->name) || classic_metric_note(m, s) ||
		    record_set_string(&sum->label, r->block.name))
			return no_memory(r);
		sum->n = r->block.is_across ? r->block.ns[i] : r->block.n;
		sum->mean = sum->mean_printed = classic_metric_value(m, row->cells[i].value);
		sum->pm = row->cells[i].pm;
		sum->pm_kind = row->cells[i].pm_kind;
		sum->other_conditions = row->cells[i].other_conditions;
	}
	return 0;
}

static int end_block(struct reader *r)
{
	int ret = 0;

	if (!r->is_open)
		return 0;
	r->is_open = false;
	for (size_t i = 0; i < r->block.n_rows; i++)
		if (drop_carried_over(r, &r->block.rows[i]))
			return no_memory(r);
	if (check_order(r))
		return no_memory(r);
	for (size_t i = 0; i < r->block.n_rows && !ret; i++)
		ret = put_row(r, &r->block.rows[i]);
	block_release(&r->before);
	r->before = r->block;
	r->block = (struct block){ 0 };
	return ret;
}

/* --- lines -------------------------------------------------------------------------------- */

/* The heading without its N is the name of what was measured. */
static int take_heading(struct reader *r)
{
	size_t len = r->heading ? strnlen(r->heading, IMPORT_LABEL_MAX) : 0;

	r->block.n = r->heading ? heading_n(r->heading) : -1;
	while (len && strchr(": \t", r->heading[len - 1]))
		len--;
	if (r->block.n > 0 || !len)
		return 0;
	r->block.name = import_label_copy(r->heading, (int)len);
	return r->block.name ? 0 : no_memory(r);
}

static int take_head(struct reader *r, const struct import_line *l)
{
	int ret = end_block(r);

	if (ret)
		return ret;
	block_release(&r->block);
	r->block.columns = head_scan(l->text, r->block.metrics);
	r->block.head_line = l->number;
	r->is_open = true;
	ret = take_heading(r);
	r->heading = NULL;
	return ret;
}

/* The last part of "schedbench/hackbench" is the metric, in seconds. */
static int take_across(struct reader *r, const struct import_line *l)
{
	const char *name = r->heading, *end = strchr(name, ':');
	int ret = end_block(r);
	struct block *b = &r->block;

	if (ret)
		return ret;
	for (const char *p = name; p < end; p++)
		name = *p == '/' ? p + 1 : name;
	block_release(b);
	b->columns = across_scan(l->text, b->ns);
	b->own = (struct classic_metric){ .unit = "s", .better = "lower" };
	b->own_name = import_label_copy(name, (int)(end - name > 100 ? 100 : end - name));
	b->own.name = b->own_name;
	if (!b->own_name)
		return no_memory(r);
	for (int i = 0; i < b->columns; i++)
		b->metrics[i] = classic_metric_find(b->own_name, (int)strlen(b->own_name));
	b->n = -1;
	b->is_across = true;
	b->head_line = l->number;
	r->is_open = true;
	r->heading = NULL;
	return 0;
}

static int add_row(struct reader *r, const struct import_line *l, const char *cells)
{
	struct block *b = &r->block;
	struct row *grown = reallocarray(b->rows, b->n_rows + 1, sizeof(*grown));
	const char *label = l->text, *end = cells;

	if (!grown)
		return no_memory(r);
	b->rows = grown;
	if (b->n_rows == IMPORT_SETS_MAX)
		return import_text_error(r->text, l->number, r->e, "expected at most %d sets",
					 IMPORT_SETS_MAX);
	scan_blanks(&label);
	while (end > label && strchr(" \t:", end[-1]))
		end--;
	if (end == label || end - label > IMPORT_LABEL_MAX)
		return import_text_error(r->text, l->number, r->e,
					 "expected a set's name and %d "
					 "values",
					 b->columns);
	grown += b->n_rows;
	*grown = (struct row){ .label = import_label_copy(label, (int)(end - label)),
			       .line = l->number };
	if (!grown->label)
		return no_memory(r);
	for (int i = 0; i < b->columns; i++)
		scan_cell(&cells, &grown->cells[i]);
	b->n_rows++;
	return 0;
}

/* Ends in a value, but has not as many as the head has names. */
static bool row_is_short(const char *line)
{
	return scan_row(line, scan_cells, 2) != NULL;
}

static int take_line(struct reader *r, const struct import_line *l)
{
	const struct classic_metric *metrics[COLUMNS_MAX];
	int64_t ns[COLUMNS_MAX];
	const char *cells;

	if (import_line_blank(l))
		return r->block.n_rows ? end_block(r) : 0;
	if (head_scan(l->text, metrics))
		return take_head(r, l);
	if (names_metric(r->heading) && across_scan(l->text, ns))
		return take_across(r, l);
	if (r->is_open) {
		cells = scan_row(l->text, scan_cells, r->block.columns);
		if (cells)
			return add_row(r, l, cells);
		if (row_is_short(l->text))
			return import_text_error(
				r->text, l->number, r->e,
				"expected a set's name and %d values, one for each "
				"name of the head",
				r->block.columns);
	}
	r->heading = l->text;
	return end_block(r);
}

static int schedbench_read(const struct import_text *t, const struct import_options *o,
			   struct import_result *out, struct errmsg *e)
{
	struct reader r = { .text = t, .out = out, .e = e };
	int ret = 0;

	(void)o;
	for (size_t i = 0; i < t->n && !ret; i++)
		ret = take_line(&r, &t->lines[i]);
	if (!ret)
		ret = end_block(&r);
	if (!ret && !out->n_sets)
		ret = import_text_error(t, 1, e,
					"no row; expected a set's name and its values "
					"under \"AvgUser Elapsed TotalUser TotalSys\"");
	block_release(&r.block);
	block_release(&r.before);
	return ret;
}

const struct importer import_schedbench = {
	.name = "schedbench",
	.help = "a table for each N, a row for each set, \"2.5.44-mm4 32.45 49.47 …\"",
	.sniff = schedbench_sniff,
	.read = schedbench_read,
};
