/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/stats_root.h"

#define SECANT_STEPS 12

bool stats_root_narrow(struct stats_root *root, double x)
{
	double f = root->f(root->context, x);

	if (f >= 0) {
		root->inside = x;
		root->f_inside = f;
	} else {
		root->outside = x;
		root->f_outside = f;
	}
	return f >= 0;
}

/* Secant steps; an end that stays twice is weighed half (the Illinois rule), so that both move. */
static void narrow_fast(struct stats_root *root)
{
	int last = -1;

	for (int i = 0; i < SECANT_STEPS; i++) {
		double share = root->f_inside / (root->f_inside - root->f_outside);
		double x = root->inside + (root->outside - root->inside) * share;
		bool is_inside = stats_root_narrow(root, x);

		if (last == is_inside && is_inside)
			root->f_outside /= 2;
		else if (last == is_inside)
			root->f_inside /= 2;
		last = is_inside;
	}
}

/* The secants only save time: bisection over what they leave is what is relied on. */
double stats_root_find(struct stats_root *root)
{
	narrow_fast(root);
	for (;;) {
		double middle = root->inside + (root->outside - root->inside) / 2;

		if (middle == root->inside || middle == root->outside)
			return root->inside;
		stats_root_narrow(root, middle);
	}
}
