/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "report/plan.h"
#include "report/text.h"

static char *string_of(const json_t *o, const char *name)
{
	const char *s = json_string_value(json_object_get(o, name));

	return s ? strdup(s) : NULL;
}

static int64_t int_of(const json_t *o, const char *name)
{
	const json_t *v = json_object_get(o, name);

	if (json_is_boolean(v))
		return json_is_true(v);
	return json_is_integer(v) ? json_integer_value(v) : -1;
}

/* A command of plan.json as one string; NULL where it has none. */
static char *command_of(const json_t *o)
{
	const json_t *cmd = json_object_get(o, "cmd"), *word;
	struct strlist l = { 0 };
	char *text = NULL;
	size_t i;

	if (!json_is_array(cmd))
		return NULL;
	json_array_foreach (cmd, i, word)
		if (json_is_string(word) && strlist_add(&l, json_string_value(word)))
			goto out;
	text = text_command(&l);
out:
	strlist_release(&l);
	return text;
}

static int read_jobs(struct plan *p, const json_t *root)
{
	const json_t *list = json_object_get(root, "jobs"), *v;
	size_t i;

	p->jobs = calloc(json_array_size(list) + 1, sizeof(*p->jobs));
	if (!p->jobs)
		return -ENOMEM;
	json_array_foreach (list, i, v)
		if (json_is_integer(v))
			p->jobs[p->n_jobs++] = json_integer_value(v);
	return 0;
}

static int read_notes(struct plan *p, const json_t *root)
{
	const json_t *list = json_object_get(root, "notes"), *v;
	size_t i;

	json_array_foreach (list, i, v)
		if (json_is_string(v) && strlist_add(&p->notes, json_string_value(v)))
			return -ENOMEM;
	return 0;
}

/* "NAME=VALUE NAME=VALUE" of the variant that this set holds. */
static int read_settings(struct plan *p, const json_t *root)
{
	const json_t *list = json_object_get(root, "variants"), *v, *setting;
	struct strlist words = { 0 };
	size_t i, k;

	json_array_foreach (list, i, v) {
		const char *label = json_string_value(json_object_get(v, "label"));

		if (!label || !p->variant || strcmp(label, p->variant))
			continue;
		json_array_foreach (json_object_get(v, "settings"), k, setting) {
			const char *name = json_string_value(json_object_get(setting, "name"));
			const char *value = json_string_value(json_object_get(setting, "value"));

			strlist_addf(&words, "%s=%s", name ? name : "?", value ? value : "?");
		}
	}
	if (words.n)
		p->settings = strlist_join(&words, " ");
	strlist_release(&words);
	return 0;
}

static void read_workload(struct plan *p, const json_t *w)
{
	p->workload = command_of(w);
	p->walk = string_of(w, "walk");
	p->pages = string_of(w, "pages");
	p->memory = string_of(w, "mem");
	p->sync = int_of(w, "sync");
	p->array_bytes = int_of(w, "array_bytes");
	p->steps = int_of(w, "steps");
	p->target_ns = int_of(w, "target_ns");
}

static void read_disturbance(struct plan *p, const json_t *root)
{
	const json_t *d = json_object_get(root, "disturbance");

	if (json_is_object(d))
		p->disturbance = command_of(d);
	else if (json_is_null(d) && json_object_get(root, "runs"))
		p->disturbance = strdup("");
	p->delay_ns = int_of(d, "delay_ns");
}

static int read_metrics(struct plan *p, const json_t *root)
{
	const json_t *list = json_object_get(root, "metrics"), *v;
	size_t i;

	p->metrics = calloc(json_array_size(list) + 1, sizeof(*p->metrics));
	if (!p->metrics)
		return -ENOMEM;
	json_array_foreach (list, i, v) {
		if (!json_is_string(json_object_get(v, "name")))
			continue;
		p->metrics[p->n_metrics++] = (struct plan_metric){
			.name = string_of(v, "name"),
			.title = string_of(v, "title"),
			.unit = string_of(v, "unit"),
			.better = string_of(v, "better"),
			.statistic = string_of(v, "statistic"),
		};
	}
	return 0;
}

int plan_read(struct plan *p, const json_t *root, struct errmsg *e)
{
	p->campaign = string_of(root, "campaign");
	p->preset = string_of(root, "preset");
	p->variant = string_of(root, "variant");
	p->version = string_of(root, "version");
	p->title = string_of(root, "title");
	p->repeats = int_of(root, "repeats");
	p->created_wall_ns = int_of(root, "created_wall_ns");
	p->n_runs = json_array_size(json_object_get(root, "runs"));
	read_workload(p, json_object_get(root, "workload"));
	read_disturbance(p, root);
	if (read_jobs(p, root) || read_metrics(p, root) || read_notes(p, root) ||
	    read_settings(p, root))
		return errmsg_errno(e, ENOMEM, "plan.json");
	return 0;
}

void plan_release(struct plan *p)
{
	char *const strings[] = { p->campaign, p->preset,   p->variant,    p->version,
				  p->title,    p->workload, p->walk,       p->pages,
				  p->memory,   p->settings, p->disturbance };

	for (size_t i = 0; i < sizeof(strings) / sizeof(*strings); i++)
		free(strings[i]);
	for (size_t i = 0; i < p->n_metrics; i++) {
		free(p->metrics[i].name);
		free(p->metrics[i].title);
		free(p->metrics[i].unit);
		free(p->metrics[i].better);
		free(p->metrics[i].statistic);
	}
	free(p->metrics);
	free(p->jobs);
	strlist_release(&p->notes);
	*p = (struct plan){ 0 };
}
