/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "numa_test/link.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/futex.h>
#include <poll.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "lib/clock.h"

static int check_writable(const char *what, int fd, struct errmsg *e)
{
	int flags = fcntl(fd, F_GETFL);

	if (flags < 0)
		return errmsg_errno(e, errno, "%s %d", what, fd);
	if ((flags & O_ACCMODE) == O_RDONLY)
		return errmsg_set(e, EBADF, "%s %d: not open for writing", what, fd);
	return 0;
}

/* Maps the whole file; it must hold at least `need` bytes. */
static int map_shared(const char *what, int fd, uint64_t need, void **map, size_t *bytes,
		      struct errmsg *e)
{
	struct stat st;
	void *m;

	if (fstat(fd, &st))
		return errmsg_errno(e, errno, "%s %d", what, fd);
	if (!S_ISREG(st.st_mode))
		return errmsg_set(e, EINVAL, "%s %d: not a file that can be shared", what, fd);
	if ((uint64_t)st.st_size < need)
		return errmsg_set(e, EINVAL, "%s %d: %lld bytes are too few", what, fd,
				  (long long)st.st_size);
	m = mmap(NULL, (size_t)st.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (m == MAP_FAILED)
		return errmsg_errno(e, errno, "%s %d", what, fd);
	*map = m;
	*bytes = (size_t)st.st_size;
	return 0;
}

static int check_pair(const char *fd_name, int fd, const char *other, int64_t value,
		      struct errmsg *e)
{
	if ((fd >= 0) == (value >= 0))
		return 0;
	return errmsg_set(e, EINVAL, "%s and %s go together", fd_name, other);
}

int link_open(struct link *l, struct errmsg *e)
{
	int err = check_pair("--start-fd", l->start_fd, "--slot", l->slot, e);

	if (!err)
		err = check_pair("--sync-fd", l->sync_fd, "--sync-count", l->sync_count, e);
	if (!err && l->report_fd >= 0)
		err = check_writable("--report-fd", l->report_fd, e);
	if (!err && l->start_fd >= 0)
		err = map_shared("--start-fd", l->start_fd,
				 ((uint64_t)l->slot + 1) * sizeof(int64_t), &l->start_map,
				 &l->start_bytes, e);
	if (!err && l->sync_fd >= 0)
		err = map_shared("--sync-fd", l->sync_fd, sizeof(uint32_t), &l->sync_map,
				 &l->sync_bytes, e);
	return err;
}

static long futex(_Atomic uint32_t *word, int op, uint32_t value, const struct timespec *timeout)
{
	return syscall(SYS_futex, word, op, value, timeout, NULL, 0);
}

/* Sleeps while the counter stands at `seen`: only the last to come wakes, not each. */
static bool wait_for_more(_Atomic uint32_t *arrived, uint32_t seen, int64_t until_ns)
{
	int64_t left_ns = until_ns - clock_now_ns();
	struct timespec left;

	if (left_ns <= 0)
		return false;
	left = clock_ns_timespec(left_ns);
	futex(arrived, FUTEX_WAIT, seen, &left);
	return true;
}

int link_sync(struct link *l, struct errmsg *e)
{
	_Atomic uint32_t *arrived = l->sync_map;
	int64_t until_ns = clock_now_ns() + l->sync_limit_ns;
	uint32_t seen;

	if (!arrived)
		return 0;
	seen = atomic_fetch_add(arrived, 1) + 1;
	if (seen == l->sync_count)
		futex(arrived, FUTEX_WAKE, INT_MAX, NULL);
	while ((seen = atomic_load(arrived)) < l->sync_count)
		if (!wait_for_more(arrived, seen, until_ns))
			return errmsg_set(e, ETIMEDOUT, "--sync: only %u of %lld jobs came", seen,
					  (long long)l->sync_count);
	return 0;
}

void link_started(struct link *l, int64_t walk_start_ns)
{
	_Atomic int64_t *slots = l->start_map;

	if (slots)
		atomic_store_explicit(&slots[l->slot], walk_start_ns, memory_order_release);
}

int link_report(struct link *l, const char *text, struct errmsg *e)
{
	struct pollfd writable = { .fd = l->report_fd, .events = POLLOUT };
	size_t left = strlen(text);

	while (left) {
		ssize_t n = write(l->report_fd, text, left);

		if (n < 0 && errno == EAGAIN)
			poll(&writable, 1, -1);
		if (n < 0 && (errno == EINTR || errno == EAGAIN))
			continue;
		if (n < 0)
			return errmsg_errno(e, errno, "--report-fd %d", l->report_fd);
		text += n;
		left -= (size_t)n;
	}
	return 0;
}

void link_release(struct link *l)
{
	if (l->start_map)
		munmap(l->start_map, l->start_bytes);
	if (l->sync_map)
		munmap(l->sync_map, l->sync_bytes);
	*l = (struct link)LINK_NONE;
}
