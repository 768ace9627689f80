/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/change.h"

/* Counts may be 0: no ratios, and no percentage counts as no change. */
static bool by_difference(const struct metric *m)
{
	return m->class == METRIC_COUNT;
}

/* --- paired ---------------------------------------------------------------------------------- */

struct block {
	int64_t number;
	double value; /* mean of its runs */
	size_t n;
};

static int block_compare(const void *a, const void *b)
{
	const struct block *x = a, *y = b;

	return (x->number > y->number) - (x->number < y->number);
}

/* The blocks of a cell, ascending; *n of them. The caller frees. */
static struct block *block_means(const struct cell *c, size_t *n)
{
	struct block *v = calloc(c->runs.n + 1, sizeof(*v));
	size_t kept = 0, all = 0;

	if (!v)
		return NULL;
	for (size_t i = 0; i < c->runs.n; i++)
		if (c->blocks[i] >= 0)
			v[all++] = (struct block){ c->blocks[i], c->runs.v[i], 1 };
	qsort(v, all, sizeof(*v), block_compare);
	for (size_t i = 0; i < all; i++) {
		struct block *last = kept ? &v[kept - 1] : NULL;

		if (last && last->number == v[i].number)
			last->value += (v[i].value - last->value) / (double)++last->n;
		else
			v[kept++] = v[i];
	}
	*n = kept;
	return v;
}

static bool interleaved(const struct cell *base, const struct cell *fresh)
{
	return base->campaign && fresh->campaign && !strcmp(base->campaign, fresh->campaign) &&
	       !base->counted && !fresh->counted;
}

/* The values of the blocks that both have, side by side. */
static size_t match_blocks(const struct block *a, size_t a_n, const struct block *b, size_t b_n,
			   double *x, double *y)
{
	size_t n = 0;

	for (size_t i = 0, k = 0; i < a_n && k < b_n;) {
		if (a[i].number == b[k].number) {
			x[n] = a[i++].value;
			y[n++] = b[k++].value;
		} else if (a[i].number < b[k].number) {
			i++;
		} else {
			k++;
		}
	}
	return n;
}

static int make_pair(struct change *x, const struct metric *m, const struct cell *base,
		     const struct cell *fresh, double alpha, double margin)
{
	size_t a_n = 0, b_n = 0, n;
	struct block *a = block_means(base, &a_n), *b = block_means(fresh, &b_n);
	double *v = calloc(a_n + 1, sizeof(*v)), *w = calloc(a_n + 1, sizeof(*w));
	int err = a && b && v && w ? 0 : -ENOMEM;

	if (!err) {
		n = match_blocks(a, a_n, b, b_n, v, w);
		x->pair = by_difference(m) ? stats_pair_difference(v, w, n, alpha, NAN)
					   : stats_pair_ratio(v, w, n, alpha, margin);
	}
	free(a);
	free(b);
	free(v);
	free(w);
	return err;
}

/* --- which engine ---------------------------------------------------------------------------- */

static const struct cell_values *side(const struct cell *c, bool boots)
{
	return boots ? &c->boot_means : &c->runs;
}

static struct stats_moments moments_of(const struct cell *c, bool boots)
{
	const struct cell_values *v = side(c, boots);

	return c->raw ? stats_moments_floor(stats_moments(v->v, v->n), c->resolution) : c->moments;
}

static void make_welch(struct change *x, const struct stats_moments *base,
		       const struct stats_moments *fresh, double alpha, double margin)
{
	struct stats_moments a = *base, b = *fresh;

	/* A log that does not say how many runs it averaged: the ratio stands, nothing else. */
	a.n = a.n ? a.n : 1;
	b.n = b.n ? b.n : 1;
	x->welch = stats_welch(&a, &b, alpha, margin);
	x->detectable = stats_power_change(&a, &b, alpha, STATS_POWER);
}

static void make_rank(struct change *x, const struct metric *m, const struct cell_values *base,
		      const struct cell_values *fresh, double alpha, double margin)
{
	x->rank = by_difference(m) ? stats_rank_difference(base->sorted, base->n, fresh->sorted,
							   fresh->n, alpha, NAN)
				   : stats_rank_ratio(base->sorted, base->n, fresh->sorted,
						      fresh->n, alpha, margin);
}

