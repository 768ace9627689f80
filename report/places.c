/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <stdlib.h>

#include "report/palette.h"
#include "report/places.h"
#include "report/svg.h"

static int by_id(const void *a, const void *b)
{
	int x = *(const int *)a, y = *(const int *)b;

	return (x > y) - (x < y);
}

int places_find(const struct places *p, int node)
{
	const int *found = p->n ? bsearch(&node, p->nodes, p->n, sizeof(*p->nodes), by_id) : NULL;

	return found ? (int)(found - p->nodes) : -1;
}

static int add(struct places *p, int node)
{
	int *more;

	if (node < 0 || places_find(p, node) >= 0)
		return 0;
	more = realloc(p->nodes, (p->n + 1) * sizeof(*more));
	if (!more)
		return -ENOMEM;
	p->nodes = more;
	p->nodes[p->n++] = node;
	qsort(p->nodes, p->n, sizeof(*p->nodes), by_id);
	return 0;
}

static int add_shares(struct places *p, const struct set_share *shares, size_t n)
{
	int err = 0;

	for (size_t i = 0; !err && i < n; i++)
		err = add(p, shares[i].node);
	return err;
}

static int add_run(struct places *p, const struct set_run *r)
{
	int err = add_shares(p, r->disturbance.shares, r->disturbance.n_shares);

	for (size_t i = 0; !err && i < r->n_jobs; i++) {
		err = add_shares(p, r->jobs[i].shares, r->jobs[i].n_shares);
		if (!err)
			err = add(p, r->jobs[i].home);
		if (!err)
			err = add(p, r->jobs[i].node_start);
	}
	return err;
}

int places_of_set(struct places *p, const struct set *s)
{
	int err = 0;

	for (size_t i = 0; !err && i < s->host.n_nodes; i++)
		err = add(p, s->host.nodes[i]);
	for (size_t i = 0; !err && i < s->host.n_distances; i++)
		err = add(p, s->host.distances[i].from);
	for (size_t i = 0; !err && i < s->n_runs; i++)
		err = add_run(p, &s->runs[i]);
	return err;
}

void places_release(struct places *p)
{
	free(p->nodes);
	*p = (struct places){ 0 };
}

double places_legend(const struct places *p, const char *prefix, double x, double y,
		     struct markup *m)
{
	double at = x;

	svg_textf(m, "muted", SVG_MUTED, x, y + 10, "start", "node");
	at += 34;
	for (size_t i = 0; i < p->n; i++) {
		if (at > SVG_WIDTH - 52) {
			at = x + 34;
			y += 18;
		}
		svg_rect(m, "", palette_fill(i, prefix), at, y, 14, 12);
		svg_textf(m, "ink", SVG_INK, at + 18, y + 10, "start", "%d", p->nodes[i]);
		at += 48;
	}
	return y + 18;
}
