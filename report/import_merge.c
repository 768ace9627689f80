/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/intmap.h"
#include "report/import.h"
#include "report/import_index.h"
#include "report/import_same.h"

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

/* Where the sets that come together are, and what they have already. */
struct merge {
	struct import_result *out;
	struct errmsg *e;
	struct import_index runs; /* "set key" -> place + 1 */
	struct import_index rows; /* "set metric case n" -> place + 1 */
};

static int no_memory(const struct merge *m)
{
	return errmsg_errno(m->e, ENOMEM, "sets");
}

static size_t place_of(const struct merge *m, const struct import_set *s)
{
	return (size_t)(s - m->out->sets);
}

/* The place of a like run, 0 where the set has none yet; NULL: memory. */
static size_t *find_run(struct merge *m, const struct import_set *to, const struct record *run)
{
	char *key = import_run_key(run), *name = NULL;
	size_t *place = NULL;

	if (key && asprintf(&name, "%zu %s", place_of(m, to), key) >= 0)
		place = import_index_at(&m->runs, name);
	free(name);
	free(key);
	return place;
}

/* Moves the run into the set; 1 when it is dropped because it is there already. */
static int move_run(struct merge *m, struct import_set *to, struct record *run)
{
	size_t *place = to->same_is_one ? find_run(m, to, run) : NULL;
	struct record *mine;

	if (to->same_is_one && !place)
		return -ENOMEM;
	if (place && *place && import_run_same(&to->runs[*place - 1], run))
		return import_run_complete(&to->runs[*place - 1], run) ? -ENOMEM : 1;
	mine = import_set_run(to);
	if (!mine)
		return -ENOMEM;
	record_release(mine);
	*mine = *run;
	*run = (struct record){ 0 };
	if (place && !*place)
		*place = to->n_runs;
	return 0;
}

static int move_runs(struct merge *m, struct import_set *to, struct import_set *from)
{
	const struct import_text place = { .name = from->files.n ? from->files.v[0] : (char *)"-" };

	to->same_is_one |= from->same_is_one;
	for (size_t i = 0; i < from->n_runs; i++) {
		long long n = from->runs[i].n;
		int ret = move_run(m, to, &from->runs[i]);

		if (ret < 0 || (ret && import_warn(m->out, &place, 0,
						   "N=%lld: a table that is there already; one is "
						   "kept",
						   n)))
			return no_memory(m);
	}
	return 0;
}

static bool same_number(double a, double b)
{
	return a == b || (a != a && b != b);
}

/* The place of the set's row of that name, 0 where it has none yet; NULL: memory. */
static size_t *find_row(struct merge *m, const struct import_set *to, const struct summary *row)
{
	char *name = NULL;
	size_t *place = NULL;

	if (asprintf(&name, "%zu\n%s\n%s\n%lld", place_of(m, to), row->metric,
		     row->label ? row->label : "", (long long)row->n) >= 0)
		place = import_index_at(&m->rows, name);
	free(name);
	return place;
}

static int refuse_row(const struct import_set *from, const struct summary *row, struct errmsg *e)
{
	return errmsg_set(e, EINVAL,
			  "%s: %s%s%s, N=%lld: a second value that differs from the first; "
			  "expected one a set, name the sets with --labels",
			  from->files.n ? from->files.v[0] : "-", row->metric,
			  row->label ? " " : "", row->label ? row->label : "", (long long)row->n);
}

static int move_row(struct merge *m, struct import_set *to, const struct import_set *from,
		    struct summary *row)
{
	size_t *place = find_row(m, to, row);
	struct summary *mine;

	if (place && *place) {
		mine = &to->summaries.v[*place - 1];
		if (same_number(mine->mean, row->mean) && same_number(mine->pm, row->pm))
			return 0;
		return refuse_row(from, row, m->e);
	}
	mine = place ? summary_list_add(&to->summaries) : NULL;
	if (!mine)
		return no_memory(m);
	*mine = *row;
	*row = (struct summary){ 0 };
	*place = to->summaries.n;
	return 0;
}

static int move_summaries(struct merge *m, struct import_set *to, struct import_set *from)
{
	int ret = 0;

	for (size_t i = 0; i < from->summaries.n && !ret; i++)
		ret = move_row(m, to, from, &from->summaries.v[i]);
	return ret;
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

static int move_set(struct merge *m, struct import_set *from)
{
	struct import_set *to = import_result_set(m->out, from->label, from->series, m->e);
	int ret;

	if (!to)
		return -EINVAL;
	if (move_facts(to, from))
		return no_memory(m);
	ret = move_runs(m, to, from);
	return ret ? ret : move_summaries(m, to, from);
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
	struct merge m = { .out = out, .e = e };
	int ret = 0;

	for (size_t i = 0; i < n && !ret; i++) {
		for (size_t s = 0; s < from[i].n_sets && !ret; s++)
			ret = move_set(&m, &from[i].sets[s]);
		if (!ret && move_warnings(out, &from[i]))
			ret = no_memory(&m);
	}
	import_index_release(&m.runs);
	import_index_release(&m.rows);
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
