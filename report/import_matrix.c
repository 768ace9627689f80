/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The summary of 2002: a column for each scheduler, N x (U, TU, E, H) as rows.
 *
 *	Scheduler: A B C D E F
 *	N=4 U 28.12 30.77 33.00 - 27.20 30.29
 *	TU 112.55 123.13 132.08 - 108.88 121.25
 *
 * Our own matrix has no "Scheduler:" before its names; what it computes (E-H, the rows of %) is
 *passed over. "-" was not measured, "(33.32)" and "(-)" under other conditions.
 */
#include <errno.h>
#include <string.h>

#include "report/import_columns.h"

struct reader {
	const struct import_text *text;
	struct import_result *out;
	struct errmsg *e;
	struct import_columns columns;
	struct strlist notes;
	const char *head;  /* lent: names of the columns; NULL: none so far */
	const char *prose; /* lent: the line above, which may be names, too */
	int64_t n;         /* of the rows that follow; -1 */
};

struct matrix_row {
	int64_t n; /* -1: that of the row above */
	const struct classic_metric *metric;
	const char *cells;
};

static int no_memory(struct reader *r)
{
	return errmsg_errno(r->e, ENOMEM, "%s", r->text->name);
}

/* "N=4 U …" or "TU …"; what follows need not be right. */
static bool row_scan(const char *line, struct matrix_row *row)
{
	const char *p = line, *word;
	int len;

	row->n = -1;
	if (scan_text(&p, "N =") && !scan_integer(&p, &row->n))
		return false;
	if (!scan_word(&p, &word, &len))
		return false;
	row->metric = classic_metric_symbol(word, len);
	row->cells = p;
	return row->metric && scan_cells(p, 1 + IMPORT_COLUMNS_MAX);
}

/* A row of the right kind whose cells cannot be read. */
static bool row_begins(const char *line)
{
	const char *p = line, *word;
	int64_t n;
	int len;

	return scan_text(&p, "N =") && scan_integer(&p, &n) && scan_word(&p, &word, &len) &&
	       classic_metric_symbol(word, len);
}

/* "Scheduler: A B C": the names. */
static const char *head_scan(const char *line)
{
	const char *p = line, *word;
	int len;

	if (!scan_word(&p, &word, &len) || word[len - 1] != ':' || len < 2 || scan_end(&p))
		return NULL;
	return p;
}

static size_t matrix_sniff(const struct import_text *t)
{
	struct matrix_row row;
	size_t lines = 0;
	int64_t n = -1;

	for (size_t i = 0; i < t->n; i++) {
		if (!row_scan(t->lines[i].text, &row))
			continue;
		n = row.n > 0 ? row.n : n;
		lines += n > 0;
	}
	return lines;
}

static int take_columns(struct reader *r, const struct matrix_row *row, size_t line)
{
	int columns = scan_cells(row->cells, IMPORT_COLUMNS_MAX), ret;

	if (!r->columns.names.n && !r->head)
		r->head = r->prose;
	if (!r->head)
		return import_text_error(
			r->text, line, r->e,
			"a row without names; expected \"Scheduler: A B C\" above");
	if (row->n <= 0 && r->n <= 0)
		return import_text_error(r->text, line, r->e,
					 "expected \"N=4 U …\", the N of "
					 "the row");
	ret = import_columns_take(&r->columns, r->head, columns);
	if (ret > 0 && r->columns.names.n == (size_t)columns)
		return 0; /* the last line with a colon was prose */
	if (ret > 0)
		return import_text_error(r->text, line, r->e,
					 "%d values; expected one for each of the names \"%.100s\"",
					 columns, r->head);
	return ret ? no_memory(r) : 0;
}

static int take_row(struct reader *r, const struct matrix_row *row, size_t line)
{
	const char *p = row->cells;
	struct scan_cell cell;
	int ret = take_columns(r, row, line);

	if (!ret && row->n > 0)
		r->n = row->n;
	for (int i = 0; !ret && scan_cell(&p, &cell); i++) {
		struct import_set *set = import_columns_set(&r->columns, i, r->out, r->e);

		if (!set)
			ret = -EINVAL;
		else if (import_put_cell(set, row->metric, r->n, -1, &cell))
			ret = no_memory(r);
	}
	return ret;
}

/* "E-H? 1.0 2.0" and "+9.4% (-0.5%)". */
static bool is_derived(const char *line)
{
	const char *p = line;

	return scan_text(&p, "E-H") || !line[strspn(line, "+-.%()0123456789 \t")];
}

static int take_line(struct reader *r, const struct import_line *l)
{
	struct matrix_row row;

	if (import_line_blank(l) || scan_ruler(l->text))
		return 0;
	if (row_scan(l->text, &row))
		return take_row(r, &row, l->number);
	if (row_begins(l->text))
		return import_text_error(
			r->text, l->number, r->e,
			"expected \"N=4 U 28.12 30.77\", values, \"-\" or \"(…)\"");
	if (is_derived(l->text))
		return 0;
	if (head_scan(l->text)) {
		r->head = head_scan(l->text);
		return 0;
	}
	r->prose = l->text;
	if (r->notes.n < IMPORT_NOTES_MAX && strlist_addf(&r->notes, "%.200s", l->text))
		return no_memory(r);
	return 0;
}

static int matrix_read(const struct import_text *t, const struct import_options *o,
		       struct import_result *out, struct errmsg *e)
{
	struct reader r = { .text = t, .out = out, .e = e, .n = -1 };
	int ret = 0;

	(void)o;
	for (size_t i = 0; i < t->n && !ret; i++)
		ret = take_line(&r, &t->lines[i]);
	if (!ret && !out->n_sets)
		ret = import_text_error(t, 1, e, "no row; expected \"N=4 U 28.12 30.77\"");
	if (!ret)
		ret = import_note_all(out, &r.notes, e);
	import_columns_release(&r.columns);
	strlist_release(&r.notes);
	return ret;
}

const struct importer import_matrix = {
	.name = "matrix",
	.help = "a column for each scheduler, \"N=4 U 28.12 30.77 …\"",
	.sniff = matrix_sniff,
	.read = matrix_read,
};
