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
	const char *help;                                     /* one line */
	int (*render)(const struct comparison *c, FILE *out); /* 0 or -ENOMEM */
};

/* By name; NULL where there is none. */
const struct render *render_find(const char *name);

/* "NAME  help", a line each. */
void render_list(FILE *out);

#endif
