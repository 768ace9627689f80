/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "report/residency_view.h"

static int view_make(struct residency_view *v, const struct set *s, size_t n)
{
	int err = places_of_set(&v->places, s);

	if (err)
		return err;
	v->rows = calloc(n + 1, sizeof(*v->rows));
	if (!v->rows)
		return -ENOMEM;
	for (; v->n < n; v->n++) {
		v->rows[v->n].shares = calloc(v->places.n + 1, sizeof(double));
		if (!v->rows[v->n].shares)
			return -ENOMEM;
	}
	return 0;
}

void residency_view_release(struct residency_view *v)
{
	for (size_t i = 0; i < v->n; i++)
		free(v->rows[i].shares);
	free(v->rows);
	places_release(&v->places);
	*v = (struct residency_view){ 0 };
}

static void take_shares(const struct residency_view *v, struct residency_row *row,
			const struct set_share *shares, size_t n)
{
	for (size_t i = 0; i < v->places.n; i++)
		row->shares[i] = n ? 0 : NAN;
	for (size_t i = 0; i < n; i++) {
		int place = places_find(&v->places, shares[i].node);

		if (place >= 0)
			row->shares[place] = shares[i].share;
	}
}

static double on_home(const struct set_job *j)
{
	return j->home >= 0 ? set_job_share(j, j->home) : NAN;
}

static void take_job(const struct residency_view *v, struct residency_row *row,
		     const struct set_job *j)
{
	row->job = j->number;
	row->star = set_job_star(j);
	row->start = j->node_start;
	row->home = j->home;
	row->user_ns = j->user_ns < 0 ? NAN : (double)j->user_ns;
	row->at_home = on_home(j);
	row->at_home_sd = NAN;
	take_shares(v, row, j->shares, j->n_shares);
}

static void take_disturbance(const struct residency_view *v, struct residency_row *row,
			     const struct set_disturbance *d)
{
	*row = (struct residency_row){ .star = -1,
				       .start = -1,
				       .home = -1,
				       .shares = row->shares,
				       .user_ns = NAN,
				       .at_home = NAN,
				       .at_home_sd = NAN };
	take_shares(v, row, d->shares, d->n_shares);
}

static int strays_before(const void *a, const void *b)
{
	const struct residency_row *x = a, *y = b;

	if ((x->job == 0) != (y->job == 0))
		return x->job == 0 ? 1 : -1;
	if (x->star != y->star)
		return x->star > y->star ? -1 : 1;
	return (x->job > y->job) - (x->job < y->job);
}

static void sort_strays(struct residency_view *v, bool strays_first)
{
	if (strays_first)
		qsort(v->rows, v->n, sizeof(*v->rows), strays_before);
}

int residency_view_run(struct residency_view *v, const struct set *s, const struct set_run *r,
		       bool strays_first)
{
	bool burst = r->disturbance.n_shares > 0;
	int err = view_make(v, s, r->n_jobs + burst);

	if (err)
		return err;
	for (size_t i = 0; i < r->n_jobs; i++)
		take_job(v, &v->rows[i], &r->jobs[i]);
	if (burst)
		take_disturbance(v, &v->rows[r->n_jobs], &r->disturbance);
	sort_strays(v, strays_first);
	return 0;
}

/* Nodes that the repeats don't agree about are unknown. */
static int same(int a, int b)
{
	return a == b ? a : -1;
}

/* Sums up; known counts how many shares on home were. */
static void add_job(const struct residency_view *v, struct residency_row *row,
		    const struct set_job *j, bool first, size_t *known)
{
	double home = on_home(j);

	row->job = j->number;
	row->star = first ? set_job_star(j) : row->star + (set_job_star(j) > 0);
	row->start = first ? j->node_start : same(row->start, j->node_start);
	row->home = first ? j->home : same(row->home, j->home);
	row->user_ns = (first ? 0 : row->user_ns) + (j->user_ns < 0 ? NAN : (double)j->user_ns);
	for (size_t i = 0; i < v->places.n; i++)
		row->shares[i] += j->n_shares ? fmax(0, set_job_share(j, v->places.nodes[i])) : NAN;
	if (isnan(home))
		return;
	row->at_home += home;
	row->at_home_sd += home * home;
	(*known)++;
}

static void finish(const struct residency_view *v, struct residency_row *row, size_t n,
		   size_t known)
{
	double mean = known ? row->at_home / (double)known : NAN;
	double squares = row->at_home_sd - (double)known * mean * mean;

	for (size_t i = 0; i < v->places.n; i++)
		row->shares[i] /= (double)n;
	row->user_ns /= (double)n;
	row->at_home = mean;
	row->at_home_sd = known > 1 ? sqrt(fmax(squares, 0) / (double)(known - 1)) : NAN;
}

static bool counts(const struct set_run *r, int64_t n)
{
	return r->n == n && !r->failed && r->n_jobs == (size_t)n;
}

size_t residency_repeats(const struct set *s, int64_t n)
{
	size_t count = 0;

	for (size_t i = 0; i < s->n_runs; i++)
		count += counts(&s->runs[i], n);
	return count;
}

int residency_view_repeats(struct residency_view *v, const struct set *s, int64_t n,
			   bool strays_first)
{
	int err = view_make(v, s, (size_t)n);

	if (err)
		return err;
	v->n_runs = residency_repeats(s, n);
	for (size_t k = 0; v->n_runs && k < v->n; k++) {
		size_t known = 0;
		bool first = true;

		for (size_t i = 0; i < s->n_runs; i++) {
			if (!counts(&s->runs[i], n))
				continue;
			add_job(v, &v->rows[k], &s->runs[i].jobs[k], first, &known);
			first = false;
		}
		finish(v, &v->rows[k], v->n_runs, known);
	}
	sort_strays(v, strays_first);
	return 0;
}
