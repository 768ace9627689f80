/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * stats: samples in, numbers out.
 *
 * Pure functions: no I/O, no globals, no text but the names of the verdicts. Everything a table
 * prints as a number comes from here; everything about how it looks does not.
 *
 * What holds for all of them:
 *  - The unit of a sample is one run (or one boot, stats_boot_means()), never one job.
 *  - NAN means unknown or not computable from so few values: never 0. A function that can't tell
 *    gives NAN in every field that depends on the missing part.
 *  - `base` comes first, `fresh` (the set that is compared with it) second. Differences are
 *    fresh - base, ratios fresh / base; a change is ratio - 1, a fraction. Percent is the
 *    renderers' business.
 *  - `alpha` is the two-sided error: intervals are at level 1 - alpha. 0 < alpha < 1.
 *  - A `sorted` array is ascending without NAN, as stats_sort() leaves it.
 *  - Values keep their own unit; no function here knows seconds from counts.
 *  - Golden values: R 4.2.2 and exact enumeration, tests/data/golden, met to 1e-9 relative.
 */
#ifndef NT_REPORT_STATS_H
#define NT_REPORT_STATS_H

#include "report/stats_boots.h"
#include "report/stats_family.h"
#include "report/stats_flags.h"
#include "report/stats_order.h"
#include "report/stats_pair.h"
#include "report/stats_power.h"
#include "report/stats_rank.h"
#include "report/stats_sample.h"
#include "report/stats_t.h"
#include "report/stats_verdict.h"
#include "report/stats_welch.h"

/* Version of these definitions, written into every JSON export; a changed meaning raises it. */
#define STATS_VERSION 1

#endif
