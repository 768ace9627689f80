/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <assert.h>
#include <math.h>

#include "report/stats_verdict.h"

static bool evidence_is_enough(const struct stats_evidence *e)
{
	if (e->base_n < STATS_VERDICT_MIN_RUNS || e->fresh_n < STATS_VERDICT_MIN_RUNS)
		return false;
	return !isnan(e->p) && !isnan(e->change) && !isinf(e->lo) && !isinf(e->hi);
}

/* A comparison with NAN is false: unknown is never small. */
static bool evidence_is_small(const struct stats_evidence *e)
{
	return e->lo >= -e->margin && e->hi <= e->margin;
}

static bool evidence_is_good(const struct stats_evidence *e)
{
	return e->direction == STATS_LOWER_IS_BETTER ? e->change < 0 : e->change > 0;
}

enum stats_verdict stats_verdict(const struct stats_evidence *e)
{
	if (!evidence_is_enough(e))
		return STATS_UNDECIDED;
	if (e->p < e->alpha && e->change != 0) {
		if (evidence_is_good(e))
			return evidence_is_small(e) ? STATS_BETTER_SMALL : STATS_BETTER;
		return evidence_is_small(e) ? STATS_WORSE_SMALL : STATS_WORSE;
	}
	return e->tost_p < e->alpha ? STATS_EQUIVALENT : STATS_NO_DIFFERENCE_SHOWN;
}

const char *stats_verdict_text(enum stats_verdict v)
{
	static const char *const texts[] = {
		[STATS_UNDECIDED] = "?",
		[STATS_NO_DIFFERENCE_SHOWN] = "~",
		[STATS_EQUIVALENT] = "=",
		[STATS_BETTER] = "better",
		[STATS_BETTER_SMALL] = "better small",
		[STATS_WORSE] = "worse",
		[STATS_WORSE_SMALL] = "worse small",
	};

	assert((size_t)v < sizeof(texts) / sizeof(*texts));
	return texts[v];
}

bool stats_disagree(double p_welch, double p_rank, double alpha)
{
	if (isnan(p_welch) || isnan(p_rank))
		return false;
	return (p_welch < alpha) != (p_rank < alpha);
}
