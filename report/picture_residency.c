/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Who was on which node: a run, and the mean of the repeats, for each set and N. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "report/panel.h"
#include "report/picture.h"
#include "report/residency_view.h"
#include "report/svg.h"

struct picture_panel {
	struct panel_name name;
	struct residency_view view;
};

/* The run that is asked for, else the first of this N that did not fail; NULL: none. */
static const struct set_run *choose(const struct set *s, int64_t n, int64_t run)
{
	for (size_t i = 0; i < s->n_runs; i++) {
		const struct set_run *r = &s->runs[i];

		if (r->n == n && r->n_jobs && (run < 0 ? !r->failed : r->run == run))
			return r;
	}
	return NULL;
}

static int add_run(struct picture_panel *p, const struct picture_input *in, size_t set, int64_t n,
		   const struct set_run *r)
{
	const struct set *s = &in->sets[set];

	snprintf(p->name.id, sizeof(p->name.id), "residency-%zu-n%lld", set + 1, (long long)n);
	snprintf(p->name.title, sizeof(p->name.title), "%.100s, N = %lld: run %lld", s->label,
		 (long long)n, (long long)r->run);
	return residency_view_run(&p->view, s, r, in->strays_first);
}

static int add_repeats(struct picture_panel *p, const struct picture_input *in, size_t set,
		       int64_t n)
{
	const struct set *s = &in->sets[set];

	snprintf(p->name.id, sizeof(p->name.id), "residency-mean-%zu-n%lld", set + 1, (long long)n);
	snprintf(p->name.title, sizeof(p->name.title), "%.100s, N = %lld: mean of the repeats",
		 s->label, (long long)n);
	return residency_view_repeats(&p->view, s, n, in->strays_first);
}

static int add_set(struct picture_panel *panels, size_t *n, const struct picture_input *in,
		   size_t set)
{
	const struct set *s = &in->sets[set];
	int64_t *ns;
	size_t n_ns;
	int err = set_ns(s, &ns, &n_ns);

	if (err)
		return err;
	for (size_t i = 0; !err && i < n_ns; i++) {
		const struct set_run *r = choose(s, ns[i], in->run);

		if (!options_want_n(in->comparison->options, ns[i]))
			continue;
		if (r)
			err = add_run(&panels[(*n)++], in, set, ns[i], r);
		if (!err && in->run < 0 && residency_repeats(s, ns[i]) > 1)
			err = add_repeats(&panels[(*n)++], in, set, ns[i]);
	}
	free(ns);
	return err;
}

static void release(struct picture_panel *panels, size_t n)
{
	for (size_t i = 0; panels && i < n; i++)
		residency_view_release(&panels[i].view);
	free(panels);
}

static int make(const struct picture_input *in, struct picture_panel **panels, size_t *n,
		struct errmsg *e)
{
	size_t most = 0;
	int err = 0;

	for (size_t i = 0; i < in->n_sets; i++)
		most += 2 * in->sets[i].n_runs;
	*n = 0;
	*panels = calloc(most + 1, sizeof(**panels));
	if (!*panels)
		return errmsg_errno(e, ENOMEM, "residency");
	for (size_t i = 0; !err && i < in->n_sets; i++)
		err = add_set(*panels, n, in, i);
	if (!err)
		return 0;
	release(*panels, *n);
	*panels = NULL;
	*n = 0;
	return errmsg_errno(e, -err, "residency");
}

static const struct panel_name *name(const struct picture_panel *panels, size_t i)
{
	return &panels[i].name;
}

static void draw(const struct picture_panel *panels, size_t i, struct markup *m)
{
	residency_draw(&panels[i].view, panels[i].name.id, panels[i].name.title, m);
}

static void numbers(const struct picture_panel *panels, size_t i, struct markup *m)
{
	residency_numbers(&panels[i].view, m);
}

const struct picture picture_residency = {
	.name = "residency",
	.help = "which job was on which node: a run, and the mean of the repeats; two a set and N",
	.make = make,
	.panel_name = name,
	.draw = draw,
	.numbers = numbers,
	.free = release,
};
