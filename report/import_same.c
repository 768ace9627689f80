/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/import_same.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* FNV-1a, 64 bits (Fowler, Noll, Vo), from this start. */
static uint64_t hash_of(const char *s, uint64_t h)
{
	while (*s)
		h = (h ^ (unsigned char)*s++) * UINT64_C(0x100000001b3);
	return h;
}

/* A copy that lends its parts, without what a quote may have lost. */
static struct record rows_of(const struct record *r)
{
	struct record rows = *r;

	rows.elapsed_ns = -1;
	rows.printed = (struct named_values){ 0 };
	rows.has_disturbance = false;
	return rows;
}

char *import_run_key(const struct record *r)
{
	struct record rows = r->n_jobs ? rows_of(r) : *r;
	char *line = record_write(&rows), *key;

	/* Two hashes instead of the line: a set may have 10,000 runs. */
	if (!line || asprintf(&key, "%016llx%016llx",
			      (unsigned long long)hash_of(line, UINT64_C(0xcbf29ce484222325)),
			      (unsigned long long)hash_of(line, UINT64_C(0x9ae16a3b2f90404f))) < 0)
		key = NULL;
	free(line);
	return key;
}

bool import_run_same(const struct record *a, const struct record *b)
{
	if (a->elapsed_ns >= 0 && b->elapsed_ns >= 0 && a->elapsed_ns != b->elapsed_ns)
		return false;
	if (a->has_disturbance && b->has_disturbance &&
	    a->disturbance.time_ns != b->disturbance.time_ns)
		return false;
	for (size_t i = 0; i < a->printed.n; i++) {
		double other = named_values_get(&b->printed, a->printed.v[i].name);

		if (!isnan(other) && other != a->printed.v[i].value)
			return false;
	}
	return true;
}

static int copy_disturbance(struct record_disturbance *to, const struct record_disturbance *from)
{
	to->groups = from->groups;
	to->time_ns = from->time_ns;
	return strlist_copy(&to->cmd, &from->cmd);
}

int import_run_complete(struct record *kept, const struct record *other)
{
	if (kept->elapsed_ns < 0)
		kept->elapsed_ns = other->elapsed_ns;
	for (size_t i = 0; i < other->printed.n; i++) {
		const struct named_value *v = &other->printed.v[i];

		if (isnan(named_values_get(&kept->printed, v->name)) &&
		    named_values_set(&kept->printed, v->name, v->value))
			return -ENOMEM;
	}
	if (kept->has_disturbance || !other->has_disturbance)
		return 0;
	kept->has_disturbance = true;
	return copy_disturbance(&kept->disturbance, &other->disturbance);
}
