/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * timeline: every stay of every task of one run, stored as `timeline/RUN.zst` beside runs.jsonl.
 *
 * The file is text, compressed by zstd (`zstdcat timeline/17.zst`). One item a line, fields
 * separated by one blank, all numbers decimal, times in ns of CLOCK_MONOTONIC, the clock of
 * record.exec_ns:
 *
 *	numa_test timeline 1		always first; the number is the version of the format
 *	run 17				number of the run, as in runs.jsonl
 *	cpu 0 0				a CPU and its node (-1: unknown), one line for each
 *	lost 12				only where records were lost: how many, 0 if unknown
 *	task 3 4711 4711 1428213402372 0
 *					job, pid, tid, the moment of its exec (or of its first
 *					stay, a thread or child), the exec's CPU (-1: unknown)
 *	0 0 109307 s			a stay: CPU, ns since the end of the stay before (the first:
 *					since the task's moment), length in ns, how it ended
 *	end				always last: without it the file is torn
 *
 * A stay ends by: p preempted, s slept (it gave the CPU up), x exit, ? unknown (the record of its
 * end was lost or cut off). Stays of a task are in order of time and never overlap.
 */
#ifndef NT_LIB_TIMELINE_H
#define NT_LIB_TIMELINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/errmsg.h"

#define TIMELINE_VERSION 1

enum timeline_end {
	TIMELINE_PREEMPTED = 'p',
	TIMELINE_SLEPT = 's',
	TIMELINE_EXIT = 'x',
	TIMELINE_UNKNOWN = '?',
};

struct timeline_stay {
	int64_t start_ns, end_ns;
	int cpu;
	enum timeline_end end;
};

struct timeline_task {
	int64_t job; /* 1, 2, … within the run */
	int64_t pid, tid;
	int64_t start_ns; /* exec, or the first stay of a thread or child */
	int exec_cpu;     /* -1: unknown, or not exec'd while watched */
	struct timeline_stay *stays;
	size_t n, room;
};

struct timeline {
	int64_t run;
	int64_t lost;  /* records lost; -1: none; 0: some, nobody knows how many */
	int *cpu_node; /* [cpu] -> node id or -1 */
	size_t n_cpus;
	struct timeline_task *tasks;
	size_t n_tasks, room_tasks;
};

void timeline_init(struct timeline *t); /* empty, lost = -1; release with timeline_release() */
void timeline_release(struct timeline *t);

/* Appends; lent until the next append. NULL when memory is short. */
struct timeline_task *timeline_add_task(struct timeline *t, int64_t job, int64_t pid, int64_t tid);
int timeline_add_stay(struct timeline_task *task, struct timeline_stay stay); /* 0 or -ENOMEM */

/*
 * Stores t as timeline/RUN.zst below the folder dirfd, making the folder `timeline` if need be.
 * Written aside and renamed: it is there whole or not at all.
 */
int timeline_write(const struct timeline *t, int dirfd, struct errmsg *e);

/* Reads timeline/RUN.zst below dirfd into *t. -ENOENT where the run has none. */
int timeline_read(struct timeline *t, int dirfd, int64_t run, struct errmsg *e);

/* The text, uncompressed, as an allocated string (the caller frees it), and back. */
char *timeline_format(const struct timeline *t, size_t *len);
int timeline_parse(struct timeline *t, const char *text, size_t len, struct errmsg *e);

#endif
