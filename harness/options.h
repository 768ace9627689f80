/* SPDX-License-Identifier: GPL-3.0-or-later */
/* options: the command line of the harness, as typed. It checks forms, not the machine. */
#ifndef NT_HARNESS_OPTIONS_H
#define NT_HARNESS_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/errmsg.h"
#include "lib/strlist.h"

struct options {
	int *jobs; /* -n; NULL: by the machine */
	size_t n_jobs;
	int64_t repeats;
	int64_t target_ns;
	int64_t delay_ns;      /* -1: a share of the target, or the preset's */
	int64_t limit_ns;      /* -1: worked out */
	int64_t idle_limit_ns; /* longest wait for an idle machine before a run */
	int64_t steps;         /* -1: sized */
	int64_t seed;          /* of the shuffle; -1: drawn */
	const char *size, *pages, *walk, *mem;
	const char *workload;     /* a foreign program; NULL: our worker */
	const char *metric_regex; /* NULL: none */
	const char *disturb;      /* NULL: our hackbench; "none" */
	const char *yardstick;    /* "on", "off"; NULL: as the plan says */
	const char *label, *results, *resume, *plan_file, *topology, *residency;
	bool classic, recalibrate, dry_run, sync, show_runs, no_timeline, list_events, profile;
	struct strlist variants; /* LABEL:NAME=VALUE,… */
	const char *planned;     /* a given option that a stored plan decides ("-n"); NULL: none */
	struct strlist events;   /* libpfm4's names, each once */
};

/*
 * 0; or -EINVAL and -ERANGE with a message. --help, --version and what argp refuses exit here
 * (status 2 for the latter).
 */
int options_parse(struct options *o, int argc, char **argv, struct errmsg *e);
void options_release(struct options *o);

#endif
