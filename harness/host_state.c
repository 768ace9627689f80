/* SPDX-License-Identifier: GPL-3.0-or-later */
/* This boot, this shell: what may be used now. */
#include "harness/host_part.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/jsontext.h"

/* A limit as a number, -1 and a text alike as they are in /proc/self/limits: "unlimited". */
static json_t *limit_json(const char *word)
{
	char *end;
	long long value;

	errno = 0;
	value = strtoll(word, &end, 10);
	return errno || end == word || *end ? jsontext_string(word) : json_integer(value);
}

/* "Max open files   1024   524288   files": {soft, hard}. */
static json_t *limit(const char *limits, const char *name)
{
	const char *at = limits ? strstr(limits, name) : NULL;
	char soft[32], hard[32];

	if (!at || sscanf(at + strlen(name), " %31s %31s", soft, hard) != 2)
		return json_null();
	return json_pack("{s:o,s:o}", "soft", limit_json(soft), "hard", limit_json(hard));
}

static json_t *limits(const struct host_source *h)
{
	char *text = host_raw(h, "/proc/self/limits");
	json_t *o = json_pack("{s:o,s:o,s:o}", "memlock_bytes", limit(text, "Max locked memory"),
			      "nofile", limit(text, "Max open files"), "nproc",
			      limit(text, "Max processes"));

	free(text);
	return o;
}

/* What /proc/self/status says, by its own name of it. */
static json_t *status(const struct host_source *h, const char *name)
{
	char *text = host_raw(h, "/proc/self/status");
	char *value = text ? host_field(text, name) : NULL;
	json_t *v = jsontext_string(value);

	free(value);
	free(text);
	return v;
}

/* "Uid: 1000 1000 1000 1000": the effective one. */
static json_t *effective_uid(const struct host_source *h)
{
	char *text = host_raw(h, "/proc/self/status");
	char *value = text ? host_field(text, "Uid") : NULL;
	long long uid = -1;

	if (value && sscanf(value, "%*d %lld", &uid) != 1)
		uid = -1;
	free(value);
	free(text);
	return jsontext_int(uid);
}

static json_t *node_bytes(const struct topology *t, bool unused)
{
	json_t *o = json_object();

	for (size_t i = 0; i < t->n_nodes; i++) {
		const struct topology_node *node = &t->nodes[i];
		char key[16];

		snprintf(key, sizeof(key), "%d", node->id);
		if (json_object_set_new(
			    o, key, jsontext_int(unused ? node->free_bytes : node->memory_bytes))) {
			json_decref(o);
			return NULL;
		}
	}
	return o;
}

static json_t *memory(const struct host_source *h)
{
	char *meminfo = host_raw(h, "/proc/meminfo");
	json_t *o = json_pack("{s:o,s:o,s:o,s:o,s:o}", "total_bytes", host_kib(meminfo, "MemTotal"),
			      "available_bytes", host_kib(meminfo, "MemAvailable"), "swap_bytes",
			      host_kib(meminfo, "SwapTotal"), "node_bytes",
			      node_bytes(h->topology, false), "node_free_bytes",
			      node_bytes(h->topology, true));

	free(meminfo);
	return o;
}

static json_t *perf(const struct host_source *h)
{
	return json_pack("{s:o,s:o,s:o}", "paranoid",
			 host_int(h, "/proc/sys/kernel/perf_event_paranoid"), "mlock_kib",
			 host_int(h, "/proc/sys/kernel/perf_event_mlock_kb"), "max_sample_rate",
			 host_int(h, "/proc/sys/kernel/perf_event_max_sample_rate"));
}

static json_t *unread(const struct host_source *h)
{
	static const struct strlist none;

	return jsontext_strlist(h->unread ? h->unread : &none);
}

json_t *host_state(const struct host_source *h)
{
	struct utsname u;

	host_uname(h, &u);
	return json_pack(
		"{s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:o}", "host",
		host_text_or(h, "/proc/sys/kernel/hostname", u.nodename), "boot_id",
		host_text(h, "/proc/sys/kernel/random/boot_id"), "allowed_cpus",
		status(h, "Cpus_allowed_list"), "allowed_nodes", status(h, "Mems_allowed_list"),
		"online_cpus", host_text(h, "/sys/devices/system/cpu/online"), "possible_cpus",
		host_text(h, "/sys/devices/system/cpu/possible"), "memory", memory(h), "cgroups",
		host_cgroups(h), "autogroup", host_text(h, "/proc/self/autogroup"), "limits",
		limits(h), "perf", perf(h), "uid", effective_uid(h), "unread", unread(h));
}
