/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * burst: the disturbance of a run: its command, when it is due, what its banner says.
 */
#ifndef NT_HARNESS_BURST_H
#define NT_HARNESS_BURST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "harness/plan.h"
#include "lib/errmsg.h"
#include "lib/record.h"
#include "lib/strlist.h"

#define BURST_DEFAULT_GROUPS 20
#define BURST_CLASSIC_LOOPS  100

/* What a hackbench printed; -1: it did not say. */
struct burst_banner {
	int64_t groups, tasks, loops;
	int64_t time_ns;
};

/* "Running in process mode with 20 groups … (== 800 tasks)", "… pass 100 messages …", "Time: 9.6"
 */
void burst_parse_banner(struct burst_banner *b, const char *text);

/*
 * Splits the words of --disturb (no shell, no quotes). A program whose name has "hackbench" in it
 * is completed with -g and -l where they are not given, and its groups and loops are known then;
 * any other runs as it is. loops is used where the text gives none; -1: left open for the sizing.
 */
int burst_command(struct plan_disturbance *d, const char *text, int64_t loops, struct errmsg *e);

/* Puts `-l loops` behind the command of a hackbench whose loops were left open. 0 or -ENOMEM. */
int burst_set_loops(struct plan_disturbance *d, int64_t loops);

/*
 * Share of [start_ns, end_ns) in which jobs walked, mean over the jobs; NAN where nothing is known.
 */
double burst_overlap(const struct record *r, int64_t start_ns, int64_t end_ns);

#endif
