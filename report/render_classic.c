/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One run as in 2002: of each set and N the last repeat, or every run. */
#include <errno.h>

#include "report/classic.h"
#include "report/render.h"
#include "report/text.h"

static const struct set *set_of(const struct column *c, const struct set_run *r)
{
	for (size_t i = 0; i < c->n_sets; i++)
		if (r >= c->sets[i]->runs && r < c->sets[i]->runs + c->sets[i]->n_runs)
			return c->sets[i];
	return c->sets[0];
}

static int print_column(const struct comparison *c, const struct column *column, bool *blank,
			FILE *out)
{
	int err = 0;

	for (size_t i = 0; !err && i < column->n_runs; i++) {
		const struct set_run *r = column->runs[i].run;
		bool last = i + 1 == column->n_runs || column->runs[i + 1].run->n != r->n;

		if (!options_want_n(c->options, r->n) || (!last && !c->options->all_runs))
			continue;
		if (*blank)
			fputc('\n', out);
		err = classic_print(set_of(column, r), r, NULL, out);
		*blank = true;
	}
	return err;
}

static int render(const struct comparison *c, FILE *out)
{
	bool blank = false;
	int err = 0;

	for (size_t i = 0; !err && i < c->columns.n; i++) {
		if (c->columns.n > 1) {
			fputs(blank ? "\n=== " : "=== ", out);
			text_put(out, c->columns.v[i].label);
			fputs(" ===\n", out);
			blank = false;
		}
		err = print_column(c, &c->columns.v[i], &blank, out);
	}
	return err;
}

const struct render render_classic = {
	.name = "classic",
	.help = "one run as in 2002: the last repeat of each N, or --show runs",
	.render = render,
};
