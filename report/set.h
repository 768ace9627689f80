/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * set: a result set in memory, reduced to what a report needs.
 *
 * load.h fills it from a folder, tests and importers may fill it by hand. Unknown is -1 in an
 * integer, NAN in a double, NULL in a string. Times are ns. Strings of runs and jobs are lent from
 * the set's pool and live as long as the set. A job takes under 400 bytes, its nodes included.
 */
#ifndef NT_REPORT_SET_H
#define NT_REPORT_SET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/errmsg.h"
#include "lib/record.h"
#include "lib/strlist.h"
#include "lib/yardstick.h"
#include "report/host.h"
#include "report/plan.h"
#include "report/pool.h"
#include "report/summary.h"

/* How much of a job's time went to one node. */
struct set_share {
	int node;
	double share; /* 0..1; of an imported job as printed, so that the sum may be .999 */
};

struct set_job {
	int32_t number; /* 1, 2, … in its run */
	int32_t status; /* exit code, 128 + signal */
	int64_t user_ns, system_ns, cpu_ns;
	int64_t walk_cpu_ns, setup_cpu_ns;
	int64_t elapsed_ns;
	int64_t attributed_ns; /* what the shares are shares of; -1 where only shares are known */
	int64_t unattributed_ns;
	int64_t migrations; /* of all classes together */
	double local_fraction;
	double metric;
	int32_t node_fork, node_exec, node_main, node_touch;
	int32_t node_start; /* iSched: node_exec, else node_main */
	int32_t node_most;  /* MSched: recomputed from the shares, see job_most() */
	int32_t home;       /* set_home() at the start of the walk */
	int32_t msched_printed;
	double home_share;   /* share of the sampled pages that home held */
	int8_t star_printed; /* imported: 0 or 1 */
	bool failed;
	const char *source;       /* of the shares: "counting" … */
	const char *start_source; /* "exec" or "main": where node_start comes from */
	const char *reason;
	const char *flags;        /* separated by blanks; NULL: none */
	struct set_share *shares; /* by node, ascending; part of the run's block */
	uint32_t n_shares;
};

struct set_disturbance {
	const char *command; /* as it was run; "" for none, NULL for unknown */
	const char *title;   /* what the classic header calls it: "hackbench 20" */
	int64_t groups, loops;
	int64_t start_ns, time_ns;
	double overlap_fraction;
	const char *reason;       /* why it failed */
	struct set_share *shares; /* of its CPU time, by node, ascending; its own block */
	uint32_t n_shares;
};

struct set_run {
	int64_t run, n, repeat, block, order;
	int64_t start_wall_ns, elapsed_ns;
	int64_t foreign_cpu_ns, steal_ns, exec_spread_ns;
	int64_t array_bytes, steps; /* of its jobs; -1 where they differ */
	int boot;                   /* index into the set's boots; -1: unknown */
	bool failed;
	const char *reason;
	const char *campaign, *variant, *perturbation, *clock, *pages_got;
	const char *flags; /* of the run; separated by blanks; NULL: none */
	struct set_disturbance disturbance;
	struct named_values printed; /* imported */
	struct set_job *jobs;
	size_t n_jobs;
	struct set_share *shares; /* one block for all its jobs */
};

struct set {
	char *path;
	char *name;  /* its folder's name */
	char *label; /* what tables call it; the name unless LABEL=SET renamed it */
	struct host host;
	struct plan plan;
	struct set_run *runs; /* in the order of the file */
	size_t n_runs, runs_room;
	struct summary_list averages; /* summaries.jsonl: an averaged table that had no runs */
	struct strlist boots;         /* ids, in order of appearance */
	struct strlist warnings;      /* one line each, for standard error */
	struct pool strings;
	struct yardstick yardstick; /* no points: the set has none */
	bool keep_records;          /* set before loading, by who needs more than the above */
	struct record *records;     /* [run], as in runs; NULL unless they are kept */
	size_t n_records;
};

void set_release(struct set *s);

/* Puts a record into the set, reduced. The record is not kept. 0 or -ENOMEM. */
int set_add_record(struct set *s, const struct record *r);

/* Keeps the record of the run that was added last, leaving *r empty. 0 or -ENOMEM. */
int set_keep_record(struct set *s, struct record *r);

/* The record of a run of this set; NULL where records are not kept. */
const struct record *set_record(const struct set *s, const struct set_run *r);

/* The different N of the set's runs, ascending; the caller frees *ns. 0 or -ENOMEM. */
int set_ns(const struct set *s, int64_t **ns, size_t *n);

/* Is the flag one of the words of flags (which may be NULL)? */
bool set_has_flag(const char *flags, const char *flag);

/*
 * The node that holds most of these pages; of several the preferred one if it is among them, else
 * the lowest. -1: unknown, or the set's arrays are interleaved and at home nowhere.
 */
int32_t set_home(const struct set *s, const struct intmap *pages, int prefer);

/*
 * MSched: the node with the largest share; of several largest the one where the job started if it
 * is among them, else the lowest. -1 where no share is known or none is above 0.
 */
int32_t set_job_most(const struct set_job *j);

/* Share of one node; 0 where it has none, NAN where no share is known. */
double set_job_share(const struct set_job *j, int node);

/* 1: started on one node and spent most time on another; 0: not; -1: unknown. */
int set_job_star(const struct set_job *j);

#endif
