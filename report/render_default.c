/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The default style: rows of sets under each N. The widths are those of the published form:
 *
 *	kernel          n     mean   +-CI95  CV%  change   [ 95% CI, % ] p.adj verdict
 *	 numa_sched+ilb  4    28.94 +-  0.06  0.1   -6.2% [  -8.6,  -3.6] 0.015 better
 *
 * A label of one character more than its column pushes its row; longer ones widen the column.
 */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/export.h"
#include "report/footer.h"
#include "report/render.h"
#include "report/text.h"

#define LABEL_WIDTH  13
#define RANKED_LABEL 11 /* a median with its interval takes two columns more than mean and +- */

struct layout {
	int label;      /* width of the label column */
	size_t width;   /* a row's */
	size_t numbers; /* columns in front of the change */
	int centre;     /* width of mean and +-, or of the median and its interval */
	int decimals;   /* of medians */
	bool compares;  /* there is a change to print */
};

/* --- layout ---------------------------------------------------------------------------------- */

static int longest_label(const struct comparison *c)
{
	size_t longest = 0;

	for (size_t i = 0; i < c->columns.n; i++) {
		size_t width = text_width(c->columns.v[i].label);

		longest = width > longest ? width : longest;
	}
	return (int)longest;
}

/* As many decimals as leave a median five characters. */
static int median_decimals(const struct comparison *c, const struct table *t)
{
	double most = 0;

	for (size_t i = 0; i < t->n_rows; i++)
		for (size_t k = 0; k < c->columns.n; k++)
			if (t->rows[i].cells[k].ranked)
				most = fmax(most, fabs(t->rows[i].cells[k].shown.median_hi));
	return most >= 999.95 ? 0 : most >= 99.995 ? 1 : t->metric->decimals;
}

static struct layout lay_out(const struct comparison *c, const struct table *t)
{
	struct layout l = { .compares = c->columns.n > 1 };
	int longest = longest_label(c);
	int usual = t->ranked ? RANKED_LABEL : LABEL_WIDTH;

	l.label = longest > usual + 1 ? longest : usual;
	l.centre = t->ranked ? 20 : 18;
	l.numbers = (size_t)(1 + l.label + 3 + l.centre + 5);
	l.width = TEXT_WIDTH + (size_t)(l.label - usual);
	l.decimals = median_decimals(c, t);
	return l;
}

/* --- header ---------------------------------------------------------------------------------- */

static void print_bases(const struct comparison *c, FILE *out)
{
	const char *before = "; bases ";

	if (c->columns.n < 2)
		return;
	if (!c->columns.families) {
		fputs("; base ", out);
		text_put(out, c->columns.v[c->columns.first_base].label);
		return;
	}
	for (size_t i = 0; i < c->columns.n; i++) {
		const char *between = " (";

		if (c->columns.v[i].base != i)
			continue;
		fputs(before, out);
		before = ", ";
		text_put(out, c->columns.v[i].label);
		for (size_t k = 0; k < c->columns.n; k++) {
			if (k == i || c->columns.v[k].base != i)
				continue;
			fputs(between, out);
			text_put(out, c->columns.v[k].label);
			between = " ";
		}
		if (*between == ' ' && !between[1])
			fputc(')', out);
	}
}

static void print_title(const struct comparison *c, const struct table *t, FILE *out)
{
	const struct metric *m = t->metric;

	if (c->title) {
		text_put(out, c->title);
		fputs(": ", out);
	}
	text_put(out, m->title);
	if (*m->unit) {
		fputs(" [", out);
		text_put(out, m->unit);
		fputc(']', out);
	}
	fprintf(out, ", %s is better", m->direction == STATS_HIGHER_IS_BETTER ? "higher" : "lower");
	print_bases(c, out);
	fputc('\n', out);
}

