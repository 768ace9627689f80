/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * work: how much work a job and a burst get, measured once a machine and reused by every kernel.
 *
 * results/work.json keeps what was measured, keyed by machine, size, pages and walk (a burst: by
 * machine and command), so that every later kernel does exactly the same work. "auto" sizes are
 * kept too, with the largest N they were worked out for: free memory differs between kernels.
 */
#ifndef NT_HARNESS_WORK_H
#define NT_HARNESS_WORK_H

#include <stdbool.h>
#include <stdint.h>

#include <jansson.h>

#include "lib/errmsg.h"

/* Steps of a walk are sized for one machine, size, pages and walk. */
struct work_key {
	const char *machine; /* host.json's machine.key */
	const char *size;    /* as asked for: "auto", "64M" */
	int max_jobs;        /* counts for "auto" only */
	const char *pages, *walk;
};

struct work {
	int64_t array_bytes;
	double ns_per_access;
};

struct work_book; /* work.json in memory */

/* Opens RESULTS/work.json; one that is not there is empty. */
int work_book_load(struct work_book **b, const char *results, struct errmsg *e);
int work_book_save(const struct work_book *b, struct errmsg *e);
void work_book_free(struct work_book *b); /* NULL is fine */

/* false where it is not known. */
bool work_find(const struct work_book *b, const struct work_key *k, struct work *w);
int work_put(struct work_book *b, const struct work_key *k, const struct work *w,
	     const char *kernel, struct errmsg *e);

/* ns of burst time per loop, of a hackbench command without its loops; NAN: not known. */
double work_find_burst(const struct work_book *b, const char *machine, const char *command);
int work_put_burst(struct work_book *b, const char *machine, const char *command,
		   double ns_per_loop, const char *kernel, struct errmsg *e);

#endif
