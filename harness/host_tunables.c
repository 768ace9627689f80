/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The kernel's own settings, which differ from one to the next: notes beside a comparison. */
#include "harness/host_part.h"

#include <stdlib.h>
#include <string.h>

#include "lib/jsontext.h"

#define CPU_DIR   "/sys/devices/system/cpu"
#define DEBUG_DIR "/sys/kernel/debug/sched"
#define THP_DIR   "/sys/kernel/mm/transparent_hugepage"

/* --- scheduler ----------------------------------------------------------------------------------
 */

/* Kernels before 5.13 have it one folder up. */
static json_t *features(const struct host_source *h)
{
	json_t *text = host_text(h, DEBUG_DIR "/features");

	return json_is_null(text) ? host_text(h, "/sys/kernel/debug/sched_features") : text;
}

/* SMT, MC, NUMA …, of the first CPU, nearest first. */
static json_t *domains(const struct host_source *h)
{
	int cpu = h->topology->online.n ? h->topology->online.v[0] : 0;
	struct strlist names = { 0 };
	json_t *list = json_array();
	char folder[128];
	int err;

	snprintf(folder, sizeof(folder), DEBUG_DIR "/domains/cpu%d", cpu);
	err = host_names(h, folder, "domain", &names);
	strlist_for_each (name, &names)
		if (!err)
			err = json_array_append_new(list,
						    host_text(h, "%s/%s/name", folder, *name));
	strlist_release(&names);
	if (err || !json_array_size(list)) {
		json_decref(list);
		return err ? NULL : json_null();
	}
	return list;
}

static json_t *scheduler(const struct host_source *h)
{
	/* "debug" is as long as there are CPUs and tasks; the others are elsewhere in host.json. */
	static const char *const skip[] = { "debug", "features", "preempt", NULL };

	return json_pack("{s:o,s:o,s:o,s:o}", "features", features(h), "debug",
			 host_files(h, DEBUG_DIR, "", skip), "numa_balancing",
			 host_files(h, DEBUG_DIR "/numa_balancing", "", NULL), "domains",
			 domains(h));
}

static json_t *sched_ext(const struct host_source *h)
{
	return json_pack("{s:o,s:o,s:o,s:o}", "state", host_text(h, "/sys/kernel/sched_ext/state"),
			 "ops", host_text(h, "/sys/kernel/sched_ext/root/ops"), "switch_all",
			 host_int(h, "/sys/kernel/sched_ext/switch_all"), "enable_seq",
			 host_int(h, "/sys/kernel/sched_ext/enable_seq"));
}

/* --- sysctl -------------------------------------------------------------------------------------
 */

/* Adds the files of a folder of /proc/sys under their sysctl names. */
static int add_sysctls(json_t *to, const struct host_source *h, const char *folder,
		       const char *prefix)
{
	static const char *const skip[] = { "numa_balancing", "sched_autogroup_enabled",
					    "sched_domain", NULL };
	char path[64], name[128];
	json_t *files, *value;
	const char *file;
	int err = 0;

	snprintf(path, sizeof(path), "/proc/sys/%s", folder);
	files = host_files(h, path, prefix, skip);
	json_object_foreach (files, file, value) {
		snprintf(name, sizeof(name), "%s.%s", folder, file);
		err |= json_object_set(to, name, value);
	}
	err |= !files;
	json_decref(files);
	return err;
}

static json_t *sysctls(const struct host_source *h)
{
	static const struct {
		const char *folder, *prefix;
	} wanted[] = {
		{ "kernel", "sched_" },
		{ "kernel", "numa_balancing" },
		{ "kernel", "timer_migration" },
		{ "kernel", "randomize_va_space" },
		{ "kernel", "nmi_watchdog" },
		{ "kernel", "core_sched" },
		{ "vm", "zone_reclaim_mode" },
		{ "vm", "swappiness" },
		{ "vm", "overcommit_memory" },
		{ "vm", "compaction_proactiveness" },
		{ "vm", "stat_interval" },
		{ "vm", "watermark_" },
		{ "vm", "numa_" },
		{ "vm", "nr_hugepages" },
	};
	json_t *o = json_object();

	for (size_t i = 0; i < sizeof(wanted) / sizeof(*wanted); i++) {
		if (add_sysctls(o, h, wanted[i].folder, wanted[i].prefix)) {
			json_decref(o);
			return NULL;
		}
	}
	return o;
}

