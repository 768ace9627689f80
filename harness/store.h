/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * store: a result set on disk, the folder results/NAME.
 *
 *	plan.json  host.json  topology.xml	written once, before the first run
 *	runs.jsonl				one line a finished run: one write, fsynced
 *	timeline/RUN.zst			where the run has one
 *
 * runs.jsonl is never rewritten, but for a torn tail (a kill or a full disk in the middle of a
 * line), which is moved to runs.jsonl.torn. It is locked while a harness appends to it.
 */
#ifndef NT_HARNESS_STORE_H
#define NT_HARNESS_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <jansson.h>

#include "lib/errmsg.h"
#include "lib/record.h"
#include "lib/strlist.h"
#include "lib/timeline.h"

struct store {
	char *path; /* "results/6.12-ws1-2026-11-30" */
	int dir_fd;
	int runs_fd; /* locked; -1: not open */
};

/* A name that may be a set's folder: no '/', no leading '.', no control characters. */
int store_check_name(const char *what, const char *name, struct errmsg *e);

/* Makes the folder `results` (one level) if need be and tells whether it can be written. */
int store_prepare_results(const char *results, struct errmsg *e);

bool store_exists(const char *results, const char *name);

/* The names of sets that are `label` followed by '-' and more, sorted. */
int store_list(struct strlist *names, const char *results, const char *label, struct errmsg *e);

/* Makes a new set; refuses one that exists. On failure nothing of it is left. */
int store_create(struct store *s, const char *results, const char *name, const json_t *plan,
		 const json_t *host, struct errmsg *e);

/*
 * Opens a set to go on with it. done[run - 1] is set for every run (1 … n_runs) with a line,
 * *failed counts those that failed. A torn tail is set aside, *torn tells its bytes.
 */
int store_open(struct store *s, const char *results, const char *name, bool *done, size_t n_runs,
	       size_t *failed, size_t *torn, struct errmsg *e);

/* plan.json or host.json of a set as a new reference. */
int store_load_json(const char *results, const char *name, const char *file, json_t **out,
		    struct errmsg *e);

/* Appends and fsyncs. On failure the file is as it was before. -ENOENT: it was removed. */
int store_append(struct store *s, const struct record *r, struct errmsg *e);

void store_close(struct store *s);

#endif
