/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/profile.h"

#include <dirent.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/jsontext.h"

#define FILE_LIMIT ((size_t)64 << 20)

/* --- a set's ---------------------------------------------------------------------------------- */

/* "4.json" */
static int is_profile(const struct dirent *d)
{
	size_t digits = strspn(d->d_name, "0123456789");

	return digits && digits < 8 && !strcmp(d->d_name + digits, ".json");
}

static int by_n(const struct dirent **a, const struct dirent **b)
{
	long x = strtol((*a)->d_name, NULL, 10), y = strtol((*b)->d_name, NULL, 10);

	return (x > y) - (x < y);
}

static int load_one(struct profile *p, const char *folder, const char *name, struct errmsg *e)
{
	json_t *o = NULL;
	char *path;
	int err;

	if (asprintf(&path, "%s/%s", folder, name) < 0)
		return errmsg_errno(e, ENOMEM, "%s", name);
	err = jsontext_load(path, FILE_LIMIT, &o, e);
	if (!err) {
		err = profile_from_json(p, o, e);
		if (err)
			errmsg_prefix(e, "%s", path);
	}
	json_decref(o);
	free(path);
	return err;
}

static int load_all(struct profile_list *l, const char *folder, struct dirent **entries, int n,
		    struct errmsg *e)
{
	int err = 0;

	l->v = calloc((size_t)n + 1, sizeof(*l->v));
	if (!l->v)
		return errmsg_errno(e, ENOMEM, "%s", folder);
	for (int i = 0; !err && i < n; i++) {
		err = load_one(&l->v[l->n], folder, entries[i]->d_name, e);
		l->n += !err;
	}
	return err;
}

int profile_list_load(struct profile_list *l, const struct set *s, struct errmsg *e)
{
	struct dirent **entries = NULL;
	char *folder;
	int n, err;

	*l = (struct profile_list){ 0 };
	if (asprintf(&folder, "%s/profile", s->path) < 0)
		return errmsg_errno(e, ENOMEM, "profile");
	n = scandir(folder, &entries, is_profile, by_n);
	if (n > 0)
		err = load_all(l, folder, entries, n, e);
	else if (n < 0 && errno != ENOENT)
		err = errmsg_errno(e, errno, "%s", folder);
	else
		err = errmsg_set(e, ENOENT, "%s has no profile (it was run without --profile)",
				 s->label);
	for (int i = 0; i < n; i++)
		free(entries[i]);
	free(entries);
	free(folder);
	if (err)
		profile_list_release(l);
	return err;
}

void profile_list_release(struct profile_list *l)
{
	for (size_t i = 0; i < l->n; i++)
		profile_release(&l->v[i]);
	free(l->v);
	*l = (struct profile_list){ 0 };
}

const struct profile *profile_list_find(const struct profile_list *l, int64_t n)
{
	for (size_t i = 0; i < l->n; i++)
		if (l->v[i].n == n)
			return &l->v[i];
	return NULL;
}

/* --- two side by side ------------------------------------------------------------------------- */

static bool all_digits(const char *s)
{
	return *s && !s[strspn(s, "0123456789")];
}

/*
 * What gcc and clang append to a function that they cloned, split or renamed; which ones they make
 * differs between builds.
 */
static bool is_compiler_suffix(const char *dot)
{
	static const char *const numbered[] = { ".isra.", ".constprop.", ".part.",
						".cold.", ".llvm.",      ".lto_priv." };

	for (size_t i = 0; i < sizeof(numbered) / sizeof(*numbered); i++)
		if (!strncmp(dot, numbered[i], strlen(numbered[i])))
			return all_digits(dot + strlen(numbered[i]));
	return !strcmp(dot, ".cold");
}

/* The suffixes stand one behind another: "f.constprop.0.isra.0". */
static void cut_suffixes(char *name)
{
	for (bool found = true; found;) {
		found = false;
		for (char *dot = strchr(name, '.'); dot && !found; dot = strchr(dot + 1, '.'))
			if (dot > name && is_compiler_suffix(dot)) {
				*dot = '\0';
				found = true;
			}
	}
}

