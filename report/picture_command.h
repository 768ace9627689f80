/* SPDX-License-Identifier: GPL-3.0-or-later */
/* picture_command: what `report html` and `report plot` have in common. */
#ifndef NT_REPORT_PICTURE_COMMAND_H
#define NT_REPORT_PICTURE_COMMAND_H

#include <stdbool.h>
#include <stdint.h>

#include "lib/errmsg.h"
#include "report/options.h"
#include "report/picture.h"

struct picture_options {
	struct options options;
	const struct picture *kind; /* of plot; NULL: html */
	const char *output;
	const char *panel; /* of plot; NULL: the first */
	int64_t run;       /* -1: not asked for */
	bool strays_first;
};

/* What differs between the two. */
struct picture_task {
	bool takes_kind; /* the first argument is a kind of picture */
	bool doctype;    /* as in markup_write() */
	int (*build)(const struct picture_options *o, const struct picture_input *in,
		     struct markup *m, struct errmsg *e);
};

/*
 * Parses, loads the sets, compares them, lets build() write into a new markup and stores that under
 * the file asked for: whole or not at all, never through a link. As command.run.
 */
int picture_command(const struct picture_task *t, int argc, char **argv, struct errmsg *e);

#endif
