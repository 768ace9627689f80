/* SPDX-License-Identifier: GPL-3.0-or-later */
/* import_index: numbers by name. */
#ifndef NT_REPORT_IMPORT_INDEX_H
#define NT_REPORT_IMPORT_INDEX_H

#include <stddef.h>

/* All-zero is valid and empty. */
struct import_index {
	void *tree; /* tsearch(3) */
};

/* The number of that name, 0 where it is new; lent until released. NULL when memory is short. */
size_t *import_index_at(struct import_index *x, const char *key);
void import_index_release(struct import_index *x);

#endif
