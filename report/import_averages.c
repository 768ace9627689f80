/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Averages with their spread, a column for each set:
 *
 *	2.5.39 numa_sched+ilb
 *	numa_test 4 4
 *	AverageUserTime 31.18+-0.67 31.25+- 2.51
 */
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "report/import_columns.h"
#include "report/import_label.h"

struct reader {
	const struct import_text *text;
	struct import_result *out;
	const struct import_options *options;
	struct errmsg *e;
	struct import_columns columns;
	size_t names_line; /* index of the line that may have them, + 1; 0: none */
	bool has_block;
	int64_t n, repeats;
	enum summary_pm pm_kind; /* what the log says its +- is */
};

static int no_memory(struct reader *r)
{
	return errmsg_errno(r->e, ENOMEM, "%s", r->text->name);
}

/* "numa_test 4 4" or "numa_test 4": N and repeats. */
static bool block_scan(const char *line, int64_t *n, int64_t *repeats)
{
	const char *p = line, *word;
	int len;

	if (!scan_word(&p, &word, &len) || !isalpha((unsigned char)*word) || !scan_integer(&p, n))
		return false;
	if (!scan_integer(&p, repeats))
		*repeats = -1;
	scan_text(&p, ":");
	return scan_end(&p) && *n > 0 && *repeats;
}

/* "AverageUserTime 31.18+-0.67 31.25+- 2.51": the metric's name and where its cells are. */
static bool row_scan(const char *line, struct classic_metric *metric, char name[64],
		     const char **cells)
{
	const struct classic_metric *known;
	const char *p = line, *word;
	int len;

	if (!scan_word(&p, &word, &len) || len >= 64 || !isalpha((unsigned char)*word) ||
	    !strstr(p, "+-"))
		return false;
	known = classic_metric_find(word, len);
	memcpy(name, word, (size_t)len);
	name[len] = '\0';
	*metric = known ? *known : (struct classic_metric){ .name = name };
	*cells = p;
	return scan_cells(p, IMPORT_COLUMNS_MAX) > 0;
}

static size_t averages_sniff(const struct import_text *t)
{
	struct classic_metric metric;
	const char *cells;
	size_t lines = 0;
	char name[64];

	for (size_t i = 0; i < t->n; i++)
		lines += row_scan(t->lines[i].text, &metric, name, &cells);
	return lines;
}

/* One column: the whole line may be the name, if it reads like one. */
static int take_single_name(struct reader *r, const char *line)
{
	struct import_label found;
	char *name;
	int ret;

	if (!import_label_find(line, &found))
		return 1;
	name = import_label_copy(found.label, found.label_len);
	strlist_release(&r->columns.names);
	ret = name ? strlist_add(&r->columns.names, name) : -ENOMEM;
	free(name);
	return ret;
}

/* The line of names above the block, if there was one; without, the columns are as they were. */
static int take_names(struct reader *r, int columns, size_t row_line)
{
	const struct import_line *l;
	int ret;

	if (!r->names_line)
		return (int)r->columns.names.n == columns ||
				       (!r->columns.names.n && r->out->n_sets <= (size_t)columns)
			       ? 0
			       : import_text_error(r->text, row_line, r->e,
						   "%d values; expected %zu, as many as above",
						   columns, r->out->n_sets);
	l = &r->text->lines[r->names_line - 1];
	r->names_line = 0;
	ret = columns == 1 ? take_single_name(r, l->text)
			   : import_columns_take(&r->columns, l->text, columns);
	if (ret < 0)
		return no_memory(r);
	if (ret && columns > 1 && !r->columns.names.n && !r->options->labels.n)
		return import_text_error(r->text, l->number, r->e,
					 "expected %d names, one for each value below; name the "
					 "sets with --labels",
					 columns);
	return 0;
}

static int take_row(struct reader *r, const struct classic_metric *metric, const char *cells,
		    size_t line)
{
	int columns = scan_cells(cells, IMPORT_COLUMNS_MAX), ret;

	if (!r->has_block)
		return import_text_error(r->text, line, r->e,
					 "an average without its N; expected a line \"numa_test N "
					 "REPEATS\" above it");
	ret = take_names(r, columns, line);
	for (int i = 0; i < columns && !ret; i++) {
		struct import_set *set = import_columns_set(&r->columns, i, r->out, r->e);
		struct scan_cell cell;

		if (!set || !scan_cell(&cells, &cell))
			return -EINVAL;
		if (cell.pm_kind == SUMMARY_PM_UNKNOWN)
			cell.pm_kind = r->pm_kind;
		if (import_put_cell(set, metric, r->n, r->repeats, &cell))
			ret = no_memory(r);
	}
	return ret;
}

/* What the log itself says that its +- is. */
static enum summary_pm pm_kind_of(const struct import_text *t)
{
	enum summary_pm kind = SUMMARY_PM_UNKNOWN;

	for (size_t i = 0; i < t->n; i++) {
		const char *s = t->lines[i].text;

		if (strcasestr(s, "standard error"))
			return SUMMARY_PM_SEM;
		if (strcasestr(s, "standard deviation"))
			kind = SUMMARY_PM_SD;
	}
	return kind;
}

static int take_line(struct reader *r, size_t i)
{
	const struct import_line *l = &r->text->lines[i];
	struct classic_metric metric;
	const char *cells;
	char name[64];

	if (import_line_blank(l))
		return 0;
	if (block_scan(l->text, &r->n, &r->repeats)) {
		r->has_block = true;
		return 0;
	}
	if (row_scan(l->text, &metric, name, &cells))
		return take_row(r, &metric, cells, l->number);
	r->names_line = i + 1;
	return 0;
}

static int averages_read(const struct import_text *t, const struct import_options *o,
			 struct import_result *out, struct errmsg *e)
{
	struct reader r = { .text = t, .out = out, .options = o, .e = e };
	int ret = 0;

	r.pm_kind = pm_kind_of(t);
	for (size_t i = 0; i < t->n && !ret; i++)
		ret = take_line(&r, i);
	if (!ret && !out->n_sets)
		ret = import_text_error(t, 1, e,
					"no average; expected \"AverageUserTime 31.18+-0.67\"");
	import_columns_release(&r.columns);
	return ret;
}

const struct importer import_averages = {
	.name = "averages",
	.help = "averages with their spread, \"AverageUserTime 31.18+-0.67\"",
	.sniff = averages_sniff,
	.read = averages_read,
};
