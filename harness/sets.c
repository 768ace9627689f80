/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/sets.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define MOST_LABELS 10000

/* --- labels ------------------------------------------------------------------------------- */

/* "6.12.1-ws1-2026-11-30": only what a folder's name can be. */
static char *default_label(const char *kernel)
{
	char host[65] = "", date[16], *label;
	time_t now = time(NULL);
	struct tm tm;

	gethostname(host, sizeof(host) - 1);
	strftime(date, sizeof(date), "%Y-%m-%d", localtime_r(&now, &tm));
	if (asprintf(&label, "%.80s-%s-%s", kernel, host, date) < 0)
		return NULL;
	for (char *p = label; *p; p++)
		if ((unsigned char)*p <= 0x20 || *p == 0x7f || *p == '/')
			*p = '_';
	return label;
}

static bool label_taken(const char *results, const char *label)
{
	return store_exists(results, label);
}

static int number_label(char **label, const char *results, const char *base, struct errmsg *e)
{
	for (int i = 1; i < MOST_LABELS; i++) {
		if (i == 1)
			*label = strdup(base);
		else if (asprintf(label, "%s-%d", base, i) < 0)
			*label = NULL;
		if (!*label)
			return errmsg_errno(e, ENOMEM, "label");
		if (!label_taken(results, *label))
			return 0;
		free(*label);
	}
	return errmsg_set(e, EEXIST, "%s/%s and %d more exist: use --label", results, base,
			  MOST_LABELS);
}

int sets_choose_label(char **label, const char *results, const char *wanted, const char *kernel,
		      struct errmsg *e)
{
	char *base;
	int err;

	if (wanted) {
		err = store_check_name("--label", wanted, e);
		*label = err ? NULL : strdup(wanted);
		return err;
	}
	base = default_label(kernel);
	err = base ? number_label(label, results, base, e) : errmsg_errno(e, ENOMEM, "label");
	free(base);
	return err;
}

static size_t count_sets(const struct plan *p)
{
	return p->n_variants ? p->n_variants : 1;
}

/* The variant of the i-th set. */
static int variant_of(const struct plan *p, size_t i)
{
	return p->n_variants ? (int)i : -1;
}

int sets_check_new(const char *results, const struct plan *p, struct errmsg *e)
{
	for (size_t i = 0; i < count_sets(p); i++) {
		char *name = plan_set_name(p, variant_of(p, i));
		bool exists = name && store_exists(results, name);
		int err = 0;

		if (!name)
			err = errmsg_errno(e, ENOMEM, "label");
		else if (exists)
			err = errmsg_set(e, EEXIST,
					 "%s/%s exists already; results are never overwritten (use "
					 "another --label)",
					 results, name);
		free(name);
		if (err)
			return err;
	}
	return 0;
}

/* --- loading ------------------------------------------------------------------------------ */

/* A folder may have been renamed; with variants its siblings could not be found then. */
static int adopt_name(struct plan *p, const char *name, int variant, struct errmsg *e)
{
	char *planned = plan_set_name(p, variant);
	int err = 0;

	if (!planned)
		err = errmsg_errno(e, ENOMEM, "%s", name);
	else if (strcmp(planned, name) && variant >= 0)
		err = errmsg_set(e, EINVAL,
				 "it was '%s' and is one of several sets: rename it back", planned);
	else if (variant < 0)
		err = record_set_string(&p->label, name);
	free(planned);
	return err;
}

static int load_plan_of(struct plan *p, const char *results, const char *name, struct errmsg *e)
{
	json_t *o;
	int variant;
	int err = store_load_json(results, name, "plan.json", &o, e);

	if (err)
		return err;
	err = plan_from_json(p, o, &variant, e);
	if (!err) {
		err = adopt_name(p, name, variant, e);
		if (err)
			plan_release(p);
	}
	if (err)
		errmsg_prefix(e, "%s/%s/plan.json", results, name);
	json_decref(o);
	return err;
}

