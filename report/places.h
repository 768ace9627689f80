/* SPDX-License-Identifier: GPL-3.0-or-later */
/* places: the nodes of a set in a row, so that a colour goes with a place, whatever the ids are. */
#ifndef NT_REPORT_PLACES_H
#define NT_REPORT_PLACES_H

#include <stddef.h>

#include "report/markup.h"
#include "report/set.h"

struct places {
	int *nodes; /* ids, ascending: of the machine, without CPUs, too, and where a job was */
	size_t n;
};

int places_of_set(struct places *p, const struct set *s); /* 0 or -ENOMEM */
void places_release(struct places *p);

/* Place of a node; -1 where it has none. */
int places_find(const struct places *p, int node);

/* Colour chips with the ids beside them from x on; gives the pixels that they are high. */
double places_legend(const struct places *p, const char *prefix, double x, double y,
		     struct markup *m);

#endif
