/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * perf_tool: perf(1), run as a program: recording beside a run, and listing what it recorded.
 *
 * It is a process like every other of the harness (process.h): no shell, in the group of a guard,
 * and it dies with the harness. Its settings (~/.perfconfig) are left out, no build ids go to
 * ~/.debug, and no debug information is fetched from the network (debuginfod).
 */
#ifndef NT_HARNESS_PERF_TOOL_H
#define NT_HARNESS_PERF_TOOL_H

#include <stdint.h>

#include "harness/crew.h"
#include "harness/run.h"
#include "lib/errmsg.h"

/* A `perf record` under way. */
struct perf_tool {
	const struct run_context *c; /* lent */
	struct crew crew;            /* of perf alone */
	int control_fd, ack_fd;      /* ends of its --control pipes; -1: closed */
};

/* "--profile: there is no program 'perf' …" */
int perf_tool_check(struct errmsg *e);

/*
 * Samples from now on this process and all that it starts from now on, whatever they exec. Returns
 * when perf says that it does. -EINTR and *signal_number when a signal came; -errno and perf's own
 * words when it refuses. Nothing is left of it then.
 */
int perf_tool_record(struct perf_tool *t, const struct run_context *c, const char *event,
		     int64_t frequency_hz, const char *data_path, int *signal_number,
		     struct errmsg *e);

/* Ends it, so that the file is whole. As perf_tool_record() otherwise. */
int perf_tool_end(struct perf_tool *t, int *signal_number, struct errmsg *e);

/* Ends it at once; the file is worth nothing. Fine where nothing is under way. */
void perf_tool_abandon(struct perf_tool *t);

/* What the file holds, symbol by symbol, as perf_listing.h reads it; the caller frees it. */
int perf_tool_list(char **text, const struct run_context *c, const char *data_path,
		   int *signal_number, struct errmsg *e);

/* "6.1.192"; NULL where perf does not say it. The caller frees it. */
int perf_tool_version(char **version, const struct run_context *c, int *signal_number,
		      struct errmsg *e);

#endif
