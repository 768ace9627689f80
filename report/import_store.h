/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * import_store: the two JSON files of an imported set. Everything that the log does not say is
 * null.
 */
#ifndef NT_REPORT_IMPORT_STORE_H
#define NT_REPORT_IMPORT_STORE_H

#include <jansson.h>

#include "report/import.h"

/*
 * plan.json, with what only an imported set has: "imported_from" (file names), "title", "metrics".
 * `folder` is the label where the set has none. A new reference; NULL when memory is short.
 */
json_t *import_plan_json(const struct import_set *s, const struct import_options *o,
			 const char *folder);

/* host.json of a machine of which nothing is known. */
json_t *import_host_json(void);

#endif
