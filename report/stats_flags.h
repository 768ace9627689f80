/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Doubts about a sample. Flags only: nothing is ever dropped. They need raw runs; a set imported
 * as mean and sd has none.
 */
#ifndef NT_REPORT_STATS_FLAGS_H
#define NT_REPORT_STATS_FLAGS_H

#include <stdbool.h>
#include <stddef.h>

#define STATS_NOISY_CV       .035
#define STATS_UNSTABLE_CV    .10
#define STATS_UNSTABLE_RANGE 1.5   /* max / min */
#define STATS_OUTLIER_MAD    14.83 /* raw MADs from the median: ten robust sd */
#define STATS_OUTLIER_MIN_N  5
#define STATS_SPLIT_MIN_N    4 /* two values in each group */
#define STATS_BIMODAL_MIN_N  8 /* below that two groups may be said, bimodal not */
#define STATS_FEW_N          5

/*
 * The best split of a sample into a low and a high group of at least two values each: the one with
 * the least sum of squares within the groups. ratio = that / the total sum of squares; small for
 * two tight groups.
 */
struct stats_split {
	size_t low_n; /* values in the low group; 0 where ratio is NAN */
	double ratio; /* NAN for n < 4 and for equal values */
	double low_mean, high_mean;
};
struct stats_split stats_split(const double *sorted, size_t n);

/*
 * The ratio below which a normal sample falls in 5 % of draws. NAN for n < STATS_SPLIT_MIN_N.
 * Between the n of the table the next smaller one counts, which flags less.
 */
double stats_split_critical(size_t n);

struct stats_flags {
	bool few;        /* n < 5 */
	bool noisy;      /* !noisy: CV >= 3.5 %, and not unstable */
	bool unstable;   /* !: CV >= 10 % or max/min >= 1.5; print the sorted runs */
	bool two_groups; /* 2g: the split's ratio is below its critical value */
	bool bimodal;    /* two_groups with enough runs to use the word */
	bool outlier;    /* o: a value more than 14.83 MAD from the median, n >= 5 */
	bool res;        /* res: all equal at the printed resolution, n >= 2 */
	double cv;       /* fraction */
	double max_over_min;
	struct stats_split split;
};

/*
 * resolution: step in which the values are known (.01 for a log that prints two decimals), NAN or 0
 * unknown. With a MAD of 0 an outlier is told by the quarter of the resolution that rounding may
 * hide (the MAD of a uniform error), and is never told when that is unknown.
 */
struct stats_flags stats_flags(const double *sorted, size_t n, double resolution);

#endif