/* A campaign of variants has no folder of its own label: any of LABEL-* whose plan says it. */
static int load_variant_plan(struct plan *p, const char *results, const char *label,
			     struct errmsg *e)
{
	struct strlist names = { 0 };
	int err = store_list(&names, results, label, e);

	for (size_t i = 0; !err && i < names.n; i++) {
		if (load_plan_of(p, results, names.v[i], NULL))
			continue;
		if (!strcmp(p->label, label)) {
			strlist_release(&names);
			return 0;
		}
		plan_release(p);
	}
	strlist_release(&names);
	return err ? err : errmsg_set(e, ENOENT, "%s: there is no set '%s'", results, label);
}

int sets_load_plan(struct plan *p, const char *results, const char *label, struct errmsg *e)
{
	int err = store_check_name("--resume", label, e);

	if (err)
		return err;
	if (store_exists(results, label))
		return load_plan_of(p, results, label, e);
	return load_variant_plan(p, results, label, e);
}

int sets_load_json(json_t **out, const char *results, const struct plan *p, const char *file,
		   struct errmsg *e)
{
	int err = -ENOENT;

	for (size_t i = 0; err == -ENOENT && i < count_sets(p); i++) {
		char *name = plan_set_name(p, variant_of(p, i));

		err = name ? store_load_json(results, name, file, out, e)
			   : errmsg_errno(e, ENOMEM, "set");
		free(name);
	}
	return err;
}

/* --- open sets ---------------------------------------------------------------------------- */

int sets_init(struct sets *s, const char *results, const struct plan *p, bool resumed,
	      struct errmsg *e)
{
	*s = (struct sets){ .results = results, .plan = p, .n = count_sets(p), .resumed = resumed };
	s->stores = calloc(s->n, sizeof(*s->stores));
	s->done = calloc(p->n_runs, sizeof(*s->done));
	if (!s->stores || !s->done)
		return errmsg_errno(e, ENOMEM, "set");
	for (size_t i = 0; i < s->n; i++)
		s->stores[i].dir_fd = s->stores[i].runs_fd = -1;
	return 0;
}

struct store *sets_store(struct sets *s, int variant)
{
	return &s->stores[variant < 0 ? 0 : variant];
}

static int go_on(struct sets *s, int variant, const char *name, struct errmsg *e)
{
	size_t torn;

	return store_open(sets_store(s, variant), s->results, name, s->done, s->plan->n_runs,
			  &s->failed, &torn, e);
}

static int make_new(struct sets *s, int variant, const char *name, const json_t *host,
		    struct errmsg *e)
{
	json_t *plan = plan_to_json(s->plan, variant);
	int err = plan ? store_create(sets_store(s, variant), s->results, name, plan, host, e)
		       : errmsg_errno(e, ENOMEM, "%s", name);

	json_decref(plan);
	return err;
}

int sets_open(struct sets *s, int variant, const json_t *host, struct errmsg *e)
{
	char *name = plan_set_name(s->plan, variant);
	int err;

	if (!name)
		return errmsg_errno(e, ENOMEM, "set");
	if (s->resumed && store_exists(s->results, name))
		err = go_on(s, variant, name, e);
	else
		err = make_new(s, variant, name, host, e);
	free(name);
	return err;
}

int sets_append(struct sets *s, const struct plan_run *run, const struct record *r,
		struct errmsg *e)
{
	int err = store_append(sets_store(s, run->variant), r, e);

	if (err)
		return err;
	s->done[run->run - 1] = true;
	s->failed += !strcmp(r->status, "failed");
	return 0;
}

size_t sets_missing(const struct sets *s)
{
	size_t missing = 0;

	for (size_t i = 0; i < s->plan->n_runs; i++)
		missing += !s->done[i];
	return missing;
}

void sets_release(struct sets *s)
{
	for (size_t i = 0; s->stores && i < s->n; i++)
		store_close(&s->stores[i]);
	free(s->stores);
	free(s->done);
	*s = (struct sets){ 0 };
}
