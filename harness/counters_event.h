/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * counters_event: an event by libpfm4's name, as perf_event_open(2) takes it.
 *
 * Names are those of `--list-events` and of libpfm(3): "perf::PAGE-FAULTS", "INST_RETIRED:ANY_P",
 * "cycles:k". User code alone is counted unless the name asks for more (:u, :k, :h).
 *
 * Some events happen in the kernel only (context switches, migrations, tracepoints). Counted for
 * user code they are always 0, whatever happened (perf_sw_event_sched() and perf_tp_event() test
 * exclude_kernel against the kernel's own registers), so they are counted in the kernel, too; that
 * needs the right to (kernel.perf_event_paranoid <= 1). A name that asks for user code alone (:u)
 * is refused.
 */
#ifndef NT_HARNESS_COUNTERS_EVENT_H
#define NT_HARNESS_COUNTERS_EVENT_H

#include <linux/perf_event.h>
#include <stdbool.h>

#include "lib/errmsg.h"

/* libpfm reads what is in the machine at its start; both may be called several times. */
int counters_event_begin(struct errmsg *e);
void counters_event_end(void);

/*
 * An event that counts from exec on and tells for how long. inherit: threads and children, too.
 * -EINVAL and a message that names the event where there is none of that name or it can't be
 * counted per process (it samples, or belongs to one CPU).
 */
int counters_event_encode(struct perf_event_attr *attr, const char *name, bool inherit,
			  struct errmsg *e);

/* Does it happen in the kernel only? */
bool counters_event_is_kernel(const struct perf_event_attr *attr);

/* Can this machine count it for one process? 0 or perf_event_open's -errno. */
int counters_event_try(const struct perf_event_attr *attr);

#endif
