/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * self: what our own worker saw from main() on. It needs nothing of the kernel and is in every
 * record anyway; here it takes the place of the count that could not be had.
 */
#include "harness/residency_source.h"

#include <errno.h>

static int probe(struct residency *r)
{
	(void)r;
	return 0;
}

static int read_self(struct residency_job *rj, struct record_job *j)
{
	(void)rj;
	if (!j->self_time_ns.known)
		return -ENODATA; /* the worker died before it could tell */
	return intmap_copy(&j->cpu_time_ns, &j->self_time_ns);
}

const struct residency_source residency_self = {
	.name = "self",
	.help = "the worker watches its own CPU",
	.worker = true,
	.probe = probe,
	.read = read_self,
};
