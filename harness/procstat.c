/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/procstat.h"

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/clock.h"

#define IDLE_LOOK_NS (50 * NS_PER_MS)
#define IDLE_LOOKS   3

/* The columns of a cpu line in proc(5): user nice system idle iowait irq softirq steal … */
enum {
	USER,
	NICE,
	SYSTEM,
	IDLE,
	IOWAIT,
	IRQ,
	SOFTIRQ,
	STEAL,
	COLUMNS
};

static int64_t ticks_ns(int64_t ticks)
{
	return ticks * (NS_PER_S / sysconf(_SC_CLK_TCK));
}

static void add_cpu(struct procstat *s, const char *columns)
{
	int64_t t[COLUMNS] = { 0 };

	if (sscanf(columns,
		   "%" SCNd64 " %" SCNd64 " %" SCNd64 " %" SCNd64 " %" SCNd64 " %" SCNd64
		   " %" SCNd64 " %" SCNd64,
		   &t[USER], &t[NICE], &t[SYSTEM], &t[IDLE], &t[IOWAIT], &t[IRQ], &t[SOFTIRQ],
		   &t[STEAL]) < SYSTEM + 1)
		return;
	s->busy_ns += ticks_ns(t[USER] + t[NICE] + t[SYSTEM] + t[IRQ] + t[SOFTIRQ]);
	s->steal_ns += ticks_ns(t[STEAL]);
}

static void take_line(struct procstat *s, const char *line, const struct cpulist *cpus)
{
	int cpu, end = 0;

	if (sscanf(line, "cpu%d%n", &cpu, &end) == 1 && end) {
		if (cpulist_has(cpus, cpu))
			add_cpu(s, line + end);
	} else {
		sscanf(line, "procs_running %" SCNd64, &s->procs_running);
	}
}

int procstat_read(struct procstat *s, const char *sysroot, const struct cpulist *cpus)
{
	char *path, *line = NULL;
	size_t room = 0;
	FILE *f;

	*s = (struct procstat){ -1, -1, -1 };
	if (asprintf(&path, "%s/proc/stat", sysroot) < 0)
		return -ENOMEM;
	f = fopen(path, "re");
	free(path);
	if (!f)
		return -errno;
	s->busy_ns = s->steal_ns = 0;
	while (getline(&line, &room, f) > 0)
		take_line(s, line, cpus);
	free(line);
	fclose(f);
	return 0;
}

static int64_t others_running(void)
{
	static const struct cpulist none;
	struct procstat s;

	return procstat_read(&s, "", &none) || s.procs_running < 0 ? -1 : s.procs_running - 1;
}

static bool signal_pending(void)
{
	sigset_t pending;

	return !sigpending(&pending) && !sigdelset(&pending, SIGCHLD) && !sigisemptyset(&pending);
}

int64_t procstat_wait_idle(int64_t limit_ns, int64_t *others)
{
	const struct timespec pause = clock_ns_timespec(IDLE_LOOK_NS);
	int64_t start_ns = clock_now_ns();
	int idle_looks = 0;

	for (;;) {
		*others = others_running();
		idle_looks = *others > 0 ? 0 : idle_looks + 1;
		if (idle_looks == IDLE_LOOKS || *others < 0)
			break;
		if (signal_pending() || clock_now_ns() - start_ns >= limit_ns)
			break;
		nanosleep(&pause, NULL);
	}
	return clock_now_ns() - start_ns;
}
