/* SPDX-License-Identifier: GPL-3.0-or-later */
/* choose: which metrics and which rows a comparison has. */
#ifndef NT_REPORT_CHOOSE_H
#define NT_REPORT_CHOOSE_H

#include "lib/errmsg.h"
#include "report/table.h"

/*
 * Fills own_metrics and metrics. Those asked for, in that order; else those of the style; else the
 * usual ones, in counted time residency first, and whatever an imported log has besides. -EINVAL
 * for an unknown name.
 */
int choose_metrics(struct comparison *c, const char *const *of_style, struct errmsg *e);

/* The rows for which any column may have this metric; the caller frees. 0 or -ENOMEM. */
int choose_rows(const struct comparison *c, const struct metric *m, struct row_key **keys,
		size_t *n);

/* The rows for which any column may have any of the metrics. */
int choose_all_rows(const struct comparison *c, struct row_key **keys, size_t *n);

/* The printing order of the columns, by c->tables. 0 or -ENOMEM. */
int choose_order(struct comparison *c);

#endif
