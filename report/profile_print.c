/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Profiles as text. */
#include "report/profile.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "report/text.h"

static void put_symbol(FILE *out, const char *symbol, const char *module)
{
	fputs("  ", out);
	text_put(out, symbol);
	if (module) {
		fputs(" (", out);
		text_put(out, module);
		fputc(')', out);
	}
	fputc('\n', out);
}

/* A kernel module's name is worth the room, the kernel's is not. */
static const char *module_of(const struct profile_symbol *s)
{
	return strcmp(s->module, "[kernel]") ? s->module : NULL;
}

static void put_side(FILE *out, int64_t samples, double share)
{
	if (samples < 0)
		fprintf(out, "%9s %7s", "-", "-");
	else
		fprintf(out, "%9" PRId64 " %7.2f", samples, 100 * share);
}

void profile_print(const struct profile *p, size_t top, FILE *out)
{
	size_t n = top && top < p->n_symbols ? top : p->n_symbols;

	fprintf(out, "%9s %7s  %s\n", "samples", "%", "symbol");
	put_side(out, p->samples, 1);
	put_symbol(out, "total", NULL);
	for (size_t i = 0; i < n; i++) {
		put_side(out, p->symbols[i].samples, p->symbols[i].share);
		put_symbol(out, p->symbols[i].symbol, module_of(&p->symbols[i]));
	}
}

static void put_difference(FILE *out, const struct profile_side *a, const struct profile_side *b,
			   bool samples)
{
	bool known = a->samples >= 0 && b->samples >= 0;

	if (known && samples)
		fprintf(out, " %+9" PRId64, b->samples - a->samples);
	else
		fprintf(out, " %9s", "-");
	if (known)
		fprintf(out, " %+7.2f", 100 * (b->share - a->share));
	else
		fprintf(out, " %7s", "-");
}

static void put_row(FILE *out, const struct profile_row *r, bool samples)
{
	put_side(out, r->a.samples, r->a.share);
	put_side(out, r->b.samples, r->b.share);
	put_difference(out, &r->a, &r->b, samples);
	put_symbol(out, r->symbol, r->module);
}

int profile_print_pair(const struct profile *a, const struct profile *b, size_t top, FILE *out)
{
	struct profile_row total = { .symbol = "total",
				     .a = { a->samples, 1 },
				     .b = { b->samples, 1 } };
	struct profile_table t;
	size_t n;

	if (profile_table_make(&t, a, b))
		return -ENOMEM;
	n = top && top < t.n ? top : t.n;
	fprintf(out, "%13s%4s%13s%4s%14s\n", "A", "", "B", "", "B - A");
	fprintf(out, "%9s %7s%9s %7s %9s %7s  %s\n", "samples", "%", "samples", "%", "samples",
		"points", "symbol");
	put_row(out, &total, t.same_unit);
	for (size_t i = 0; i < n; i++)
		put_row(out, &t.rows[i], t.same_unit);
	profile_table_release(&t);
	return 0;
}
