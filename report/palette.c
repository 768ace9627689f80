/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>

#include "report/palette.h"

static const char *const nodes[PALETTE_NODES] = {
	"#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#f0e442", "#8c8c8c",
};

const char *palette_node(size_t place)
{
	return nodes[place % PALETTE_NODES];
}

const char *palette_fill(size_t place, const char *prefix)
{
	static char texts[8][96];
	static size_t next;
	char *text = texts[next++ % 8];

	if (place < PALETTE_NODES)
		return palette_node(place);
	snprintf(text, sizeof(texts[0]), "url(#%.60s-hatch-%zu)", prefix, place);
	return text;
}

/* One direction of stripes for each further eight: 45, 135, 0, 90 degrees. */
static void hatch(struct markup *m, size_t place, const char *prefix)
{
	static const int angles[] = { 45, 135, 0, 90 };

	markup_open(m, "pattern");
	markup_attrf(m, "id", "%.60s-hatch-%zu", prefix, place);
	markup_attr(m, "width", "6");
	markup_attr(m, "height", "6");
	markup_attr(m, "patternUnits", "userSpaceOnUse");
	markup_attrf(m, "patternTransform", "rotate(%d)", angles[(place / PALETTE_NODES - 1) % 4]);
	markup_open(m, "rect");
	markup_attr(m, "width", "6");
	markup_attr(m, "height", "6");
	markup_attr(m, "fill", palette_node(place));
	markup_empty(m);
	markup_open(m, "rect");
	markup_attr(m, "width", "2");
	markup_attr(m, "height", "6");
	markup_attr(m, "fill", "#000000");
	markup_empty(m);
	markup_close(m);
}

void palette_defs(struct markup *m, size_t n_nodes, const char *prefix)
{
	if (n_nodes <= PALETTE_NODES)
		return;
	markup_open(m, "defs");
	for (size_t i = PALETTE_NODES; i < n_nodes; i++)
		hatch(m, i, prefix);
	markup_close(m);
}

/* Middle tones: 3:1 and more on white and on the dark page, for marks that have a shape, too. */
const char *palette_set(size_t i)
{
	static const char *const sets[] = { "#0072b2", "#c65100", "#008a64",
					    "#b0568a", "#6a6fd0", "#7a7a00" };

	return sets[i % (sizeof(sets) / sizeof(*sets))];
}

const char *palette_shape(size_t i)
{
	static const char *const shapes[] = { "circle", "square", "diamond", "triangle" };

	return shapes[i % (sizeof(shapes) / sizeof(*shapes))];
}
