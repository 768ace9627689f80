/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lib/room.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/sysfile.h"

/* What follows the key, or NULL if this line has another. */
static const char *after_key(const char *line, const char *key)
{
	int used = 0;

	if (sscanf(line, "Node %*d %n", &used) == 0 && used)
		line += used;
	return strncmp(line, key, strlen(key)) ? NULL : line + strlen(key);
}

int64_t room_value(const char *text, const char *key)
{
	for (const char *line = text; line; line = strchr(line, '\n')) {
		const char *rest = after_key(line += *line == '\n', key);
		int64_t value;
		char unit[3] = "";

		if (!rest || sscanf(rest, "%" SCNd64 " %2[a-zA-Z]", &value, unit) < 1)
			continue;
		return strcmp(unit, "kB") ? value : value * 1024;
	}
	return -1;
}

int64_t room_machine(const char *sysroot)
{
	char *text;
	int64_t bytes = -1;

	if (!sysfile_text(&text, sysroot, "/proc/meminfo"))
		bytes = room_value(text, "MemAvailable:");
	free(text);
	return bytes;
}

static int64_t at_least_0(int64_t bytes)
{
	return bytes > 0 ? bytes : 0;
}

int64_t room_node(const char *sysroot, int node)
{
	char *text;
	int64_t bytes = -1;

	if (!sysfile_text(&text, sysroot, "/sys/devices/system/node/node%d/meminfo", node)) {
		bytes = room_value(text, "MemFree:");
		if (bytes >= 0)
			bytes += at_least_0(room_value(text, "Active(file):")) +
				 at_least_0(room_value(text, "Inactive(file):"));
	}
	free(text);
	return bytes;
}
