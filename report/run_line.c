/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/run_line.h"

#include <inttypes.h>
#include <math.h>

#include "lib/clock.h"
#include "report/text.h"

#define NAME_WIDTH  30
#define VALUE_WIDTH 14

static double seconds(int64_t ns)
{
	return ns < 0 ? NAN : (double)ns / (double)NS_PER_S;
}

static double get_foreign(const struct record *r)
{
	return seconds(r->foreign_cpu_ns);
}

static double get_steal(const struct record *r)
{
	return seconds(r->steal_ns);
}

static double get_spread(const struct record *r)
{
	return 1000 * seconds(r->exec_spread_ns);
}

static double get_idle_wait(const struct record *r)
{
	return seconds(r->idle_wait_ns);
}

static double get_running(const struct record *r)
{
	return r->procs_running < 0 ? NAN : (double)r->procs_running;
}

static double get_overlap(const struct record *r)
{
	return r->has_disturbance ? 100 * r->disturbance.overlap_fraction : NAN;
}

static double get_burst_user(const struct record *r)
{
	return r->has_disturbance ? seconds(r->disturbance.ru_utime_ns) : NAN;
}

static double get_burst_system(const struct record *r)
{
	return r->has_disturbance ? seconds(r->disturbance.ru_stime_ns) : NAN;
}

const struct run_line run_line_table[] = {
	{ "foreign-cpu", "run", "s", "busy time of the CPUs less our own", 2, get_foreign },
	{ "steal", "run", "s", "what the hypervisor took", 2, get_steal },
	{ "exec-spread", "run", "ms", "from the first exec to the last", 2, get_spread },
	{ "idle-wait", "run", "s", "waited for an idle machine before", 2, get_idle_wait },
	{ "running", "run", "", "others running when it began", 0, get_running },
	{ "overlap", "run", "%", "of the burst with the jobs", 1, get_overlap },
	{ "burst-user", "run", "s", "user time of the burst", 2, get_burst_user },
	{ "burst-sys", "run", "s", "system time of the burst", 2, get_burst_system },
	{ "numa_hit", "vmstat", "", "pages got where they were wanted", 0, NULL },
	{ "numa_miss", "vmstat", "", "pages got here, wanted elsewhere", 0, NULL },
	{ "numa_foreign", "vmstat", "", "pages wanted here, got elsewhere", 0, NULL },
	{ "numa_interleave", "vmstat", "", "interleaved pages got where wanted", 0, NULL },
	{ "numa_local", "vmstat", "", "pages on the node that asked", 0, NULL },
	{ "numa_other", "vmstat", "", "pages on another", 0, NULL },
	{ "numa_pte_updates", "vmstat", "", "entries that NUMA balancing marked", 0, NULL },
	{ "numa_huge_pte_updates", "vmstat", "", "huge ones of them", 0, NULL },
	{ "numa_hint_faults", "vmstat", "", "faults on marked entries", 0, NULL },
	{ "numa_hint_faults_local", "vmstat", "", "those on the faulting CPU's node", 0, NULL },
	{ "numa_pages_migrated", "vmstat", "", "pages moved to another node by them", 0, NULL },
	{ "numa_task_migrated", "vmstat", "", "tasks moved to a preferred node", 0, NULL },
	{ "numa_task_swapped", "vmstat", "", "pairs of tasks swapped for it", 0, NULL },
	{ "pgmigrate_success", "vmstat", "", "pages moved for any reason", 0, NULL },
	{ "pgmigrate_fail", "vmstat", "", "pages that could not be moved", 0, NULL },
	{ "pgfault", "vmstat", "", "page faults", 0, NULL },
	{ "pgmajfault", "vmstat", "", "those that read from a disk", 0, NULL },
	{ "thp_fault_alloc", "vmstat", "", "huge pages given at a fault", 0, NULL },
	{ "thp_fault_fallback", "vmstat", "", "small ones in their place", 0, NULL },
	{ "thp_collapse_alloc", "vmstat", "", "huge pages made of small ones", 0, NULL },
	{ "thp_collapse_alloc_failed", "vmstat", "", "no memory for that", 0, NULL },
	{ "thp_split_page", "vmstat", "", "huge pages split", 0, NULL },
	{ "thp_split_pmd", "vmstat", "", "huge mappings split", 0, NULL },
	{ "thp_migration_success", "vmstat", "", "huge pages moved", 0, NULL },
	{ "thp_migration_fail", "vmstat", "", "huge pages that could not be moved", 0, NULL },
	{ "thp_migration_split", "vmstat", "", "huge pages split to be moved", 0, NULL },
	{ "context_switches", "sched", "", "of the whole machine", 0, NULL },
	{ "forks", "sched", "", "of the whole machine", 0, NULL },
	{ "sched_run_delay_ns", "sched", "", "waiting for a CPU, all tasks, in ns", 0, NULL },
	{ "sched_timeslices", "sched", "", "times that a task got a CPU", 0, NULL },
	{ "sched_wakeups", "sched", "", "with kernel.sched_schedstats=1", 0, NULL },
	{ "sched_wakeups_local", "sched", "", "those on the waker's CPU", 0, NULL },
	{ NULL, NULL, NULL, NULL, 0, NULL },
};

static void print_counter(const struct run_line *l, const struct record *r, FILE *out)
{
	int64_t value = named_values_count(&r->vmstat, l->name);

	if (value < 0)
		text_number(out, NAN, VALUE_WIDTH, 0);
	else
		fprintf(out, "%*" PRId64, VALUE_WIDTH, value);
}

void run_line_print(const struct run_line *l, const struct record *r, FILE *out)
{
	char name[64];

	snprintf(name, sizeof(name), *l->unit ? "%s [%s]" : "%s", l->name, l->unit);
	fprintf(out, "%-*s", NAME_WIDTH, name);
	if (l->number)
		text_number(out, l->number(r), VALUE_WIDTH, l->decimals);
	else
		print_counter(l, r, out);
	fputc('\n', out);
}
