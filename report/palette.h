/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * palette: the colour of a node, of a set and of a verdict; the same in every picture.
 *
 * Eight node colours that people with any of the common colour blindnesses tell apart (Okabe and
 * Ito, Color Universal Design, 2008, the black replaced by a grey that both themes show); beyond
 * eight the colour repeats under a pattern (hatch), so node 8 is node 0's colour, hatched.
 */
#ifndef NT_REPORT_PALETTE_H
#define NT_REPORT_PALETTE_H

#include <stddef.h>

#include "report/markup.h"

#define PALETTE_NODES 8

/* place: the node's place among the machine's nodes, not its id. "#rrggbb"; lent. */
const char *palette_node(size_t place);

/*
 * What to write as `fill` of an area of the node: the colour, or url(#PREFIX-hatch-PLACE) beyond
 * eight. Valid until the 8th next call.
 */
const char *palette_fill(size_t place, const char *prefix);

/* <defs> with the hatches of nodes 8 … n_nodes-1 for an svg; nothing where there are none. */
void palette_defs(struct markup *m, size_t n_nodes, const char *prefix);

/* Colour and shape of the i-th set: shape is one of "circle", "square", "diamond", "triangle". */
const char *palette_set(size_t i);
const char *palette_shape(size_t i);

#endif
