/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/extra_table.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "report/text.h"

static size_t n_columns(const struct extra_table *t)
{
	return t->extra ? t->extra->n_columns : 0;
}

static const struct job_column *column_at(const struct extra_table *t, size_t i)
{
	return &job_column_table[t->extra->columns[i].place];
}

/* An event is headed by its name alone. The caller frees it. */
static char *header_of(const struct extra_table *t, size_t i)
{
	const char *event = t->extra->columns[i].event;
	char header[64];

	if (event)
		return text_clean(event);
	job_column_header(column_at(t, i), header, sizeof(header));
	return strdup(header);
}

static int max_int(int a, int b)
{
	return a > b ? a : b;
}

/* A header fits all values that it stands over. */
static int width_of(const struct extra_table *t, size_t column)
{
	int width = (int)text_width(t->headers[column]);

	for (size_t i = 0; i < t->n_jobs; i++)
		width = max_int(width, (int)text_width(t->cells[i * n_columns(t) + column]));
	return width;
}

static int fill_row(struct extra_table *t, size_t job, struct job_view *v)
{
	for (size_t k = 0; k < n_columns(t); k++) {
		char *cell;

		v->event = t->extra->columns[k].event;
		cell = job_column_value(column_at(t, k), v);
		if (!cell)
			return -ENOMEM;
		t->cells[job * n_columns(t) + k] = cell;
	}
	return 0;
}

static int fill(struct extra_table *t, const struct set *s, const struct set_run *r)
{
	int err = 0;

	for (size_t i = 0; !err && i < t->n_jobs; i++) {
		struct job_view v = {
			.set = s,
			.job = &r->jobs[i],
			.record = &t->record->jobs[i],
		};

		err = fill_row(t, i, &v);
	}
	for (size_t k = 0; !err && k < n_columns(t); k++) {
		t->headers[k] = header_of(t, k);
		if (!t->headers[k])
			return -ENOMEM;
		t->widths[k] = width_of(t, k);
	}
	return err;
}

int extra_table_make(struct extra_table *t, const struct extra *x, const struct set *s,
		     const struct set_run *r)
{
	int err = -ENOMEM;

	*t = (struct extra_table){ .record = set_record(s, r) };
	if (!x || !t->record)
		return 0;
	t->extra = x;
	t->n_jobs = r->n_jobs;
	t->cells = calloc(t->n_jobs * n_columns(t) + 1, sizeof(*t->cells));
	t->headers = calloc(n_columns(t) + 1, sizeof(*t->headers));
	t->widths = calloc(n_columns(t) + 1, sizeof(*t->widths));
	if (t->cells && t->headers && t->widths)
		err = fill(t, s, r);
	if (err)
		extra_table_release(t);
	return err;
}

void extra_table_print_header(const struct extra_table *t, FILE *out)
{
	if (n_columns(t))
		fputs(" |", out);
	for (size_t k = 0; k < n_columns(t); k++) {
		fputc(' ', out);
		text_put_right(out, t->headers[k], (size_t)t->widths[k]);
	}
}

void extra_table_print_row(const struct extra_table *t, size_t job, FILE *out)
{
	if (n_columns(t))
		fputs(" |", out);
	for (size_t k = 0; k < n_columns(t); k++) {
		fputc(' ', out);
		text_put_right(out, t->cells[job * n_columns(t) + k], (size_t)t->widths[k]);
	}
}

void extra_table_print_lines(const struct extra_table *t, FILE *out)
{
	for (size_t i = 0; t->extra && i < t->extra->n_lines; i++)
		run_line_print(&run_line_table[t->extra->lines[i]], t->record, out);
}

void extra_table_release(struct extra_table *t)
{
	for (size_t i = 0; t->cells && i < t->n_jobs * n_columns(t); i++)
		free(t->cells[i]);
	for (size_t k = 0; t->headers && k < n_columns(t); k++)
		free(t->headers[k]);
	free(t->cells);
	free(t->headers);
	free(t->widths);
	*t = (struct extra_table){ 0 };
}
