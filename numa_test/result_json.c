/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "numa_test/result.h"

#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "numa_test/walk.h"

static json_t *node_json(int node)
{
	return node < 0 ? json_null() : json_integer(node);
}

/* Six digits are more than any of our fractions is good for. */
static json_t *fraction_json(double fraction)
{
	return isnan(fraction) ? json_null() : json_real(round(fraction * 1e6) / 1e6);
}

static json_t *map_json(const struct intmap *m)
{
	json_t *object;
	char key[16];

	if (!m->known)
		return json_null();
	object = json_object();
	intmap_for_each (it, m) {
		snprintf(key, sizeof(key), "%d", it->key);
		json_object_set_new(object, key, json_integer(it->value));
	}
	return object;
}

static json_t *flags_json(const struct result *r)
{
	json_t *array = json_array();
	const char *flag;

	for (size_t i = 0; (flag = result_flag(r, i)); i++)
		json_array_append_new(array, json_string(flag));
	return array;
}

static json_t *work_json(const struct result *r)
{
	char mem[32], checksum[20];

	mempolicy_name(&r->mem, mem, sizeof(mem));
	snprintf(checksum, sizeof(checksum), "%" PRIx64, r->checksum);
	return json_pack("{s:i, s:s, s:I, s:i, s:I, s:I, s:s, s:s?, s:o, s:s, s:s}", "schema", 1,
			 "walk", r->walk, "walk_seed", (json_int_t)r->seed, "line_bytes",
			 LINE_BYTES, "array_bytes", (json_int_t)r->array_bytes, "steps",
			 (json_int_t)r->steps, "pages_asked", pages_name(r->pages_asked),
			 "pages_got", *r->pages_got ? r->pages_got : NULL, "huge_fraction",
			 fraction_json(r->huge_fraction), "mem", mem, "checksum", checksum);
}

static json_t *place_json(const struct result *r)
{
	return json_pack("{s:o, s:s, s:o, s:o, s:o, s:o, s:o, s:s?, s:o, s:o}", "node_exec",
			 node_json(r->node_exec), "node_exec_source", "self", "node_main",
			 node_json(r->node_main), "node_touch", node_json(r->node_touch),
			 "home_start", map_json(&r->home_start), "home_end", map_json(&r->home_end),
			 "self_time_ns", map_json(&r->self_time_ns), "self_source",
			 selfwatch_source_name(r->self_source), "self_changes",
			 r->self_time_ns.known ? json_integer(r->self_changes) : json_null(),
			 "local_fraction", fraction_json(r->local_fraction));
}

static json_t *time_json(const struct result *r)
{
	return json_pack("{s:I, s:I, s:I, s:I, s:I, s:I, s:o}", "main_cpu_ns",
			 (json_int_t)r->main_cpu_ns, "setup_cpu_ns", (json_int_t)r->setup_cpu_ns,
			 "walk_cpu_ns", (json_int_t)r->walk_cpu_ns, "setup_ns",
			 (json_int_t)r->setup_ns, "walk_start_ns", (json_int_t)r->walk_start_ns,
			 "walk_end_ns", (json_int_t)r->walk_end_ns, "flags", flags_json(r));
}

char *result_json(const struct result *r)
{
	json_t *all = work_json(r), *place = place_json(r), *time = time_json(r);
	char *text = NULL, *line = NULL;

	if (all && place && time && !json_object_update(all, place) &&
	    !json_object_update(all, time))
		text = json_dumps(all, JSON_COMPACT | JSON_REAL_PRECISION(6));
	if (text) {
		size_t len = strlen(text);

		line = realloc(text, len + 2);
		if (line)
			memcpy(line + len, "\n", 2);
		else
			free(text);
	}
	json_decref(all);
	json_decref(place);
	json_decref(time);
	return line;
}
