/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/intmap.h"
#include "report/import.h"

/* What --labels can name. */
struct series_count {
	size_t all, nameless;        /* series of every file */
	size_t nameless_of_one_file; /* at most */
	size_t files;
};

/* --- labels ------------------------------------------------------------------------------- */

static struct series_count count_series(const struct import_result *from, size_t n)
{
	struct series_count c = { .files = n };

	for (size_t i = 0; i < n; i++) {
		size_t nameless = 0;

		for (size_t s = 0; s < from[i].n_sets; s++)
			nameless += !from[i].sets[s].label;
		c.all += from[i].n_sets;
		c.nameless += nameless;
		if (nameless > c.nameless_of_one_file)
			c.nameless_of_one_file = nameless;
	}
	return c;
}

static int label_in_order(struct import_result *from, size_t n, const struct strlist *labels,
			  bool nameless_only)
{
	size_t next = 0;

	for (size_t i = 0; i < n; i++) {
		for (size_t s = 0; s < from[i].n_sets; s++) {
			struct import_set *set = &from[i].sets[s];

			if (nameless_only && set->label)
				continue;
			if (record_set_string(&set->label, labels->v[next++]))
				return -ENOMEM;
		}
	}
	return 0;
}

static int label_by_series(struct import_result *from, size_t n, const struct strlist *labels)
{
	for (size_t i = 0; i < n; i++) {
		for (size_t s = 0; s < from[i].n_sets; s++) {
			struct import_set *set = &from[i].sets[s];

			if (!set->label && set->series < labels->n &&
			    record_set_string(&set->label, labels->v[set->series]))
				return -ENOMEM;
		}
	}
	return 0;
}

/* Labels that go to series, before series become sets. 1: they fit none, it is up to the sets. */
static int label_series(struct import_result *from, size_t n, const struct strlist *labels)
{
	struct series_count c = count_series(from, n);

	if (c.nameless && labels->n == c.nameless)
		return label_in_order(from, n, labels, true);
	if (c.nameless && labels->n == c.nameless_of_one_file)
		return label_by_series(from, n, labels);
	if (labels->n == c.all)
		return label_in_order(from, n, labels, false);
	return 1;
}

/* --- one set out of several --------------------------------------------------------------- */

/* Of every run of a set, so that 10,000 are compared without keeping their lines. */
struct hashes {
	uint64_t *v;
	size_t n, room;
};

/* FNV-1a, 64 bits (Fowler, Noll, Vo). */
static uint64_t hash_of(const char *s)
{
	uint64_t h = UINT64_C(0xcbf29ce484222325);

	while (*s)
		h = (h ^ (unsigned char)*s++) * UINT64_C(0x100000001b3);
	return h;
}

static int hashes_add(struct hashes *l, uint64_t hash)
{
	if (l->n == l->room) {
		size_t room = l->room ? 2 * l->room : 64;
		uint64_t *grown = reallocarray(l->v, room, sizeof(*grown));

		if (!grown)
			return -ENOMEM;
		l->v = grown;
		l->room = room;
	}
	l->v[l->n++] = hash;
	return 0;
}

/* 1: the set has a run that prints the same line. Numbers of runs are given out later. */
static int has_run(const struct import_set *s, const struct hashes *known, const char *line,
		   uint64_t hash)
{
	for (size_t i = 0; i < s->n_runs; i++) {
		char *other;
		bool same;

		if (known->v[i] != hash)
			continue;
		other = record_write(&s->runs[i]);
		if (!other)
			return -ENOMEM;
		same = !strcmp(line, other);
		free(other);
		if (same)
			return 1;
	}
	return 0;
}

/* Moves the run into the set; 1 when it is dropped because it is there already. */
static int move_run(struct import_set *to, struct hashes *known, struct record *run)
{
	char *line = to->same_is_one ? record_write(run) : NULL;
	uint64_t hash = line ? hash_of(line) : 0;
	struct record *mine;
	int ret = 0;

	if (to->same_is_one)
		ret = line ? has_run(to, known, line, hash) : -ENOMEM;
	free(line);
	if (ret)
		return ret;
	if (hashes_add(known, hash))
		return -ENOMEM;
	mine = import_set_run(to);
	if (!mine)
		return -ENOMEM;
	record_release(mine);
	*mine = *run;
	*run = (struct record){ 0 };
	return 0;
}

static int move_runs(struct import_result *out, struct import_set *to, struct hashes *known,
		     struct import_set *from)
{
	const struct import_text place = { .name = from->files.n ? from->files.v[0] : (char *)"-" };

	to->same_is_one |= from->same_is_one;
	for (size_t i = 0; i < from->n_runs; i++) {
		long long n = from->runs[i].n;
		int ret = move_run(to, known, &from->runs[i]);

		if (ret < 0 || (ret && import_warn(out, &place, 0,
						   "N=%lld: a table that is there "
						   "already; one is kept",
						   n)))
			return -ENOMEM;
	}
	return 0;
}

static bool same_text(const char *a, const char *b)
{
	return a && b ? !strcmp(a, b) : a == b;
}

static bool same_number(double a, double b)
{
	return a == b || (a != a && b != b);
}

