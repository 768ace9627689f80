/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One figure a run, as grep found it in their logs; several series are told apart by blank lines or
 * prose between them. The figure may stand on the next line.
 *
 *	$ grep "Time in seconds" *log
 *	sp.C.x.defaultRun.008threads.loop01.log: Time in seconds =
 *	  125.73
 */
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/import_label.h"
#include "report/import_scan.h"
#include "report/import.h"

struct reader {
	const struct import_text *text;
	const struct import_options *options;
	struct import_result *out;
	struct errmsg *e;
	size_t series, runs; /* number of the series, and how many runs it has */
	bool is_apart;       /* a blank line or prose since the last figure */
	struct strlist notes;
	size_t open_line; /* line of a key whose value is still to come; 0: none */
	int64_t open_n;
	const char *key; /* lent; what all lines give */
	int key_len;
};

/* "FILE: Time in seconds = 125.73". */
struct figure {
	const char *file, *key;
	int file_len, key_len;
	double value;
	bool has_value;
};

static int no_memory(struct reader *r)
{
	return errmsg_errno(r->e, ENOMEM, "%s", r->text->name);
}

/* --- lines -------------------------------------------------------------------------------- */

static bool is_time(const char *key, int len)
{
	static const char time[] = "Time in seconds";

	return len >= (int)strlen(time) && !strncmp(key, time, strlen(time));
}

/* Up to the colon behind a name without blanks; that name may be missing. */
static const char *scan_file(const char *line, struct figure *f)
{
	const char *p = line;

	scan_blanks(&p);
	f->file = p;
	f->file_len = (int)strcspn(p, " \t:");
	if (!f->file_len || p[f->file_len] != ':') {
		f->file_len = 0;
		return p;
	}
	return p + f->file_len + 1;
}

/* The words up to "=" or, where a mailer took that for its own, up to the number. */
static const char *scan_key(const char *p, struct figure *f)
{
	const char *end;

	scan_blanks(&p);
	f->key = p;
	while (*p && *p != '=' && !(isdigit((unsigned char)*p) && (p == f->key || p[-1] == ' ')))
		p++;
	for (end = p; end > f->key && (end[-1] == ' ' || end[-1] == '\t');)
		end--;
	f->key_len = (int)(end - f->key);
	return p;
}

static bool figure_scan(const char *line, struct figure *f)
{
	const char *p = scan_file(line, f);
	bool equals;

	p = scan_key(p, f);
	if (!f->key_len || f->key_len > IMPORT_LABEL_MAX || !isalpha((unsigned char)*f->key))
		return false;
	equals = scan_text(&p, "=");
	f->has_value = scan_signed(&p, &f->value);
	return scan_end(&p) && (equals || (is_time(f->key, f->key_len) && f->has_value));
}

/* What tells figures from any other assignment: a log's name, or a time in seconds. */
static bool is_figure(const char *line, struct figure *f)
{
	return figure_scan(line, f) &&
	       (f->file_len ? memmem(f->file, (size_t)f->file_len, ".", 1) != NULL
			    : !strncmp(f->key, "Time in seconds", 15));
}

static size_t figures_sniff(const struct import_text *t)
{
	struct figure f;
	size_t lines = 0;

	for (size_t i = 0; i < t->n; i++)
		lines += is_figure(t->lines[i].text, &f);
	return lines;
}

/* N from "008threads" or "16clients" in a log's name; else 1: one program. */
static int64_t scan_n(const char *file, int len)
{
	static const char *const units[] = { "threads", "thread", "procs",   "tasks",
					     "jobs",    "groups", "clients", "workers" };

	for (int i = 0; i < len; i++) {
		const char *p = file + i;
		int64_t n;

		if (!isdigit((unsigned char)*p) || (i && isdigit((unsigned char)p[-1])) ||
		    !scan_integer(&p, &n))
			continue;
		for (size_t u = 0; u < sizeof(units) / sizeof(*units); u++)
			if (!strncmp(p, units[u], strlen(units[u])))
				return n > 0 && n <= IMPORT_JOBS_MAX ? n : 1;
	}
	return 1;
}

/* --- runs --------------------------------------------------------------------------------- */

