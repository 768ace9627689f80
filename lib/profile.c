/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lib/profile.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/jsontext.h"

void profile_init(struct profile *p)
{
	*p = (struct profile){ .n = -1, .frequency_hz = -1, .lost = -1 };
}

static void symbol_release(struct profile_symbol *s)
{
	free(s->symbol);
	free(s->module);
	*s = (struct profile_symbol){ 0 };
}

void profile_release(struct profile *p)
{
	for (size_t i = 0; i < p->n_symbols; i++)
		symbol_release(&p->symbols[i]);
	free(p->symbols);
	free(p->event);
	free(p->cycles_refused);
	free(p->perf);
	*p = (struct profile){ 0 };
}

static int make_room(struct profile *p)
{
	size_t room = p->room ? 2 * p->room : 64;
	struct profile_symbol *grown;

	if (p->n_symbols < p->room)
		return 0;
	grown = reallocarray(p->symbols, room, sizeof(*grown));
	if (!grown)
		return -ENOMEM;
	p->symbols = grown;
	p->room = room;
	return 0;
}

int profile_add(struct profile *p, const struct profile_symbol *s)
{
	struct profile_symbol copy = *s;

	copy.symbol = strdup(s->symbol);
	copy.module = strdup(s->module);
	if (!copy.symbol || !copy.module || make_room(p)) {
		symbol_release(&copy);
		return -ENOMEM;
	}
	p->symbols[p->n_symbols++] = copy;
	return 0;
}

/* --- finishing ---------------------------------------------------------------------------- */

static int compare_names(const void *a, const void *b)
{
	const struct profile_symbol *x = a, *y = b;
	int order = strcmp(x->symbol, y->symbol);

	if (!order)
		order = strcmp(x->module, y->module);
	return order ? order : x->kernel - y->kernel;
}

static int compare_weights(const void *a, const void *b)
{
	const struct profile_symbol *x = a, *y = b;

	if (x->samples != y->samples)
		return x->samples < y->samples ? 1 : -1;
	return compare_names(a, b);
}

static void sort(struct profile *p, int (*compare)(const void *, const void *))
{
	if (p->n_symbols)
		qsort(p->symbols, p->n_symbols, sizeof(*p->symbols), compare);
}

static void merge_same(struct profile *p)
{
	size_t kept = 0;

	sort(p, compare_names);
	for (size_t i = 0; i < p->n_symbols; i++) {
		struct profile_symbol *s = &p->symbols[i];

		if (kept && !compare_names(&p->symbols[kept - 1], s)) {
			p->symbols[kept - 1].samples += s->samples;
			p->symbols[kept - 1].share += s->share;
			symbol_release(s);
			continue;
		}
		p->symbols[kept++] = *s;
	}
	p->n_symbols = kept;
}

static void scale_shares(struct profile *p)
{
	double sum = 0;

	p->samples = 0;
	for (size_t i = 0; i < p->n_symbols; i++) {
		sum += p->symbols[i].share;
		p->samples += p->symbols[i].samples;
	}
	for (size_t i = 0; sum > 0 && i < p->n_symbols; i++)
		p->symbols[i].share /= sum;
}

static void cut(struct profile *p, size_t top)
{
	while (p->n_symbols > top) {
		struct profile_symbol *s = &p->symbols[--p->n_symbols];

		p->rest_symbols++;
		p->rest_samples += s->samples;
		p->rest_share += s->share;
		symbol_release(s);
	}
}

void profile_finish(struct profile *p, size_t top)
{
	merge_same(p);
	scale_shares(p);
	sort(p, compare_weights);
	cut(p, top);
}

/* --- on disk ------------------------------------------------------------------------------ */

static json_t *write_symbols(const struct profile *p)
{
	json_t *a = json_array();
	int err = 0;

	for (size_t i = 0; i < p->n_symbols; i++) {
		const struct profile_symbol *s = &p->symbols[i];

		err |= json_array_append_new(
			a, json_pack("{s:o, s:o, s:b, s:o, s:o}", "symbol",
				     jsontext_string(s->symbol), "module",
				     jsontext_string(s->module), "kernel", s->kernel, "samples",
				     jsontext_int(s->samples), "share", jsontext_real(s->share)));
	}
	if (!err)
		return a;
	json_decref(a);
	return NULL;
}

