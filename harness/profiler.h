/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * profiler: --profile. One further run for each N and variant, sampled by perf(1), whose symbols
 * are resolved at once, on the machine and under the kernel that ran it.
 *
 * Sampling disturbs, so that run is not one of the plan's: it repeats the N's last one (the same
 * seed), comes after all others, and is stored in profile/N.json alone. Sampled are all jobs and
 * the burst, from before their exec on; other processes and idle time are not.
 */
#ifndef NT_HARNESS_PROFILER_H
#define NT_HARNESS_PROFILER_H

#include <stdbool.h>
#include <stdint.h>

#include "harness/plan.h"
#include "harness/run.h"
#include "lib/errmsg.h"

struct profiler {
	const char *event;  /* "cycles", or "cpu-clock" where there is no PMU */
	int cycles_refused; /* positive errno why not cycles; 0: it is cycles */
	bool user_only;     /* the kernel may not be sampled */
	int64_t frequency_hz;
};

/*
 * What can be had here, before anything is run. -errno and a message where there is no perf or the
 * kernel refuses to sample. cpus: that the jobs may run on.
 */
int profiler_choose(struct profiler *p, int cpus, struct errmsg *e);

/* Is there a profile of this N in the set? dir_fd: the set's folder. */
bool profiler_has(int dir_fd, int n);

/*
 * Runs pr once more and stores its profile in the set's folder. -EINTR and *signal_number when a
 * signal ended it; -errno and a message when it could not be made: then nothing is stored.
 */
int profiler_run(const struct profiler *p, const struct run_context *c, const struct plan_run *pr,
		 const char *set_path, int *signal_number, struct errmsg *e);

#endif
