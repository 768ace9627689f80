/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * counters: what the events of --events came to, job by job.
 *
 * Each job opens the events on itself between fork and exec, passes the descriptors up through a
 * socket and execs without waiting, as for residency (perf_set.h); they are read once, when it is
 * a zombie. The order of calls for one job, and in which process:
 *
 *	parent	counters_job_open()	before fork()
 *	child	counters_job_child()	between fork() and exec; async-signal-safe, never sleeps
 *	parent	counters_job_adopt()	after fork()
 *	parent	counters_job_read()	once, when the job has ended
 *	parent	counters_job_close()
 */
#ifndef NT_HARNESS_COUNTERS_H
#define NT_HARNESS_COUNTERS_H

#include <stdbool.h>
#include <stdio.h>

#include "lib/errmsg.h"
#include "lib/record.h"
#include "lib/strlist.h"

struct counters; /* a campaign's events; opaque */

/* Those of one process; the descriptors lie in the socket until they are read. */
struct counters_job {
	const struct counters *c; /* lent */
	int parent_fd, child_fd;  /* -1: closed */
};

/*
 * Finds the events and tries each once. One that this machine can't count stays in the records, as
 * unknown with its errno; one that nobody knows is an error. inherit: threads and children are
 * counted, too. No names: *c is NULL, which counters_free() takes.
 */
int counters_new(struct counters **c, const struct strlist *names, bool inherit, struct errmsg *e);
void counters_free(struct counters *c);

/* One line for a person: what can't be counted and why; NULL if all can. Lent. */
const char *counters_line(const struct counters *c);

int counters_job_open(const struct counters *c, struct counters_job **cj, struct errmsg *e);
void counters_job_child(struct counters_job *cj);
void counters_job_adopt(struct counters_job *cj);

/* Adds a counter for each event to j. 0 or -ENOMEM: what could not be read is unknown. */
int counters_job_read(struct counters_job *cj, struct record_job *j);
void counters_job_close(struct counters_job *cj); /* frees; NULL is fine */

/*
 * --list-events: every event that libpfm4 knows of this machine's PMUs, with a mark for what can
 * be counted for one process. 0, or -errno when it can't be printed.
 */
int counters_list(FILE *out, struct errmsg *e);

#endif
