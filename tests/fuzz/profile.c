/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Any bytes as a set's profile, compared with itself and printed. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

#include "report/profile.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	json_t *root = json_loadb((const char *)data, size, 0, NULL);
	struct profile p = { 0 };
	struct errmsg e = { 0 };
	char *text = NULL;
	size_t len;
	FILE *out = open_memstream(&text, &len);

	if (!profile_from_json(&p, root, &e)) {
		profile_print(&p, 0, out);
		profile_print_pair(&p, &p, 0, out);
	}
	profile_release(&p);
	fclose(out);
	free(text);
	json_decref(root);
	return 0;
}
