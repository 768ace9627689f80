/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Many tests at once, and many N in one number.
 */
#ifndef NT_REPORT_STATS_FAMILY_H
#define NT_REPORT_STATS_FAMILY_H

#include <stddef.h>

/*
 * p values adjusted as R's p.adjust(p, "holm") and "BH". A NAN is no member of the family: it
 * stays NAN and the family is that much smaller. adjusted may be p itself. 0, or -ENOMEM and
 * adjusted is as it was.
 */
int stats_holm(const double *p, size_t n, double *adjusted);
int stats_benjamini_hochberg(const double *p, size_t n, double *adjusted);

/*
 * Geometric mean of the ratios of k cells (over N): mean of the log ratios, variance
 * sum(se^2)/k^2, df by Satterthwaite, var^2 / sum((se^2/k^2)^2 / df), t interval at 1 - alpha.
 */
struct stats_geomean {
	size_t n; /* cells used */
	double ratio;
	double log_ratio, se, df; /* in the logs */
	double lo, hi;
};

/*
 * log_ratio[i], se[i] and df[i] of stats_welch (log_ratio, log_se, df) or stats_pair (mean, se,
 * df). A cell whose log_ratio is NAN takes no part; a cell without se or df leaves the ratio
 * and takes the interval. No cell: all NAN.
 */
struct stats_geomean stats_geomean(const double *log_ratio, const double *se, const double *df,
				   size_t n, double alpha);

#endif
