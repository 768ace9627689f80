/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The hardware, as far as it looks the same to every kernel. */
#include "harness/host_part.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/jsontext.h"

#define CPU_DIR    "/sys/devices/system/cpu"
#define MEMORY_DIR "/sys/devices/system/memory"
#define DMI_DIR    "/sys/class/dmi/id"

/* --- processor ----------------------------------------------------------------------------------
 */

/* The first of several names that a value has in /proc/cpuinfo, by architecture. */
static char *field_of(const char *cpuinfo, const char *const *names)
{
	for (; *names; names++) {
		char *value = host_field(cpuinfo, *names);

		if (value)
			return value;
	}
	return NULL;
}

static json_t *field_json(const char *cpuinfo, const char *const *names)
{
	char *value = field_of(cpuinfo, names);
	json_t *v = jsontext_string(value);

	free(value);
	return v;
}

/* arm64 has no names, numbers only: "implementer 0x41 part 0xd0c". */
static json_t *model_json(const char *cpuinfo)
{
	static const char *const names[] = { "model name", "cpu",   "cpu model",
					     "Model",      "uarch", NULL };
	char *model = field_of(cpuinfo, names);
	char *implementer = host_field(cpuinfo, "CPU implementer");
	char *part = host_field(cpuinfo, "CPU part");
	json_t *v;

	if (!model && implementer && part &&
	    asprintf(&model, "implementer %s part %s", implementer, part) < 0)
		model = NULL;
	v = jsontext_string(model);
	free(model);
	free(implementer);
	free(part);
	return v;
}

static json_t *processor(const char *cpuinfo)
{
	static const char *const vendor[] = { "vendor_id", "CPU implementer", NULL };
	static const char *const family[] = { "cpu family", "CPU architecture", NULL };
	static const char *const model[] = { "model", "CPU part", NULL };
	static const char *const stepping[] = { "stepping", "CPU revision", "revision", NULL };

	return json_pack("{s:o,s:o,s:o,s:o,s:o}", "model", model_json(cpuinfo), "vendor",
			 field_json(cpuinfo, vendor), "family", field_json(cpuinfo, family),
			 "model_number", field_json(cpuinfo, model), "stepping",
			 field_json(cpuinfo, stepping));
}

/* arm64's big and little cores: their different capacities, largest 1024. */
static json_t *capacities(const struct host_source *h)
{
	json_t *values = host_distinct(h, CPU_DIR, "cpu", "cpu_capacity");

	return json_is_null(values) ? values : json_pack("{s:o}", "capacities", values);
}

/* Intel's hybrid processors have a PMU a core type. null: nothing tells. */
static json_t *core_types(const struct host_source *h)
{
	static const char *const pmus[] = { "cpu_core", "cpu_atom", "cpu_lowpower" };
	json_t *types = json_object();

	for (size_t i = 0; i < sizeof(pmus) / sizeof(*pmus); i++) {
		char *cpus = host_raw(h, "/sys/devices/%s/cpus", pmus[i]);

		if (cpus)
			json_object_set_new(types, pmus[i], jsontext_string(cpus));
		free(cpus);
	}
	if (json_object_size(types))
		return types;
	json_decref(types);
	return capacities(h);
}

/* --- nodes --------------------------------------------------------------------------------------
 */

static json_t *cpulist_json(const struct cpulist *l)
{
	char *text = cpulist_format(l);
	json_t *v = text ? json_string(text) : NULL;

	free(text);
	return v;
}

static int set_by_id(json_t *o, int id, json_t *value)
{
	char key[16];

	snprintf(key, sizeof(key), "%d", id);
	return json_object_set_new(o, key, value);
}

static json_t *node_cpus(const struct topology *t)
{
	json_t *o = json_object();

	for (size_t i = 0; i < t->n_nodes; i++) {
		if (set_by_id(o, t->nodes[i].id, cpulist_json(&t->nodes[i].cpus))) {
			json_decref(o);
			return NULL;
		}
	}
	return o;
}

static json_t *distance_row(const struct topology *t, const struct topology_node *from)
{
	json_t *o;

	if (!from->distance)
		return json_null();
	o = json_object();
	for (size_t i = 0; i < t->n_nodes; i++) {
		if (set_by_id(o, t->nodes[i].id, json_integer(from->distance[i]))) {
			json_decref(o);
			return NULL;
		}
	}
	return o;
}

static json_t *distances(const struct topology *t)
{
	json_t *o = json_object();

	for (size_t i = 0; i < t->n_nodes; i++) {
		if (set_by_id(o, t->nodes[i].id, distance_row(t, &t->nodes[i]))) {
			json_decref(o);
			return NULL;
		}
	}
	return o;
}

/* --- size and make ------------------------------------------------------------------------------
 */

