/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * record: one finished run, the seam between what measures and what reports.
 *
 * One line of runs.jsonl is one struct record. The harness fills it, the report reads it, importers
 * of old logs make it; nobody else knows the format. Schema 1. A new nullable field keeps the
 * number, a changed meaning raises it; the reader refuses a newer schema by name.
 *
 * Unknown is -1 in an integer, NAN in a double, NULL in a string and `known == false` in a map, and
 * null on disk. Never 0. Times are in ns: `_ns` CLOCK_MONOTONIC, `_wall_ns` CLOCK_REALTIME,
 * `_cpu_ns`, `utime`, `stime` CPU time. record_init() sets all to unknown.
 */
#ifndef NT_LIB_RECORD_H
#define NT_LIB_RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <jansson.h>

#include "lib/errmsg.h"
#include "lib/intmap.h"
#include "lib/strlist.h"

#define RECORD_SCHEMA 1

/*
 * A name and a number: /proc/vmstat deltas, migrations by class, figures printed in an old log.
 * A count never passes through a double on its way to the disk and back.
 */
struct named_value {
	char *name;
	bool is_count;
	int64_t count; /* exact, where is_count */
	double value;  /* the number; (double)count where is_count */
};

struct named_values {
	struct named_value *v;
	size_t n, room;
	bool known;
};

int named_values_set(struct named_values *l, const char *name, double value); /* 0 or -ENOMEM */
int named_values_set_count(struct named_values *l, const char *name, int64_t count);
double named_values_get(const struct named_values *l, const char *name);    /* NAN: not there */
int64_t named_values_count(const struct named_values *l, const char *name); /* -1: not there */
void named_values_release(struct named_values *l);

/* A residency source that was tried before the one that was used, and why it was not. */
struct record_fallback {
	char *source; /* "counting" */
	char *err;    /* "EACCES"; errno's name */
};

/*
 * What an event of --events came to over one job, threads and children of a foreign program
 * included. The kernel takes turns where it has more events than counters: then running_ns is less
 * than enabled_ns, and count is of running_ns alone.
 */
struct record_counter {
	char *name;    /* as it was asked for: "perf::PAGE-FAULTS" */
	int64_t count; /* -1: not counted; for lack of a right or a PMU, or it never had its turn */
	int64_t enabled_ns, running_ns;
	char *err; /* errno's name why it could not be counted; NULL: it could */
};

struct record_job {
	int64_t job; /* 1, 2, … within the run */
	int64_t pid;
	int64_t status; /* exit code; 128 + signal if a signal ended it */
	char *reason;   /* of a failed job, one line */

	/* The whole process, as getrusage(2) and its CPU clock saw it. */
	int64_t ru_utime_ns, ru_stime_ns;
	int64_t cpu_ns;     /* CPU clock of the zombie: exact, utime + stime */
	int64_t elapsed_ns; /* exec to exit */
	int64_t exec_ns;    /* when it was exec'd */

	/* The walk alone, from the worker. */
	int64_t setup_cpu_ns; /* main() to start of the walk */
	int64_t walk_cpu_ns;
	int64_t walk_start_ns, walk_end_ns;

	/* Residency. */
	struct intmap cpu_time_ns;      /* CPU -> ns, from residency_source */
	struct named_values node_share; /* imported: "0" -> percent as printed; else unknown */
	char *residency_source;         /* "counting", "switch", "self", "sampling", "imported" */
	struct record_fallback *fallbacks;
	size_t n_fallbacks;
	int64_t unattributed_ns;        /* cpu_ns less the sum of cpu_time_ns, at least 0 */
	struct intmap self_time_ns;     /* CPU -> ns as the worker itself saw it, main() on */
	char *self_source;              /* "rseq", "getcpu" */
	struct named_values migrations; /* by class; unknown where the source can't count them */

	/* Places, as node ids. */
	int64_t node_fork, node_exec, node_main, node_touch;
	char *node_exec_source; /* "switch": the exec's own record; "self": first look after it */
	int64_t main_node;      /* MSched: node with the most CPU time */
	int64_t msched_printed; /* imported: as the log had it */
	int64_t star_printed;   /* imported: 0 or 1 */

