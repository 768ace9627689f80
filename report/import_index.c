/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/import_index.h"

#include <search.h>
#include <stdlib.h>
#include <string.h>

struct counter {
	size_t number;
	char key[];
};

static int compare(const void *a, const void *b)
{
	const struct counter *x = a, *y = b;

	return strcmp(x->key, y->key);
}

size_t *import_index_at(struct import_index *x, const char *key)
{
	size_t len = strlen(key);
	struct counter *e = calloc(1, sizeof(*e) + len + 1), **found;

	if (!e)
		return NULL;
	memcpy(e->key, key, len);
	found = tsearch(e, &x->tree, compare);
	if (!found || *found != e)
		free(e);
	return found ? &(*found)->number : NULL;
}

void import_index_release(struct import_index *x)
{
	tdestroy(x->tree, free);
	x->tree = NULL;
}