json_t *profile_to_json(const struct profile *p)
{
	json_t *o = json_object();
	int err = 0;

	err |= json_object_set_new(o, "schema", json_integer(PROFILE_SCHEMA));
	err |= json_object_set_new(o, "n", jsontext_int(p->n));
	err |= json_object_set_new(o, "event", jsontext_string(p->event));
	err |= json_object_set_new(o, "cycles_refused", jsontext_string(p->cycles_refused));
	err |= json_object_set_new(o, "user_only", json_boolean(p->user_only));
	err |= json_object_set_new(o, "frequency_hz", jsontext_int(p->frequency_hz));
	err |= json_object_set_new(o, "perf", jsontext_string(p->perf));
	err |= json_object_set_new(o, "samples", jsontext_int(p->samples));
	err |= json_object_set_new(o, "lost", jsontext_int(p->lost));
	err |= json_object_set_new(o, "symbols", write_symbols(p));
	err |= json_object_set_new(
		o, "rest",
		json_pack("{s:I, s:I, s:o}", "symbols", (json_int_t)p->rest_symbols, "samples",
			  (json_int_t)p->rest_samples, "share", jsontext_real(p->rest_share)));
	if (!err)
		return o;
	json_decref(o);
	return NULL;
}

static int need_share(const json_t *o, double *share, struct errmsg *e)
{
	int err = jsontext_get_real(o, "share", share, e);

	/* Also false for what is not a number. */
	if (!err && !(*share >= 0 && *share <= 1.000001))
		err = errmsg_set(e, ERANGE, "\"share\" is not between 0 and 1");
	return err;
}

static int read_symbol(struct profile *p, const json_t *o, struct errmsg *e)
{
	struct profile_symbol s = { .share = NAN };
	int err = jsontext_need_string(o, "symbol", &s.symbol, e);

	if (!err)
		err = jsontext_need_string(o, "module", &s.module, e);
	if (!err)
		err = jsontext_get_bool(o, "kernel", &s.kernel, e);
	if (!err)
		err = jsontext_need_int(o, "samples", 0, INT64_MAX / 1000000, &s.samples, e);
	if (!err)
		err = need_share(o, &s.share, e);
	if (!err && profile_add(p, &s))
		err = errmsg_errno(e, ENOMEM, "symbols");
	symbol_release(&s);
	return err;
}

static int read_symbols(struct profile *p, const json_t *a, struct errmsg *e)
{
	json_t *o;
	size_t i;

	if (!json_is_array(a))
		return errmsg_set(e, EINVAL, "\"symbols\" is missing or not a list");
	json_array_foreach (a, i, o) {
		int err = read_symbol(p, o, e);

		if (err) {
			errmsg_prefix(e, "symbol %zu", i + 1);
			return err;
		}
	}
	return 0;
}

static int read_rest(struct profile *p, const json_t *o, struct errmsg *e)
{
	int err;

	if (!o || json_is_null(o))
		return 0;
	err = jsontext_need_int(o, "symbols", 0, INT64_MAX / 1000000, &p->rest_symbols, e);
	if (!err)
		err = jsontext_need_int(o, "samples", 0, INT64_MAX / 1000000, &p->rest_samples, e);
	if (!err)
		err = need_share(o, &p->rest_share, e);
	if (err)
		errmsg_prefix(e, "rest");
	return err;
}

static int read_head(struct profile *p, const json_t *o, struct errmsg *e)
{
	int64_t schema;
	int err = jsontext_need_int(o, "schema", 1, INT64_MAX, &schema, e);

	if (!err && schema > PROFILE_SCHEMA)
		err = errmsg_set(e, EPROTO, "profile schema %lld is newer than this program's %d",
				 (long long)schema, PROFILE_SCHEMA);
	if (!err)
		err = jsontext_need_int(o, "n", 1, INT64_C(1) << 20, &p->n, e);
	if (!err)
		err = jsontext_need_string(o, "event", &p->event, e);
	if (!err)
		err = jsontext_get_string(o, "cycles_refused", &p->cycles_refused, e);
	if (!err)
		err = jsontext_get_bool(o, "user_only", &p->user_only, e);
	if (!err)
		err = jsontext_get_int(o, "frequency_hz", &p->frequency_hz, e);
	if (!err)
		err = jsontext_get_string(o, "perf", &p->perf, e);
	if (!err)
		err = jsontext_need_int(o, "samples", 0, INT64_MAX / 1000000, &p->samples, e);
	if (!err)
		err = jsontext_get_int(o, "lost", &p->lost, e);
	return err;
}

int profile_from_json(struct profile *p, const json_t *o, struct errmsg *e)
{
	int err;

	profile_init(p);
	err = read_head(p, o, e);
	if (!err)
		err = read_symbols(p, json_object_get(o, "symbols"), e);
	if (!err)
		err = read_rest(p, json_object_get(o, "rest"), e);
	if (err)
		profile_release(p);
	return err;
}
