/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Nodes, their CPUs and distances, as the set recorded them; sets of one machine share a panel. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <jansson.h>

#include "report/palette.h"
#include "report/panel.h"
#include "report/picture.h"
#include "report/places.h"
#include "report/svg.h"

#define CELL      34
#define LEFT      60
#define CPUS_WIDE 270

struct picture_panel {
	struct panel_name name;
	const struct set *set;
	struct places places;
};

static const char *fact(const struct set *s, const char *group, const char *name)
{
	const char *value = host_fact(&s->host, group, name);

	return value ? value : "";
}

static bool same_machine(const struct set *a, const struct set *b)
{
	return !strcmp(fact(a, "machine", "node_cpus"), fact(b, "machine", "node_cpus")) &&
	       !strcmp(fact(a, "machine", "distances"), fact(b, "machine", "distances")) &&
	       !strcmp(fact(a, "machine", "key"), fact(b, "machine", "key"));
}

/* A machine that is known and that no set before it had. */
static bool is_new(const struct picture_input *in, size_t set)
{
	if (!in->sets[set].host.n_nodes)
		return false;
	for (size_t i = 0; i < set; i++)
		if (same_machine(&in->sets[i], &in->sets[set]))
			return false;
	return true;
}

static void release(struct picture_panel *panels, size_t n)
{
	for (size_t i = 0; panels && i < n; i++)
		places_release(&panels[i].places);
	free(panels);
}

static int make(const struct picture_input *in, struct picture_panel **panels, size_t *n,
		struct errmsg *e)
{
	int err = 0;

	*n = 0;
	*panels = calloc(in->n_sets + 1, sizeof(**panels));
	for (size_t i = 0; *panels && !err && i < in->n_sets; i++) {
		struct picture_panel *p = &(*panels)[*n];

		if (!is_new(in, i))
			continue;
		p->set = &in->sets[i];
		snprintf(p->name.id, sizeof(p->name.id), "machine-%zu", i + 1);
		snprintf(p->name.title, sizeof(p->name.title), "machine of %.150s", p->set->label);
		err = places_of_set(&p->places, p->set);
		(*n)++;
	}
	if (*panels && !err)
		return 0;
	release(*panels, *n);
	*panels = NULL;
	*n = 0;
	return errmsg_errno(e, ENOMEM, "machine");
}

static const struct panel_name *name(const struct picture_panel *panels, size_t i)
{
	return &panels[i].name;
}

static const char *text_of_gib(double gib)
{
	static char text[32];

	snprintf(text, sizeof(text), "%.3g GiB", gib);
	return text;
}

/* "0-3,8": the CPUs of a node. */
static const char *cpus_of(const struct host *h, int node)
{
	static char text[200];
	size_t len = 0;

	text[0] = '\0';
	for (int cpu = 0, last; cpu < h->n_cpus && len + 32 < sizeof(text); cpu = last + 1) {
		last = cpu;
		if (h->cpu_node[cpu] != node)
			continue;
		while (last + 1 < h->n_cpus && h->cpu_node[last + 1] == node)
			last++;
		len += (size_t)snprintf(text + len, sizeof(text) - len,
					last > cpu ? "%s%d-%d" : "%s%d", len ? "," : "", cpu, last);
	}
	return len ? text : "none";
}

/* Bytes of a node as the set recorded them; -1: unknown. */
static int64_t memory_of(const struct host *h, int node)
{
	const char *text = host_fact(h, "state", "memory");
	json_t *memory = text ? json_loads(text, 0, NULL) : NULL;
	char key[16];
	const json_t *bytes;
	int64_t value;

	snprintf(key, sizeof(key), "%d", node);
	bytes = json_object_get(json_object_get(memory, "node_bytes"), key);
	value = json_is_integer(bytes) ? json_integer_value(bytes) : -1;
	json_decref(memory);
	return value;
}

static const char *memory_text(const struct host *h, int node)
{
	int64_t bytes = memory_of(h, node);

	if (bytes < 0)
		return "memory unknown";
	return bytes ? text_of_gib((double)bytes / (1 << 30)) : "no memory";
}

static void draw_row(const struct picture_panel *p, size_t row, double y, struct markup *m)
{
	const struct host *h = &p->set->host;
	char cpus[280];

	svg_rect(m, "", palette_fill(row, p->name.id), 8, y + 6, 14, CELL - 12);
	svg_textf(m, "ink", SVG_INK, 28, y + 21, "start", "%d", p->places.nodes[row]);
	snprintf(cpus, sizeof(cpus), "CPUs %s; %s", cpus_of(h, p->places.nodes[row]),
		 memory_text(h, p->places.nodes[row]));
	svg_label(m, LEFT, y + 21, "start", cpus, 36);
	for (size_t k = 0; k < p->places.n; k++) {
		double x = LEFT + CPUS_WIDE + CELL * (double)k;
		int distance = host_distance(h, p->places.nodes[row], p->places.nodes[k]);

		svg_rect(m, "cell", distance == 10 ? "#e3e3e3" : "#f5f5f5", x, y + 1, CELL - 2,
			 CELL - 2);
		if (distance < 0)
			svg_textf(m, "muted", SVG_MUTED, x + 16, y + 21, "middle", "-");
		else
			svg_textf(m, "ink", SVG_INK, x + 16, y + 21, "middle", "%d", distance);
	}
}

static void draw(const struct picture_panel *panels, size_t i, struct markup *m)
{
	const struct picture_panel *p = &panels[i];
	double width = LEFT + CPUS_WIDE + CELL * (double)p->places.n + 12;

	svg_open(m, width < 480 ? 480 : width, 34 + CELL * (double)p->places.n + 8, p->name.title);
	palette_defs(m, p->places.n, p->name.id);
	svg_textf(m, "muted", SVG_MUTED, 8, 22, "start", "node");
	svg_textf(m, "muted", SVG_MUTED, LEFT + CPUS_WIDE - 12, 22, "end", "distance");
	for (size_t k = 0; k < p->places.n; k++)
		svg_textf(m, "muted", SVG_MUTED, LEFT + CPUS_WIDE + CELL * (double)k + 16, 22,
			  "middle", "%d", p->places.nodes[k]);
	for (size_t k = 0; k < p->places.n; k++)
		draw_row(p, k, 30 + CELL * (double)k, m);
	svg_close(m);
}

static void numbers(const struct picture_panel *panels, size_t i, struct markup *m)
{
	const struct picture_panel *p = &panels[i];

	panel_table(m, (const char *[]){ "node", "CPUs", "memory", "to node", "distance", NULL });
	for (size_t k = 0; k < p->places.n; k++)
		for (size_t to = 0; to < p->places.n; to++) {
			int distance = host_distance(&p->set->host, p->places.nodes[k],
						     p->places.nodes[to]);

			panel_table_row(
				m, (const char *[]){ panel_number(p->places.nodes[k], 0),
						     cpus_of(&p->set->host, p->places.nodes[k]),
						     memory_text(&p->set->host, p->places.nodes[k]),
						     panel_number(p->places.nodes[to], 0),
						     distance < 0 ? "-" : panel_number(distance, 0),
						     NULL });
		}
	panel_table_end(m);
}

const struct picture picture_machine = {
	.name = "machine",
	.help = "nodes with their CPUs and distances; one a machine",
	.make = make,
	.panel_name = name,
	.draw = draw,
	.numbers = numbers,
	.free = release,
};
