/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/ground.h"

#include <errno.h>
#include <string.h>
#include <sys/utsname.h>

#include "harness/host.h"
#include "lib/room.h"
#include "lib/sysfile.h"
#include "lib/units.h"

static const char *text_of(const json_t *host, const char *group, const char *name)
{
	return json_string_value(json_object_get(json_object_get(host, group), name));
}

static void lend_names(struct ground *g)
{
	const char *kernel = text_of(g->host, "kernel", "release");
	const char *machine = text_of(g->host, "machine", "key");

	g->kernel = kernel ? kernel : "unknown";
	g->kernel_version = text_of(g->host, "kernel", "version");
	g->machine = machine ? machine : "unknown";
	g->boot_id = text_of(g->host, "state", "boot_id");
}

int ground_describe_again(struct ground *g, struct errmsg *e)
{
	json_t *host;
	int err = host_describe("", &g->topology, &host, e);

	if (err)
		return err;
	json_decref(g->host);
	g->host = host;
	lend_names(g);
	return 0;
}

static int read_other(struct ground *g, const char *input, struct errmsg *e)
{
	int err = topology_load_hwloc(&g->topology, input, e);

	if (!err)
		err = cpulist_copy(&g->allowed, &g->topology.online);
	g->kernel = g->machine = "planned";
	return err;
}

int ground_read(struct ground *g, const char *input, struct errmsg *e)
{
	int err;

	*g = (struct ground){ 0 };
	if (input)
		return read_other(g, input, e);
	err = topology_load_sysfs(&g->topology, "", e);
	if (!err)
		err = cpulist_allowed(&g->allowed, e);
	return err ? err : ground_describe_again(g, e);
}

int ground_check_memory(const struct plan *p, struct errmsg *e)
{
	int64_t wanted;
	int64_t machine = room_machine(""), cgroup = room_cgroup("");
	int64_t room = cgroup >= 0 && (machine < 0 || cgroup < machine) ? cgroup : machine;
	char wanted_text[32], room_text[32], array_text[32];

	if (__builtin_mul_overflow(p->workload.array_bytes, plan_max_jobs(p), &wanted))
		wanted = INT64_MAX;
	if (p->workload.array_bytes < 0 || room < 0 || wanted <= room)
		return 0;
	units_format_size((uint64_t)wanted, wanted_text, sizeof(wanted_text));
	units_format_size((uint64_t)room, room_text, sizeof(room_text));
	units_format_size((uint64_t)p->workload.array_bytes, array_text, sizeof(array_text));
	return errmsg_set(e, ENOMEM, "%d jobs of %s need %s of memory, %s can be had%s",
			  plan_max_jobs(p), array_text, wanted_text, room_text,
			  room == cgroup ? " in this cgroup" : "");
}

static int check_equal(const json_t *stored, const char *group, const char *name, const char *now,
		       struct errmsg *e)
{
	const char *then = text_of(stored, group, name);

	if (!then || !now || !strcmp(then, now))
		return 0;
	return errmsg_set(e, EINVAL, "--resume: the set is of another %s: '%s', not '%s'", group,
			  then, now);
}

int ground_check_same(const struct ground *g, const json_t *stored, struct errmsg *e)
{
	int err = check_equal(stored, "kernel", "release", g->kernel, e);

	if (!err)
		err = check_equal(stored, "kernel", "version", g->kernel_version, e);
	return err ? err : check_equal(stored, "machine", "key", g->machine, e);
}

bool ground_numa_balancing(void)
{
	int64_t value;

	return !sysfile_int(&value, "", "/proc/sys/kernel/numa_balancing") && value > 0;
}

void ground_release(struct ground *g)
{
	topology_release(&g->topology);
	cpulist_release(&g->allowed);
	json_decref(g->host);
	*g = (struct ground){ 0 };
}
