/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * load: from a folder to a set.
 *
 * runs.jsonl is read line by line, so memory is that of the reduced set and one line. A last line
 * that was torn while it was written is set aside with a warning; any other line that can't be
 * read, or a record of a newer schema, is an error that names file, line and place. host.json and
 * plan.json may be missing (then nothing is known, and a warning says so); an imported averaged
 * table has summaries.jsonl in place of runs.jsonl.
 */
#ifndef NT_REPORT_LOAD_H
#define NT_REPORT_LOAD_H

#include "lib/errmsg.h"
#include "report/set.h"

/*
 * argument as a person types it: an existing folder, else a folder of that name under results,
 * else LABEL=SET split at the first `=`, where LABEL may hold any bytes.
 */
int load_set(struct set *s, const char *results, const char *argument, struct errmsg *e);

#endif