static int add_rows(struct profile_table *t, const struct profile *p, bool second)
{
	for (size_t i = 0; i < p->n_symbols; i++) {
		const struct profile_symbol *s = &p->symbols[i];
		struct profile_side side = { .samples = s->samples, .share = s->share };
		char *name = strdup(s->symbol);

		if (!name)
			return -ENOMEM;
		cut_suffixes(name);
		t->names[t->n_names++] = name;
		t->rows[t->n++] = (struct profile_row){
			.symbol = name,
			.module = s->kernel ? NULL : s->module,
			.a = second ? (struct profile_side){ 0 } : side,
			.b = second ? side : (struct profile_side){ 0 },
		};
	}
	return 0;
}

static int compare_keys(const void *x, const void *y)
{
	const struct profile_row *a = x, *b = y;
	int order = strcmp(a->symbol, b->symbol);

	if (order)
		return order;
	if (!a->module || !b->module)
		return !!a->module - !!b->module;
	return strcmp(a->module, b->module);
}

static void add_side(struct profile_side *to, const struct profile_side *from)
{
	to->samples += from->samples;
	to->share += from->share;
}

static void merge_rows(struct profile_table *t)
{
	size_t kept = 0;

	for (size_t i = 0; i < t->n; i++) {
		if (!kept || compare_keys(&t->rows[kept - 1], &t->rows[i])) {
			t->rows[kept++] = t->rows[i];
			continue;
		}
		add_side(&t->rows[kept - 1].a, &t->rows[i].a);
		add_side(&t->rows[kept - 1].b, &t->rows[i].b);
	}
	t->n = kept;
}

/* What is not in a list that was cut may be behind the cut. */
static void mark_unknown(struct profile_side *side, const struct profile *p)
{
	if (!side->samples && p->rest_samples)
		*side = (struct profile_side){ .samples = -1, .share = NAN };
}

/* An unknown side has few samples, or it would be known. */
static double distance(const struct profile_row *r, bool in_samples)
{
	double a = in_samples ? (double)r->a.samples : r->a.share;
	double b = in_samples ? (double)r->b.samples : r->b.share;

	return fabs((r->a.samples < 0 ? 0 : a) - (r->b.samples < 0 ? 0 : b));
}

static int compare_distances(const struct profile_row *a, const struct profile_row *b,
			     bool in_samples)
{
	double x = distance(a, in_samples), y = distance(b, in_samples);

	if (x != y)
		return x < y ? 1 : -1;
	return compare_keys(a, b);
}

static int by_samples(const void *a, const void *b)
{
	return compare_distances(a, b, true);
}

static int by_share(const void *a, const void *b)
{
	return compare_distances(a, b, false);
}

static bool same_unit(const struct profile *a, const struct profile *b)
{
	return !strcmp(a->event, b->event) && a->frequency_hz == b->frequency_hz &&
	       a->user_only == b->user_only;
}

int profile_table_make(struct profile_table *t, const struct profile *a, const struct profile *b)
{
	size_t room = a->n_symbols + b->n_symbols + 1;
	int err;

	*t = (struct profile_table){
		.rows = calloc(room, sizeof(*t->rows)),
		.names = calloc(room, sizeof(*t->names)),
		.same_unit = same_unit(a, b),
	};
	err = t->rows && t->names ? add_rows(t, a, false) : -ENOMEM;
	if (!err)
		err = add_rows(t, b, true);
	if (err) {
		profile_table_release(t);
		return err;
	}
	qsort(t->rows, t->n, sizeof(*t->rows), compare_keys);
	merge_rows(t);
	for (size_t i = 0; i < t->n; i++) {
		mark_unknown(&t->rows[i].a, a);
		mark_unknown(&t->rows[i].b, b);
	}
	qsort(t->rows, t->n, sizeof(*t->rows), t->same_unit ? by_samples : by_share);
	return 0;
}

void profile_table_release(struct profile_table *t)
{
	for (size_t i = 0; i < t->n_names; i++)
		free(t->names[i]);
	free(t->names);
	free(t->rows);
	*t = (struct profile_table){ 0 };
}
