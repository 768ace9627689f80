/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * render: how a comparison looks. One file a style, report/render_NAME.c, and a line in render.c.
 *
 * A renderer rounds, pads and escapes; it computes nothing. Where names or sets have text from
 * outside, it goes through text.h, or through what the format itself escapes with.
 */
#ifndef NT_REPORT_RENDER_H
#define NT_REPORT_RENDER_H

#include <stdio.h>

#include "report/table.h"

struct render {
	const char *name;
	const char *help; /* one line */
	/* Metrics that it prints unless others are asked for, ends with NULL; NULL: the usual ones.
	 */
	const char *const *metrics;
	int (*render)(const struct comparison *c, FILE *out); /* 0 or -ENOMEM */
};

extern const struct render render_default, render_classic, render_classic_avg, render_matrix,
	render_collated, render_normalized, render_nodes, render_md, render_csv, render_json;

/* By name; NULL where there is none. */
const struct render *render_find(const char *name);

/* "NAME  help", a line each. */
void render_list(FILE *out);

#endif
