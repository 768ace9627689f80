/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How the jobs were spread over the nodes: what the per-job table says, over all repeats. */
#include <errno.h>
#include <math.h>
#include <string.h>

#include "report/distribution.h"
#include "report/render.h"
#include "report/text.h"

static const char *const metrics[] = { "residency", "stars", NULL };

static int node_width(const struct distribution *d)
{
	char name[32];
	int width = 0;

	if (d->n_nodes)
		width = snprintf(name, sizeof(name), "node%02d", d->nodes[d->n_nodes - 1]);
	return width + 1 > 7 ? width + 1 : 7;
}

static void print_name(int node, int width, FILE *out)
{
	char name[32];

	snprintf(name, sizeof(name), "node%02d", node);
	fprintf(out, "%*s", width, name);
}

#define TITLE_WIDTH 18

static void print_moves(const struct distribution *d, int width, FILE *out)
{
	fprintf(out, " %-*s", TITLE_WIDTH, "iSched \\ MSched");
	for (size_t i = 0; i < d->n_nodes; i++)
		print_name(d->nodes[i], width, out);
	fputc('\n', out);
	for (size_t i = 0; i < d->n_nodes; i++) {
		fputc(' ', out);
		print_name(d->nodes[i], TITLE_WIDTH - 2, out);
		fputs("  ", out);
		for (size_t k = 0; k < d->n_nodes; k++)
			fprintf(out, "%*.1f", width,
				(double)d->moves[i * d->n_nodes + k] / (double)d->runs);
		fputc('\n', out);
	}
}

static void print_spread(const char *title, const size_t *least, const size_t *most,
			 const struct distribution *d, int width, FILE *out)
{
	fprintf(out, " %-*s", TITLE_WIDTH, title);
	for (size_t i = 0; i < d->n_nodes; i++) {
		char text[64];

		snprintf(text, sizeof(text), "%zu..%zu", least[i], most[i]);
		fprintf(out, "%*s", width, text);
	}
	fputc('\n', out);
}

static const struct cell *cell_of(const struct comparison *c, const char *metric, int64_t n,
				  size_t column)
{
	for (size_t i = 0; i < c->n_tables; i++) {
		if (strcmp(c->tables[i].metric->name, metric))
			continue;
		for (size_t k = 0; k < c->tables[i].n_rows; k++)
			if (c->tables[i].rows[k].key.n == n)
				return &c->tables[i].rows[k].cells[column];
	}
	return NULL;
}

static void print_mean(const struct comparison *c, const char *metric, const char *title, int64_t n,
		       size_t column, double scale, FILE *out)
{
	const struct cell *cell = cell_of(c, metric, n, column);

	fprintf(out, " %s ", title);
	text_number(out, cell ? scale * cell->shown.mean : NAN, 0, 1);
	fputs(" +- ", out);
	text_number(out, cell ? scale * cell->shown.half_width : NAN, 0, 1);
	fputs(" %", out);
}

static int print_cell(const struct comparison *c, int64_t n, size_t column, FILE *out)
{
	struct distribution d;
	int width, err = distribution_make(&d, &c->columns.v[column], n);

	if (err)
		return err;
	width = node_width(&d);
	fputc(' ', out);
	text_put(out, c->columns.v[column].label);
	fprintf(out, ", %zu run%s", d.runs, d.runs == 1 ? "" : "s");
	if (d.unknown)
		fprintf(out, ", %zu jobs unknown", d.unknown);
	fputc('\n', out);
	if (d.jobs) {
		print_moves(&d, width, out);
		print_spread("jobs at start", d.start_min, d.start_max, &d, width, out);
		print_spread("jobs in the middle", d.middle_min, d.middle_max, &d, width, out);
	}
	print_mean(c, "residency", "residency on home", n, column, 1, out);
	print_mean(c, "stars", " jobs with *", n, column, 100 / (double)n, out);
	fputc('\n', out);
	distribution_release(&d);
	return 0;
}

static int render(const struct comparison *c, FILE *out)
{
	const struct table *t = c->n_tables ? &c->tables[c->n_tables - 1] : NULL;
	int err = 0;

	for (size_t i = 0; t && !err && i < t->n_rows; i++) {
		if (t->rows[i].key.n < 1)
			continue;
		fprintf(out, "N=%lld\n", (long long)t->rows[i].key.n);
		for (size_t k = 0; !err && k < c->columns.n; k++)
			err = print_cell(c, t->rows[i].key.n, c->order[k], out);
	}
	fprintf(out,
		"Jobs per run by node at the start (exec or main(), rows) and node with most of\n"
		"their time (columns); jobs on a node, min..max over the runs, at the start and\n"
		"in the middle. +-: %.0f%% Student t over the runs.\n",
		100 * (1 - c->options->alpha));
	return err;
}

const struct render render_nodes = {
	.name = "nodes",
	.help = "jobs by (iSched, MSched), spread over the nodes, residency, stars",
	.metrics = metrics,
	.render = render,
};