/* --- memory -------------------------------------------------------------------------------------
 */

/* "64kB": "inherit", of every size that has its own switch (6.8 on). */
static json_t *thp_sizes(const struct host_source *h)
{
	struct strlist names = { 0 };
	json_t *o = json_object();
	int err = host_names(h, THP_DIR, "hugepages-", &names);

	strlist_for_each (name, &names)
		if (!err)
			err = json_object_set_new(o, *name + strlen("hugepages-"),
						  host_choice(h, THP_DIR "/%s/enabled", *name));
	strlist_release(&names);
	if (err || !json_object_size(o)) {
		json_decref(o);
		return err ? NULL : json_null();
	}
	return o;
}

static json_t *thp(const struct host_source *h)
{
	static const char *const counters[] = { "full_scans", "pages_collapsed", NULL };

	return json_pack("{s:o,s:o,s:o,s:o}", "shmem_enabled",
			 host_choice(h, THP_DIR "/shmem_enabled"), "use_zero_page",
			 host_int(h, THP_DIR "/use_zero_page"), "khugepaged",
			 host_files(h, THP_DIR "/khugepaged", "", counters), "sizes", thp_sizes(h));
}

static json_t *memory(const struct host_source *h)
{
	return json_pack("{s:o,s:o,s:o,s:o,s:o}", "thp", thp(h), "lru_gen",
			 host_text(h, "/sys/kernel/mm/lru_gen/enabled"), "ksm_run",
			 host_int(h, "/sys/kernel/mm/ksm/run"), "numa_demotion",
			 host_text(h, "/sys/kernel/mm/numa/demotion_enabled"), "damon_stat",
			 host_flag(h, "/sys/module/damon_stat/parameters/enabled"));
}

/* --- processor ----------------------------------------------------------------------------------
 */

static json_t *microcode(const struct host_source *h)
{
	char *cpuinfo = host_cpuinfo(h);
	char *value = cpuinfo ? host_field(cpuinfo, "microcode") : NULL;
	json_t *v = jsontext_string(value);

	free(value);
	free(cpuinfo);
	return v;
}

static json_t *frequency(const struct host_source *h)
{
	return json_pack(
		"{s:o,s:o,s:o,s:o}", "driver",
		host_distinct(h, CPU_DIR "/cpufreq", "policy", "scaling_driver"), "min_khz",
		host_distinct(h, CPU_DIR "/cpufreq", "policy", "scaling_min_freq"), "max_khz",
		host_distinct(h, CPU_DIR "/cpufreq", "policy", "scaling_max_freq"), "pstate_status",
		host_text(h, CPU_DIR "/intel_pstate/status"));
}

static json_t *idle(const struct host_source *h)
{
	return json_pack("{s:o,s:o}", "driver", host_text(h, CPU_DIR "/cpuidle/current_driver"),
			 "governor", host_text(h, CPU_DIR "/cpuidle/current_governor_ro"));
}

static json_t *processor(const struct host_source *h)
{
	return json_pack("{s:o,s:o,s:o,s:o,s:o,s:o}", "microcode", microcode(h), "bios",
			 host_text(h, "/sys/class/dmi/id/bios_version"), "frequency", frequency(h),
			 "idle", idle(h), "isolated", host_text(h, CPU_DIR "/isolated"),
			 "nohz_full", host_text(h, CPU_DIR "/nohz_full"));
}

json_t *host_tunables(const struct host_source *h)
{
	return json_pack(
		"{s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:o}", "sched", scheduler(h), "sched_ext",
		sched_ext(h), "autogroup", host_flag(h, "/proc/sys/kernel/sched_autogroup_enabled"),
		"sysctl", sysctls(h), "memory", memory(h), "processor", processor(h), "mitigations",
		host_files(h, CPU_DIR "/vulnerabilities", "", NULL), "clocksources",
		host_text(h, "/sys/devices/system/clocksource/clocksource0/available_clocksource"));
}
