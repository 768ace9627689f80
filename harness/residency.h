/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * residency: who ran where, for how long.
 *
 * A source is one way of knowing it: `counting`, `switch`, `self`, `sampling` (one file each,
 * listed in residency.c). A campaign chooses its sources once, a job is watched by them.
 *
 * The order of calls for one job, and in which process:
 *
 *	parent	residency_job_open()	before fork(); may allocate
 *	child	residency_job_child()	between fork() and exec: opens its own events (pid 0,
 *					enable_on_exec) and passes them up; never sleeps, never
 *					allocates, never prints
 *	parent	residency_job_adopt()	after fork(); does not wait for the child
 *	parent	residency_job_sample()	only where residency_sample_interval_ns() > 0
 *	parent	residency_job_read()	once, when the job is a zombie, before it is reaped
 *	parent	residency_job_close()
 *
 * and once a run, when all its jobs were read: residency_run_finish().
 */
#ifndef NT_HARNESS_RESIDENCY_H
#define NT_HARNESS_RESIDENCY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "lib/errmsg.h"
#include "lib/record.h"
#include "lib/timeline.h"
#include "lib/topology.h"

struct residency_want {
	const char *asked; /* NULL or "auto": the best there is; a name: that one or an error */
	bool foreign;      /* not our worker: `self` can't be; threads and children are counted */
	bool timeline;     /* record every stay, too, where the machine allows it */
	int max_jobs;      /* largest N of the plan: descriptors and memory are checked for it */
	size_t ring_bytes; /* of one CPU's ring, a power of two; 0: as much as seems right */
	const struct topology *topology; /* lent; outlives the struct residency */
};

struct residency;     /* a campaign's choice; opaque */
struct residency_job; /* one watched process; opaque */

/* Probes the machine. 0 and *r, or -errno when an asked source can't be had. */
int residency_new(struct residency **r, const struct residency_want *want, struct errmsg *e);
void residency_free(struct residency *r); /* NULL is fine */

/* Name of the primary source, "counting" … */
const char *residency_name(const struct residency *r);

/* One line for a person: what was fallen back from and why; NULL if nothing. Lent. */
const char *residency_fallback_line(const struct residency *r);

/* "counting", "switch" … separated by ", ", for --help and messages. Lent. */
const char *residency_names(void);

int residency_job_open(struct residency *r, struct residency_job **rj, struct errmsg *e);
void residency_job_child(struct residency_job *rj);
int residency_job_adopt(struct residency_job *rj, pid_t pid, struct errmsg *e);

/* How often residency_job_sample() wants to be called, 0: never. */
int64_t residency_sample_interval_ns(const struct residency *r);
void residency_job_sample(struct residency_job *rj);

/*
 * Fills residency_source, fallbacks, cpu_time_ns, unattributed_ns and flags of j, whose cpu_ns
 * and self_time_ns are already set. A failure is a flag in j, never an error, but for -ENOMEM.
 * Counted are the CPUs from exec to exit; unattributed is what the CPU clock has above that
 * (a foreign program: the clock with all children it waited for).
 */
int residency_job_read(struct residency_job *rj, struct record_job *j);
void residency_job_close(struct residency_job *rj); /* frees; NULL is fine */

/*
 * What only the rings know, once all jobs of the run were read: migrations, node_exec (and its
 * source) and, where `switch` is the source, cpu_time_ns and unattributed_ns of r's jobs, found
 * by their pid; the flag of a truncated timeline. So main_node is chosen after it. Empties the
 * rings for the next run, so it is called after a failed run, too. 0 or -ENOMEM. Nothing to do,
 * and fine, where there are no rings.
 */
int residency_run_finish(struct residency *r, struct record *rec);

/* The stays of the run that was finished last, lent until the next call; NULL without rings. */
const struct timeline *residency_timeline(const struct residency *r);

#endif
