/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Student's t with any df > 0, fractions too, with small p exact to 1e-9 relative.
 * Everything gives NAN for a NAN argument or df <= 0.
 */
#ifndef NT_REPORT_STATS_T_H
#define NT_REPORT_STATS_T_H

/* P(|T| >= |t|), R: 2 * pt(-abs(t), df). t may be infinite: 0. */
double stats_t_two_sided(double t, double df);

/* P(T >= t), R: pt(t, df, lower.tail = FALSE). */
double stats_t_upper(double t, double df);

/* The t that |T| exceeds with probability alpha, R: qt(1 - alpha / 2, df). NAN unless 0<alpha<1. */
double stats_t_critical(double alpha, double df);

/*
 * Equivalence (TOST): the larger of the one-sided p of "the truth is below lo" and "above hi",
 * for an estimate with standard error se and df. lo < hi. Small p: the truth lies between.
 * Schuirmann 1987. lower and upper (may be NULL) get the two p values.
 */
double stats_t_tost(double estimate, double se, double df, double lo, double hi, double *lower,
		    double *upper);

#endif
