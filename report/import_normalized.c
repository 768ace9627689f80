/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The normalised tables of 2025, one a test, a column for each kernel:
 *
 *	Test          : hackbench
 *	Units         : Normalized time in seconds
 *	Interpretation: Lower is better
 *	Statistic     : AMean
 *	Case:      mainline[pct imp](CV)    new_base_slice[pct imp](CV)
 *	1-groups     1.00 [ -0.00]( 8.66)     1.05 [ -5.30](16.73)
 *
 * "Test:" may also head the column of cases. A table may give only "pct imp".
 */
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "report/import_columns.h"
#include "report/import_label.h"

#define COLUMN_END "[pct imp](CV)"

enum table_form {
	FORM_NONE,
	FORM_COLUMNS,
	FORM_CHANGES
};

struct reader {
	const struct import_text *text;
	struct import_result *out;
	struct errmsg *e;
	struct import_metric metric; /* of the table at hand; owned */
	struct import_columns columns;
	enum table_form form;
	struct strlist notes;
};

struct normalized_cell {
	double value, change_pct, cv_pct;
};

static int no_memory(struct reader *r)
{
	return errmsg_errno(r->e, ENOMEM, "%s", r->text->name);
}

/* --- lines -------------------------------------------------------------------------------- */

/* A number, or one that could not be computed: NAN. */
static bool signed_scan(const char **p, double *value)
{
	static const char *const none[] = { "nan", "-nan", "inf", "-inf", "+inf" };

	for (size_t i = 0; i < sizeof(none) / sizeof(*none); i++) {
		if (scan_text(p, none[i])) {
			*value = NAN;
			return true;
		}
	}
	return scan_signed(p, value);
}

/* "1.05 [ -5.30](16.73)"; the three groups may have blanks between them. "-" is not measured. */
static bool cell_scan(const char **p, struct normalized_cell *cell)
{
	const char *q = *p;

	*cell = (struct normalized_cell){ NAN, NAN, NAN };
	if (scan_text(&q, "-") && (*q == ' ' || !*q)) {
		*p = q;
		return true;
	}
	q = *p;
	if (!signed_scan(&q, &cell->value) || !scan_text(&q, "[") ||
	    !signed_scan(&q, &cell->change_pct) || !scan_text(&q, "]") || !scan_text(&q, "(") ||
	    !signed_scan(&q, &cell->cv_pct) || !scan_text(&q, ")"))
		return false;
	*p = q;
	return true;
}

static int cells_scan(const char *p, int most)
{
	struct normalized_cell cell;
	int n = 0;

	while (n < most && cell_scan(&p, &cell))
		n++;
	return scan_end(&p) ? n : 0;
}

/* "-0.64%" at the end of a line. */
static int change_scan(const char *p, int most)
{
	double change;

	(void)most;
	return scan_signed(&p, &change) && scan_text(&p, "%") && scan_end(&p);
}

/* "Units  : text"; NULL for anything else. */
static const char *field_scan(const char *line, const char *name)
{
	const char *p = line;

	if (!scan_text(&p, name) || !scan_text(&p, ":") || strstr(p, COLUMN_END))
		return NULL;
	scan_blanks(&p);
	return *p ? p : NULL;
}

static bool is_columns_head(const char *line)
{
	return strstr(line, COLUMN_END) && strchr(line, ':') &&
	       strchr(line, ':') < strstr(line, COLUMN_END);
}

/* "Benchmark		pct imp": the word, and nothing behind. */
static bool is_changes_head(const char *line)
{
	const char *p = line, *word;
	int len;

	return scan_word(&p, &word, &len) && scan_text(&p, "pct imp") && scan_end(&p);
}

static size_t normalized_sniff(const struct import_text *t)
{
	size_t lines = 0;

	for (size_t i = 0; i < t->n; i++)
		lines += is_columns_head(t->lines[i].text) ||
			 (strstr(t->lines[i].text, "](") &&
			  scan_row(t->lines[i].text, cells_scan, 2) != NULL);
	return lines;
}

/* --- the head of a table ------------------------------------------------------------------ */

static void forget_table(struct reader *r)
{
	free(r->metric.name);
	free(r->metric.unit);
	free(r->metric.better);
	free(r->metric.statistic);
	r->metric = (struct import_metric){ 0 };
	r->form = FORM_NONE;
}

