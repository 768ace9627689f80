/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * residency_source: what a way of knowing residency has to provide.
 *
 * A new source is a file residency_NAME.c with one `const struct residency_source`, a line in
 * residency.c's table, and a line in the contract test (tests/unit/harness/residency.c), which
 * runs the same job under every source. For who calls what when, see residency.h.
 */
#ifndef NT_HARNESS_RESIDENCY_SOURCE_H
#define NT_HARNESS_RESIDENCY_SOURCE_H

#include "harness/perf_ring.h"
#include "harness/perf_set.h"
#include "harness/residency.h"
#include "harness/residency_distance.h"

struct residency_source {
	const char *name;
	const char *help; /* half a sentence for --help */
	bool worker;      /* can watch our own worker */
	bool foreign;     /* can watch any program */
	bool from_rings;  /* cpu_time_ns comes from the stays, when the run is finished */
	int64_t sample_interval_ns;

	/* Can it be had here, for want->max_jobs? 0 or -errno; prepares r for the open calls. */
	int (*probe)(struct residency *r);
	int (*open)(struct residency_job *rj); /* 0 or -errno; may set rj->state */
	void (*child)(struct residency_job *rj);
	void (*adopt)(struct residency_job *rj); /* rj->pid is set */
	void (*sample)(struct residency_job *rj);

	/* Fills j->cpu_time_ns (unless from_rings). 0 or -errno: then the job is said to have
	 * fallen back. */
	int (*read)(struct residency_job *rj, struct record_job *j);
	void (*close)(struct residency_job *rj);
};

extern const struct residency_source residency_counting;
extern const struct residency_source residency_switch;
extern const struct residency_source residency_self;
extern const struct residency_source residency_sampling;

struct residency_fallback {
	const char *source;
	int err; /* positive errno */
};

struct residency {
	const struct residency_source *source;
	struct residency_want want;
	struct residency_fallback fallbacks[8];
	size_t n_fallbacks;
	char line[256]; /* the fallbacks for a person; "": none */

	/* Of the sources that open events. */
	struct perf_plan plan;
	struct perf_rings *rings;
	struct intmap lost;     /* CPU -> records lost in this run */
	struct intmap clock_ns; /* pid -> CPU clock with children, of this run's jobs */
	struct residency_distance distance;
	struct timeline timeline;
};

struct residency_job {
	struct residency *r;
	pid_t pid;
	struct perf_set set;
	void *state; /* the source's own */
};

/* Notes a source (or "timeline") that could not be had; err is a positive errno. */
void residency_note_fallback(struct residency *r, const char *source, int err);

/* Sets unattributed_ns, and the flag where the counts and the clock differ. 0 or -ENOMEM. */
int residency_compare_clock(struct record_job *j, int64_t clock_ns);

/*
 * For the sources that open events: plans kind on all possible CPUs, or, where descriptors run
 * out, on those this process may use. 0 or -errno.
 */
int residency_events_plan(struct residency *r, enum perf_event_kind kind);

/* open, child, adopt and close of such a source. */
int residency_events_open(struct residency_job *rj);
void residency_events_child(struct residency_job *rj);
void residency_events_adopt(struct residency_job *rj);
void residency_events_close(struct residency_job *rj);

#endif
