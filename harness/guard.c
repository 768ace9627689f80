/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/guard.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

static _Noreturn void guard_main(int fd)
{
	sigset_t all;
	char byte;

	/* Only the end of the pipe or SIGKILL ends it. */
	sigfillset(&all);
	sigprocmask(SIG_SETMASK, &all, NULL);
	if (setpgid(0, 0) || getpgrp() != getpid())
		_exit(1); /* never kill a group that is not ours */
	prctl(PR_SET_NAME, "harness-guard");
	while (read(fd, &byte, 1) < 0 && errno == EINTR)
		;
	kill(0, SIGKILL);
	_exit(1);
}

int guard_start(struct guard *g, struct errmsg *e)
{
	int fds[2];

	*g = (struct guard){ 0 };
	if (pipe2(fds, O_CLOEXEC))
		return errmsg_errno(e, errno, "can't make a pipe");
	g->pid = fork();
	if (g->pid < 0) {
		int err = errno;

		close(fds[0]);
		close(fds[1]);
		g->pid = 0;
		return errmsg_errno(e, err, "can't start a process");
	}
	if (!g->pid) {
		close(fds[1]);
		guard_main(fds[0]);
	}
	close(fds[0]);
	g->pipe_fd = fds[1];
	setpgid(g->pid, g->pid); /* here too: whoever comes first */
	return 0;
}

void guard_join(const struct guard *g)
{
	if (g->pid)
		setpgid(0, g->pid);
}

void guard_end(struct guard *g)
{
	if (!g->pid)
		return;
	kill(-g->pid, SIGKILL);
	close(g->pipe_fd);
	while (waitpid(g->pid, NULL, 0) < 0 && errno == EINTR)
		;
	*g = (struct guard){ 0 };
}
