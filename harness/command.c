/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/command.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *const own_programs[] = { "numa_test", "hackbench" };

char *command_beside(const char *name)
{
	char self[PATH_MAX];
	ssize_t len = readlink("/proc/self/exe", self, sizeof(self) - 1);
	char *path, *slash;

	self[len > 0 ? len : 0] = '\0';
	slash = strrchr(self, '/');
	if (!slash)
		return strdup(name);
	*slash = '\0';
	return asprintf(&path, "%s/%s", self, name) < 0 ? NULL : path;
}

static bool is_own(const char *name)
{
	for (size_t i = 0; i < sizeof(own_programs) / sizeof(*own_programs); i++)
		if (!strcmp(name, own_programs[i]))
			return true;
	return false;
}

static bool is_program(const char *path)
{
	struct stat st;

	return !stat(path, &st) && S_ISREG(st.st_mode) && !access(path, X_OK);
}

/* The first program of that name along PATH; the name itself where there is none. */
static char *find_on_path(const char *name)
{
	const char *path = getenv("PATH");
	char *copy = strdup(path ? path : "/usr/bin:/bin"), *rest = copy, *found = NULL;

	for (char *dir; copy && !found && (dir = strsep(&rest, ":"));) {
		if (asprintf(&found, "%s/%s", *dir ? dir : ".", name) < 0)
			found = NULL;
		if (found && !is_program(found)) {
			free(found);
			found = NULL;
		}
	}
	free(copy);
	return found ? found : strdup(name);
}

static char *program_path(const char *name)
{
	if (is_own(name))
		return command_beside(name);
	return strchr(name, '/') ? strdup(name) : find_on_path(name);
}

int command_resolve(struct strlist *out, const struct strlist *cmd)
{
	char *path = program_path(cmd->v[0]);
	int err = path ? strlist_add(out, path) : -ENOMEM;

	free(path);
	for (size_t i = 1; !err && i < cmd->n; i++)
		err = strlist_add(out, cmd->v[i]);
	return err;
}

bool command_is_worker(const struct plan_workload *w)
{
	return w->cmd.n == 1 && !strcmp(w->cmd.v[0], "numa_test");
}

int command_worker_argv(struct strlist *out, const struct command_worker *w)
{
	const struct plan_workload *load = w->workload;
	int err = command_resolve(out, &load->cmd);

	if (!err)
		err = strlist_addf(out, "--walk=%s", load->walk);
	if (!err)
		err = strlist_addf(out, "--size=%" PRId64, load->array_bytes);
	if (!err)
		err = strlist_addf(out, "--steps=%" PRId64, w->steps);
	if (!err)
		err = strlist_addf(out, "--seed=%" PRId64, w->seed);
	if (!err)
		err = strlist_addf(out, "--pages=%s", load->pages);
	if (!err)
		err = strlist_addf(out, "--mem=%s", load->mem);
	if (!err)
		err = strlist_addf(out, "--report-fd=%d", w->report_fd);
	if (!err && w->start_fd >= 0)
		err = strlist_addf(out, "--start-fd=%d", w->start_fd) ||
		      strlist_addf(out, "--slot=%d", w->slot);
	if (!err && w->sync_fd >= 0)
		err = strlist_addf(out, "--sync-fd=%d", w->sync_fd) ||
		      strlist_addf(out, "--sync-count=%d", w->sync_count);
	return err ? -ENOMEM : 0;
}

int command_check_program(const char *what, const struct strlist *cmd, struct errmsg *e)
{
	const char *program = cmd->v[0];

	if (is_program(program))
		return 0;
	return errmsg_set(e, ENOENT, "%s: there is no program '%s'", what, program);
}
