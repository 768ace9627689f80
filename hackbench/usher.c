/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "hackbench/usher.h"

#include "hackbench/slice.h"

#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#define STACK_BYTES (64 * 1024)

/* Shares memory with the crew: it must not touch anything but its own stack. */
static int usher_main(void *arg)
{
	const struct usher *u = arg;

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != u->parent || gate_start(u->gate, NULL) < 0)
		return 1;
	for (;;)
		pause();
}

int usher_start(struct usher *u, const struct gate *gate, struct errmsg *e)
{
	*u = (struct usher){ .parent = getpid(), .gate = gate, .stack = malloc(STACK_BYTES) };
	if (u->stack) {
		int pid = clone(usher_main, (char *)u->stack + STACK_BYTES,
				CLONE_VM | CLONE_FS | CLONE_FILES | SIGCHLD, u);

		if (pid > 0) {
			slice_shorten();
			u->pid = pid;
			return 0;
		}
	}
	return gate_start(gate, e);
}

void usher_release(struct usher *u)
{
	if (u->pid) {
		kill(u->pid, SIGKILL);
		waitpid(u->pid, NULL, 0);
	}
	free(u->stack);
	*u = (struct usher){ 0 };
}
