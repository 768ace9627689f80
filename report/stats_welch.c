/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "report/stats_root.h"
#include "report/stats_t.h"
#include "report/stats_welch.h"

#define MOST_DOUBLINGS 300

/* The test of "the ratio is r". */
struct ratio_test {
	double m0, v0, df0;
	double m1, v1, df1;
};

static double ratio_test_t(const struct ratio_test *w, double r)
{
	return (w->m1 - r * w->m0) / sqrt(w->v1 + r * r * w->v0);
}

/* By the share of the base in the variance, so that no r overflows. */
static double ratio_test_df(const struct ratio_test *w, double r)
{
	double share = r * r * w->v0 / (w->v1 + r * r * w->v0);

	return 1 / ((1 - share) * (1 - share) / w->df1 + share * share / w->df0);
}

static double ratio_test_p(const struct ratio_test *w, double r)
{
	if (w->v1 + r * r * w->v0 == 0)
		return w->m1 == r * w->m0;
	return stats_t_two_sided(ratio_test_t(w, r), ratio_test_df(w, r));
}

/* What stats_root looks at: how far p stays above alpha. */
struct ratio_search {
	const struct ratio_test *test;
	double alpha;
};

static double ratio_search_f(const void *context, double r)
{
	const struct ratio_search *s = context;

	return ratio_test_p(s->test, r) - s->alpha;
}

/*
 * The end of the interval on one side (direction -1 or 1) of the ratio. As df depends on r, the set
 * of r that is not rejected may have holes; r = 1 is looked at first, so that the interval holds it
 * exactly when the test at 1 does not reject.
 */
static double ratio_test_end(const struct ratio_test *w, double direction, double alpha)
{
	double ratio = w->m1 / w->m0;
	double step = sqrt(w->v1 + ratio * ratio * w->v0) / fabs(w->m0);
	struct ratio_search search = { .test = w, .alpha = alpha };
	struct stats_root root = { .f = ratio_search_f, .context = &search };

	stats_root_narrow(&root, ratio);
	if ((1 - ratio) * direction > 0 && !stats_root_narrow(&root, 1))
		return stats_root_find(&root);
	for (int doublings = 0; doublings < MOST_DOUBLINGS; doublings++, step *= 2)
		if (!stats_root_narrow(&root, root.inside + direction * step))
			return stats_root_find(&root);
	return direction * INFINITY;
}

static bool ratio_test_is_bounded(const struct ratio_test *w, double alpha)
{
	return fabs(w->m0) > stats_t_critical(alpha, w->df0) * sqrt(w->v0);
}

static void welch_ratio_interval(struct stats_welch *out, const struct ratio_test *w, double alpha)
{
	if (isnan(alpha))
		return;
	out->ratio_lo = -INFINITY;
	out->ratio_hi = INFINITY;
	if (ratio_test_is_bounded(w, alpha)) {
		out->ratio_lo = ratio_test_end(w, -1, alpha);
		out->ratio_hi = ratio_test_end(w, 1, alpha);
	}
	out->unbounded = isinf(out->ratio_lo) || isinf(out->ratio_hi);
}

static double welch_tost(const struct ratio_test *w, double margin)
{
	double below = 1 - margin, above = 1 + margin;

	if (isnan(margin))
		return NAN;
	return fmax(stats_t_upper(ratio_test_t(w, below), ratio_test_df(w, below)),
		    stats_t_upper(-ratio_test_t(w, above), ratio_test_df(w, above)));
}

static void welch_difference(struct stats_welch *out, const struct ratio_test *w, double alpha)
{
	double reach;

	out->se = sqrt(w->v0 + w->v1);
	out->t = out->diff / out->se;
	out->df = ratio_test_df(w, 1);
	out->p = stats_t_two_sided(out->t, out->df);
	reach = stats_t_critical(alpha, out->df) * out->se;
	out->diff_lo = out->diff - reach;
	out->diff_hi = out->diff + reach;
}

/* What needs no spread. */
static struct stats_welch welch_estimates(double m0, double m1)
{
	bool positive = m0 > 0 && m1 > 0;

	return (struct stats_welch){
		.diff = m1 - m0,
		.ratio = m0 != 0 ? m1 / m0 : NAN,
		.log_ratio = positive ? log(m1 / m0) : NAN,
		.se = NAN,
		.t = NAN,
		.df = NAN,
		.p = NAN,
		.diff_lo = NAN,
		.diff_hi = NAN,
		.ratio_lo = NAN,
		.ratio_hi = NAN,
		.tost_p = NAN,
		.log_se = NAN,
	};
}

struct stats_welch stats_welch(const struct stats_moments *base, const struct stats_moments *fresh,
			       double alpha, double margin)
{
	struct stats_welch out = welch_estimates(base->mean, fresh->mean);
	struct ratio_test w = {
		.m0 = base->mean,
		.v0 = base->sd * base->sd / (double)base->n,
		.df0 = (double)base->n - 1,
		.m1 = fresh->mean,
		.v1 = fresh->sd * fresh->sd / (double)fresh->n,
		.df1 = (double)fresh->n - 1,
	};

	if (base->n < 2 || fresh->n < 2 || !(w.v0 + w.v1 > 0) || isnan(out.diff))
		return out;
	welch_difference(&out, &w, alpha);
	welch_ratio_interval(&out, &w, alpha);
	out.tost_p = welch_tost(&w, margin);
	if (!isnan(out.log_ratio))
		out.log_se = sqrt(w.v1 / (w.m1 * w.m1) + w.v0 / (w.m0 * w.m0));
	return out;
}
