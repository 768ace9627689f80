/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Any bytes as the plan.json and the host.json of a set that is reported. */
#include <jansson.h>

#include "report/host.h"
#include "report/plan.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	json_t *root = json_loadb((const char *)data, size, 0, NULL);
	struct errmsg e = { 0 };
	struct plan plan = { 0 };
	struct host host = { 0 };

	plan_read(&plan, root, &e);
	plan_release(&plan);
	host_read(&host, root, &e);
	host_release(&host);
	json_decref(root);
	return 0;
}
