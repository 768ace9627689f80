/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "report/render.h"

static const struct render *const styles[] = {
	&render_default,    &render_classic, &render_classic_avg, &render_matrix, &render_collated,
	&render_normalized, &render_nodes,   &render_md,          &render_csv,    &render_json,
};

const struct render *render_find(const char *name)
{
	for (size_t i = 0; i < sizeof(styles) / sizeof(*styles); i++)
		if (!strcmp(styles[i]->name, name))
			return styles[i];
	return NULL;
}

void render_list(FILE *out)
{
	for (size_t i = 0; i < sizeof(styles) / sizeof(*styles); i++)
		fprintf(out, "%-12s %s\n", styles[i]->name, styles[i]->help);
}
