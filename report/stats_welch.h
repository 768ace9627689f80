/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Two sets of a steady metric: Welch's t test and the interval of the ratio that inverts it.
 *
 *	T(r)  = (m1 - r m0) / sqrt(v1 + r^2 v0),	v = sd^2 / n
 *	df(r) = (v1 + r^2 v0)^2 / (v1^2/(n1 - 1) + r^4 v0^2/(n0 - 1))
 *
 * p is that of T(1), which is Welch's t (R: t.test(fresh, base)); the interval is the set of r that
 * the same test does not reject, found by bisection outward from m1/m0 (secant steps first, which
 * only save time). So p < alpha if and only if
 * the interval leaves 1 out, by construction. Welch 1947, Fieller 1954.
 */
#ifndef NT_REPORT_STATS_WELCH_H
#define NT_REPORT_STATS_WELCH_H

#include <stdbool.h>

#include "report/stats_sample.h"

struct stats_welch {
	double diff;      /* m1 - m0 */
	double se;        /* of diff */
	double t, df, p;  /* at r = 1; df is not rounded */
	double diff_lo;   /* Welch interval of diff, in the metric's own unit */
	double diff_hi;   /* */
	double ratio;     /* m1 / m0; NAN for m0 = 0 */
	double ratio_lo;  /* Welch-Fieller; -INFINITY where unbounded */
	double ratio_hi;  /* INFINITY where unbounded */
	bool unbounded;   /* |m0| / sqrt(v0) <= t critical: any ratio is possible */
	double tost_p;    /* max of P(T >= T(1 - margin)) and P(T <= T(1 + margin)) */
	double log_ratio; /* ln ratio; NAN unless both means are > 0 */
	double log_se;    /* delta method: sqrt(v1/m1^2 + v0/m0^2); its df is df */
};

/*
 * margin > 0 is the fraction of the equivalence test (.01: +-1 %); NAN: tost_p is NAN.
 * alpha NAN: no intervals (NAN), which are most of the work: 30 us, the tests alone 2 us.
 * n = 1 on a side: diff, ratio and log_ratio only, the rest NAN. Both sd 0: the same (apply
 * stats_moments_floor() before when the resolution is known).
 */
struct stats_welch stats_welch(const struct stats_moments *base, const struct stats_moments *fresh,
			       double alpha, double margin);

#endif
