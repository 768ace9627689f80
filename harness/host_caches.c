/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Caches of the first CPU: Documentation/ABI/testing/sysfs-devices-system-cpu, cache/index*. */
#include "harness/host_part.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CACHE_DIR "/sys/devices/system/cpu/cpu%d/cache"

/* "32768K" in bytes. */
static json_t *cache_bytes(const struct host_source *h, int cpu, const char *index)
{
	char *text = host_raw(h, CACHE_DIR "/%s/size", cpu, index), *end = NULL;
	long long kib = -1;

	errno = 0;
	if (text)
		kib = strtoll(text, &end, 10);
	if (errno || end == text || !end || strcmp(end, "K") || kib > INT64_MAX / 1024)
		kib = -1;
	free(text);
	return kib < 0 ? json_null() : json_integer(kib * 1024);
}

static json_t *cache(const struct host_source *h, int cpu, const char *index)
{
	return json_pack("{s:o,s:o,s:o,s:o,s:o}", "level",
			 host_int(h, CACHE_DIR "/%s/level", cpu, index), "type",
			 host_text(h, CACHE_DIR "/%s/type", cpu, index), "size_bytes",
			 cache_bytes(h, cpu, index), "line_bytes",
			 host_int(h, CACHE_DIR "/%s/coherency_line_size", cpu, index),
			 "shared_cpus", host_text(h, CACHE_DIR "/%s/shared_cpu_list", cpu, index));
}

json_t *host_caches(const struct host_source *h)
{
	int cpu = h->topology->online.n ? h->topology->online.v[0] : 0;
	struct strlist names = { 0 };
	json_t *list = json_array();
	char folder[128];
	int err;

	snprintf(folder, sizeof(folder), CACHE_DIR, cpu);
	err = host_names(h, folder, "index", &names);
	strlist_for_each (name, &names)
		if (!err)
			err = json_array_append_new(list, cache(h, cpu, *name));
	strlist_release(&names);
	if (err || !json_array_size(list)) {
		json_decref(list);
		return err ? NULL : json_null();
	}
	return list;
}