/* The one level that all ranked cells share, NAN where they differ. */
static double shared_level(const struct comparison *c, const struct table *t, bool of_change)
{
	double level = NAN;
	bool first = true;

	for (size_t i = 0; i < t->n_rows; i++)
		for (size_t k = 0; k < c->columns.n; k++) {
			const struct change *x = &t->rows[i].changes[k];
			const struct cell *cell = &t->rows[i].cells[k];
			double own = of_change ? x->level : cell->shown.median_level;

			if (!cell->ranked || (of_change && (!x->made || x->reasons.n)))
				continue;
			if (!first && own != level)
				return NAN;
			level = own;
			first = false;
		}
	return level;
}

static void print_centre_header(const struct comparison *c, const struct table *t,
				const struct layout *l, FILE *out)
{
	double level = shared_level(c, t, false);
	char text[64];

	if (!t->ranked)
		snprintf(text, sizeof(text), "mean   +-CI%.0f", 100 * (1 - c->options->alpha));
	else if (isnan(level))
		snprintf(text, sizeof(text), "median [CI]");
	else
		snprintf(text, sizeof(text), "median [%.1f%% CI]", 100 * level);
	fprintf(out, "%*s  CV%%", l->centre, text);
}

static void print_header(const struct comparison *c, const struct table *t, const struct layout *l,
			 FILE *out)
{
	double level = t->ranked ? shared_level(c, t, true) : 1 - c->options->alpha;
	const char *unit = t->metric->class == METRIC_COUNT ? "" : ", %";
	char text[64];

	fprintf(out, "%-*s  n", l->label + 1, "kernel");
	print_centre_header(c, t, l, out);
	if (isnan(level))
		snprintf(text, sizeof(text), "[ CI%s ]", unit);
	else
		snprintf(text, sizeof(text), t->ranked ? "[ %.1f%% CI%s ]" : "[ %.0f%% CI%s ]",
			 100 * level, unit);
	if (l->compares)
		fprintf(out, "  change%16s p.adj verdict\n", text);
	else
		fprintf(out, "%10s%10s\n", "min", "max");
}

/* --- rows ------------------------------------------------------------------------------------ */

static void print_mean(const struct cell *cell, bool comparable, const struct metric *m,
		       const struct layout *l, FILE *out)
{
	char mean[64];

	snprintf(mean, sizeof(mean), comparable ? "%.*f" : "(%.*f)", m->decimals, cell->shown.mean);
	if (isnan(cell->shown.mean))
		snprintf(mean, sizeof(mean), comparable ? "-" : "(-)");
	fprintf(out, "%*s +-", l->centre - 9, mean);
	text_number(out, cell->shown.half_width, 6, m->decimals);
}

/* What may not be compared has no room for its interval beside the parentheses. */
static void print_median(const struct cell *cell, bool comparable, const struct layout *l,
			 FILE *out)
{
	char text[128];

	if (comparable)
		snprintf(text, sizeof(text), "%5.*f [%5.*f,%5.*f]", l->decimals, cell->shown.median,
			 l->decimals, cell->shown.median_lo, l->decimals, cell->shown.median_hi);
	else
		snprintf(text, sizeof(text), "(%.*f)", l->decimals, cell->shown.median);
	fprintf(out, "%*s", l->centre, text);
}

static void print_cell(const struct row *r, size_t column, const struct metric *m,
		       const struct layout *l, FILE *out)
{
	const struct cell *cell = &r->cells[column];

	if (cell->shown.n)
		fprintf(out, " %2zu", cell->shown.n);
	else
		fputs("  -", out);
	if (cell->ranked)
		print_median(cell, row_is_comparable(r, column), l, out);
	else
		print_mean(cell, row_is_comparable(r, column), m, l, out);
	fputc(' ', out);
	text_number(out, 100 * cell->shown.cv, 4, 1);
}

