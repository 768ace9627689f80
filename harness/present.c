/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/present.h"

#include <errno.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "harness/command.h"

static int command_line(struct strlist *argv, const struct strlist *paths, bool show_runs)
{
	char *program = command_beside("report");
	int err = program ? strlist_add(argv, program) : -ENOMEM;

	free(program);
	if (!err && show_runs)
		err = strlist_add(argv, "--show=runs");
	strlist_for_each (path, paths)
		err = err ? err : strlist_add(argv, *path);
	return err;
}

static int spawn_and_wait(const struct strlist *argv)
{
	pid_t pid;
	int status, err = posix_spawn(&pid, argv->v[0], NULL, NULL, argv->v, environ);

	if (err)
		return -err;
	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			return -errno;
	return WIFEXITED(status) && !WEXITSTATUS(status) ? 0 : -EIO;
}

/* The page lies in the folder of the first set. */
static int page_command_line(struct strlist *argv, const struct strlist *paths)
{
	char *program = command_beside("report");
	int err = program ? strlist_add(argv, program) : -ENOMEM;

	free(program);
	err = err ? err : strlist_add(argv, "html");
	err = err ? err : strlist_addf(argv, "--output=%s/report.html", paths->v[0]);
	err = err ? err : strlist_add(argv, "--");
	strlist_for_each (path, paths)
		err = err ? err : strlist_add(argv, *path);
	return err;
}

int present_page(const struct strlist *paths, struct errmsg *e)
{
	struct strlist argv = { 0 };
	int err = page_command_line(&argv, paths);

	if (!err)
		err = spawn_and_wait(&argv);
	if (err)
		errmsg_errno(e, -err, "%s/report.html could not be written", paths->v[0]);
	strlist_release(&argv);
	return err;
}

int present_sets(const struct strlist *paths, bool show_runs, struct errmsg *e)
{
	struct strlist argv = { 0 };
	int err = command_line(&argv, paths, show_runs);

	if (!err)
		err = spawn_and_wait(&argv);
	if (err)
		errmsg_errno(e, -err, "the results are stored, but %s could not print them",
			     argv.n ? argv.v[0] : "report");
	strlist_release(&argv);
	return err;
}
