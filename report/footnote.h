/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * footnote: a doubt, marked beside the number that it belongs to.
 *
 * The lines of a block get letters in the order in which they are met; a number that a doubt
 * belongs to prints the letters. Flags of records are put to the metric they throw doubt on.
 */
#ifndef NT_REPORT_FOOTNOTE_H
#define NT_REPORT_FOOTNOTE_H

#include <stdint.h>
#include <stdio.h>

#include "lib/strlist.h"
#include "report/metric.h"
#include "report/set.h"

struct footnotes {
	struct strlist metrics; /* [i] the metric that the i-th note belongs to; "" : the block */
	struct strlist texts;
};

/* All doubts about the runs of this N. 0 or -ENOMEM. */
int footnotes_collect(struct footnotes *f, const struct set *s, int64_t n);

/* " a c": the letters of the notes of one metric; nothing where it has none. */
void footnotes_print_marks(const struct footnotes *f, const struct metric *m, FILE *out);

/* One line or more for each note, wrapped. */
void footnotes_print(const struct footnotes *f, FILE *out);
void footnotes_release(struct footnotes *f);

/* How often a flag was met, over all runs of a set: "foreign-cpu 2/15, spill 1/15"; caller frees.
 */
char *footnotes_flag_counts(const struct set *s);

#endif
