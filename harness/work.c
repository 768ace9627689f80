/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/work.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/jsontext.h"

#define WORK_SCHEMA 1
#define WORK_LIMIT  (4 << 20)

struct work_book {
	char *path;
	json_t *o; /* {"schema":1,"walks":[…],"bursts":[…]} */
};

static int check_book(const struct work_book *b, struct errmsg *e)
{
	int64_t schema;
	int err = jsontext_need_int(b->o, "schema", 1, WORK_SCHEMA, &schema, e);

	if (!err && (!json_is_array(json_object_get(b->o, "walks")) ||
		     !json_is_array(json_object_get(b->o, "bursts"))))
		err = errmsg_set(e, EINVAL, "\"walks\" or \"bursts\" is missing");
	if (err)
		errmsg_prefix(e, "%s", b->path);
	return err;
}

int work_book_load(struct work_book **out, const char *results, struct errmsg *e)
{
	struct work_book *b = calloc(1, sizeof(*b));
	int err;

	if (!b || asprintf(&b->path, "%s/work.json", results) < 0) {
		free(b);
		return errmsg_errno(e, ENOMEM, "work.json");
	}
	err = jsontext_load(b->path, WORK_LIMIT, &b->o, e);
	if (err == -ENOENT) {
		b->o = json_pack("{s:i, s:[], s:[]}", "schema", WORK_SCHEMA, "walks", "bursts");
		err = 0;
	}
	if (!err)
		err = check_book(b, e);
	if (err) {
		work_book_free(b);
		return err;
	}
	*out = b;
	return 0;
}

int work_book_save(const struct work_book *b, struct errmsg *e)
{
	return jsontext_save(b->path, b->o, e);
}

void work_book_free(struct work_book *b)
{
	if (!b)
		return;
	json_decref(b->o);
	free(b->path);
	free(b);
}

static bool same(const json_t *entry, const char *name, const char *value)
{
	const char *s = json_string_value(json_object_get(entry, name));

	return s && !strcmp(s, value);
}

static bool is_walk(const json_t *entry, const struct work_key *k)
{
	return same(entry, "machine", k->machine) && same(entry, "size", k->size) &&
	       same(entry, "pages", k->pages) && same(entry, "walk", k->walk) &&
	       (strcmp(k->size, "auto") ||
		json_integer_value(json_object_get(entry, "max_jobs")) == k->max_jobs);
}

static bool is_burst(const json_t *entry, const char *machine, const char *command)
{
	return same(entry, "machine", machine) && same(entry, "command", command);
}

bool work_find(const struct work_book *b, const struct work_key *k, struct work *w)
{
	json_t *entry;
	size_t i;

	json_array_foreach (json_object_get(b->o, "walks"), i, entry) {
		if (!is_walk(entry, k))
			continue;
		w->array_bytes = json_integer_value(json_object_get(entry, "array_bytes"));
		w->ns_per_access = json_number_value(json_object_get(entry, "ns_per_access"));
		return w->array_bytes > 0 && w->ns_per_access > 0;
	}
	return false;
}

int work_put(struct work_book *b, const struct work_key *k, const struct work *w,
	     const char *kernel, struct errmsg *e)
{
	json_t *walks = json_object_get(b->o, "walks"), *entry;
	size_t i;

	json_array_foreach (walks, i, entry)
		if (is_walk(entry, k))
			json_array_remove(walks, i--);
	entry = json_pack("{s:o, s:s, s:i, s:s, s:s, s:I, s:f, s:o}", "machine",
			  jsontext_string(k->machine), "size", k->size, "max_jobs", k->max_jobs,
			  "pages", k->pages, "walk", k->walk, "array_bytes",
			  (json_int_t)w->array_bytes, "ns_per_access", w->ns_per_access, "kernel",
			  jsontext_string(kernel));
	return json_array_append_new(walks, entry) ? errmsg_errno(e, ENOMEM, "work.json") : 0;
}

double work_find_burst(const struct work_book *b, const char *machine, const char *command)
{
	json_t *entry;
	size_t i;

	json_array_foreach (json_object_get(b->o, "bursts"), i, entry) {
		double ns = json_number_value(json_object_get(entry, "ns_per_loop"));

		if (is_burst(entry, machine, command) && ns > 0)
			return ns;
	}
	return NAN;
}

int work_put_burst(struct work_book *b, const char *machine, const char *command,
		   double ns_per_loop, const char *kernel, struct errmsg *e)
{
	json_t *bursts = json_object_get(b->o, "bursts"), *entry;
	size_t i;

	json_array_foreach (bursts, i, entry)
		if (is_burst(entry, machine, command))
			json_array_remove(bursts, i--);
	entry = json_pack("{s:o, s:o, s:f, s:o}", "machine", jsontext_string(machine), "command",
			  jsontext_string(command), "ns_per_loop", ns_per_loop, "kernel",
			  jsontext_string(kernel));
	return json_array_append_new(bursts, entry) ? errmsg_errno(e, ENOMEM, "work.json") : 0;
}
