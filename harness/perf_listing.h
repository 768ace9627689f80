/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * perf_listing: what `perf report` prints for a machine.
 *
 *	perf report --stdio -F period,sample,dso,sym -t TAB
 *
 * gives a line a symbol, "PERIOD TAB SAMPLES TAB MODULE TAB [k] SYMBOL", among comments; [k] is
 * kernel code, [.] user code. Source: tools/perf/Documentation/perf-report.txt.
 */
#ifndef NT_HARNESS_PERF_LISTING_H
#define NT_HARNESS_PERF_LISTING_H

#include "lib/profile.h"

/*
 * Adds its symbols to p and sets p->lost where the listing tells it. Lines of another form (perf
 * mixes warnings in) are passed over. A symbol that perf could not name counts as
 * PROFILE_UNRESOLVED of its module. 0 or -ENOMEM.
 */
int perf_listing_read(struct profile *p, const char *text);

#endif
