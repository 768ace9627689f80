/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * ground: the machine a campaign stands on, read once.
 */
#ifndef NT_HARNESS_GROUND_H
#define NT_HARNESS_GROUND_H

#include <stdbool.h>

#include <jansson.h>

#include "harness/plan.h"
#include "lib/cpulist.h"
#include "lib/errmsg.h"
#include "lib/topology.h"

struct ground {
	struct topology topology;
	struct cpulist allowed;     /* CPUs the jobs may run on */
	json_t *host;               /* what host.json will hold, settings as they are now */
	const char *boot_id;        /* lent from host; NULL: unknown */
	const char *kernel;         /* release, lent */
	const char *kernel_version; /* lent */
	const char *machine;        /* readable key of the machine, lent */
};

/* This machine; or, with `input` (hwloc XML or synthetic), one that can only be planned for. */
int ground_read(struct ground *g, const char *input, struct errmsg *e);

/* Reads the settings again, under a variant. */
int ground_describe_again(struct ground *g, struct errmsg *e);

/* Is there memory for the largest N of the plan? */
int ground_check_memory(const struct plan *p, struct errmsg *e);

/* The stored host must be this kernel and this machine; another boot is fine. */
int ground_check_same(const struct ground *g, const json_t *stored, struct errmsg *e);

/* kernel.numa_balancing is on now. */
bool ground_numa_balancing(void);

void ground_release(struct ground *g);

#endif