/* "8000000" of block_size_bytes, which is hexadecimal; 0 where it is not known. */
static uint64_t block_bytes(const struct host_source *h)
{
	char *text = host_raw(h, MEMORY_DIR "/block_size_bytes");
	uint64_t bytes = text ? strtoull(text, NULL, 16) : 0;

	free(text);
	return bytes;
}

/*
 * What is built in, as the blocks of memory that may be switched: the same on every kernel, where
 * MemTotal is less by what the kernel took for itself. Else MemTotal, rounded.
 */
static int memory_gib(const struct host_source *h, json_int_t *gib)
{
	struct strlist blocks = { 0 };
	uint64_t bytes = block_bytes(h);
	int err = host_names(h, MEMORY_DIR, "memory", &blocks);

	bytes *= blocks.n;
	strlist_release(&blocks);
	if (!err && !bytes) {
		char *meminfo = host_raw(h, "/proc/meminfo");
		json_t *total = host_kib(meminfo, "MemTotal");

		bytes = (uint64_t)json_integer_value(total);
		json_decref(total);
		free(meminfo);
	}
	*gib = (json_int_t)((bytes + (1 << 29)) >> 30);
	return err;
}

static json_t *memory_json(const struct host_source *h)
{
	json_int_t gib;

	if (memory_gib(h, &gib))
		return NULL;
	return gib ? json_integer(gib) : json_null();
}

static json_t *architecture(const struct host_source *h)
{
	struct utsname u;

	host_uname(h, &u);
	return host_text_or(h, "/proc/sys/kernel/arch", u.machine);
}

static json_t *page_bytes(const struct host_source *h)
{
	return jsontext_int(*h->sysroot ? -1 : sysconf(_SC_PAGESIZE));
}

static json_t *dmi(const struct host_source *h)
{
	return json_pack("{s:o,s:o,s:o,s:o}", "vendor", host_text(h, DMI_DIR "/sys_vendor"),
			 "product", host_text(h, DMI_DIR "/product_name"), "board",
			 host_text(h, DMI_DIR "/board_name"), "chassis_type",
			 host_text(h, DMI_DIR "/chassis_type"));
}

/* --- the key ------------------------------------------------------------------------------------
 */

static const char *text_at(const json_t *o, const char *group, const char *name)
{
	return json_string_value(json_object_get(json_object_get(o, group), name));
}

static size_t count_present(const json_t *machine)
{
	const char *text = json_string_value(json_object_get(machine, "cpus_present"));
	struct cpulist present = { 0 };
	size_t n;

	if (text)
		cpulist_parse(&present, text, NULL);
	n = present.n;
	cpulist_release(&present);
	return n;
}

static void print_count(FILE *f, size_t n, const char *one, const char *many)
{
	if (n)
		fprintf(f, "; %zu %s", n, n == 1 ? one : many);
}

/* "Intel Xeon Gold 6132; 28 CPUs; 2 nodes; 192 GiB; Dell Inc. PowerEdge R740"; unknown is left out.
 */
static void print_key(FILE *f, const json_t *machine)
{
	const char *model = text_at(machine, "cpu", "model");
	const char *vendor = text_at(machine, "dmi", "vendor");
	const char *product = text_at(machine, "dmi", "product");
	const char *hypervisor = text_at(machine, "hypervisor", "vendor");
	size_t gib = (size_t)json_integer_value(json_object_get(machine, "memory_gib"));

	fprintf(f, "%s", model ? model : "unknown processor");
	print_count(f, count_present(machine), "CPU", "CPUs");
	print_count(f, json_object_size(json_object_get(machine, "node_cpus")), "node", "nodes");
	print_count(f, gib, "GiB", "GiB");
	if (vendor || product)
		fprintf(f, "; %s%s%s", vendor ? vendor : "", vendor && product ? " " : "",
			product ? product : "");
	if (hypervisor)
		fprintf(f, "; on %s", hypervisor);
}

static json_t *key(const json_t *machine)
{
	char *text = NULL;
	size_t size;
	FILE *f = open_memstream(&text, &size);
	json_t *v;

	if (!f)
		return NULL;
	print_key(f, machine);
	v = fclose(f) ? NULL : json_string(text);
	free(text);
	return v;
}

json_t *host_machine(const struct host_source *h)
{
	char *cpuinfo = host_cpuinfo(h);
	json_t *m =
		json_pack("{s:n,s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:o}", "key", "arch",
			  architecture(h), "cpu", processor(cpuinfo), "cpus_present",
			  host_text(h, CPU_DIR "/present"), "node_cpus", node_cpus(h->topology),
			  "distances", distances(h->topology), "memory_gib", memory_json(h),
			  "page_bytes", page_bytes(h), "caches", host_caches(h), "core_types",
			  core_types(h), "dmi", dmi(h), "hypervisor", host_hypervisor(h, cpuinfo));

	free(cpuinfo);
	if (m && json_object_set_new(m, "key", key(m))) {
		json_decref(m);
		return NULL;
	}
	return m;
}
