/* SPDX-License-Identifier: GPL-3.0-or-later */
/* axis: from values to pixels, with ticks that a person reads easily. */
#ifndef NT_REPORT_AXIS_H
#define NT_REPORT_AXIS_H

#include <stddef.h>

#include "report/markup.h"

struct axis {
	double low, high; /* values at the two ends, ticks both; low < high */
	double step;      /* from tick to tick: 1, 2 or 5 times a power of ten */
	double from, to;  /* pixels of low and high */
};

/*
 * The smallest axis with about n steps that holds both values. Equal values get room on both sides;
 * values that are no numbers make 0..1.
 */
struct axis axis_make(double low, double high, size_t n, double from, double to);

double axis_at(const struct axis *a, double value); /* pixels; outside is put to the end */

size_t axis_n_ticks(const struct axis *a);
double axis_tick(const struct axis *a, size_t i);
int axis_decimals(const struct axis *a); /* that its ticks need */

/* Horizontal axis: grid lines from top to bottom, numbers below them; sign: "+1" for 1. */
void axis_draw(const struct axis *a, struct markup *m, double top, double bottom, bool sign,
	       const char *unit);

#endif
