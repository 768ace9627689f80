/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * picture: what explains a scheduler to the eye. One file a kind, report/picture_NAME.c, and a
 * line in picture.c.
 *
 * A kind has as many panels as its input asks for: the strip plot one a metric and N, the timeline
 * one a set. A panel is one <svg> of its own that needs no style sheet (colours and fonts are
 * attributes, light; a page makes them follow its theme by class), and a table with its numbers.
 */
#ifndef NT_REPORT_PICTURE_H
#define NT_REPORT_PICTURE_H

#include <stdbool.h>
#include <stdint.h>

#include "lib/errmsg.h"
#include "report/markup.h"
#include "report/table.h"

struct picture_input {
	const struct comparison *comparison;
	const struct set *sets;
	size_t n_sets;
	int64_t run;       /* number of the run to draw; -1: a set's choice, see the kind */
	bool strays_first; /* jobs with `*` on top */
};

/* What a panel is called. */
struct panel_name {
	char id[96];     /* letters, digits, `.`, `_`, `-`: "strip-AverageUserTime-16" */
	char title[200]; /* one line; escaped where it is shown */
};

struct picture_panel; /* the kind's own */

struct picture {
	const char *name; /* "strip", "forest", "residency", "timeline", "machine" */
	const char *help; /* one line */

	/*
	 * All panels of the input: *panels and *n, 0, -ENOMEM or -errno with e set. None is no
	 * error: a set without a timeline has no picture of it.
	 */
	int (*make)(const struct picture_input *in, struct picture_panel **panels, size_t *n,
		    struct errmsg *e);
	const struct panel_name *(*panel_name)(const struct picture_panel *panels, size_t i);
	void (*draw)(const struct picture_panel *panels, size_t i, struct markup *m); /* one svg */
	void (*numbers)(const struct picture_panel *panels, size_t i, struct markup *m); /* table */
	void (*free)(struct picture_panel *panels, size_t n);
};

extern const struct picture picture_strip, picture_forest, picture_residency, picture_timeline,
	picture_machine;

/* By name; NULL where there is none. */
const struct picture *picture_find(const char *name);

/* The i-th kind in the order of the page; NULL after the last. */
const struct picture *picture_at(size_t i);

/* "NAME  help", a line each. */
void picture_list(FILE *out);

#endif
