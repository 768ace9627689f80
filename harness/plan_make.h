/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plan_make: a plan from what a person typed and the machine it is for. Starts nothing. */
#ifndef NT_HARNESS_PLAN_MAKE_H
#define NT_HARNESS_PLAN_MAKE_H

#include "harness/options.h"
#include "harness/plan.h"
#include "lib/errmsg.h"

/*
 * cpus: that the jobs may run on. label: of the set. Array, steps and the burst's loops may be left
 * open (-1) for the sizing; the runs are laid out.
 */
int plan_make(struct plan *p, const struct options *o, int cpus, const char *label,
	      struct errmsg *e);

#endif
