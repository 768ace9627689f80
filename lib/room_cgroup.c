/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lib/room.h"

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/sysfile.h"

static const struct flavour {
	const char *fstype; /* in mountinfo */
	const char
		*controller; /* in mountinfo's options and in /proc/self/cgroup; NULL: version 2 */
	const char *limit, *usage, *cache_key;
} flavours[] = {
	{ "cgroup2", NULL, "memory.max", "memory.current", "inactive_file" },
	{ "cgroup", "memory", "memory.limit_in_bytes", "memory.usage_in_bytes",
	  "total_inactive_file" },
};

enum {
	N_FLAVOURS = sizeof(flavours) / sizeof(*flavours)
};

/* Is word one of the comma-separated words of the list? */
static bool list_has(const char *list, const char *word)
{
	size_t len = strlen(word);

	for (; list; list = strchr(list, ',')) {
		list += *list == ',';
		if (!strncmp(list, word, len) && (!list[len] || list[len] == ','))
			return true;
	}
	return false;
}

/* "4:memory:/a/b", version 2: "0::/a/b". */
static bool own_path(const char *text, const struct flavour *f, char *path)
{
	char controllers[256];
	int used;

	for (const char *line = text; line; line = strchr(line, '\n')) {
		line += *line == '\n';
		used = 0;
		*controllers = '\0';
		if (f->controller)
			sscanf(line, "%*d:%255[^:]:%n", controllers, &used);
		else
			sscanf(line, "0::%n", &used);
		if (used && (!f->controller || list_has(controllers, f->controller)) &&
		    sscanf(line + used, "%2047[^\n]", path) == 1)
			return true;
	}
	return false;
}

/* proc(5): "36 35 98:0 ROOT MOUNT options [fields] - FSTYPE source OPTIONS". */
static bool own_mount(const char *text, const struct flavour *f, char *root, char *mount)
{
	for (const char *line = text; line; line = strchr(line, '\n')) {
		char type[64], options[512];
		const char *dash;

		line += *line == '\n';
		dash = strstr(line, " - ");
		if (!dash || sscanf(line, "%*d %*d %*s %2047s %2047s", root, mount) != 2 ||
		    sscanf(dash, " - %63s %*s %511s", type, options) != 2)
			continue;
		if (!strcmp(type, f->fstype) &&
		    (!f->controller || list_has(options, f->controller)))
			return true;
	}
	return false;
}

static int64_t room_at(const char *sysroot, const char *folder, const struct flavour *f)
{
	int64_t limit, usage, cache = 0, left;
	char *text;

	if (sysfile_int(&limit, sysroot, "%s/%s", folder, f->limit) ||
	    sysfile_int(&usage, sysroot, "%s/%s", folder, f->usage))
		return -1; /* "max", or no limit at all, as in the root */
	if (!sysfile_text(&text, sysroot, "%s/memory.stat", folder))
		cache = room_value(text, f->cache_key);
	free(text);
	left = limit - usage + (cache > 0 ? cache : 0);
	return left > 0 ? left : 0;
}

static int64_t tighter(int64_t a, int64_t b)
{
	if (a < 0 || b < 0)
		return a < 0 ? b : a;
	return a < b ? a : b;
}

/* From our own group up to where the hierarchy is mounted: each limit holds for all below it. */
static int64_t room_up(const char *sysroot, const char *mount, char *path, const struct flavour *f)
{
	int64_t room = -1;

	for (;;) {
		char folder[2 * PATH_MAX];
		char *slash;

		snprintf(folder, sizeof(folder), "%s%s", mount, path);
		room = tighter(room, room_at(sysroot, folder, f));
		slash = strrchr(path, '/');
		if (!slash)
			return room;
		*slash = '\0';
	}
}

static int64_t room_of(const char *sysroot, const char *groups, const char *mounts,
		       const struct flavour *f)
{
	char path[2048], root[2048], mount[2048];
	size_t len;

	if (!own_path(groups, f, path) || !own_mount(mounts, f, root, mount))
		return -1;
	len = strcmp(root, "/") ? strlen(root) : 0;
	if (strncmp(path, root, len))
		return -1;
	return room_up(sysroot, mount, path + len, f);
}

int64_t room_cgroup(const char *sysroot)
{
	char *groups = NULL, *mounts = NULL;
	int64_t room = -1;

	if (!sysfile_text(&groups, sysroot, "/proc/self/cgroup") &&
	    !sysfile_text(&mounts, sysroot, "/proc/self/mountinfo"))
		for (int i = 0; i < N_FLAVOURS; i++)
			room = tighter(room, room_of(sysroot, groups, mounts, &flavours[i]));
	free(groups);
	free(mounts);
	return room;
}