/* A fraction as percent, a count as it is. */
static void print_change(const struct change *x, FILE *out)
{
	double scale = x->is_difference ? 1 : 100;

	fprintf(out, " %+6.1f%s", scale * x->value, x->is_difference ? " " : "%");
	if (!x->tested || isnan(x->lo) || isnan(x->hi))
		fprintf(out, "%16s", "-");
	else
		fprintf(out, " [%+6.1f,%+6.1f]", scale * x->lo, scale * x->hi);
	if (isnan(x->p_adjusted))
		fprintf(out, "%6s", "-");
	else if (x->p_adjusted < .0005)
		fputs(" <.001", out);
	else
		fprintf(out, " %.3f", x->p_adjusted);
}

/* Words behind a row; what does not fit stands under the change. */
static void print_words(const struct strlist *words, size_t column, const struct layout *l,
			FILE *out)
{
	strlist_for_each (w, words) {
		size_t len = strlen(*w);

		if (column + 1 + len > l->width) {
			fprintf(out, "\n%*s", (int)l->numbers + 2, "");
			column = l->numbers + 2;
		}
		fprintf(out, " %s", *w);
		column += 1 + len;
	}
	fputc('\n', out);
}

static int verdict_words(const struct change *x, struct strlist *words)
{
	char text[32], *save;
	int err = 0;

	if (!x->tested)
		return 0;
	snprintf(text, sizeof(text), "%s", stats_verdict_text(x->verdict));
	for (char *w = strtok_r(text, " ", &save); w; w = strtok_r(NULL, " ", &save))
		err |= strlist_add(words, w);
	return err;
}

static int print_judgement(const struct comparison *c, const struct row *r, size_t column,
			   const struct layout *l, size_t label_over, FILE *out)
{
	const struct change *x = &r->changes[column];
	struct strlist words = { 0 };
	size_t at = l->numbers + label_over;
	int err = 0;

	if (comparison_is_base(c, column)) {
		fputs("    base", out);
		at += 8;
	} else if (!row_is_comparable(r, column)) {
		fputs("     ( )", out);
		at += 8;
	} else if (x->made) {
		print_change(x, out);
		at += 30;
		err = verdict_words(x, &words);
	}
	err |= export_flags(&r->cells[column], x, &words);
	if (words.n && comparison_is_base(c, column)) {
		fputc(' ', out);
		at++;
	}
	print_words(&words, at, l, out);
	strlist_release(&words);
	return err;
}

/* A set by itself has no change: its extremes. */
static int print_alone(const struct row *r, const struct metric *m, const struct layout *l,
		       FILE *out)
{
	const struct cell *cell = &r->cells[0];
	const struct change none = { 0 };
	struct strlist words = { 0 };
	int err = export_flags(cell, &none, &words);

	text_number(out, cell->shown.min, 10, m->decimals);
	text_number(out, cell->shown.max, 10, m->decimals);
	print_words(&words, l->numbers + 20, l, out);
	strlist_release(&words);
	return err;
}

static int print_row(const struct comparison *c, const struct table *t, const struct row *r,
		     size_t column, const struct layout *l, FILE *out)
{
	const char *label = c->columns.v[column].label;
	size_t width = text_width(label);

	fputc(' ', out);
	text_put_left(out, label, (size_t)l->label);
	if (!r->cells[column].present) {
		fprintf(out, "%3s%*s\n", "-", l->centre - 9, "-");
		return 0;
	}
	print_cell(r, column, t->metric, l, out);
	if (!l->compares)
		return print_alone(r, t->metric, l, out);
	return print_judgement(c, r, column, l,
			       width > (size_t)l->label ? width - (size_t)l->label : 0, out);
}

/* --- unstable cells -------------------------------------------------------------------------- */

/* Is this column's base, or any set judged by it, unstable in this row? */
static bool shows_runs(const struct comparison *c, const struct row *r, size_t column)
{
	if (r->cells[column].flags.unstable)
		return true;
	for (size_t i = 0; i < c->columns.n; i++)
		if (r->cells[i].flags.unstable && c->columns.v[i].base == column)
			return r->cells[column].raw;
	return false;
}

