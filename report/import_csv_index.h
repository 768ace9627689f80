/* SPDX-License-Identifier: GPL-3.0-or-later */
/* import_csv_index: numbers by name, for the importer of CSV. */
#ifndef NT_REPORT_IMPORT_CSV_INDEX_H
#define NT_REPORT_IMPORT_CSV_INDEX_H

#include <stddef.h>

/* All-zero is valid and empty. */
struct csv_index {
	void *tree; /* tsearch(3) */
};

/* The number of that name, 0 where it is new; lent until released. NULL when memory is short. */
size_t *csv_index_at(struct csv_index *x, const char *key);
void csv_index_release(struct csv_index *x);

#endif
