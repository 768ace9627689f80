/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/import.h"

/* --- sets --------------------------------------------------------------------------------- */

static void metric_release(struct import_metric *m)
{
	free(m->name);
	free(m->title);
	free(m->unit);
	free(m->better);
	free(m->statistic);
	*m = (struct import_metric){ 0 };
}

void import_set_release(struct import_set *s)
{
	for (size_t i = 0; i < s->n_runs; i++)
		record_release(&s->runs[i]);
	for (size_t i = 0; i < s->n_metrics; i++)
		metric_release(&s->metrics[i]);
	free(s->runs);
	free(s->metrics);
	free(s->label);
	free(s->title);
	strlist_release(&s->files);
	strlist_release(&s->notes);
	summary_list_release(&s->summaries);
	*s = (struct import_set){ 0 };
}

struct record *import_set_run(struct import_set *s)
{
	if (s->n_runs == s->room_runs) {
		size_t room = s->room_runs ? 2 * s->room_runs : 8;
		struct record *grown = reallocarray(s->runs, room, sizeof(*grown));

		if (!grown)
			return NULL;
		s->runs = grown;
		s->room_runs = room;
	}
	record_init(&s->runs[s->n_runs]);
	if (record_set_string(&s->runs[s->n_runs].status, "ok"))
		return NULL;
	return &s->runs[s->n_runs++];
}

static struct import_metric *metric_slot(struct import_set *s, const char *name)
{
	struct import_metric *grown;

	for (size_t i = 0; i < s->n_metrics; i++)
		if (!strcmp(s->metrics[i].name, name))
			return &s->metrics[i];
	grown = reallocarray(s->metrics, s->n_metrics + 1, sizeof(*grown));
	if (!grown)
		return NULL;
	s->metrics = grown;
	s->metrics[s->n_metrics] = (struct import_metric){ .name = strdup(name) };
	return s->metrics[s->n_metrics].name ? &s->metrics[s->n_metrics++] : NULL;
}

static int set_known(char **field, const char *value)
{
	return value ? record_set_string(field, value) : 0;
}

int import_set_metric(struct import_set *s, const struct import_metric *m)
{
	struct import_metric *mine = metric_slot(s, m->name);

	if (!mine || set_known(&mine->title, m->title) || set_known(&mine->unit, m->unit) ||
	    set_known(&mine->better, m->better) || set_known(&mine->statistic, m->statistic))
		return -ENOMEM;
	return 0;
}

int import_set_note(struct import_set *s, const char *text)
{
	while (*text == ' ' || *text == '\t')
		text++;
	return s->notes.n < IMPORT_NOTES_MAX ? strlist_add_once(&s->notes, text) : 0;
}

/* --- results ------------------------------------------------------------------------------ */

static bool is_set(const struct import_set *s, const char *label, size_t series)
{
	if (!label || !s->label)
		return !label && !s->label && s->series == series;
	return !strcmp(s->label, label);
}

struct import_set *import_result_set(struct import_result *r, const char *label, size_t series,
				     struct errmsg *e)
{
	struct import_set *grown, set = { .series = series };

	for (size_t i = 0; i < r->n_sets; i++)
		if (is_set(&r->sets[i], label, series))
			return &r->sets[i];
	if (r->n_sets == IMPORT_SETS_MAX) {
		errmsg_set(e, EINVAL, "more than %d sets", IMPORT_SETS_MAX);
		return NULL;
	}
	grown = reallocarray(r->sets, r->n_sets + 1, sizeof(*grown));
	if (grown)
		r->sets = grown;
	if (!grown || record_set_string(&set.label, label)) {
		errmsg_errno(e, ENOMEM, "a set");
		return NULL;
	}
	r->sets[r->n_sets] = set;
	return &r->sets[r->n_sets++];
}

int import_note_all(struct import_result *r, const struct strlist *notes, struct errmsg *e)
{
	for (size_t i = 0; i < r->n_sets; i++)
		strlist_for_each (note, notes)
			if (import_set_note(&r->sets[i], *note))
				return errmsg_errno(e, ENOMEM, "notes");
	return 0;
}

int import_warn(struct import_result *r, const struct import_text *t, size_t line, const char *fmt,
		...)
{
	struct errmsg text;
	va_list ap;

	if (r->n_warnings++ >= IMPORT_WARNINGS_MAX)
		return 0;
	va_start(ap, fmt);
	vsnprintf(text.text, sizeof(text.text), fmt, ap);
	va_end(ap);
	if (!line)
		return strlist_addf(&r->warnings, "%s: %s", t->name, text.text);
	return strlist_addf(&r->warnings, "%s:%zu: %s", t->name, line, text.text);
}

void import_result_release(struct import_result *r)
{
	for (size_t i = 0; i < r->n_sets; i++)
		import_set_release(&r->sets[i]);
	free(r->sets);
	strlist_release(&r->warnings);
	*r = (struct import_result){ 0 };
}