	/* Memory. */
	int64_t array_bytes;
	char *pages_got;          /* "4k", "thp", "2m", "1g", "64k" … */
	struct intmap home_start; /* node -> pages of the sample, after first touch; of a foreign
				     program see numa_test-set(5) */
	struct intmap home_end;   /* node -> pages of the sample, after the walk */
	double local_fraction;    /* CPU time on the nodes that hold the pages, 0..1 */

	/* Work. */
	int64_t steps;
	char *checksum; /* hex of the final index */
	double metric;  /* of a foreign program, by --metric-regex */

	struct record_counter *counters; /* of --events, in its order; null on disk where none */
	size_t n_counters;

	struct strlist flags;
};

/* The burst beside the jobs. cmd empty: a run without one (`--disturb none`). */
struct record_disturbance {
	struct strlist cmd;           /* as it was run */
	int64_t groups, tasks, loops; /* read back from its banner */
	int64_t status;
	char *reason;
	int64_t start_ns;
	int64_t time_ns;    /* what it printed as "Time:" */
	int64_t elapsed_ns; /* exec to exit */
	int64_t ru_utime_ns, ru_stime_ns;
	double overlap_fraction; /* share of its elapsed time in which jobs walked, mean over jobs
				  */
	struct intmap node_time_ns; /* node -> CPU time, with its children */
};

struct record {
	int64_t run; /* number in the plan, 1, 2, … */
	int64_t n;   /* jobs */
	int64_t repeat, block, order;
	char *campaign; /* id; runs of one campaign were interleaved */
	char *boot_id;
	int64_t boot; /* number of the boot where a VM's host counts them */
	int64_t start_wall_ns;
	int64_t start_ns;   /* first exec */
	int64_t elapsed_ns; /* first exec to the exit of the last job */
	char *status;       /* "ok" or "failed" */
	char *reason;       /* of a failed run, one line */
	char *variant;
	char *perturbation;
	char *clock;            /* "real", "counted" */
	int64_t sync;           /* 1: jobs waited for each other */
	int64_t exec_spread_ns; /* first to last exec */
	int64_t idle_wait_ns;   /* waited for an idle machine before the run */
	int64_t procs_running;  /* others running when the run started */
	int64_t foreign_cpu_ns; /* busy time of the allowed CPUs less our own */
	int64_t steal_ns;
	struct named_values vmstat;  /* deltas of /proc/vmstat over the run */
	struct named_values printed; /* imported: "AverageUserTime" -> 30.47, as printed */
	bool has_disturbance;        /* false: null on disk, nothing known about one */
	struct record_disturbance disturbance;
	struct record_job *jobs;
	size_t n_jobs;
	struct strlist flags;
};

/* All unknown. To be called before fields are set; release with record_release(). */
void record_init(struct record *r);
void record_release(struct record *r); /* leaves an all-zero struct; safe twice */

/*
 * Appends an all-unknown job and lends it until the next append; NULL when memory is short. Nothing
 * else may append: the array has as much room as the next power of two.
 */
struct record_job *record_add_job(struct record *r);
void record_job_init(struct record_job *j);
void record_job_release(struct record_job *j);
int record_job_add_fallback(struct record_job *j, const char *source, int err); /* 0 or -ENOMEM */

/* Appends an unknown counter of this name, lent until the next one; NULL when memory is short. */
struct record_counter *record_job_add_counter(struct record_job *j, const char *name);
/* The counter of this name; NULL where it was not asked for. */
const struct record_counter *record_job_counter(const struct record_job *j, const char *name);

/* One line without newline; the caller frees it with free(). NULL when memory is short. */
char *record_write(const struct record *r);

/*
 * Reads one line into an all-zero or initialised record. On failure *r is released and e names
 * the place below the line ("job 2: \"pid\" is not a whole number"); the caller puts the file and
 * line number in front.
 */
int record_read(struct record *r, const char *line, size_t len, struct errmsg *e);

/* The worker's line (numa_test --report-fd) into the job's own fields. */
int record_job_read_worker(struct record_job *j, const char *line, size_t len, struct errmsg *e);

/* Sets a string field (frees the old one). value may be NULL. 0 or -ENOMEM. */
int record_set_string(char **field, const char *value);

#endif
