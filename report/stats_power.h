/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What so many runs at this noise can show.
 */
#ifndef NT_REPORT_STATS_POWER_H
#define NT_REPORT_STATS_POWER_H

#include <stddef.h>

#include "report/stats_sample.h"

/* Power that is promised unless said otherwise. */
#define STATS_POWER .80

/*
 * Probability that a two-sided t test at alpha rejects, when the truth lies `shift` standard errors
 * from zero: the non-central t, both tails (R: power.t.test(strict = TRUE)). df > 0.
 */
double stats_power(double shift_se, double df, double alpha);

/*
 * The smallest change, as a fraction of the base's mean, that the Welch test at alpha would have
 * shown with this power, with the sds and n as observed. NAN when a side has n < 2, when the base's
 * mean is <= 0 or when there is no spread.
 */
double stats_power_change(const struct stats_moments *base, const struct stats_moments *fresh,
			  double alpha, double power);

/*
 * The runs a side that a change (a fraction, > 0) needs with these CVs (fractions) to be shown with
 * this power: at least 2, 0 when it would take more than a million or an argument is unknown.
 */
size_t stats_power_runs(double base_cv, double fresh_cv, double change, double alpha, double power);

#endif
