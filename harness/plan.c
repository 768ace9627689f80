/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/plan.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/autosize.h"
#include "lib/clock.h"
#include "lib/splitmix.h"

/* Longest a run may take: this many times what it should, never under a minute. */
#define LIMIT_FACTOR   10
#define LIMIT_FLOOR_NS (60 * NS_PER_S)

#define LABEL_MAX 50 /* of a variant: LABEL-VARIANT is a folder's name, at most 255 bytes */

/* A number below `below`; the modulo's bias is under 2^-40 for a plan's lengths. */
static size_t draw_below(uint64_t *state, size_t below)
{
	return (size_t)(splitmix_next(state) % below);
}

static void shuffle(struct plan_run *runs, size_t n, uint64_t *state)
{
	for (size_t i = n; i > 1; i--) {
		size_t j = draw_below(state, i);
		struct plan_run swap = runs[i - 1];

		runs[i - 1] = runs[j];
		runs[j] = swap;
	}
}

/* Equal repeats do equal work, whatever the shuffle: the walk's seed comes from the repeat. */
static int64_t walk_seed(int repeat)
{
	uint64_t state = (uint64_t)repeat;

	return (int64_t)(splitmix_next(&state) >> 16);
}

static void fill_block(const struct plan *p, struct plan_run *runs, int block)
{
	size_t variants = p->n_variants ? p->n_variants : 1;
	size_t k = 0;

	for (size_t i = 0; i < p->n_jobs; i++) {
		for (size_t v = 0; v < variants; v++) {
			runs[k++] = (struct plan_run){
				.n = p->jobs[i],
				.repeat = block,
				.block = block,
				.variant = p->n_variants ? (int)v : -1,
				.seed = walk_seed(block),
			};
		}
	}
}

static void number_block(struct plan_run *runs, size_t n, int64_t first)
{
	for (size_t i = 0; i < n; i++) {
		runs[i].order = (int)i + 1;
		runs[i].run = first + (int64_t)i;
	}
}

int plan_lay_out(struct plan *p, struct errmsg *e)
{
	size_t in_block = p->n_jobs * (p->n_variants ? p->n_variants : 1);
	uint64_t state = (uint64_t)p->seed;

	if (in_block * (size_t)p->repeats > PLAN_MAX_RUNS)
		return errmsg_set(e, ERANGE, "plan: %zu runs are more than %d",
				  in_block * (size_t)p->repeats, PLAN_MAX_RUNS);
	free(p->runs);
	p->n_runs = in_block * (size_t)p->repeats;
	p->runs = calloc(p->n_runs + 1, sizeof(*p->runs));
	if (!p->runs)
		return errmsg_errno(e, ENOMEM, "plan");
	for (int b = 1; b <= p->repeats; b++) {
		struct plan_run *block = p->runs + (size_t)(b - 1) * in_block;

		fill_block(p, block, b);
		shuffle(block, in_block, &state);
		number_block(block, in_block, (int64_t)(b - 1) * (int64_t)in_block + 1);
	}
	return 0;
}

static int jobs_from_fractions(struct plan *p, int cpus, const double *fractions, size_t n)
{
	p->jobs = calloc(n, sizeof(*p->jobs));
	if (!p->jobs)
		return -ENOMEM;
	for (size_t i = 0; i < n; i++) {
		int jobs = (int)ceil(fractions[i] * cpus);

		if (!p->n_jobs || p->jobs[p->n_jobs - 1] != jobs)
			p->jobs[p->n_jobs++] = jobs;
	}
	return 0;
}

int plan_default_jobs(struct plan *p, int cpus)
{
	static const double fractions[] = { 0.5, 1, 2 };

	return jobs_from_fractions(p, cpus, fractions, 3);
}

int plan_classic_jobs(struct plan *p, int cpus)
{
	static const double fractions[] = { 0.25, 0.5, 1, 2, 4 };

	return jobs_from_fractions(p, cpus, fractions, 5);
}

int plan_max_jobs(const struct plan *p)
{
	int max = 0;

	for (size_t i = 0; i < p->n_jobs; i++)
		if (p->jobs[i] > max)
			max = p->jobs[i];
	return max;
}

int64_t plan_limit_ns(const struct plan *p, int n, int cpus)
{
	int64_t turns = (n + cpus - 1) / cpus;
	int64_t limit_ns = LIMIT_FACTOR * turns * p->workload.target_ns;

	if (p->limit_ns >= 0)
		return p->limit_ns;
	return limit_ns > LIMIT_FLOOR_NS ? limit_ns : LIMIT_FLOOR_NS;
}

