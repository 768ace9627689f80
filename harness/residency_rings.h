/* SPDX-License-Identifier: GPL-3.0-or-later */
/* residency_rings: what a run's rings tell about its jobs. Of residency.c alone. */
#ifndef NT_HARNESS_RESIDENCY_RINGS_H
#define NT_HARNESS_RESIDENCY_RINGS_H

#include "harness/residency_source.h"

int residency_rings_prepare(struct residency *r); /* once, after probing; 0 or -errno */

/* residency_run_finish() where there are rings. 0 or -ENOMEM. */
int residency_rings_finish(struct residency *r, struct record *rec);

#endif
