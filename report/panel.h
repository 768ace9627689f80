/* SPDX-License-Identifier: GPL-3.0-or-later */
/* panel: what the panels of most kinds of pictures have in common. */
#ifndef NT_REPORT_PANEL_H
#define NT_REPORT_PANEL_H

#include <stddef.h>

#include "report/picture.h"

/* id and title of a row of a table: "KIND-AverageUserTime-16", "average user time (s), N = 16". */
void panel_name_row(struct panel_name *p, const char *kind, const struct table *t,
		    const struct row *r);

/* "12.34" with the decimals of the metric, "-" for NAN. Valid until the 8th next call. */
const char *panel_number(double value, int decimals);

/* The ends of a cell's interval: of the median where ranks judge it. NAN: none. */
double panel_low(const struct cell *c);
double panel_high(const struct cell *c);

/* The table's head: names end with NULL. Opens <table> and its <tbody>; closed by panel_table_end.
 */
void panel_table(struct markup *m, const char *const *names);
void panel_table_end(struct markup *m);

/* A row of cells; they are read as numbers where they begin with a digit or sign. Ends with NULL.
 */
void panel_table_row(struct markup *m, const char *const *cells);

#endif
