/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/set.h"

static void run_release(struct set_run *r)
{
	named_values_release(&r->printed);
	free(r->jobs);
	free(r->shares);
	free(r->disturbance.shares);
}

void set_release(struct set *s)
{
	for (size_t i = 0; i < s->n_runs; i++)
		run_release(&s->runs[i]);
	free(s->runs);
	for (size_t i = 0; i < s->n_records; i++)
		record_release(&s->records[i]);
	free(s->records);
	yardstick_release(&s->yardstick);
	summary_list_release(&s->averages);
	free(s->path);
	free(s->name);
	free(s->label);
	host_release(&s->host);
	plan_release(&s->plan);
	strlist_release(&s->boots);
	strlist_release(&s->warnings);
	pool_release(&s->strings);
	*s = (struct set){ 0 };
}

int set_keep_record(struct set *s, struct record *r)
{
	struct record *grown = reallocarray(s->records, s->runs_room, sizeof(*grown));

	if (!grown)
		return -ENOMEM;
	s->records = grown;
	while (s->n_records + 1 < s->n_runs)
		record_init(&grown[s->n_records++]);
	grown[s->n_records++] = *r;
	*r = (struct record){ 0 };
	return 0;
}

const struct record *set_record(const struct set *s, const struct set_run *r)
{
	size_t i = (size_t)(r - s->runs);

	return i < s->n_records ? &s->records[i] : NULL;
}

static int ns_compare(const void *a, const void *b)
{
	const int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

	return (x > y) - (x < y);
}

int set_ns(const struct set *s, int64_t **ns, size_t *n)
{
	int64_t *list = calloc(s->n_runs + 1, sizeof(*list));
	size_t kept = 0, all = 0;

	if (!list)
		return -ENOMEM;
	for (size_t i = 0; i < s->n_runs; i++)
		list[all++] = s->runs[i].n;
	qsort(list, all, sizeof(*list), ns_compare);
	for (size_t i = 0; i < all; i++)
		if (!kept || list[kept - 1] != list[i])
			list[kept++] = list[i];
	*ns = list;
	*n = kept;
	return 0;
}

bool set_has_flag(const char *flags, const char *flag)
{
	size_t len = strlen(flag);

	for (const char *p = flags; p && *p; p += strcspn(p, " "), p += strspn(p, " "))
		if (strcspn(p, " ") == len && !strncmp(p, flag, len))
			return true;
	return false;
}

int32_t set_home(const struct set *s, const struct intmap *pages, int prefer)
{
	if (s->plan.memory && !strcmp(s->plan.memory, "interleave"))
		return -1;
	return intmap_argmax(pages, prefer);
}

int32_t set_job_most(const struct set_job *j)
{
	double most = 0;
	int32_t node = -1;

	for (uint32_t i = 0; i < j->n_shares; i++) {
		const struct set_share *s = &j->shares[i];

		if (s->share > most || (s->share == most && most > 0 && s->node == j->node_start)) {
			most = s->share;
			node = s->node;
		}
	}
	return node;
}

double set_job_share(const struct set_job *j, int node)
{
	if (!j->n_shares)
		return NAN;
	for (uint32_t i = 0; i < j->n_shares; i++)
		if (j->shares[i].node == node)
			return j->shares[i].share;
	return 0;
}

int set_job_star(const struct set_job *j)
{
	if (j->node_start < 0 || j->node_most < 0)
		return -1;
	return j->node_start != j->node_most;
}
