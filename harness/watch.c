/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/watch.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "lib/clock.h"

/* How soon to look again when not all jobs walk yet: a tenth of the delay, within these. */
#define LOOK_MIN_NS (10 * NS_PER_MS)
#define LOOK_MAX_NS (500 * NS_PER_MS)

static int64_t min_ns(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

static bool burst_pending(const struct watch *w)
{
	return w->burst_wanted && !w->burst_started && w->crew->jobs_running;
}

/* When to wake up if nothing ends before. */
static int64_t next_wake_ns(const struct watch *w, int64_t next_sample_ns)
{
	int64_t wake_ns = w->limit_ns;

	if (burst_pending(w))
		wake_ns = min_ns(wake_ns, w->burst_due_ns);
	if (w->sample_interval_ns)
		wake_ns = min_ns(wake_ns, next_sample_ns);
	if (w->look_ns && w->crew->jobs_running)
		wake_ns = min_ns(wake_ns, w->look_ns);
	return wake_ns;
}

static void sleep_until(const struct watch *w, int64_t wake_ns)
{
	struct pollfd fd = { .fd = w->signal_fd, .events = POLLIN };
	int64_t left_ns = wake_ns - clock_now_ns();
	struct timespec timeout = clock_ns_timespec(left_ns > 0 ? left_ns : 0);

	ppoll(&fd, 1, &timeout, NULL);
}

/* Empties the signalfd; the last ending signal stays in w->signal_number. */
static void take_signals(struct watch *w)
{
	struct signalfd_siginfo info;

	while (read(w->signal_fd, &info, sizeof(info)) == sizeof(info))
		if (info.ssi_signo != SIGCHLD)
			w->signal_number = (int)info.ssi_signo;
}

static void one_ended(struct watch *w, struct process *p)
{
	process_take_clock(p);
	w->ended(w->data, p);
	process_reap(p);
	w->crew->running--;
	if (p != &w->crew->burst)
		w->crew->jobs_running--;
}

/* Children that ended, ours and (the harness is a subreaper) strays of foreign programs. */
static void reap_ended(struct watch *w)
{
	siginfo_t info = { 0 };

	while (!waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) && info.si_pid) {
		struct process *p = crew_find(w->crew, info.si_pid);

		if (p)
			one_ended(w, p);
		else
			waitpid(info.si_pid, NULL, 0);
		info = (siginfo_t){ 0 };
	}
}

static int64_t look_again_ns(const struct watch *w)
{
	int64_t pause_ns = w->burst_delay_ns / 10;

	if (pause_ns < LOOK_MIN_NS)
		pause_ns = LOOK_MIN_NS;
	return clock_now_ns() + min_ns(pause_ns, LOOK_MAX_NS);
}

/*
 * At the moment set for it, looks at the shared page whether all jobs walk. No job is woken or
 * asked. Returns true when the burst is to start now.
 */
static bool burst_is_due(struct watch *w)
{
	int64_t last_ns;

	if (!burst_pending(w) || clock_now_ns() < w->burst_due_ns)
		return false;
	last_ns = crew_last_walk_start(w->crew);
	if (!w->burst_from_walk) {
		w->burst_early = !last_ns;
		return true;
	}
	w->burst_due_ns = last_ns ? last_ns + w->burst_delay_ns : look_again_ns(w);
	return last_ns && clock_now_ns() >= w->burst_due_ns;
}

static int start_burst_if_due(struct watch *w, struct errmsg *e)
{
	int err;

	if (!burst_is_due(w))
		return 0;
	w->burst_started = true;
	err = w->start_burst(w->data, e);
	if (!err)
		w->crew->running++;
	return err;
}

static void sample_if_due(const struct watch *w, int64_t *next_sample_ns)
{
	if (!w->sample_interval_ns || clock_now_ns() < *next_sample_ns)
		return;
	w->sample(w->data);
	*next_sample_ns = clock_now_ns() + w->sample_interval_ns;
}

static void look_if_due(struct watch *w)
{
	if (w->look_ns && w->crew->jobs_running && clock_now_ns() >= w->look_ns)
		w->look_ns = w->look(w->data);
}

static void kill_if_over(struct watch *w)
{
	if (w->over_limit || clock_now_ns() < w->limit_ns)
		return;
	w->over_limit = true;
	w->limit_ns = INT64_MAX;
	crew_kill(w->crew);
}

static void kill_and_reap(struct watch *w)
{
	crew_kill(w->crew);
	w->limit_ns = INT64_MAX;
	while (w->crew->running) {
		sleep_until(w, clock_now_ns() + NS_PER_S);
		take_signals(w);
		reap_ended(w);
	}
}

int watch_crew(struct watch *w, struct errmsg *e)
{
	int64_t next_sample_ns = clock_now_ns() + w->sample_interval_ns;
	int err = 0;

	while (w->crew->running && !w->signal_number) {
		int burst_err;

		sleep_until(w, next_wake_ns(w, next_sample_ns));
		take_signals(w);
		reap_ended(w);
		look_if_due(w);
		burst_err = start_burst_if_due(w, e);
		err = err ? err : burst_err;
		sample_if_due(w, &next_sample_ns);
		kill_if_over(w);
	}
	if (!w->signal_number)
		return err;
	kill_and_reap(w);
	return errmsg_set(e, EINTR, "ended by signal %d (%s)", w->signal_number,
			  sigabbrev_np(w->signal_number));
}
