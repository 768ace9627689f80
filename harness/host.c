/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parts put together, in a child process that a hanging file can't keep us waiting for. */
#include "harness/host.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "harness/host_part.h"
#include "lib/clock.h"

#define STALL_NS  (2 * NS_PER_S) /* one read that takes longer is given up */
#define MAX_STALL 4              /* so many, and no further file is read */
#define LOOK_MS   100

json_t *host_compose(const struct host_source *h)
{
	return json_pack("{s:i,s:o,s:o,s:o,s:o,s:o,s:o}", "schema", HOST_SCHEMA, "machine",
			 host_machine(h), "kernel", host_kernel(h), "person", host_person(h),
			 "tunables", host_tunables(h), "state", host_state(h), "build",
			 host_build());
}

/* --- child --------------------------------------------------------------------------------------
 */

static _Noreturn void compose_and_exit(const struct host_source *h, int fd)
{
	json_t *host;
	int err;

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	signal(SIGPIPE, SIG_DFL);
	host = host_compose(h);
	err = !host || json_dumpfd(host, fd, JSON_COMPACT);
	json_decref(host);
	_exit(err);
}

/* --- parent -------------------------------------------------------------------------------------
 */

/* How far the child has come, as last seen. */
struct look {
	unsigned long reads;
	int64_t since_ns;
};

/* Reads are counted when they begin and when they end: an odd count is a read in progress. */
static bool is_stalled(const struct host_progress *p, struct look *last)
{
	unsigned long reads = __atomic_load_n(&p->reads, __ATOMIC_ACQUIRE);
	int64_t now_ns = clock_now_ns();

	if (reads != last->reads) {
		*last = (struct look){ reads, now_ns };
		return false;
	}
	return reads % 2 && now_ns - last->since_ns > STALL_NS;
}

/* Appends what the pipe has. 1: there may be more, 0: end, -errno. */
static int drain(int fd, FILE *to)
{
	char buf[16384];
	ssize_t n = read(fd, buf, sizeof(buf));

	if (n < 0)
		return errno == EINTR ? 1 : -errno;
	if (n && fwrite(buf, 1, (size_t)n, to) != (size_t)n)
		return -ENOMEM;
	return n > 0;
}

/* Reads until the child is done. -ETIMEDOUT: it hangs in p->path. */
static int collect(int fd, FILE *to, const struct host_progress *p)
{
	struct pollfd wait = { .fd = fd, .events = POLLIN };
	struct look last = { .since_ns = clock_now_ns() };
	int err = 1;

	while (err > 0) {
		if (poll(&wait, 1, LOOK_MS) > 0)
			err = drain(fd, to);
		else if (is_stalled(p, &last))
			err = -ETIMEDOUT;
	}
	return err;
}

/* A process that hangs in the kernel may not even die: it isn't waited for longer than 200 ms. */
static void end_child(pid_t pid, bool hangs)
{
	struct timespec nap = { .tv_nsec = NS_PER_MS };

	if (!hangs) {
		while (waitpid(pid, NULL, 0) < 0 && errno == EINTR)
			continue;
		return;
	}
	kill(pid, SIGKILL);
	for (int i = 0; i < 200 && !waitpid(pid, NULL, WNOHANG); i++)
		nanosleep(&nap, NULL);
}

static int run_child(const struct host_source *h, FILE *to)
{
	int fds[2], err;
	pid_t pid;

	if (pipe2(fds, O_CLOEXEC))
		return -errno;
	pid = fork();
	if (!pid)
		compose_and_exit(h, fds[1]);
	err = pid < 0 ? -errno : 0;
	close(fds[1]);
	if (!err) {
		err = collect(fds[0], to, h->progress);
		end_child(pid, err == -ETIMEDOUT);
	}
	close(fds[0]);
	return err;
}

/* One child's answer; *out stays NULL when it hung. */
static int try_once(const struct host_source *h, json_t **out)
{
	char *text = NULL;
	size_t size;
	FILE *f = open_memstream(&text, &size);
	int err;

	if (!f)
		return -ENOMEM;
	err = run_child(h, f);
	if (fclose(f) && !err)
		err = -ENOMEM;
	if (!err) {
		*out = json_loadb(text, size, 0, NULL);
		err = *out ? 0 : -ENOMEM;
	}
	free(text);
	return err;
}

static int try_until_read(struct host_source *h, struct strlist *unread, json_t **out)
{
	int err;

	while ((err = try_once(h, out)) == -ETIMEDOUT && !h->blind) {
		if (strlist_add(unread, h->progress->path))
			return -ENOMEM;
		h->progress->reads = 0;
		h->blind = unread->n == MAX_STALL;
	}
	return err;
}

int host_describe(const char *sysroot, const struct topology *t, json_t **out, struct errmsg *e)
{
	struct strlist unread = { 0 };
	struct host_source h = { .sysroot = sysroot, .topology = t, .unread = &unread };
	int err;

	h.progress = mmap(NULL, sizeof(*h.progress), PROT_READ | PROT_WRITE,
			  MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (h.progress == MAP_FAILED)
		return errmsg_errno(e, errno, "host");
	err = try_until_read(&h, &unread, out);
	munmap(h.progress, sizeof(*h.progress));
	strlist_release(&unread);
	return err ? errmsg_errno(e, -err, "cannot describe the machine") : 0;
}

/* --- looking up ---------------------------------------------------------------------------------
 */

const json_t *host_find(const json_t *host, const char *path)
{
	char name[64];

	while (host && *path) {
		size_t n = strcspn(path, ".");

		snprintf(name, sizeof(name), "%.*s", (int)n, path);
		host = json_object_get(host, name);
		path += n + (path[n] == '.');
	}
	return host;
}

const char *host_string(const json_t *host, const char *path)
{
	return json_string_value(host_find(host, path));
}
