/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Where a function falls below 0: for stats_welch.c and stats_power.c.
 */
#ifndef NT_REPORT_STATS_ROOT_H
#define NT_REPORT_STATS_ROOT_H

#include <stdbool.h>

/*
 * f(inside) >= 0 and f(outside) < 0; outside may lie on either side. Start with f, context, inside
 * and f_inside; stats_root_narrow() fills in the rest.
 */
struct stats_root {
	double (*f)(const void *context, double x);
	const void *context;
	double inside, outside;
	double f_inside, f_outside;
};

/* Puts x in the place of the end that it is like; true when that is the inside. */
bool stats_root_narrow(struct stats_root *root, double x);

/* The last x, to the bit, with f(x) >= 0. Both ends must be known. */
double stats_root_find(struct stats_root *root);

#endif