static int set_text(char **field, const char *text)
{
	char *copy = import_label_copy(text, (int)strnlen(text, IMPORT_LABEL_MAX));
	int ret = copy ? record_set_string(field, copy) : -ENOMEM;

	free(copy);
	return ret;
}

static const char *direction(const char *text)
{
	if (strcasestr(text, "lower"))
		return "lower";
	return strcasestr(text, "higher") ? "higher" : NULL;
}

/* 1: it is a field of the head; 0: not; an error. */
static int take_field(struct reader *r, const struct import_line *l)
{
	const char *text;
	int ret = 0;

	if ((text = field_scan(l->text, "Test"))) {
		forget_table(r);
		ret = set_text(&r->metric.name, text);
	} else if ((text = field_scan(l->text, "Units"))) {
		ret = set_text(&r->metric.unit, text);
	} else if ((text = field_scan(l->text, "Interpretation"))) {
		ret = record_set_string(&r->metric.better, direction(text));
	} else if ((text = field_scan(l->text, "Statistic"))) {
		ret = set_text(&r->metric.statistic, text);
	} else {
		return 0;
	}
	return ret ? no_memory(r) : 1;
}

/* Names in "Case:   mainline[pct imp](CV)    new[pct imp](CV)". */
static int take_columns(struct reader *r, const struct import_line *l)
{
	const char *p = strchr(l->text, ':') + 1, *end;

	strlist_release(&r->columns.names);
	r->form = FORM_COLUMNS;
	while ((end = strstr(p, COLUMN_END))) {
		const char *last = end;
		char *name;
		int ret;

		scan_blanks(&p);
		while (last > p && (last[-1] == ' ' || last[-1] == '\t'))
			last--;
		if (last == p || last - p > IMPORT_LABEL_MAX ||
		    r->columns.names.n == IMPORT_COLUMNS_MAX)
			return import_text_error(r->text, l->number, r->e,
						 "expected \"Case: NAME" COLUMN_END " …\"");
		name = import_label_copy(p, (int)(last - p));
		ret = name ? strlist_add(&r->columns.names, name) : -ENOMEM;
		free(name);
		if (ret)
			return no_memory(r);
		p = end + strlen(COLUMN_END);
	}
	return 0;
}

/* --- rows --------------------------------------------------------------------------------- */

/* What the improvement says of the mean, in units of the base; NAN where no direction is known. */
static double exact_ratio(const struct import_metric *m, double change_pct)
{
	if (!m->better)
		return NAN;
	return 1 + (strcmp(m->better, "lower") ? change_pct : -change_pct) / 100;
}

/* The case's own number: "16-groups", "128". */
static int64_t case_n(const char *label)
{
	const char *p = label;
	int64_t n;

	return scan_integer(&p, &n) && (!*p || *p == '-') ? n : -1;
}

/* A row of that case; NULL: memory. */
static struct summary *add_row(struct import_set *s, const struct import_metric *m,
			       const char *label, int len)
{
	struct summary *row = summary_list_add(&s->summaries);
	char *name = row ? import_label_copy(label, len) : NULL;

	if (!name || import_set_metric(s, m) || record_set_string(&row->metric, m->name) ||
	    record_set_string(&row->label, name)) {
		free(name);
		return NULL;
	}
	row->n = case_n(name);
	free(name);
	return row;
}

/* The mean as exactly as it was printed: 1.05 [ -5.30] is 1.053. */
static int fill_row(struct reader *r, struct summary *row, const struct normalized_cell *cell,
		    double base, size_t line)
{
	double exact = base * exact_ratio(&r->metric, cell->change_pct);

	row->mean = row->mean_printed = cell->value;
	row->change_printed_pct = cell->change_pct;
	row->pm = cell->cv_pct;
	row->pm_kind = isnan(row->pm) ? SUMMARY_PM_NONE : SUMMARY_PM_CV_PCT;
	if (fabs(exact - cell->value) <= 0.0051)
		row->mean = exact;
	else if (!isnan(exact) && import_warn(r->out, r->text, line,
					      "%.2f is no change of %+.2f %%; the first is "
					      "taken",
					      cell->value, cell->change_pct))
		return no_memory(r);
	return 0;
}

