/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The control groups we are in, and their limits, from ours up to the root: a limit of any of them
 * holds. cgroups(7), proc_pid_mountinfo(5), Documentation/admin-guide/cgroup-v2.rst.
 */
#include "harness/host_part.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/jsontext.h"

#define MAX_LEVELS 32

/* A line of /proc/self/cgroup: "0::/user.slice" or "4:cpu,cpuacct:/". */
struct membership {
	const char *controllers; /* "" for version 2 */
	char *path;
};

struct mount {
	char root[PATH_MAX];  /* folder of the hierarchy that is mounted */
	char point[PATH_MAX]; /* where */
};

static const char *const files_v2[] = { "cpu.max",
					"cpu.weight",
					"cpu.idle",
					"cpuset.cpus.effective",
					"cpuset.mems.effective",
					"cpuset.cpus.partition",
					"memory.max",
					"memory.high",
					"memory.swap.max",
					"pids.max" };
static const char *const files_v1[] = { "cpu.cfs_quota_us", "cpu.cfs_period_us",
					"cpu.shares",       "cpuset.cpus",
					"cpuset.mems",      "memory.limit_in_bytes",
					"pids.max" };

static bool has_controller(const char *list, const char *name)
{
	size_t n = strlen(name);

	for (const char *at = list; (at = strstr(at, name)); at += n)
		if ((at == list || at[-1] == ',') && (!at[n] || at[n] == ','))
			return true;
	return false;
}

/* Hierarchies that can limit us: version 2, and of version 1 those with such a controller. */
static bool is_of_interest(const struct membership *m)
{
	static const char *const names[] = { "cpu", "cpuset", "memory", "pids" };

	if (!*m->controllers)
		return true;
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (has_controller(m->controllers, names[i]))
			return true;
	return false;
}

/* --- where it is mounted ------------------------------------------------------------------------
 */

/* Turns \040 into the space it stands for. */
static void unescape(char *s)
{
	char *to = s;

	for (; *s; s++) {
		if (s[0] == '\\' && s[1] >= '0' && s[1] <= '3' && s[2] >= '0' && s[2] <= '7' &&
		    s[3] >= '0' && s[3] <= '7') {
			*to++ = (char)((s[1] - '0') << 6 | (s[2] - '0') << 3 | (s[3] - '0'));
			s += 3;
		} else {
			*to++ = *s;
		}
	}
	*to = '\0';
}

/* The first of the controllers is among the options of a version 1 mount. */
static bool serves(const char *type, const char *options, const struct membership *m)
{
	char first[64];

	if (!*m->controllers)
		return !strcmp(type, "cgroup2");
	snprintf(first, sizeof(first), "%.*s", (int)strcspn(m->controllers, ","), m->controllers);
	return !strcmp(type, "cgroup") && has_controller(options, first);
}

/* A line of mountinfo; false if it is no mount of this hierarchy. */
static bool parse_mount(const char *line, const struct membership *m, struct mount *mount)
{
	const char *tail = strstr(line, " - ");
	char type[32], options[1024];

	if (!tail || sscanf(tail, " - %31s %*s %1023s", type, options) != 2 ||
	    !serves(type, options, m))
		return false;
	if (sscanf(line, "%*d %*d %*s %4095s %4095s", mount->root, mount->point) != 2)
		return false;
	unescape(mount->root);
	unescape(mount->point);
	return true;
}

static bool find_mount(const char *mountinfo, const struct membership *m, struct mount *mount)
{
	char *copy = mountinfo ? strdup(mountinfo) : NULL, *rest = copy, *line;
	bool found = false;

	while (!found && (line = strsep(&rest, "\n")))
		found = parse_mount(line, m, mount);
	free(copy);
	return found;
}

/* --- limits -------------------------------------------------------------------------------------
 */

static json_t *level_json(const struct host_source *h, const char *folder, const char *path,
			  bool v2)
{
	const char *const *files = v2 ? files_v2 : files_v1;
	size_t n = v2 ? sizeof(files_v2) / sizeof(*files_v2) : sizeof(files_v1) / sizeof(*files_v1);
	json_t *o = json_pack("{s:o}", "path", jsontext_string(path));

	for (size_t i = 0; o && i < n; i++) {
		json_t *value = host_value(h, "%s/%s", folder, files[i]);

		if (json_is_null(value)) {
			json_decref(value); /* not a limit of this level */
		} else if (json_object_set_new(o, files[i], value)) {
			json_decref(o);
			return NULL;
		}
	}
	return o;
}

/* "/a/b" to "/a" to "/" to false. */
static bool go_up(char *path)
{
	char *slash = strrchr(path, '/');

	if (!slash || !path[1])
		return false;
	slash[slash == path] = '\0';
	return true;
}

/* The path below what is mounted; NULL if it is outside. */
static const char *below(const char *root, const char *path)
{
	size_t n = strcmp(root, "/") ? strlen(root) : 0;

	if (strncmp(path, root, n) || (path[n] && path[n] != '/') || strstr(path, "/.."))
		return NULL;
	return path[n] ? path + n : "/";
}

static json_t *levels(const struct host_source *h, const struct mount *mount,
		      const struct membership *m)
{
	const char *inside = below(mount->root, m->path);
	char path[PATH_MAX], folder[2 * PATH_MAX];
	json_t *list;

	if (!inside)
		return json_null();
	snprintf(path, sizeof(path), "%s", inside);
	list = json_array();
	do {
		snprintf(folder, sizeof(folder), "%s%s", mount->point, path[1] ? path : "");
		if (json_array_append_new(list, level_json(h, folder, path, !*m->controllers))) {
			json_decref(list);
			return NULL;
		}
	} while (json_array_size(list) < MAX_LEVELS && go_up(path));
	return list;
}

static json_t *membership_json(const struct host_source *h, const char *mountinfo,
			       const struct membership *m)
{
	struct mount mount;
	json_t *limits = find_mount(mountinfo, m, &mount) ? levels(h, &mount, m) : json_null();

	return json_pack("{s:i,s:o,s:o,s:o}", "version", *m->controllers ? 1 : 2, "controllers",
			 jsontext_string(*m->controllers ? m->controllers : NULL), "path",
			 jsontext_string(m->path), "levels", limits);
}

/* --- all
 * ------------------------------------------------------------------------------------------ */

static bool parse_membership(char *line, struct membership *m)
{
	char *number = strsep(&line, ":");

	m->controllers = strsep(&line, ":");
	m->path = line;
	return number && m->controllers && m->path && *m->path == '/';
}

static json_t *read_memberships(const struct host_source *h, char *text, const char *mountinfo)
{
	json_t *list = json_array();
	char *line;

	while ((line = strsep(&text, "\n"))) {
		struct membership m;

		if (!parse_membership(line, &m) || !is_of_interest(&m))
			continue;
		if (json_array_append_new(list, membership_json(h, mountinfo, &m))) {
			json_decref(list);
			return NULL;
		}
	}
	return list;
}

json_t *host_cgroups(const struct host_source *h)
{
	char *text = host_raw(h, "/proc/self/cgroup");
	char *mountinfo = host_raw(h, "/proc/self/mountinfo");
	json_t *list = text ? read_memberships(h, text, mountinfo) : json_null();

	free(text);
	free(mountinfo);
	return list;
}
