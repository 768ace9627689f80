/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * flag: a doubt about a measurement, stored in a record and printed as a footnote.
 *
 * The harness and the worker set flags by these names; the report looks the text up. A flag that
 * is not in the table (from a newer harness) is printed by its name.
 */
#ifndef NT_LIB_FLAG_H
#define NT_LIB_FLAG_H

/* Of a job. */
#define FLAG_SPILL    "spill"
#define FLAG_SETUP    "setup"
#define FLAG_PAGES    "pages"
#define FLAG_POLICY   "policy"
#define FLAG_CLOCK    "clock"
#define FLAG_TIMELINE "timeline"
/* Of a run. */
#define FLAG_FOREIGN_CPU    "foreign-cpu"
#define FLAG_STEAL          "steal"
#define FLAG_EXEC_SPREAD    "exec-spread"
#define FLAG_OVERLAP        "overlap"
#define FLAG_NO_BURST       "no-burst"
#define FLAG_EARLY_BURST    "early-burst"
#define FLAG_SHORT_FOR_NB   "short-for-numa-balancing"
#define FLAG_BUSY_START     "busy-start"
#define FLAG_SETTINGS_MOVED "settings-moved"

struct flag {
	const char *name;
	const char *text; /* one line for a footnote, without a full stop */
};

/* Lends the entry of this name; NULL for a flag that this program does not know. */
const struct flag *flag_find(const char *name);

#endif
