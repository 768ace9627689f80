/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <assert.h>
#include <math.h>
#include <string.h>

#include "report/stats_rank_pairs.h"

struct rank_pairs rank_pairs(enum rank_contrast contrast, const double *base, size_t base_n,
			     const double *fresh, size_t fresh_n)
{
	return (struct rank_pairs){
		.contrast = contrast,
		.base = base,
		.fresh = fresh,
		.base_n = base_n,
		.fresh_n = fresh_n,
		.scale = 1,
	};
}

void rank_pairs_move(struct rank_pairs *p, double margin)
{
	p->scale = p->contrast == RANK_RATIO ? 1 + margin : 1;
	p->offset = p->contrast == RANK_RATIO ? 0 : margin;
}

/* --- ranks ---------------------------------------------------------------------------------- */

static double moved(const struct rank_pairs *p, size_t i)
{
	return i < p->base_n ? p->base[i] * p->scale + p->offset : INFINITY;
}

static double fresh_at(const struct rank_pairs *p, size_t i)
{
	return i < p->fresh_n ? p->fresh[i] : INFINITY;
}

size_t rank_walk_next(const struct rank_pairs *p, struct rank_walk *w)
{
	double value = fmin(moved(p, w->base_seen), fresh_at(p, w->fresh_seen));

	w->base_tied = w->fresh_tied = 0;
	while (w->base_seen < p->base_n && moved(p, w->base_seen) == value) {
		w->base_seen++;
		w->base_tied++;
	}
	while (w->fresh_seen < p->fresh_n && p->fresh[w->fresh_seen] == value) {
		w->fresh_seen++;
		w->fresh_tied++;
	}
	return w->base_tied + w->fresh_tied;
}

double rank_pairs_u(const struct rank_pairs *p)
{
	struct rank_walk w = { 0 };
	double u = 0;

	while (rank_walk_next(p, &w)) {
		double below = (double)(w.base_seen - w.base_tied);

		u += (double)w.fresh_tied * (below + (double)w.base_tied / 2);
	}
	return u;
}

/* --- Hodges-Lehmann ------------------------------------------------------------------------- */

static double contrast_of(const struct rank_pairs *p, double fresh, double base)
{
	return p->contrast == RANK_RATIO ? fresh / base : fresh - base;
}

/*
 * How many pairs have a contrast <= limit. Rounded quotients and differences keep the order of the
 * exact ones, so the staircase of the ascending arrays may be walked.
 */
static uint64_t pairs_up_to(const struct rank_pairs *p, double limit)
{
	uint64_t count = 0;
	size_t j = 0; /* base[j ..] is large enough for this fresh value */

	for (size_t i = 0; i < p->fresh_n; i++) {
		while (j < p->base_n && contrast_of(p, p->fresh[i], p->base[j]) > limit)
			j++;
		count += p->base_n - j;
	}
	return count;
}

/* Doubles in their own order as integers: neighbours differ by one, both zeroes are 0. */
static int64_t ordinal_of(double d)
{
	int64_t bits;

	memcpy(&bits, &d, sizeof(bits));
	return bits < 0 ? INT64_MIN - bits : bits;
}

static double ordinal_value(int64_t ordinal)
{
	int64_t bits = ordinal < 0 ? INT64_MIN - ordinal : ordinal;
	double d;

	memcpy(&d, &bits, sizeof(d));
	return d;
}

/* Halving the doubles between the least and the largest contrast ends at the wanted one itself. */
double rank_pairs_select(const struct rank_pairs *p, uint64_t k)
{
	int64_t lo, hi;

	assert(k >= 1 && k <= (uint64_t)p->base_n * p->fresh_n);
	lo = ordinal_of(contrast_of(p, p->fresh[0], p->base[p->base_n - 1]));
	hi = ordinal_of(contrast_of(p, p->fresh[p->fresh_n - 1], p->base[0]));
	while (lo < hi) {
		int64_t middle = lo + (int64_t)(((uint64_t)hi - (uint64_t)lo) / 2);

		if (pairs_up_to(p, ordinal_value(middle)) >= k)
			hi = middle;
		else
			lo = middle + 1;
	}
	return ordinal_value(lo);
}

double rank_pairs_median(const struct rank_pairs *p)
{
	uint64_t all = (uint64_t)p->base_n * p->fresh_n;
	double lower = rank_pairs_select(p, (all + 1) / 2);
	double upper = all % 2 ? lower : rank_pairs_select(p, all / 2 + 1);

	return p->contrast == RANK_RATIO ? sqrt(lower) * sqrt(upper) : (lower + upper) / 2;
}
