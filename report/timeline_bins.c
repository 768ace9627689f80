/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "report/timeline_bins.h"

int timeline_node(const struct timeline *t, int cpu)
{
	return cpu >= 0 && (size_t)cpu < t->n_cpus ? t->cpu_node[cpu] : -1;
}

struct bins {
	const struct timeline *t;
	int64_t from_ns, to_ns;
	int *best;        /* [bin] node that leads */
	int64_t *best_ns; /* [bin] by so much */
	size_t n;
};

static size_t bin_of(const struct bins *b, int64_t ns)
{
	double part = (double)(ns - b->from_ns) / (double)(b->to_ns - b->from_ns);

	if (part <= 0)
		return 0;
	return part >= 1 ? b->n - 1 : (size_t)(part * (double)b->n);
}

/*
 * The node of the majority in one pass: time for the node that leads adds to its lead, time for
 * another takes from it (Boyer and Moore, MJRTY, 1981). Exact where one node has more than half.
 */
static void vote(struct bins *b, size_t bin, int node, int64_t ns)
{
	if (b->best[bin] == node || b->best[bin] == BIN_NOBODY) {
		b->best[bin] = node;
		b->best_ns[bin] += ns;
	} else if (ns > b->best_ns[bin]) {
		b->best[bin] = node;
		b->best_ns[bin] = ns - b->best_ns[bin];
	} else {
		b->best_ns[bin] -= ns;
	}
}

static void add_stay(struct bins *b, const struct timeline_stay *s)
{
	double width = (double)(b->to_ns - b->from_ns) / (double)b->n;
	size_t first = bin_of(b, s->start_ns), last = bin_of(b, s->end_ns);

	if (s->end_ns < b->from_ns || s->start_ns > b->to_ns)
		return;
	for (size_t i = first; i <= last; i++) {
		int64_t low = b->from_ns + (int64_t)((double)i * width);
		int64_t high = b->from_ns + (int64_t)((double)(i + 1) * width);
		int64_t start = s->start_ns > low ? s->start_ns : low;
		int64_t end = s->end_ns < high ? s->end_ns : high;

		if (end > start || first == last)
			vote(b, i, timeline_node(b->t, s->cpu), end > start ? end - start : 1);
	}
}

static void mark_moves(const struct bins *b, const struct timeline_task *task, char *moves)
{
	for (size_t i = 1; i < task->n; i++) {
		int before = task->stays[i - 1].cpu, now = task->stays[i].cpu;
		char kind = timeline_node(b->t, before) != timeline_node(b->t, now) ? 2 : 1;
		size_t bin = bin_of(b, task->stays[i].start_ns);

		if (before != now && moves[bin] < kind)
			moves[bin] = kind;
	}
}

int64_t timeline_bins(const struct timeline *t, int64_t job, int64_t from_ns, int64_t to_ns,
		      int *nodes, char *moves, size_t n)
{
	struct bins b = { .t = t, .from_ns = from_ns, .to_ns = to_ns, .best = nodes, .n = n };
	int64_t stays = 0;

	memset(moves, 0, n);
	for (size_t i = 0; i < n; i++)
		nodes[i] = BIN_NOBODY;
	b.best_ns = calloc(n, sizeof(*b.best_ns));
	if (!b.best_ns)
		return -ENOMEM;
	for (size_t i = 0; to_ns > from_ns && i < t->n_tasks; i++) {
		if (t->tasks[i].job != job)
			continue;
		for (size_t k = 0; k < t->tasks[i].n; k++)
			add_stay(&b, &t->tasks[i].stays[k]);
		mark_moves(&b, &t->tasks[i], moves);
		stays += (int64_t)t->tasks[i].n;
	}
	free(b.best_ns);
	return stays;
}

void timeline_moves(const struct timeline *t, int64_t job, int64_t *cpus, int64_t *nodes)
{
	*cpus = *nodes = 0;
	for (size_t i = 0; i < t->n_tasks; i++) {
		const struct timeline_task *task = &t->tasks[i];

		for (size_t k = 1; task->job == job && k < task->n; k++) {
			int before = task->stays[k - 1].cpu, now = task->stays[k].cpu;

			*cpus += before != now;
			*nodes += timeline_node(t, before) != timeline_node(t, now);
		}
	}
}
