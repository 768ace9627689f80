/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/counters_event.h"

#include <errno.h>
#include <perfmon/pfmlib_perf_event.h>
#include <unistd.h>

#include "harness/perf_event.h"

#define SW_CGROUP_SWITCHES 11 /* 5.13 and later */

int counters_event_begin(struct errmsg *e)
{
	int err = pfm_initialize();

	if (err == PFM_SUCCESS)
		return 0;
	return errmsg_set(e, ENOSYS, "libpfm4 can't be used here: %s", pfm_strerror(err));
}

void counters_event_end(void)
{
	pfm_terminate();
}

/* levels: what is counted where the name does not say it (PFM_PLM3: user code). */
static int encode(struct perf_event_attr *attr, int *cpu, const char *name, int levels)
{
	pfm_perf_encode_arg_t arg = { .attr = attr, .size = sizeof(arg), .cpu = -1 };
	int err;

	*attr = (struct perf_event_attr){ .size = sizeof(*attr) };
	err = pfm_get_os_event_encoding(name, levels, PFM_OS_PERF_EVENT_EXT, &arg);
	*cpu = arg.cpu;
	return err;
}

bool counters_event_is_kernel(const struct perf_event_attr *attr)
{
	if (attr->type == PERF_TYPE_TRACEPOINT)
		return true;
	if (attr->type != PERF_TYPE_SOFTWARE)
		return false;
	return attr->config == PERF_COUNT_SW_CONTEXT_SWITCHES ||
	       attr->config == PERF_COUNT_SW_CPU_MIGRATIONS || attr->config == SW_CGROUP_SWITCHES;
}

static int encode_for_kernel(struct perf_event_attr *attr, const char *name, struct errmsg *e)
{
	int cpu;
	int err = encode(attr, &cpu, name, PFM_PLM3 | PFM_PLM0);

	if (err != PFM_SUCCESS)
		return errmsg_set(e, EINVAL, "event '%s': %s", name, pfm_strerror(err));
	if (!attr->exclude_kernel)
		return 0;
	return errmsg_set(e, EINVAL,
			  "event '%s': it happens in the kernel only, in user code (:u) it is "
			  "always 0",
			  name);
}

static int check_countable(const struct perf_event_attr *attr, const char *name, int cpu,
			   struct errmsg *e)
{
	if (attr->sample_period)
		return errmsg_set(e, EINVAL, "event '%s': it is counted, it can't sample", name);
	if (cpu >= 0)
		return errmsg_set(e, EINVAL, "event '%s': it is counted per job, not per CPU",
				  name);
	return 0;
}

int counters_event_encode(struct perf_event_attr *attr, const char *name, bool inherit,
			  struct errmsg *e)
{
	int cpu, code = encode(attr, &cpu, name, PFM_PLM3);
	int err = 0;

	if (code != PFM_SUCCESS)
		return errmsg_set(e, EINVAL, "event '%s': %s (see --list-events)", name,
				  pfm_strerror(code));
	err = check_countable(attr, name, cpu, e);
	if (!err && counters_event_is_kernel(attr) && attr->exclude_kernel)
		err = encode_for_kernel(attr, name, e);
	attr->disabled = 1;
	attr->enable_on_exec = 1;
	attr->inherit = inherit;
	attr->read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
	return err;
}

int counters_event_try(const struct perf_event_attr *attr)
{
	int fd = perf_event_open_self(attr, -1);

	if (fd < 0)
		return fd;
	close(fd);
	return 0;
}