/* What the metric is called: by --metric, else by the lines. The caller frees it. */
static char *metric_name(const struct reader *r)
{
	const char *asked = r->options->metric;

	if (asked)
		return import_label_copy(asked, (int)strnlen(asked, IMPORT_LABEL_MAX));
	if (is_time(r->key, r->key_len))
		return strdup("runtime");
	return import_label_copy(r->key, r->key_len);
}

static int describe_metric(const struct reader *r, struct import_set *s, char *name)
{
	struct import_metric m = { .name = name };

	if (is_time(r->key, r->key_len)) {
		m.unit = (char *)"s";
		m.better = (char *)"lower";
	}
	return import_set_metric(s, &m);
}

/* A run of the set with this one figure. */
static int add_run(struct reader *r, struct import_set *s, double value)
{
	struct record *run = import_set_run(s);
	char *name = metric_name(r);
	int ret = !run || !name || describe_metric(r, s, name) ||
		  named_values_set(&run->printed, name, value);

	if (run)
		run->n = r->open_n;
	free(name);
	return ret ? no_memory(r) : 0;
}

static int put_notes(struct reader *r, struct import_set *s)
{
	strlist_for_each (note, &r->notes)
		if (import_set_note(s, *note))
			return -ENOMEM;
	strlist_release(&r->notes);
	return 0;
}

static int put_run(struct reader *r, double value)
{
	struct import_set *s;

	if (r->is_apart && r->runs) {
		r->series++;
		r->runs = 0;
	}
	r->is_apart = false;
	s = import_result_set(r->out, NULL, r->series, r->e);
	if (!s)
		return -EINVAL;
	r->runs++;
	r->open_line = 0;
	return put_notes(r, s) ? no_memory(r) : add_run(r, s, value);
}

static int missing_value(const struct reader *r)
{
	return import_text_error(r->text, r->open_line, r->e,
				 "no value; expected a number here or in the next line");
}

static int take_figure(struct reader *r, const struct figure *f, size_t line)
{
	if (r->open_line)
		return missing_value(r);
	if (r->key && (r->key_len != f->key_len || memcmp(r->key, f->key, (size_t)f->key_len)))
		return import_text_error(r->text, line, r->e,
					 "\"%.*s\"; expected \"%.*s\", one "
					 "metric a file",
					 f->key_len, f->key, r->key_len, r->key);
	r->key = f->key;
	r->key_len = f->key_len;
	r->open_line = line;
	r->open_n = scan_n(f->file, f->file_len);
	return f->has_value ? put_run(r, f->value) : 0;
}

static int take_value(struct reader *r, const char *line)
{
	const char *p = line;
	double value;

	if (!scan_signed(&p, &value) || !scan_end(&p))
		return missing_value(r);
	return put_run(r, value);
}

static int take_line(struct reader *r, const struct import_line *l)
{
	struct figure f;

	if (import_line_blank(l)) {
		r->is_apart |= !r->open_line;
		return 0;
	}
	if (is_figure(l->text, &f))
		return take_figure(r, &f, l->number);
	if (r->open_line)
		return take_value(r, l->text);
	r->is_apart = true;
	if (r->notes.n < IMPORT_NOTES_MAX && strlist_addf(&r->notes, "%.200s", l->text))
		return no_memory(r);
	return 0;
}

static int figures_read(const struct import_text *t, const struct import_options *o,
			struct import_result *out, struct errmsg *e)
{
	struct reader r = { .text = t, .options = o, .out = out, .e = e };
	int ret = 0;

	for (size_t i = 0; i < t->n && !ret; i++)
		ret = take_line(&r, &t->lines[i]);
	if (!ret && r.open_line)
		ret = missing_value(&r);
	if (!ret && !out->n_sets)
		ret = import_text_error(t, 1, e,
					"no figure; expected \"x.log: Time in seconds = 125.73\"");
	strlist_release(&r.notes);
	return ret;
}

const struct importer import_figures = {
	.name = "figures",
	.help = "one figure a run, \"x.log: Time in seconds = 125.73\"",
	.sniff = figures_sniff,
	.read = figures_read,
};