static const struct summary *find_row(const struct import_set *s, const struct summary *like)
{
	for (size_t i = 0; i < s->summaries.n; i++) {
		const struct summary *row = &s->summaries.v[i];

		if (!strcmp(row->metric, like->metric) && same_text(row->label, like->label) &&
		    row->n == like->n)
			return row;
	}
	return NULL;
}

static int refuse_row(const struct import_set *from, const struct summary *row, struct errmsg *e)
{
	return errmsg_set(e, EINVAL,
			  "%s: %s%s%s, N=%lld: a second value that differs from the first; "
			  "expected one a set, name the sets with --labels",
			  from->files.n ? from->files.v[0] : "-", row->metric,
			  row->label ? " " : "", row->label ? row->label : "", (long long)row->n);
}

static int move_summaries(struct import_set *to, struct import_set *from, struct errmsg *e)
{
	for (size_t i = 0; i < from->summaries.n; i++) {
		struct summary *row = &from->summaries.v[i], *mine;
		const struct summary *there = find_row(to, row);

		if (there && same_number(there->mean, row->mean) && same_number(there->pm, row->pm))
			continue;
		if (there)
			return refuse_row(from, row, e);
		mine = summary_list_add(&to->summaries);
		if (!mine)
			return errmsg_errno(e, ENOMEM, "a set");
		*mine = *row;
		*row = (struct summary){ 0 };
	}
	return 0;
}

static int move_facts(struct import_set *to, const struct import_set *from)
{
	if (from->title && record_set_string(&to->title, from->title))
		return -ENOMEM;
	strlist_for_each (file, &from->files)
		if (strlist_add_once(&to->files, *file))
			return -ENOMEM;
	strlist_for_each (note, &from->notes)
		if (import_set_note(to, *note))
			return -ENOMEM;
	for (size_t i = 0; i < from->n_metrics; i++)
		if (import_set_metric(to, &from->metrics[i]))
			return -ENOMEM;
	return 0;
}

static int move_set(struct import_result *out, struct hashes *known, struct import_set *from,
		    struct errmsg *e)
{
	struct import_set *to = import_result_set(out, from->label, from->series, e);

	if (!to)
		return -EINVAL;
	if (move_facts(to, from) || move_runs(out, to, &known[to - out->sets], from))
		return errmsg_errno(e, ENOMEM, "a set");
	return move_summaries(to, from, e);
}

static int move_warnings(struct import_result *out, const struct import_result *from)
{
	out->n_warnings += from->n_warnings;
	strlist_for_each (warning, &from->warnings)
		if (out->warnings.n < IMPORT_WARNINGS_MAX && strlist_add(&out->warnings, *warning))
			return -ENOMEM;
	return 0;
}

static int move_all(struct import_result *from, size_t n, struct import_result *out,
		    struct errmsg *e)
{
	struct hashes *known = calloc(IMPORT_SETS_MAX, sizeof(*known));
	int ret = known ? 0 : errmsg_errno(e, ENOMEM, "sets");

	for (size_t i = 0; i < n && !ret; i++) {
		for (size_t s = 0; s < from[i].n_sets && !ret; s++)
			ret = move_set(out, known, &from[i].sets[s], e);
		if (!ret && move_warnings(out, &from[i]))
			ret = errmsg_errno(e, ENOMEM, "sets");
	}
	for (size_t i = 0; known && i < IMPORT_SETS_MAX; i++)
		free(known[i].v);
	free(known);
	return ret;
}

/* --- after that --------------------------------------------------------------------------- */

static int label_sets(struct import_result *out, const struct strlist *labels,
		      const struct series_count *c, struct errmsg *e)
{
	if (labels->n != out->n_sets)
		return errmsg_set(e, EINVAL,
				  "--labels gives %zu names; expected %zu, one a series (%zu of "
				  "them have no name, there are %zu sets)",
				  labels->n, c->all, c->nameless, out->n_sets);
	for (size_t i = 0; i < out->n_sets; i++)
		if (record_set_string(&out->sets[i].label, labels->v[i]))
			return errmsg_errno(e, ENOMEM, "labels");
	return 0;
}

/* Runs count from 1 in a set, repeats from 1 in each N. */
static int number_runs(struct import_set *s)
{
	struct intmap repeats = { 0 };
	int ret = 0;

	for (size_t i = 0; i < s->n_runs && !ret; i++) {
		struct record *run = &s->runs[i];

		ret = intmap_add(&repeats, (int)run->n, 1);
		run->run = (int64_t)i + 1;
		if (run->repeat < 0)
			run->repeat = intmap_get(&repeats, (int)run->n);
	}
	intmap_release(&repeats);
	return ret;
}

int import_merge(struct import_result *from, size_t n, const struct import_options *o,
		 struct import_result *out, struct errmsg *e)
{
	struct series_count c = count_series(from, n);
	int named = o->labels.n ? label_series(from, n, &o->labels) : 0;
	int ret = named < 0 ? errmsg_errno(e, ENOMEM, "labels") : move_all(from, n, out, e);

	if (!ret && named > 0)
		ret = label_sets(out, &o->labels, &c, e);
	for (size_t i = 0; i < out->n_sets && !ret; i++)
		if (number_runs(&out->sets[i]))
			ret = errmsg_errno(e, ENOMEM, "runs");
	for (size_t i = 0; i < n; i++)
		import_result_release(&from[i]);
	return ret;
}
