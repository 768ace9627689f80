/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * import_classic_row: the lines of a per-job table of 2002.
 *
 *	Executing 8 times: ./randupdt 1000000
 *	Running 'hackbench 20' in the background: Time: 9.639
 *	Job  node00 node01 node02 node03 | iSched MSched | UserTime(s)
 *	  1     7.5   92.5    0.0    0.0 |    0     1   *|  38.29
 *	AverageUserTime 30.47 seconds
 *
 * Blanks may be collapsed, the star may touch the bar or the number, there may be any number of
 * nodes. All readers return false where the line is something else; *out is then of no use.
 */
#ifndef NT_REPORT_IMPORT_CLASSIC_ROW_H
#define NT_REPORT_IMPORT_CLASSIC_ROW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "report/import_metric.h"

#define CLASSIC_NODES_MAX 4096

/* A table's head: node ids in the order of its columns. */
struct classic_head {
	int nodes[CLASSIC_NODES_MAX];
	size_t n;
};

struct classic_row {
	int64_t job;
	double share[CLASSIC_NODES_MAX]; /* percent, as printed */
	size_t n;
	int64_t isched, msched;
	bool star;
	double user_s;
};

struct classic_burst {
	const char *cmd; /* lent from the line; between the quotes */
	int cmd_len;
	double time_s; /* NAN: stands on a line of its own */
};

bool classic_head_scan(const char *line, struct classic_head *out);
bool classic_row_scan(const char *line, struct classic_row *out);
bool classic_row_begins(const char *line); /* a job number, a share, and somewhere a bar */
bool classic_burst_scan(const char *line, struct classic_burst *out);
bool classic_time_scan(const char *line, double *time_s);
bool classic_count_scan(const char *line, int64_t *n);
bool classic_summary_scan(const char *line, const struct classic_metric **metric, double *value);

#endif
