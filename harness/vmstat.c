/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/vmstat.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/sysfile.h"

enum from {
	VMSTAT,    /* "name value" in /proc/vmstat */
	STAT,      /* the same in /proc/stat */
	SCHEDSTAT, /* a field of every "cpuN" line of /proc/schedstat */
	WAKEUPS,   /* the same, but only with kernel.sched_schedstats=1 */
};

static const struct counter {
	const char *name;
	enum from from;
	const char *key; /* in the file, where it is not the name */
	int field;       /* SCHEDSTAT, WAKEUPS: after "cpuN", from 1; sched-stats.rst */
} counters[] = {
	{ .name = "numa_hit" },
	{ .name = "numa_miss" },
	{ .name = "numa_foreign" },
	{ .name = "numa_interleave" },
	{ .name = "numa_local" },
	{ .name = "numa_other" },
	{ .name = "numa_pte_updates" },
	{ .name = "numa_huge_pte_updates" },
	{ .name = "numa_hint_faults" },
	{ .name = "numa_hint_faults_local" },
	{ .name = "numa_pages_migrated" },
	{ .name = "numa_task_migrated" },
	{ .name = "numa_task_swapped" },
	{ .name = "pgmigrate_success" },
	{ .name = "pgmigrate_fail" },
	{ .name = "pgfault" },
	{ .name = "pgmajfault" },
	{ .name = "thp_fault_alloc" },
	{ .name = "thp_fault_fallback" },
	{ .name = "thp_collapse_alloc" },
	{ .name = "thp_collapse_alloc_failed" },
	{ .name = "thp_split_page" },
	{ .name = "thp_split_pmd" },
	{ .name = "thp_migration_success" },
	{ .name = "thp_migration_fail" },
	{ .name = "thp_migration_split" },
	{ .name = "context_switches", .from = STAT, .key = "ctxt" },
	{ .name = "forks", .from = STAT, .key = "processes" },
	{ .name = "sched_run_delay_ns", .from = SCHEDSTAT, .field = 8 },
	{ .name = "sched_timeslices", .from = SCHEDSTAT, .field = 9 },
	{ .name = "sched_wakeups", .from = WAKEUPS, .field = 5 },
	{ .name = "sched_wakeups_local", .from = WAKEUPS, .field = 6 },
};

#define N_COUNTERS (sizeof(counters) / sizeof(*counters))

static_assert(N_COUNTERS <= VMSTAT_MAX, "more counters than a snapshot holds");

static FILE *open_text(const char *sysroot, const char *path)
{
	int fd = sysfile_open(sysroot, "%s", path);
	FILE *f = fd < 0 ? NULL : fdopen(fd, "re");

	if (!f && fd >= 0)
		close(fd);
	return f;
}

static bool line_is(const char *line, const char *key)
{
	size_t n = strlen(key);

	return strncmp(line, key, n) == 0 && line[n] == ' ';
}

static void take_named(struct vmstat_snapshot *s, enum from from, const char *line)
{
	for (size_t i = 0; i < N_COUNTERS; i++) {
		const char *key = counters[i].key ? counters[i].key : counters[i].name;

		if (counters[i].from == from && line_is(line, key))
			s->value[i] = strtoll(line + strlen(key), NULL, 10);
	}
}

static void read_named(struct vmstat_snapshot *s, enum from from, const char *sysroot,
		       const char *path)
{
	FILE *f = open_text(sysroot, path);
	char *line = NULL;
	size_t room = 0;

	while (f && getline(&line, &room, f) > 0)
		take_named(s, from, line);
	free(line);
	if (f)
		fclose(f);
}

/* The n-th number behind the first word; -1 where the line has fewer. */
static int64_t field_of(const char *line, int n)
{
	for (const char *p = strchr(line, ' '); p; p = strchr(p + 1, ' '))
		if (--n == 0)
			return strtoll(p, NULL, 10);
	return -1;
}

static void take_cpu_line(struct vmstat_snapshot *s, const char *line, bool wakeups)
{
	for (size_t i = 0; i < N_COUNTERS; i++) {
		int64_t value;

		if (counters[i].from != SCHEDSTAT && !(wakeups && counters[i].from == WAKEUPS))
			continue;
		value = field_of(line, counters[i].field);
		if (value >= 0)
			s->value[i] = (s->value[i] > 0 ? s->value[i] : 0) + value;
	}
}

static void read_schedstat(struct vmstat_snapshot *s, const char *sysroot)
{
	FILE *f = open_text(sysroot, "/proc/schedstat");
	int64_t enabled = 0;
	char *line = NULL;
	size_t room = 0;

	sysfile_int(&enabled, sysroot, "/proc/sys/kernel/sched_schedstats");
	while (f && getline(&line, &room, f) > 0)
		if (strncmp(line, "cpu", 3) == 0)
			take_cpu_line(s, line, enabled == 1);
	free(line);
	if (f)
		fclose(f);
}

void vmstat_read(struct vmstat_snapshot *s, const char *sysroot)
{
	for (size_t i = 0; i < VMSTAT_MAX; i++)
		s->value[i] = -1;
	read_named(s, VMSTAT, sysroot, "/proc/vmstat");
	read_named(s, STAT, sysroot, "/proc/stat");
	read_schedstat(s, sysroot);
}

int vmstat_delta(const struct vmstat_snapshot *before, const struct vmstat_snapshot *after,
		 struct named_values *delta)
{
	int err = 0;

	for (size_t i = 0; i < N_COUNTERS && !err; i++)
		if (before->value[i] >= 0 && after->value[i] >= 0)
			err = named_values_set_count(delta, counters[i].name,
						     after->value[i] - before->value[i]);
	return err;
}
