/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/crew.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "harness/strays.h"

/* A memfd of `bytes`, mapped shared; NULL and errno on failure. */
static void *shared_map(const char *name, size_t bytes, int *fd)
{
	void *map;

	*fd = memfd_create(name, MFD_CLOEXEC);
	if (*fd < 0)
		return NULL;
	if (ftruncate(*fd, (off_t)bytes))
		return NULL;
	map = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, *fd, 0);
	return map == MAP_FAILED ? NULL : map;
}

static size_t notes_bytes(const struct crew *c)
{
	return (c->n_jobs + 1) * sizeof(*c->notes);
}

static size_t walk_starts_bytes(const struct crew *c)
{
	return c->n_jobs * sizeof(*c->walk_starts);
}

static int open_sync(struct crew *c, struct errmsg *e)
{
	c->sync_fd = memfd_create("sync", MFD_CLOEXEC);
	if (c->sync_fd < 0 || ftruncate(c->sync_fd, sysconf(_SC_PAGESIZE)))
		return errmsg_errno(e, errno, "can't make the page of --sync");
	return 0;
}

int crew_open(struct crew *c, size_t n_jobs, bool sync, struct errmsg *e)
{
	void *notes;
	int err;

	*c = (struct crew){ .n_jobs = n_jobs, .walk_starts_fd = -1, .sync_fd = -1 };
	notes = mmap(NULL, notes_bytes(c), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1,
		     0);
	c->notes = notes == MAP_FAILED ? NULL : notes;
	c->walk_starts = shared_map("walk-starts", walk_starts_bytes(c), &c->walk_starts_fd);
	c->jobs = calloc(n_jobs, sizeof(*c->jobs));
	if (!c->notes || !c->walk_starts || !c->jobs)
		return errmsg_errno(e, errno, "can't make the shared pages of a run");
	for (size_t i = 0; i < n_jobs; i++)
		process_init(&c->jobs[i], &c->notes[i]);
	process_init(&c->burst, &c->notes[n_jobs]);
	if (strays_note(&c->before))
		return errmsg_errno(e, ENOMEM, "children");
	err = sync ? open_sync(c, e) : 0;
	return err ? err : guard_start(&c->guard, e);
}

void crew_kill(struct crew *c)
{
	process_kill(&c->burst);
	for (size_t i = 0; i < c->n_jobs; i++)
		process_kill(&c->jobs[i]);
	guard_end(&c->guard);
}

struct process *crew_find(struct crew *c, pid_t pid)
{
	if (c->burst.pid == pid && !c->burst.ended)
		return &c->burst;
	for (size_t i = 0; i < c->n_jobs; i++)
		if (c->jobs[i].pid == pid && !c->jobs[i].ended)
			return &c->jobs[i];
	return NULL;
}

int64_t crew_last_walk_start(const struct crew *c)
{
	int64_t last_ns = 0;

	for (size_t i = 0; i < c->n_jobs; i++) {
		int64_t start_ns = __atomic_load_n(&c->walk_starts[i], __ATOMIC_ACQUIRE);

		if (!start_ns && !c->jobs[i].ended)
			return 0;
		if (start_ns > last_ns)
			last_ns = start_ns;
	}
	return last_ns;
}

void crew_release(struct crew *c)
{
	guard_end(&c->guard);
	strays_end(&c->before);
	intmap_release(&c->before);
	for (size_t i = 0; c->jobs && i < c->n_jobs; i++)
		process_release(&c->jobs[i]);
	if (c->burst.note)
		process_release(&c->burst);
	free(c->jobs);
	if (c->notes)
		munmap(c->notes, notes_bytes(c));
	if (c->walk_starts)
		munmap(c->walk_starts, walk_starts_bytes(c));
	if (c->walk_starts_fd >= 0)
		close(c->walk_starts_fd);
	if (c->sync_fd >= 0)
		close(c->sync_fd);
	*c = (struct crew){ .walk_starts_fd = -1, .sync_fd = -1 };
}
