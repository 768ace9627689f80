/* SPDX-License-Identifier: GPL-3.0-or-later */
/* job: sets the array up, walks it, and says what was seen. */
#ifndef NT_NUMA_TEST_JOB_H
#define NT_NUMA_TEST_JOB_H

#include "lib/errmsg.h"
#include "numa_test/options.h"
#include "numa_test/result.h"

/* What main() saw when it began. */
struct job_begin {
	int64_t main_ns, main_cpu_ns;
	int exec_cpu, main_cpu; /* -1 unknown */
};

/*
 * One job, from mapping to unmapping. w: started. l: open. The result is the caller's to release,
 * also after an error. 0; -ENOMEM (no memory, no huge pages), -ETIMEDOUT (--sync), -EIO (the walk
 * did not end where it must), what mempolicy_apply() returns.
 */
int job_run(const struct options *o, const struct job_begin *begin, struct link *l,
	    struct selfwatch *w, struct result *r, struct errmsg *e);

#endif
