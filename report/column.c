/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "report/column.h"
#include "report/comparable.h"

/* --- grouping -------------------------------------------------------------------------------- */

static struct column *column_find(struct columns *c, const char *label)
{
	assert(label);
	for (size_t i = 0; i < c->n; i++)
		if (!strcmp(c->v[i].label, label))
			return &c->v[i];
	return NULL;
}

static int pool(struct column *c, const struct set *s, struct errmsg *e)
{
	const struct set **grown = reallocarray(c->sets, c->n_sets + 1, sizeof(*grown));

	if (!grown)
		return errmsg_errno(e, ENOMEM, "%s", c->label);
	c->sets = grown;
	c->sets[c->n_sets++] = s;
	return c->n_sets > 1 ? comparable_pool(c->sets[0], s, e) : 0;
}

static int group(struct columns *c, const struct set *sets, size_t n_sets, struct errmsg *e)
{
	int err = 0;

	c->v = calloc(n_sets + 1, sizeof(*c->v));
	if (!c->v)
		return errmsg_errno(e, ENOMEM, "sets");
	for (size_t i = 0; !err && i < n_sets; i++) {
		struct column *column = column_find(c, sets[i].label);

		if (!column) {
			column = &c->v[c->n++];
			column->label = sets[i].label;
		}
		err = pool(column, &sets[i], e);
	}
	return err;
}

/* --- runs ------------------------------------------------------------------------------------ */

static int boot_number(struct column *c, const struct set *s, int boot)
{
	if (boot < 0)
		return -1;
	for (size_t i = c->boots.n; i-- > 0;)
		if (!strcmp(c->boots.v[i], s->boots.v[boot]))
			return (int)i;
	return strlist_add(&c->boots, s->boots.v[boot]) ? -1 : (int)c->boots.n - 1;
}

static int run_compare(const void *a, const void *b)
{
	const struct column_run *x = a, *y = b;

	return (x->run->n > y->run->n) - (x->run->n < y->run->n);
}

/* mergesort() in all but name: glibc's qsort() of large arrays need not be stable. */
static void sort_by_n(struct column_run *v, struct column_run *spare, size_t n)
{
	size_t half = n / 2, i = 0, k = half, out = 0;

	if (n < 2)
		return;
	sort_by_n(v, spare, half);
	sort_by_n(v + half, spare, n - half);
	memcpy(spare, v, n * sizeof(*v));
	while (out < n)
		v[out++] = k == n || (i < half && run_compare(&spare[i], &spare[k]) <= 0)
				   ? spare[i++]
				   : spare[k++];
}

static int collect_runs(struct column *c)
{
	struct column_run *spare;
	size_t room = 1;

	for (size_t i = 0; i < c->n_sets; i++)
		room += c->sets[i]->n_runs;
	c->runs = calloc(room, sizeof(*c->runs));
	spare = calloc(room, sizeof(*spare));
	if (!c->runs || !spare) {
		free(spare);
		return -ENOMEM;
	}
	for (size_t i = 0; i < c->n_sets; i++) {
		const struct set *s = c->sets[i];

		for (size_t k = 0; k < s->n_runs; k++)
			c->runs[c->n_runs++] =
				(struct column_run){ &s->runs[k],
						     boot_number(c, s, s->runs[k].boot) };
	}
	sort_by_n(c->runs, spare, c->n_runs);
	free(spare);
	return 0;
}

/* First run with at least so many jobs. */
static size_t lower_bound(const struct column *c, int64_t n_jobs)
{
	size_t lo = 0, hi = c->n_runs;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if (c->runs[mid].run->n < n_jobs)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

const struct column_run *column_runs(const struct column *c, int64_t n_jobs, size_t *n)
{
	size_t from = lower_bound(c, n_jobs);

	*n = lower_bound(c, n_jobs + 1) - from;
	return c->runs + from;
}

/* --- bases ----------------------------------------------------------------------------------- */

static int no_such_label(const char *label, struct errmsg *e)
{
	return errmsg_set(e, EINVAL, "--base: '%s' is none of the sets", label);
}

/* "SET:BASE", split at the colon that leaves two labels: a label may hold one itself. */
static int family_base(struct columns *c, const char *text, struct errmsg *e)
{
	for (const char *colon = strchr(text, ':'); colon; colon = strchr(colon + 1, ':')) {
		char *label = strndup(text, (size_t)(colon - text));
		struct column *set = label ? column_find(c, label) : NULL;
		struct column *base = column_find(c, colon + 1);

		free(label);
		if (set && base) {
			set->base = (size_t)(base - c->v);
			set->own_base = true;
			return 0;
		}
	}
	return no_such_label(text, e);
}

static void find_families(struct columns *c)
{
	for (size_t i = 0; i < c->n; i++)
		if (c->v[i].base != i && c->v[i].base != c->first_base)
			c->families = true;
}

static int choose_bases(struct columns *c, const struct options *o, struct errmsg *e)
{
	int err = 0;

	strlist_for_each (text, &o->bases) {
		struct column *base = column_find(c, *text);

		if (base)
			c->first_base = (size_t)(base - c->v);
	}
	for (size_t i = 0; i < c->n; i++)
		c->v[i].base = c->first_base;
	strlist_for_each (text, &o->bases)
		if (!err && !column_find(c, *text))
			err = family_base(c, *text, e);
	/* What others are judged against is not itself judged against the first set. */
	for (size_t i = 0; i < c->n; i++) {
		struct column *base = &c->v[c->v[i].base];

		if (!base->own_base)
			base->base = (size_t)(base - c->v);
	}
	find_families(c);
	return err;
}

int columns_make(struct columns *c, const struct set *sets, size_t n_sets, const struct options *o,
		 struct errmsg *e)
{
	int err;

	*c = (struct columns){ 0 };
	err = group(c, sets, n_sets, e);
	for (size_t i = 0; !err && i < c->n; i++)
		if (collect_runs(&c->v[i]))
			err = errmsg_errno(e, ENOMEM, "%s", c->v[i].label);
	if (!err)
		err = choose_bases(c, o, e);
	if (err)
		columns_release(c);
	return err;
}

void columns_release(struct columns *c)
{
	for (size_t i = 0; i < c->n; i++) {
		free(c->v[i].sets);
		free(c->v[i].runs);
		strlist_release(&c->v[i].boots);
	}
	free(c->v);
	*c = (struct columns){ 0 };
}
