/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * campaign: everything that one call of the harness does, as steps.
 */
#ifndef NT_HARNESS_CAMPAIGN_H
#define NT_HARNESS_CAMPAIGN_H

#include <stddef.h>

#include "harness/options.h"
#include "lib/errmsg.h"

struct campaign_end {
	int signal_number; /* that ended it; 0: none */
	size_t failed;     /* failed runs in its sets */
};

/*
 * Plans or resumes, sizes, runs, stores, prints. 0 when it came to its end (failed runs included);
 * -EINTR when a signal ended it; -errno and a message else. Every setting it changed is back and no
 * process is left in any case.
 */
int campaign_run(const struct options *o, struct campaign_end *end, struct errmsg *e);

#endif
