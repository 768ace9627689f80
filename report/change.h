/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * change: one cell against its base.
 *
 * Which engine speaks is decided before its answer is seen: interleaved sets (one campaign, four
 * blocks at least) by paired t; a skewed metric with raw values, five on each side, by ranks; else
 * Welch. Whatever is computable is computed, and goes to the exports.
 */
#ifndef NT_REPORT_CHANGE_H
#define NT_REPORT_CHANGE_H

#include "lib/strlist.h"
#include "report/cell.h"

enum change_engine {
	ENGINE_NONE,
	ENGINE_WELCH,
	ENGINE_RANK,
	ENGINE_PAIR,
};

struct change {
	bool made;              /* there is a base and both have a value */
	bool tested;            /* p is meant to be looked at */
	struct strlist reasons; /* why the cell may not be compared; empty: it may */
	enum change_engine engine;
	bool is_difference; /* value, lo, hi in the metric's unit; else fractions */
	double value, lo, hi;
	double level; /* of lo..hi: true level of a rank interval, else 1 - alpha */
	double p, p_adjusted;
	double tost_p;
	bool disagree;          /* Welch and ranks differ about significance */
	size_t base_n, fresh_n; /* units that were compared */
	struct stats_welch welch;
	struct stats_rank rank; /* all NAN where a side has no raw values */
	struct stats_pair pair;
	double detectable; /* change that these runs could have shown, a fraction; NAN */
	enum stats_verdict verdict;
};

/* Everything but p_adjusted and verdict. 0 or -ENOMEM. */
int change_make(struct change *x, const struct metric *m, const struct cell *base,
		const struct cell *fresh, double alpha, double margin);
void change_release(struct change *x);

/* Once p is adjusted. */
void change_judge(struct change *x, const struct metric *m, double alpha, double margin);

#endif
