/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * batch: processes that run for a figure of their own (sizing, yardstick), not for a record.
 *
 * Nothing else runs beside them, no residency is watched.
 */
#ifndef NT_HARNESS_BATCH_H
#define NT_HARNESS_BATCH_H

#include <stddef.h>
#include <stdint.h>

#include "harness/plan.h"
#include "harness/run.h"
#include "lib/cpulist.h"
#include "lib/errmsg.h"
#include "lib/record.h"
#include "lib/strlist.h"

struct batch {
	size_t n; /* processes at once */

	/* What each runs: our worker, which takes `steps` of that workload; or a command. */
	const struct plan_workload *worker;
	int64_t steps;
	const struct strlist *cmd; /* where worker is NULL */

	/* [n], the CPUs that each may run on, bound before its exec; NULL: as the harness. */
	const struct cpulist *cpus;
	int64_t limit_ns; /* then all are ended, -ETIMEDOUT */

	/* Results; both may be NULL. */
	struct record_job *jobs; /* [n], initialised by the caller; filled from the workers' lines
				  */
	char **output;           /* what the first one printed; the caller frees it */
};

/*
 * Runs it to its end. Several workers begin their walks together. 0; -EINTR and *signal_number
 * when a signal ended it; -ECHILD and a message that names the reason when a process failed;
 * -errno when they could not be started. No process is left in any case.
 */
int batch_run(const struct run_context *c, const struct batch *b, int *signal_number,
	      struct errmsg *e);

/*
 * One process alone. With `worker` it is our worker walking `steps` of that workload, whose line
 * goes into *j (an initialised job); else it is cmd, whose output (the caller frees it) goes into
 * *output.
 */
int batch_single(const struct run_context *c, const struct strlist *cmd,
		 const struct plan_workload *worker, int64_t steps, int64_t limit_ns,
		 struct record_job *j, char **output, int *signal_number, struct errmsg *e);

#endif
