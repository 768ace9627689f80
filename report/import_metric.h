/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * import_metric: what the columns of old tables are called, and what they mean.
 */
#ifndef NT_REPORT_IMPORT_METRIC_H
#define NT_REPORT_IMPORT_METRIC_H

#include "report/import.h"

struct classic_metric {
	const char *name;   /* "AverageUserTime": our own name, and the one of the per-job tables */
	const char *symbol; /* "U", as in the matrix of 2002; NULL: none */
	const char *unit;
	const char *better;
	const char *aliases; /* "AvgUser AvgUsrTime …", lower case */
};

/* By its name or an alias, in any case of letters; NULL if it is none. */
const struct classic_metric *classic_metric_find(const char *word, int len);

/* By its symbol, exactly. */
const struct classic_metric *classic_metric_symbol(const char *word, int len);

/* import_set_metric() with all that is known of it. */
int classic_metric_note(const struct classic_metric *m, struct import_set *s);

/* A user time of 0.00 is a job that was not measured: NAN then, else the value. */
double classic_metric_value(const struct classic_metric *m, double printed);

#endif