static int print_runs(const struct comparison *c, const struct table *t, const struct row *r,
		      size_t column, size_t label, FILE *out)
{
	const struct cell_values *v = &r->cells[column].runs;
	char *words = NULL, *first = NULL, rest[64];
	size_t size;
	FILE *text = open_memstream(&words, &size);
	FILE *head = open_memstream(&first, &size);
	int err = text && head ? 0 : -ENOMEM;

	for (size_t i = 0; text && i < v->n; i++)
		fprintf(text, "%s%.*f", i ? " " : "", t->metric->decimals, v->sorted[i]);
	if (head) {
		fputs("   ", head);
		text_put_left(head, c->columns.v[column].label, label + 2);
		err |= fclose(head);
	}
	if (text)
		err |= fclose(text);
	snprintf(rest, sizeof(rest), "%*s", (int)(label + 5 < 60 ? label + 5 : 60), "");
	if (!err)
		text_wrap(out, first, rest, words, TEXT_WIDTH);
	free(words);
	free(first);
	return err ? -ENOMEM : 0;
}

static void put_rank_test(const struct change *x, double alpha, FILE *out)
{
	bool agrees = (x->rank.p < alpha) == (x->p < alpha);

	if (!x->made || x->reasons.n || isnan(x->rank.p) || x->engine == ENGINE_RANK)
		return;
	fprintf(out, " Rank test %s: U=%g/%g, p=%.3f", agrees ? "agrees" : "disagrees", x->rank.u,
		x->rank.u_max, x->rank.p);
	if (isnan(x->rank.shift))
		fputc('.', out);
	else if (x->is_difference)
		fprintf(out, ", Hodges-Lehmann %+.1f [%+.1f,%+.1f] (%.1f%%).", x->rank.shift,
			x->rank.lo, x->rank.hi, 100 * x->rank.level);
	else
		fprintf(out, ", Hodges-Lehmann %+.1f%% [%+.1f,%+.1f] (%.1f%%).",
			100 * (x->rank.shift - 1), 100 * (x->rank.lo - 1), 100 * (x->rank.hi - 1),
			100 * x->rank.level);
}

static void put_groups(const struct cell *cell, const struct metric *m, FILE *out)
{
	const struct stats_split *s = &cell->flags.split;
	size_t n = cell->runs.n;

	if (n < STATS_BIMODAL_MIN_N)
		fprintf(out, " n=%zu cannot show bimodality.", n);
	if (cell->flags.two_groups)
		fprintf(out, " %s: %zu runs near %.*f, %zu near %.*f.",
			cell->flags.bimodal ? "Bimodal" : "Two groups", s->low_n, m->decimals,
			s->low_mean, n - s->low_n, m->decimals, s->high_mean);
}

static int print_unstable(const struct comparison *c, const struct table *t, const struct row *r,
			  size_t column, FILE *out)
{
	const struct cell *cell = &r->cells[column];
	char *text = NULL;
	size_t size;
	FILE *words = open_memstream(&text, &size);

	if (!words)
		return -ENOMEM;
	text_put(words, c->columns.v[column].label);
	fprintf(words, " UNSTABLE: CV %.0f%%, max/min %.2f.", 100 * cell->flags.cv,
		cell->flags.max_over_min);
	put_rank_test(&r->changes[column], c->options->alpha, words);
	put_groups(cell, t->metric, words);
	if (fclose(words)) {
		free(text);
		return -ENOMEM;
	}
	text_wrap(out, "! ", "  ", text, TEXT_WIDTH);
	free(text);
	return 0;
}

static int print_doubts(const struct comparison *c, const struct table *t, const struct row *r,
			FILE *out)
{
	size_t label = 0;
	int err = 0;

	for (size_t i = 0; i < c->columns.n; i++)
		if (shows_runs(c, r, i) && text_width(c->columns.v[i].label) > label)
			label = text_width(c->columns.v[i].label);
	for (size_t i = 0; !err && i < c->columns.n; i++)
		if (shows_runs(c, r, c->order[i]))
			err = print_runs(c, t, r, c->order[i], label, out);
	for (size_t i = 0; !err && i < c->columns.n; i++)
		if (r->cells[c->order[i]].flags.unstable)
			err = print_unstable(c, t, r, c->order[i], out);
	return err;
}

