/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <search.h>
#include <stdlib.h>
#include <string.h>

#include "report/pool.h"

static int compare(const void *a, const void *b)
{
	return strcmp(a, b);
}

const char *pool_string(struct pool *p, const char *s)
{
	char *copy;
	void *found = s ? tfind(s, &p->tree, compare) : NULL;

	if (found || !s)
		return found ? *(char **)found : NULL;
	copy = strdup(s);
	found = copy ? tsearch(copy, &p->tree, compare) : NULL;
	if (!found)
		free(copy);
	return found ? copy : NULL;
}

void pool_release(struct pool *p)
{
	tdestroy(p->tree, free);
	p->tree = NULL;
}
