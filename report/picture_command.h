/* SPDX-License-Identifier: GPL-3.0-or-later */
/* picture_command: what `report html` and `report plot` have in common. */
#ifndef NT_REPORT_PICTURE_COMMAND_H
#define NT_REPORT_PICTURE_COMMAND_H

#include <argp.h>

#include "lib/errmsg.h"
#include "report/options.h"
#include "report/picture.h"

struct picture_options {
	struct options options;
	const char *output;
	const char *panel; /* NULL: the first */
	int64_t run;       /* -1: not asked for */
	bool strays_first;
	bool takes_kind; /* the first argument is a kind of picture */
	const struct picture *kind;
};

/* Its input is a struct picture_options. */
extern const struct argp picture_argp;

/*
 * Loads the sets, compares them, lets build() write into a new markup and stores that under
 * o->output: whole or not at all, never through a link. doctype as in markup_write().
 */
int picture_command(struct picture_options *o, bool doctype,
		    int (*build)(const struct picture_options *o, const struct picture_input *in,
				 struct markup *m, struct errmsg *e),
		    struct errmsg *e);

#endif
