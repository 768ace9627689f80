/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * From numbers to a word.
 */
#ifndef NT_REPORT_STATS_VERDICT_H
#define NT_REPORT_STATS_VERDICT_H

#include <stdbool.h>
#include <stddef.h>

enum stats_direction {
	STATS_LOWER_IS_BETTER,
	STATS_HIGHER_IS_BETTER,
};

enum stats_verdict {
	STATS_UNDECIDED,           /* ?	n < 3 on a side, unbounded, or p unknown */
	STATS_NO_DIFFERENCE_SHOWN, /* ~ */
	STATS_EQUIVALENT,          /* =	the equivalence test passed */
	STATS_BETTER,
	STATS_BETTER_SMALL, /* the whole interval lies within the margin */
	STATS_WORSE,
	STATS_WORSE_SMALL,
};

/* Fewer runs than this on a side decide nothing. */
#define STATS_VERDICT_MIN_RUNS 3

/*
 * What a verdict looks at. change, lo, hi and margin are in one unit: fractions (ratio - 1) or the
 * metric's own for a difference. lo and hi NAN: never small. margin NAN: never small.
 */
struct stats_evidence {
	size_t base_n, fresh_n; /* values: runs, boots or blocks */
	double change, lo, hi;  /* lo, hi infinite: unbounded */
	double p;               /* adjusted within its family */
	double tost_p;          /* raw */
	double alpha, margin;
	enum stats_direction direction;
};

/* A significant change that is small is small, never "=": it is known not to be zero. */
enum stats_verdict stats_verdict(const struct stats_evidence *e);

/* "?", "~", "=", "better", "better small", "worse", "worse small". */
const char *stats_verdict_text(enum stats_verdict v);

static inline bool stats_verdict_is_worse(enum stats_verdict v)
{
	return v == STATS_WORSE || v == STATS_WORSE_SMALL;
}

static inline bool stats_verdict_is_better(enum stats_verdict v)
{
	return v == STATS_BETTER || v == STATS_BETTER_SMALL;
}

/* Flag `d`: the two engines differ about p < alpha. False when either p is unknown. */
bool stats_disagree(double p_welch, double p_rank, double alpha);

#endif