static int take_cells(struct reader *r, const char *label, int len, const char *cells, size_t line)
{
	struct normalized_cell cell;
	double base = NAN;
	int ret = 0;

	for (int i = 0; !ret && cell_scan(&cells, &cell); i++) {
		struct import_set *s = import_columns_set(&r->columns, i, r->out, r->e);
		struct summary *row = s ? add_row(s, &r->metric, label, len) : NULL;

		if (!i)
			base = cell.value;
		if (!s)
			ret = -EINVAL;
		else if (s->n_metrics > IMPORT_METRICS_MAX)
			ret = import_text_error(r->text, line, r->e, "expected at most %d tests",
						IMPORT_METRICS_MAX);
		else
			ret = row ? fill_row(r, row, &cell, base, line) : no_memory(r);
	}
	return ret;
}

/* "ycsb-cassandra -0.64%": the last column against the first, whose names are those above. */
static int take_change(struct reader *r, const char *label, int len, const char *cells)
{
	struct normalized_cell cell = { 0 };

	if (!r->columns.names.n &&
	    (strlist_add(&r->columns.names, "base") || strlist_add(&r->columns.names, "new")))
		return no_memory(r);
	scan_signed(&cells, &cell.change_pct);
	for (int i = 0; i < 2; i++) {
		int column = i ? (int)r->columns.names.n - 1 : 0;
		struct import_set *s = import_columns_set(&r->columns, column, r->out, r->e);
		struct summary *row = s ? add_row(s, &r->metric, label, len) : NULL;

		if (!row)
			return s ? no_memory(r) : -EINVAL;
		row->mean = i ? exact_ratio(&r->metric, cell.change_pct) : 1;
		row->change_printed_pct = i ? cell.change_pct : 0;
	}
	return 0;
}

static int take_row(struct reader *r, const struct import_line *l)
{
	bool whole = r->form == FORM_COLUMNS;
	const char *cells = scan_row(l->text, whole ? cells_scan : change_scan,
				     whole ? (int)r->columns.names.n : 1);
	const char *label = l->text, *end = cells;

	if (cells) {
		scan_blanks(&label);
		while (end > label && (end[-1] == ' ' || end[-1] == '\t'))
			end--;
	}
	if (!cells || end == label)
		return import_text_error(r->text, l->number, r->e,
					 whole ? "expected a case and %zu times \"1.00 [ -0.00]"
						 "( 8.66)\""
					       : "expected a case and \"-0.64%%\"",
					 r->columns.names.n);
	if (!r->metric.name)
		return import_text_error(r->text, l->number, r->e,
					 "a row without its test; expected \"Test : NAME\" above");
	return whole ? take_cells(r, label, (int)(end - label), cells, l->number)
		     : take_change(r, label, (int)(end - label), cells);
}

/* --- all of it ---------------------------------------------------------------------------- */

/* A row of the form at hand, or one that is broken. */
static bool row_begins(const struct reader *r, const char *line)
{
	if (r->form == FORM_CHANGES)
		return scan_row(line, change_scan, 1) != NULL;
	return r->form == FORM_COLUMNS && strchr(line, '[') && strchr(line, '(');
}

static int take_line(struct reader *r, const struct import_line *l)
{
	int ret;

	if (import_line_blank(l) || scan_ruler(l->text))
		return 0;
	ret = take_field(r, l);
	if (ret)
		return ret < 0 ? ret : 0;
	if (is_columns_head(l->text))
		return take_columns(r, l);
	if (is_changes_head(l->text)) {
		r->form = FORM_CHANGES;
		return 0;
	}
	if (row_begins(r, l->text))
		return take_row(r, l);
	if (r->notes.n < IMPORT_NOTES_MAX && strlist_addf(&r->notes, "%.200s", l->text))
		return no_memory(r);
	return 0;
}

static int normalized_read(const struct import_text *t, const struct import_options *o,
			   struct import_result *out, struct errmsg *e)
{
	struct reader r = { .text = t, .out = out, .e = e };
	int ret = 0;

	(void)o;
	for (size_t i = 0; i < t->n && !ret; i++)
		ret = take_line(&r, &t->lines[i]);
	if (!ret && !out->n_sets)
		ret = import_text_error(t, 1, e,
					"no row; expected \"1-groups 1.00 [ -0.00]"
					"( 8.66)\" under \"Case: NAME" COLUMN_END "\"");
	if (!ret)
		ret = import_note_all(out, &r.notes, e);
	forget_table(&r);
	import_columns_release(&r.columns);
	strlist_release(&r.notes);
	return ret;
}

const struct importer import_normalized = {
	.name = "normalized",
	.help = "a column for each kernel, \"1.00 [ -0.00]( 8.66)\"",
	.sniff = normalized_sniff,
	.read = normalized_read,
};