char *plan_set_name(const struct plan *p, int variant)
{
	char *name;

	if (variant < 0)
		return strdup(p->label);
	if (asprintf(&name, "%s-%s", p->label, p->variants[variant].label) < 0)
		return NULL;
	return name;
}

static void variant_release(struct plan_variant *v)
{
	for (size_t i = 0; i < v->n_settings; i++) {
		free(v->settings[i].name);
		free(v->settings[i].value);
	}
	free(v->settings);
	free(v->label);
	*v = (struct plan_variant){ 0 };
}

/* A name that can be a part of a folder's name, behind a label of 200 characters. */
static bool is_plain_label(const char *s)
{
	size_t len = strlen(s);

	for (size_t i = 0; i < len; i++)
		if ((unsigned char)s[i] < 0x20 || s[i] == 0x7f || s[i] == '/')
			return false;
	return len && *s != '.' && len <= LABEL_MAX;
}

static bool is_setting_name(const char *s)
{
	if (strstr(s, ".."))
		return false;
	if (*s == '/')
		return !strncmp(s, "/sys/", 5) || !strncmp(s, "/proc/sys/", 10);
	return *s && !strchr(s, '/');
}

/* "NAME=VALUE"; text is cut up. */
static int add_setting(struct plan_variant *v, char *text, struct errmsg *e)
{
	char *value = strchr(text, '=');
	struct plan_setting *grown;

	if (!value)
		return errmsg_set(e, EINVAL, "--variant %s: '%s' is not NAME=VALUE", v->label,
				  text);
	*value++ = '\0';
	if (!is_setting_name(text))
		return errmsg_set(e, EINVAL,
				  "--variant %s: '%s' is neither a sysctl nor a file under /sys",
				  v->label, text);
	grown = reallocarray(v->settings, v->n_settings + 1, sizeof(*grown));
	if (!grown)
		return errmsg_errno(e, ENOMEM, "--variant");
	v->settings = grown;
	grown[v->n_settings] = (struct plan_setting){ strdup(text), strdup(value) };
	v->n_settings++;
	return 0;
}

static int parse_settings(struct plan_variant *v, char *text, struct errmsg *e)
{
	for (char *item; (item = strsep(&text, ","));) {
		int err = add_setting(v, item, e);

		if (err)
			return err;
	}
	return 0;
}

static int check_variant_label(const struct plan *p, const char *label, struct errmsg *e)
{
	if (!is_plain_label(label))
		return errmsg_set(e, EINVAL,
				  "--variant '%s': a label has 1 to %d characters, no '/', no "
				  "leading '.' and no control characters",
				  label, LABEL_MAX);
	for (size_t i = 0; i < p->n_variants; i++)
		if (!strcmp(p->variants[i].label, label))
			return errmsg_set(e, EEXIST, "--variant %s: given twice", label);
	return 0;
}

int plan_add_variant(struct plan *p, const char *text, struct errmsg *e)
{
	struct plan_variant v = { 0 };
	const char *colon = strchr(text, ':');
	struct plan_variant *grown;
	char *settings;
	int err;

	if (!colon)
		return errmsg_set(e, EINVAL, "--variant '%s' is not LABEL:NAME=VALUE", text);
	v.label = strndup(text, (size_t)(colon - text));
	settings = strdup(colon + 1);
	err = check_variant_label(p, v.label, e);
	if (!err)
		err = parse_settings(&v, settings, e);
	free(settings);
	if (err) {
		variant_release(&v);
		return err;
	}
	grown = reallocarray(p->variants, p->n_variants + 1, sizeof(*grown));
	if (!grown) {
		variant_release(&v);
		return errmsg_errno(e, ENOMEM, "--variant");
	}
	p->variants = grown;
	p->variants[p->n_variants++] = v;
	return 0;
}

void plan_release(struct plan *p)
{
	for (size_t i = 0; i < p->n_variants; i++)
		variant_release(&p->variants[i]);
	free(p->variants);
	strlist_release(&p->workload.cmd);
	free(p->workload.walk);
	free(p->workload.pages);
	free(p->workload.mem);
	free(p->workload.size_asked);
	free(p->workload.metric_regex);
	strlist_release(&p->disturbance.cmd);
	strlist_release(&p->events);
	strlist_release(&p->notes);
	free(p->label);
	free(p->campaign);
	free(p->preset);
	free(p->version);
	free(p->residency);
	free(p->yardstick);
	free(p->work_source);
	free(p->jobs);
	free(p->runs);
	*p = (struct plan){ 0 };
}
