/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lib/autosize.h"

#define MIB INT64_C(0x100000)

int64_t autosize_bytes(int64_t llc_bytes, int64_t free_bytes, size_t nodes, int max_jobs)
{
	int64_t bytes = 256 * MIB;

	if (llc_bytes > 0 && 4 * llc_bytes < bytes)
		bytes = 4 * llc_bytes;
	if (free_bytes > 0) {
		int64_t share = (int64_t)(0.6 * (double)free_bytes * (double)nodes / max_jobs);

		if (share < bytes)
			bytes = share;
	}
	if (bytes < 64 * MIB)
		bytes = 64 * MIB;
	return bytes / (2 * MIB) * (2 * MIB);
}