/* --- over all N ------------------------------------------------------------------------------ */

static void print_geomean(const struct comparison *c, const struct table *t, size_t column,
			  const struct layout *l, FILE *out)
{
	const struct stats_geomean *g = &t->geomeans[column];
	int before = fprintf(out, "geomean, %zu N:", g->n);

	if (c->columns.n > 2) {
		fputc(' ', out);
		text_put(out, c->columns.v[column].label);
		before += 1 + (int)text_width(c->columns.v[column].label);
	}
	/* The published form has it one column to the left of the rows. */
	fprintf(out, "%*s", (int)l->numbers - 1 - before, "");
	fprintf(out, " %+6.1f%%", 100 * (g->ratio - 1));
	if (!isnan(g->lo))
		fprintf(out, " [%+6.1f,%+6.1f]", 100 * (g->lo - 1), 100 * (g->hi - 1));
	fputc('\n', out);
}

static void print_geomeans(const struct comparison *c, const struct table *t,
			   const struct layout *l, FILE *out)
{
	for (size_t i = 0; i < c->columns.n; i++)
		if (t->geomeans[c->order[i]].n > 1)
			print_geomean(c, t, c->order[i], l, out);
}

static int print_power(const struct comparison *c, const struct table *t, FILE *out)
{
	char *text = c->options->power && c->columns.n > 1 ? footer_power(c, t) : NULL;

	if (text)
		fprintf(out, "%s\n", text);
	else if (c->options->power && c->columns.n > 1)
		return -ENOMEM;
	free(text);
	return 0;
}

static int print_lines(const struct comparison *c, const struct table *t, FILE *out)
{
	struct strlist lines = { 0 };
	int err = footer_of_table(c, t, &lines);

	strlist_for_each (line, &lines)
		text_wrap(out, "", "    ", *line, TEXT_WIDTH);
	strlist_release(&lines);
	return err;
}

/* --- the table ------------------------------------------------------------------------------- */

static void print_key(const struct comparison *c, const struct table *t, const struct row *r,
		      FILE *out)
{
	/* A title says what the only row is about. */
	if (c->title && t->n_rows == 1)
		return;
	if (r->key.name)
		text_put(out, r->key.name);
	else
		fprintf(out, "N=%lld", (long long)r->key.n);
	fputc('\n', out);
}

static int print_table(const struct comparison *c, const struct table *t, FILE *out)
{
	struct layout l = lay_out(c, t);
	int err = 0;

	print_title(c, t, out);
	print_header(c, t, &l, out);
	for (size_t i = 0; !err && i < t->n_rows; i++) {
		print_key(c, t, &t->rows[i], out);
		for (size_t k = 0; !err && k < c->columns.n; k++)
			err = print_row(c, t, &t->rows[i], c->order[k], &l, out);
		if (!err)
			err = print_doubts(c, t, &t->rows[i], out);
	}
	print_geomeans(c, t, &l, out);
	if (!err)
		err = print_power(c, t, out);
	return err ? err : print_lines(c, t, out);
}

static int print_footer(const struct comparison *c, FILE *out)
{
	struct strlist paragraphs = { 0 };
	int err = footer_make(c, &paragraphs);

	if (!err && paragraphs.n)
		fputc('\n', out);
	strlist_for_each (text, &paragraphs)
		text_wrap(out, "", "", *text, TEXT_WIDTH);
	strlist_release(&paragraphs);
	return err;
}

static int render(const struct comparison *c, FILE *out)
{
	int err = 0;

	for (size_t i = 0; !err && i < c->n_tables; i++) {
		if (i)
			fputc('\n', out);
		err = print_table(c, &c->tables[i], out);
	}
	return err ? err : print_footer(c, out);
}

const struct render render_default = {
	.name = "default",
	.help = "sets under each N, with intervals, p and a verdict",
	.render = render,
};
