/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * process: one started program, a job or the disturbance, from fork() to its last trace.
 *
 * Between fork() and exec the child only arms its events and leaves two notes in a shared page. It
 * stays in the harness's session and cgroup, joins the guard's process group and dies with the
 * harness (PR_SET_PDEATHSIG; guard.h).
 */
#ifndef NT_HARNESS_PROCESS_H
#define NT_HARNESS_PROCESS_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/resource.h>
#include <sys/types.h>

#include "harness/counters.h"
#include "harness/guard.h"
#include "harness/residency.h"
#include "lib/cpulist.h"
#include "lib/errmsg.h"
#include "lib/strlist.h"

/* What a child leaves behind just before its exec; shared memory. */
struct process_note {
	int64_t exec_ns;    /* CLOCK_MONOTONIC just before exec */
	int32_t fork_cpu;   /* CPU it was forked to */
	int32_t exec_errno; /* of an exec (or a binding to CPUs) that failed, else 0 */
};

struct process {
	pid_t pid; /* 0: not started */
	bool ended;
	int wait_status;               /* as of waitpid(2), once ended */
	int64_t end_ns;                /* when the harness learnt of its end */
	int64_t cpu_ns;                /* CPU clock of the zombie, -1: unknown */
	struct rusage rusage;          /* of it and the children it waited for */
	int report_fd;                 /* memfd: its JSON line; -1: none */
	int output_fd;                 /* memfd: its standard output and error */
	struct process_note *note;     /* lent, in shared memory */
	struct residency_job *watch;   /* NULL: not watched */
	struct counters_job *counters; /* NULL: no events are counted */
};

/* What the harness changes for itself, as it was: a program that it starts finds that. */
struct process_found {
	sigset_t signals;    /* mask */
	struct rlimit files; /* RLIMIT_NOFILE */
};

struct process_start {
	char *const *argv; /* argv[0] is a path */
	const struct process_found *found;
	const struct guard *guard;       /* whose group it joins */
	struct residency *residency;     /* NULL: don't watch */
	const struct counters *counters; /* NULL: count no events */
	const struct cpulist *cpus;      /* it is bound to these before its exec; NULL: it is not */
	int *keep_fds;                   /* further descriptors the program inherits by number */
	size_t n_keep_fds;
};

/* A process that is not started yet. note lies in shared memory and outlives it. */
void process_init(struct process *p, struct process_note *note);

/* Descriptors for report and output of a process that is about to start. */
int process_open(struct process *p, bool report, struct errmsg *e);

/* Forks and execs. 0, or -errno when the process could not be made. */
int process_start(struct process *p, const struct process_start *s, struct errmsg *e);

/*
 * Its end, in two steps. The zombie that waitid(WNOWAIT) reported still has its CPU clock: first
 * take that and read its events, then reap it.
 */
void process_take_clock(struct process *p);
void process_reap(struct process *p);

/* Exit code, 128 + signal if a signal ended it. */
int process_exit_code(const struct process *p);

/*
 * Why it failed, as one line for a person, from exec's errno, signal, exit status and the first
 * line it wrote; the caller frees it. NULL if it did not fail.
 */
char *process_failure(const struct process *p);

/*
 * What was written to one of its memfds, NUL-terminated: the first or the last limit bytes. The
 * caller frees it; NULL: nothing, or no memory.
 */
char *process_read(int fd, size_t limit, size_t *len);
char *process_read_end(int fd, size_t limit, size_t *len);

void process_kill(struct process *p);    /* SIGKILL, if it runs */
void process_release(struct process *p); /* closes; does not wait */

#endif