static void speak_welch(struct change *x, double alpha)
{
	const struct stats_welch *w = &x->welch;

	x->engine = ENGINE_WELCH;
	x->value = x->is_difference ? w->diff : w->ratio - 1;
	x->lo = x->is_difference ? w->diff_lo : w->ratio_lo - 1;
	x->hi = x->is_difference ? w->diff_hi : w->ratio_hi - 1;
	x->level = 1 - alpha;
	x->p = w->p;
	x->tost_p = x->is_difference ? NAN : w->tost_p;
}

static void speak_rank(struct change *x)
{
	const struct stats_rank *r = &x->rank;
	double zero = x->is_difference ? 0 : 1;

	x->engine = ENGINE_RANK;
	x->value = r->shift - zero;
	x->lo = r->lo - zero;
	x->hi = r->hi - zero;
	x->level = r->level;
	x->p = r->p;
	x->tost_p = r->tost_p;
}

static void speak_pair(struct change *x, double alpha)
{
	const struct stats_pair *p = &x->pair;
	double zero = x->is_difference ? 0 : 1;

	x->engine = ENGINE_PAIR;
	x->value = p->shift - zero;
	x->lo = p->lo - zero;
	x->hi = p->hi - zero;
	x->level = 1 - alpha;
	x->p = p->p;
	x->tost_p = p->tost_p;
	x->base_n = x->fresh_n = p->n;
}

/* Without ratios (a zero among the values) ranks have no change to print: means have. */
static bool ranks_speak(const struct change *x, const struct metric *m, const struct cell *base,
			const struct cell *fresh)
{
	return metric_is_skewed(m, base->disturbed || fresh->disturbed) &&
	       x->base_n >= STATS_RANK_MIN_RUNS && x->fresh_n >= STATS_RANK_MIN_RUNS &&
	       !isnan(x->rank.shift);
}

static void speak(struct change *x, const struct metric *m, const struct cell *base,
		  const struct cell *fresh, double alpha)
{
	x->is_difference = by_difference(m);
	if (x->pair.n >= STATS_PAIR_MIN_BLOCKS && !isnan(x->pair.p))
		speak_pair(x, alpha);
	else if (base->raw && fresh->raw && ranks_speak(x, m, base, fresh))
		speak_rank(x);
	else
		speak_welch(x, alpha);
	x->disagree = stats_disagree(x->welch.p, x->rank.p, alpha);
}

static void change_clear(struct change *x)
{
	*x = (struct change){
		.value = NAN,
		.lo = NAN,
		.hi = NAN,
		.level = NAN,
		.p = NAN,
		.p_adjusted = NAN,
		.tost_p = NAN,
		.detectable = NAN,
		.rank = { .u = NAN,
			  .p = NAN,
			  .shift = NAN,
			  .lo = NAN,
			  .hi = NAN,
			  .level = NAN,
			  .tost_p = NAN },
		.pair = { .t = NAN,
			  .df = NAN,
			  .p = NAN,
			  .shift = NAN,
			  .lo = NAN,
			  .hi = NAN,
			  .mean = NAN,
			  .se = NAN,
			  .tost_p = NAN },
	};
}

int change_make(struct change *x, const struct metric *m, const struct cell *base,
		const struct cell *fresh, double alpha, double margin)
{
	bool boots = base->boot_means.n && fresh->boot_means.n;
	struct stats_moments a = moments_of(base, boots), b = moments_of(fresh, boots);

	change_clear(x);
	if (!base->present || !fresh->present || isnan(a.mean) || isnan(b.mean))
		return 0;
	x->made = true;
	x->tested = !m->untested;
	x->base_n = a.n;
	x->fresh_n = b.n;
	make_welch(x, &a, &b, alpha, margin);
	if (base->raw && fresh->raw)
		make_rank(x, m, side(base, boots), side(fresh, boots), alpha, margin);
	if (interleaved(base, fresh) && make_pair(x, m, base, fresh, alpha, margin))
		return -ENOMEM;
	speak(x, m, base, fresh, alpha);
	return 0;
}

void change_judge(struct change *x, const struct metric *m, double alpha, double margin)
{
	const struct stats_evidence evidence = {
		.base_n = x->base_n,
		.fresh_n = x->fresh_n,
		.change = x->value,
		.lo = x->lo,
		.hi = x->hi,
		.p = x->p_adjusted,
		.tost_p = x->tost_p,
		.alpha = alpha,
		.margin = x->is_difference ? NAN : margin,
		.direction = m->direction,
	};

	x->verdict = stats_verdict(&evidence);
}

void change_release(struct change *x)
{
	strlist_release(&x->reasons);
}
