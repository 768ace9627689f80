/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cpulist.h"
#include "report/distribution.h"

static int add_node(struct cpulist *l, int node)
{
	return node < 0 ? 0 : cpulist_add(l, node);
}

static int collect_nodes(struct cpulist *l, const struct column *c, const struct column_run *runs,
			 size_t n)
{
	int err = 0;

	for (size_t i = 0; i < c->n_sets; i++)
		for (size_t k = 0; k < c->sets[i]->host.n_nodes; k++)
			err |= add_node(l, c->sets[i]->host.nodes[k]);
	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < runs[i].run->n_jobs; k++) {
			err |= add_node(l, runs[i].run->jobs[k].node_start);
			err |= add_node(l, runs[i].run->jobs[k].node_most);
		}
	return err;
}

static int reserve(struct distribution *d, const struct cpulist *l)
{
	size_t n = l->n;

	d->nodes = calloc(n + 1, sizeof(*d->nodes));
	d->moves = calloc(n * n + 1, sizeof(*d->moves));
	d->start_min = calloc(4 * n + 1, sizeof(*d->start_min));
	if (!d->nodes || !d->moves || !d->start_min)
		return -ENOMEM;
	d->start_max = d->start_min + n;
	d->middle_min = d->start_max + n;
	d->middle_max = d->middle_min + n;
	d->n_nodes = n;
	for (size_t i = 0; i < n; i++)
		d->nodes[i] = l->v[i];
	return 0;
}

static size_t index_of(const struct distribution *d, int node)
{
	size_t lo = 0, hi = d->n_nodes;

	while (hi - lo > 1) {
		size_t mid = lo + (hi - lo) / 2;

		if (d->nodes[mid] <= node)
			lo = mid;
		else
			hi = mid;
	}
	return lo;
}

static void widen(size_t *least, size_t *most, const size_t *counts, size_t n, bool first)
{
	for (size_t i = 0; i < n; i++) {
		least[i] = first || counts[i] < least[i] ? counts[i] : least[i];
		most[i] = counts[i] > most[i] ? counts[i] : most[i];
	}
}

/* start and middle: room for one count a node. */
static void add_run(struct distribution *d, const struct set_run *r, size_t *start, size_t *middle)
{
	memset(start, 0, d->n_nodes * sizeof(*start));
	memset(middle, 0, d->n_nodes * sizeof(*middle));
	for (size_t i = 0; i < r->n_jobs; i++) {
		const struct set_job *j = &r->jobs[i];
		size_t from, to;

		if (set_job_star(j) < 0) {
			d->unknown++;
			continue;
		}
		from = index_of(d, j->node_start);
		to = index_of(d, j->node_most);
		start[from]++;
		middle[to]++;
		d->moves[from * d->n_nodes + to]++;
		d->stars += from != to;
		d->jobs++;
	}
	widen(d->start_min, d->start_max, start, d->n_nodes, !d->runs);
	widen(d->middle_min, d->middle_max, middle, d->n_nodes, !d->runs);
	d->runs++;
}

int distribution_make(struct distribution *d, const struct column *c, int64_t n)
{
	struct cpulist nodes = { 0 };
	size_t n_runs, *counts = NULL;
	const struct column_run *runs = column_runs(c, n, &n_runs);
	int err;

	*d = (struct distribution){ 0 };
	err = collect_nodes(&nodes, c, runs, n_runs) ? -ENOMEM : 0;
	if (!err)
		err = reserve(d, &nodes);
	counts = calloc(2 * nodes.n + 1, sizeof(*counts));
	if (!counts)
		err = -ENOMEM;
	for (size_t i = 0; !err && i < n_runs; i++)
		if (!runs[i].run->failed && runs[i].run->n_jobs)
			add_run(d, runs[i].run, counts, counts + nodes.n);
	free(counts);
	cpulist_release(&nodes);
	if (err)
		distribution_release(d);
	return err;
}

void distribution_release(struct distribution *d)
{
	free(d->nodes);
	free(d->moves);
	free(d->start_min);
	*d = (struct distribution){ 0 };
}
