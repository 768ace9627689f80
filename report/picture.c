/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "report/picture.h"

/* In the order of the page. */
static const struct picture *const pictures[] = {
	&picture_strip, &picture_forest, &picture_residency, &picture_timeline, &picture_machine,
};

#define N_PICTURES (sizeof(pictures) / sizeof(*pictures))

const struct picture *picture_at(size_t i)
{
	return i < N_PICTURES ? pictures[i] : NULL;
}

const struct picture *picture_find(const char *name)
{
	for (size_t i = 0; i < N_PICTURES; i++)
		if (!strcmp(pictures[i]->name, name))
			return pictures[i];
	return NULL;
}

void picture_list(FILE *out)
{
	for (size_t i = 0; i < N_PICTURES; i++)
		fprintf(out, "  %-10s %s\n", pictures[i]->name, pictures[i]->help);
}
