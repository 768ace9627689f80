/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * plan: what is to run, as data. plan.json(5) is its form on disk.
 *
 * Jobs N x variant x repeat, in blocks: block b holds repeat b of every N and variant, in an order
 * shuffled with a stored seed, so that a drift of the machine meets all alike. A plan says the
 * exact amount of work: every kernel that runs it does the same.
 *
 * Nothing here starts a process or touches the machine.
 */
#ifndef NT_HARNESS_PLAN_H
#define NT_HARNESS_PLAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <jansson.h>

#include "lib/errmsg.h"
#include "lib/strlist.h"

#define PLAN_SCHEMA   1
#define PLAN_MAX_JOBS 65536
#define PLAN_MAX_RUNS 1000000

struct plan_setting {
	char *name;  /* a sysctl ("kernel.numa_balancing") or an absolute path under /sys */
	char *value; /* what is written to it */
};

struct plan_variant {
	char *label;
	struct plan_setting *settings;
	size_t n_settings;
};

struct plan_workload {
	struct strlist cmd; /* program and its own arguments; "numa_test" is ours */
	char *walk, *pages, *mem;
	bool sync;           /* jobs wait for each other before they walk */
	char *size_asked;    /* "auto" or as typed */
	int64_t array_bytes; /* per job; -1: not sized yet (--dry-run) */
	int64_t steps;       /* per job; -1: not sized yet */
	char *metric_regex;  /* of a foreign program: its first group is the figure in its output */
	int64_t target_ns;   /* what one job alone is meant to take */
};

struct plan_disturbance {
	struct strlist cmd;    /* empty: runs without a burst */
	int64_t groups, loops; /* -1: not a hackbench, nothing to check */
	int64_t delay_ns;
	bool delay_from_exec; /* counted from the first exec, as in 2002; else from the last walk */
};

struct plan_run {
	int64_t run; /* 1, 2, … in the order in which they run */
	int n;
	int repeat, block;
	int order;    /* 1, 2, … within the block */
	int variant;  /* index into variants, -1: none */
	int64_t seed; /* job j walks with seed + j; the same for equal repeats */
};

struct plan {
	char *label;    /* of the set; with variants the sets are LABEL-VARIANT */
	char *campaign; /* 32 hex digits */
	char *preset;   /* "classic" or NULL */
	char *version;  /* of the program that made it */
	int64_t created_wall_ns;
	int64_t seed; /* of the shuffle */
	struct plan_workload workload;
	struct plan_disturbance disturbance;
	char *residency; /* "auto" or the source asked for */
	bool timeline;
	bool profile;          /* one further run of each N and variant is sampled */
	struct strlist events; /* counted per job, by libpfm4's names; empty: none */
	char *yardstick;       /* "auto", "on", "off"; NULL: as "auto" */
	int64_t limit_ns; /* a run that takes longer has failed; -1: worked out from the target */
	int repeats;
	int *jobs; /* the N, ascending as given */
	size_t n_jobs;
	struct plan_variant *variants;
	size_t n_variants;
	char *work_source;    /* "calibrated", "work.json", "plan" or NULL */
	double ns_per_access; /* what the sizing measured, NAN: nothing */
	struct strlist notes;
	struct plan_run *runs;
	size_t n_runs;
};

/*
 * Lays out p->runs from jobs, variants, repeats and seed. Fails with -ERANGE when that is more
 * than PLAN_MAX_RUNS.
 */
int plan_lay_out(struct plan *p, struct errmsg *e);

/* The default N of this many CPUs: half, one and two times, rounded up, without duplicates. */
int plan_default_jobs(struct plan *p, int cpus);
/* As the 2002 scripts had it: a quarter, half, one, two and four times. */
int plan_classic_jobs(struct plan *p, int cpus);

/* Largest N. */
int plan_max_jobs(const struct plan *p);

/* The longest a run of n jobs on so many CPUs may take. */
int64_t plan_limit_ns(const struct plan *p, int n, int cpus);

/* "LABEL" or "LABEL-VARIANT"; the caller frees it. variant is an index or -1. */
char *plan_set_name(const struct plan *p, int variant);

/*
 * "LABEL:NAME=VALUE[,NAME=VALUE…]" as a further variant.
 */
int plan_add_variant(struct plan *p, const char *text, struct errmsg *e);

/* variant: index of the set it is written for, -1 for none. A new reference; NULL: memory. */
json_t *plan_to_json(const struct plan *p, int variant);

/* Reads a plan; *variant is the set it was stored for, or -1. On failure *p is released. */
int plan_from_json(struct plan *p, const json_t *o, int *variant, struct errmsg *e);

void plan_release(struct plan *p);

#endif
