/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/strays.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lib/sysfile.h"

int strays_note(struct intmap *children)
{
	pid_t self = getpid();
	char *text, *rest;
	int err = 0;

	if (sysfile_text(&text, "", "/proc/%d/task/%d/children", self, self))
		return 0;
	rest = text;
	children->known = true;
	for (char *word; !err && (word = strsep(&rest, " "));)
		if (*word)
			err = intmap_set(children, atoi(word), 1);
	free(text);
	return err;
}

static pid_t find_stray(const struct intmap *before)
{
	struct intmap now = { 0 };
	pid_t found = 0;

	if (strays_note(&now))
		return 0;
	intmap_for_each (child, &now)
		if (!intmap_has(before, child->key))
			found = child->key;
	intmap_release(&now);
	return found;
}

void strays_end(const struct intmap *before)
{
	pid_t pid;

	while (before->known && (pid = find_stray(before))) {
		kill(pid, SIGKILL);
		while (waitpid(pid, NULL, 0) < 0 && errno == EINTR)
			;
	}
}
