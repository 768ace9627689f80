/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/doubt.h"

#include "lib/clock.h"
#include "lib/flag.h"

#define CPU_SHARE            0.02
#define CPU_MOST             0.25
#define SPREAD_SHARE         0.02
#define OVERLAP_SHARE        0.05
#define NUMA_BALANCING_NEEDS (4 * NS_PER_S)

static bool is_much_cpu(int64_t used_ns, int64_t elapsed_ns, int cpus)
{
	double share = CPU_SHARE * cpus < CPU_MOST ? CPU_SHARE * cpus : CPU_MOST;

	return used_ns >= 0 && elapsed_ns > 0 && (double)used_ns > share * (double)elapsed_ns;
}

int64_t doubt_foreign_ns(int64_t busy_ns, int64_t own_ns, int64_t elapsed_ns, int cpus)
{
	int64_t foreign_ns = busy_ns - own_ns;

	if (foreign_ns >= 0)
		return foreign_ns;
	return is_much_cpu(-foreign_ns, elapsed_ns, cpus) ? -1 : 0;
}

static bool overlaps_little(const struct record *r)
{
	const struct record_disturbance *d = &r->disturbance;

	/* A comparison with an unknown overlap (NAN) is false. */
	return r->has_disturbance && d->elapsed_ns >= 0 && r->elapsed_ns > 0 &&
	       d->overlap_fraction * (double)d->elapsed_ns < OVERLAP_SHARE * (double)r->elapsed_ns;
}

static bool is_spread_out(const struct record *r, const struct doubt_limits *l)
{
	return !l->foreign_workload &&
	       (double)r->exec_spread_ns > SPREAD_SHARE * (double)l->target_ns;
}

static int flag_if(struct record *r, bool doubtful, const char *name)
{
	return doubtful ? strlist_add_once(&r->flags, name) : 0;
}

int doubt_flags(struct record *r, const struct doubt_limits *l)
{
	int err = 0;

	err |= flag_if(r, is_much_cpu(r->foreign_cpu_ns, r->elapsed_ns, l->cpus), FLAG_FOREIGN_CPU);
	err |= flag_if(r, is_much_cpu(r->steal_ns, r->elapsed_ns, l->cpus), FLAG_STEAL);
	err |= flag_if(r, is_spread_out(r, l), FLAG_EXEC_SPREAD);
	err |= flag_if(r, overlaps_little(r), FLAG_OVERLAP);
	err |= flag_if(r, r->procs_running > 0, FLAG_BUSY_START);
	err |= flag_if(
		r, l->numa_balancing && !l->foreign_workload && l->target_ns < NUMA_BALANCING_NEEDS,
		FLAG_SHORT_FOR_NB);
	return err;
}
