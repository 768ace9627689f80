/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "hackbench/usher.h"

#include "hackbench/slice.h"

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#define STACK_BYTES (64 * 1024)

/* Shares memory with the crew: it must not touch anything but its own stack. */
static int usher_main(void *arg)
{
	const struct usher *u = arg;
	eventfd_t end;

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != u->parent || gate_start(u->gate, NULL) < 0)
		return 1;
	return eventfd_read(u->end_fd, &end) != 0;
}

/*
 * CLONE_FS and CLONE_FILES have no use here but to make it a thread in valgrind's eyes, which
 * knows nothing between that and fork(). For the same reason it is not ended by a signal.
 */
static int usher_clone(struct usher *u)
{
	int pid;

	u->stack = malloc(STACK_BYTES);
	if (!u->stack)
		return -ENOMEM;
	u->end_fd = eventfd(0, EFD_CLOEXEC);
	if (u->end_fd < 0)
		return -errno;
	pid = clone(usher_main, (char *)u->stack + STACK_BYTES,
		    CLONE_VM | CLONE_FS | CLONE_FILES | SIGCHLD, u);
	if (pid < 0)
		return -errno;
	u->pid = pid;
	return 0;
}

int usher_start(struct usher *u, const struct gate *gate, struct errmsg *e)
{
	*u = (struct usher){ .parent = getpid(), .gate = gate, .end_fd = -1 };
	if (usher_clone(u) < 0)
		return gate_start(gate, e);
	slice_shorten();
	return 0;
}

void usher_release(struct usher *u)
{
	if (u->pid) {
		eventfd_write(u->end_fd, 1);
		waitpid(u->pid, NULL, 0);
	}
	if (u->stack && u->end_fd >= 0)
		close(u->end_fd);
	free(u->stack);
	*u = (struct usher){ 0 };
}
