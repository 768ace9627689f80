/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "hackbench/watch.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "lib/clock.h"

static const int ending_signals[] = { SIGINT, SIGTERM, SIGHUP };

static bool signal_is_ignored(int signal)
{
	struct sigaction action;

	return sigaction(signal, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
}

static sigset_t signals_of_interest(void)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGCHLD);
	for (size_t i = 0; i < sizeof(ending_signals) / sizeof(*ending_signals); i++)
		if (!signal_is_ignored(ending_signals[i]))
			sigaddset(&set, ending_signals[i]);
	return set;
}

int watch_open(struct watch *w, int64_t timeout_ns, struct errmsg *e)
{
	sigset_t set = signals_of_interest();

	*w = (struct watch){ .timeout_ns = timeout_ns };
	if (timeout_ns && __builtin_add_overflow(clock_now_ns(), timeout_ns, &w->deadline_ns))
		w->deadline_ns = INT64_MAX;
	/* With SIGCHLD ignored, as a caller may leave it, children would vanish unseen. */
	signal(SIGCHLD, SIG_DFL);
	sigprocmask(SIG_BLOCK, &set, &w->mask_before);
	w->signal_fd = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
	if (w->signal_fd < 0)
		return errmsg_errno(e, errno, "cannot watch for signals");
	w->is_open = true;
	return 0;
}

void watch_release(struct watch *w)
{
	if (w->is_open)
		close(w->signal_fd);
	*w = (struct watch){ 0 };
}

void watch_leave(const struct watch *w)
{
	sigprocmask(SIG_SETMASK, &w->mask_before, NULL);
}

/* One signalfd record a pending signal number: the set is small, so one read takes all. */
static void signals_read(struct watch *w)
{
	struct signalfd_siginfo info[8];
	ssize_t bytes = read(w->signal_fd, info, sizeof(info));

	for (ssize_t i = 0; i < bytes / (ssize_t)sizeof(*info); i++) {
		if (info[i].ssi_signo == SIGCHLD)
			w->worker_ended = true;
		else
			w->signal = (int)info[i].ssi_signo;
	}
}

/* For poll(): milliseconds, rounded up; -1 without a limit. */
static int time_left_ms(const struct watch *w)
{
	int64_t left_ns;

	if (!w->deadline_ns)
		return -1;
	left_ns = w->deadline_ns - clock_now_ns();
	if (left_ns <= 0)
		return 0;
	if (left_ns / NS_PER_MS >= INT32_MAX)
		return INT32_MAX;
	return (int)((left_ns + NS_PER_MS - 1) / NS_PER_MS);
}

int watch_wait(struct watch *w, int fd, struct errmsg *e)
{
	struct pollfd fds[] = {
		{ .fd = w->signal_fd, .events = POLLIN },
		{ .fd = fd, .events = POLLIN },
	};

	if (poll(fds, 2, time_left_ms(w)) < 0 && errno != EINTR)
		return errmsg_errno(e, errno, "cannot wait for the workers");
	return watch_look(w, e);
}

int watch_look(struct watch *w, struct errmsg *e)
{
	signals_read(w);
	if (w->signal)
		return errmsg_set(e, EINTR, "ended by signal %d (%s)", w->signal,
				  strsignal(w->signal));
	if (w->deadline_ns && clock_now_ns() >= w->deadline_ns)
		return errmsg_set(e, ETIMEDOUT, "not done after %g seconds (--timeout)",
				  (double)w->timeout_ns / (double)NS_PER_S);
	return 0;
}
