/* SPDX-License-Identifier: GPL-3.0-or-later */
/* As `grep Time time.*` gave them: "time.4:AverageUserTime 40.69 seconds". */
#include <math.h>
#include <string.h>

#include "report/render.h"
#include "report/text.h"

static const char *const metrics[] = { "AverageUserTime", "ElapsedTime", "TotalUserTime",
				       "TotalSysTime", NULL };

static void print_line(const struct table *t, const struct row *r, size_t column, FILE *out)
{
	double value = r->cells[column].shown.mean;

	if (isnan(value))
		return;
	fputs("time.", out);
	if (r->key.name)
		text_put(out, r->key.name);
	else
		fprintf(out, "%lld", (long long)r->key.n);
	fputc(':', out);
	text_put(out, t->metric->title);
	fprintf(out, row_is_comparable(r, column) ? " %.*f" : " (%.*f)", t->metric->decimals,
		value);
	fputs(strcmp(t->metric->name, "AverageUserTime") ? "\n" : " seconds\n", out);
}

/* By row, then by metric; a row that the first metrics lack comes with the first that has it. */
static void print_set(const struct comparison *c, size_t column, FILE *out)
{
	for (size_t i = 0; i < c->n_tables; i++)
		for (size_t k = 0; k < c->tables[i].n_rows; k++) {
			const struct row *r = &c->tables[i].rows[k];
			bool seen = false;

			for (size_t j = 0; j < i; j++)
				for (size_t m = 0; m < c->tables[j].n_rows; m++)
					seen |= row_key_same(&r->key, &c->tables[j].rows[m].key);
			for (size_t j = i; !seen && j < c->n_tables; j++)
				for (size_t m = 0; m < c->tables[j].n_rows; m++)
					if (row_key_same(&r->key, &c->tables[j].rows[m].key))
						print_line(&c->tables[j], &c->tables[j].rows[m],
							   column, out);
		}
}

static int render(const struct comparison *c, FILE *out)
{
	for (size_t i = 0; i < c->columns.n; i++) {
		text_put(out, c->columns.v[i].label);
		fputc('\n', out);
		print_set(c, i, out);
	}
	return 0;
}

const struct render render_collated = {
	.name = "collated",
	.help = "lines as collected from files: time.4:AverageUserTime 40.69 seconds",
	.metrics = metrics,
	.render = render,
};
