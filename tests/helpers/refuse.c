/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * refuse ERRNO CALL[,CALL…] PROGRAM [ARG…]
 *
 * Runs PROGRAM under a seccomp filter that answers the named system calls with ERRNO (EPERM,
 * ENOSYS, EACCES …), as a container does. CALL: perf_event_open, move_pages, mbind.
 */
#include <errno.h>
#include <error.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

static const struct {
	const char *name;
	unsigned int number;
} calls[] = {
	{ "perf_event_open", SYS_perf_event_open },
	{ "move_pages", SYS_move_pages },
	{ "mbind", SYS_mbind },
	{ "set_mempolicy", SYS_set_mempolicy },
	{ "get_mempolicy", SYS_get_mempolicy },
};

static unsigned int number_of(const char *name)
{
	for (size_t i = 0; i < sizeof(calls) / sizeof(*calls); i++)
		if (strcmp(calls[i].name, name) == 0)
			return calls[i].number;
	error(2, 0, "unknown call '%s'", name);
	return 0;
}

static int errno_of(const char *name)
{
	for (int err = 1; err < 200; err++)
		if (strerrorname_np(err) && strcmp(strerrorname_np(err), name) == 0)
			return err;
	error(2, 0, "unknown errno '%s'", name);
	return 0;
}

static void install(unsigned int number, int err)
{
	struct sock_filter code[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (unsigned int)err),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog filter = { .len = sizeof(code) / sizeof(*code), .filter = code };

	if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter))
		error(1, errno, "seccomp");
}

int main(int argc, char **argv)
{
	if (argc < 4)
		error(2, 0, "usage: refuse ERRNO CALL[,CALL...] PROGRAM [ARG...]");
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
		error(1, errno, "no new privileges");
	for (char *name = strtok(argv[2], ","); name; name = strtok(NULL, ","))
		install(number_of(name), errno_of(argv[1]));
	execvp(argv[3], argv + 3);
	error(1, errno, "%s", argv[3]);
	return 1;
}
