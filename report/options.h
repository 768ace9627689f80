/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * options: what a person asked of a report; one option table for all commands that print tables.
 */
#ifndef NT_REPORT_OPTIONS_H
#define NT_REPORT_OPTIONS_H

#include <argp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/strlist.h"

enum options_sort {
	SORT_GIVEN, /* as the sets were named, the base first */
	SORT_LABEL,
	SORT_VALUE,  /* best first */
	SORT_CHANGE, /* best change first */
};

struct options {
	const char *results;
	struct strlist sets; /* arguments as typed */
	const char *style;   /* NULL: the command's own */
	bool all_runs;       /* --show runs */
	int *ns;             /* --n; NULL: all */
	size_t n_ns;
	struct strlist metrics; /* --metric; empty: those of the style, or the default ones */
	struct strlist bases;   /* --base: LABEL or SET:BASE */
	struct strlist vary;    /* --vary: fields of the person group that are meant to differ */
	double alpha, margin;   /* .05, .01 */
	enum options_sort sort;
	bool power;
	bool explore; /* Benjamini-Hochberg in place of Holm */
	bool fail_on_worse;
};

/* A child parser; its input is a struct options that options_init() has set. */
extern const struct argp options_argp;

/* Is this number of jobs asked for? All are where --n is not given. */
bool options_want_n(const struct options *o, int64_t n);

/* An option that only a comparison can heed; NULL: none was given. */
const char *options_of_comparison(const struct options *o);

void options_init(struct options *o);
void options_release(struct options *o);

#endif
