/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/perf_event.h"

#include <errno.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* The trailer of every record: whose, when, where. perf_record.c reads it in this order. */
#define SAMPLE_TYPE (PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_CPU)

static struct perf_event_attr base_attr(uint64_t config)
{
	return (struct perf_event_attr){
		.type = PERF_TYPE_SOFTWARE,
		.size = sizeof(struct perf_event_attr),
		.config = config,
		.sample_type = SAMPLE_TYPE,
		.disabled = 1,
		.exclude_kernel = 1,
		.exclude_hv = 1,
		.sample_id_all = 1,
		.use_clockid = 1,
		.clockid = CLOCK_MONOTONIC,
	};
}

struct perf_event_attr perf_event_attr(enum perf_event_kind kind, bool inherit, bool records)
{
	struct perf_event_attr attr = base_attr(kind == PERF_EVENT_COUNT ? PERF_COUNT_SW_TASK_CLOCK
									 : PERF_COUNT_SW_DUMMY);

	attr.enable_on_exec = 1;
	attr.inherit = inherit;
	attr.read_format = PERF_EVENT_FORMAT_LOST;
	attr.context_switch = records;
	attr.task = records;
	attr.comm = records;
	attr.comm_exec = records;
	return attr;
}

struct perf_event_attr perf_event_ring_attr(void)
{
	struct perf_event_attr attr = base_attr(PERF_COUNT_SW_DUMMY);

	/* Nobody polls the ring: no wake-up at its half. */
	attr.watermark = 1;
	attr.wakeup_watermark = UINT32_MAX;
	return attr;
}

int perf_event_open_self(const struct perf_event_attr *attr, int cpu)
{
	long fd = syscall(SYS_perf_event_open, attr, 0, cpu, -1, PERF_FLAG_FD_CLOEXEC);

	return fd < 0 ? -errno : (int)fd;
}

static int try_cpu(const struct perf_event_attr *attr, int cpu)
{
	int fd = perf_event_open_self(attr, cpu);

	if (fd < 0)
		return fd;
	close(fd);
	return 0;
}

int perf_event_probe(struct perf_event_attr *attr, int n_cpus, struct cpulist *cpus)
{
	int err = try_cpu(attr, -1);

	if (err == -EINVAL && attr->read_format & PERF_EVENT_FORMAT_LOST) {
		attr->read_format &= ~(uint64_t)PERF_EVENT_FORMAT_LOST;
		err = try_cpu(attr, -1);
	}
	for (int cpu = 0; cpu < n_cpus && !err; cpu++) {
		err = try_cpu(attr, cpu);
		if (!err)
			err = cpulist_add(cpus, cpu);
		else if (err == -EINVAL || err == -ENODEV)
			err = 0; /* not a possible CPU */
	}
	return err ? err : cpus->n ? 0 : -EINVAL;
}
