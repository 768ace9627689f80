/* SPDX-License-Identifier: GPL-3.0-or-later */
/* JSON: everything, raw repeats too. numa_test-export(5) describes it. */
#include <errno.h>
#include <stdlib.h>

#include "lib/jsontext.h"
#include "lib/version.h"
#include "report/export.h"
#include "report/footer.h"
#include "report/render.h"

/* --- pieces ---------------------------------------------------------------------------------- */

static json_t *reals(const double *v, size_t n)
{
	json_t *a = json_array();

	for (size_t i = 0; i < n; i++)
		json_array_append_new(a, jsontext_real(v[i]));
	return a;
}

static json_t *summary(const struct stats_summary *s)
{
	return json_pack(
		"{s:I, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, "
		"s:o, s:o, s:o, s:o}",
		"n", (json_int_t)s->n, "mean", jsontext_real(s->mean), "sd", jsontext_real(s->sd),
		"cv", jsontext_real(s->cv), "sem", jsontext_real(s->sem), "ci_half",
		jsontext_real(s->half_width), "min", jsontext_real(s->min), "max",
		jsontext_real(s->max), "median", jsontext_real(s->median), "q25",
		jsontext_real(s->q25), "q75", jsontext_real(s->q75), "q95", jsontext_real(s->q95),
		"mad", jsontext_real(s->mad), "gmean", jsontext_real(s->gmean), "hmean",
		jsontext_real(s->hmean), "median_lo", jsontext_real(s->median_lo), "median_hi",
		jsontext_real(s->median_hi), "median_level", jsontext_real(s->median_level));
}

static json_t *welch(const struct stats_welch *w)
{
	return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:b, s:o, s:o, s:o}",
			 "diff", jsontext_real(w->diff), "se", jsontext_real(w->se), "t",
			 jsontext_real(w->t), "df", jsontext_real(w->df), "p", jsontext_real(w->p),
			 "diff_lo", jsontext_real(w->diff_lo), "diff_hi", jsontext_real(w->diff_hi),
			 "ratio", jsontext_real(w->ratio), "ratio_lo", jsontext_real(w->ratio_lo),
			 "ratio_hi", jsontext_real(w->ratio_hi), "unbounded", w->unbounded,
			 "tost_p", jsontext_real(w->tost_p), "log_ratio",
			 jsontext_real(w->log_ratio), "log_se", jsontext_real(w->log_se));
}

static json_t *rank(const struct stats_rank *r)
{
	return json_pack("{s:o, s:o, s:o, s:b, s:o, s:o, s:o, s:o, s:o}", "u", jsontext_real(r->u),
			 "u_max", jsontext_real(r->u_max), "p", jsontext_real(r->p), "exact",
			 r->exact, "shift", jsontext_real(r->shift), "lo", jsontext_real(r->lo),
			 "hi", jsontext_real(r->hi), "level", jsontext_real(r->level), "tost_p",
			 jsontext_real(r->tost_p));
}

static json_t *pair(const struct stats_pair *p)
{
	return json_pack("{s:I, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "n",
			 (json_int_t)p->n, "t", jsontext_real(p->t), "df", jsontext_real(p->df),
			 "p", jsontext_real(p->p), "shift", jsontext_real(p->shift), "lo",
			 jsontext_real(p->lo), "hi", jsontext_real(p->hi), "mean",
			 jsontext_real(p->mean), "se", jsontext_real(p->se), "tost_p",
			 jsontext_real(p->tost_p));
}

static json_t *flags(const struct cell *c, const struct change *x)
{
	struct strlist words = { 0 };
	json_t *a = export_flags(c, x, &words) ? NULL : jsontext_strlist(&words);

	strlist_release(&words);
	return a;
}

static json_t *change(const struct comparison *c, size_t column, const struct change *x)
{
	const char *verdict = x->tested ? stats_verdict_text(x->verdict) : NULL;
	const char *base = c->columns.v[c->columns.v[column].base].label;

	if (!x->made)
		return json_null();
	return json_pack(
		"{s:o, s:o, s:s, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:b, s:I, s:I, "
		"s:o, s:o, s:o}",
		"base", jsontext_string(base), "engine", jsontext_string(export_engine(x)), "unit",
		x->is_difference ? "unit" : "fraction", "value", jsontext_real(x->value), "lo",
		jsontext_real(x->lo), "hi", jsontext_real(x->hi), "level", jsontext_real(x->level),
		"p", jsontext_real(x->p), "p_adjusted", jsontext_real(x->p_adjusted), "tost_p",
		jsontext_real(x->tost_p), "detectable", jsontext_real(x->detectable), "verdict",
		jsontext_string(verdict), "disagree", x->disagree, "base_n", (json_int_t)x->base_n,
		"set_n", (json_int_t)x->fresh_n, "welch", welch(&x->welch), "rank", rank(&x->rank),
		"pair", pair(&x->pair));
}

/* --- raw repeats ----------------------------------------------------------------------------- */

static json_t *blocks(const struct cell *c)
{
	json_t *a = json_array();

	for (size_t i = 0; i < c->runs.n; i++)
		json_array_append_new(a, jsontext_int(c->blocks[i]));
	return a;
}

static json_t *boots(const struct cell *c)
{
	json_t *a = json_array();

	for (size_t i = 0; i < c->runs.n; i++)
		json_array_append_new(a, jsontext_int(c->boots[i]));
	return a;
}

static json_t *cell(const struct comparison *c, const struct row *r, size_t column)
{
	const struct cell *cell = &r->cells[column];
	const struct change *x = &r->changes[column];

	return json_pack("{s:o, s:b, s:s, s:o, s:o, s:o, s:o, s:o, s:I, s:o, s:o, s:o, s:o}", "set",
			 jsontext_string(c->columns.v[column].label), "present", cell->present,
			 "n_unit", export_unit(cell), "values", reals(cell->runs.v, cell->runs.n),
			 "campaign", jsontext_string(cell->campaign), "blocks", blocks(cell),
			 "boots", boots(cell), "pm_kind",
			 jsontext_string(cell->raw ? "raw" : cell->pm_kind), "failed",
			 (json_int_t)cell->n_failed, "summary", summary(&cell->shown), "flags",
			 flags(cell, x), "excluded", jsontext_strlist(&x->reasons), "change",
			 change(c, column, x));
}

static json_t *row(const struct comparison *c, const struct row *r)
{
	json_t *cells = json_array();

	for (size_t i = 0; i < c->columns.n; i++)
		json_array_append_new(cells, cell(c, r, i));
	return json_pack("{s:o, s:o, s:o}", "jobs", jsontext_int(r->key.n), "case",
			 jsontext_string(r->key.name), "cells", cells);
}

/* --- the whole ------------------------------------------------------------------------------- */

static json_t *geomeans(const struct comparison *c, const struct table *t)
{
	json_t *a = json_array();

	for (size_t i = 0; i < c->columns.n; i++) {
		const struct stats_geomean *g = &t->geomeans[i];

		if (g->n > 1)
			json_array_append_new(
				a, json_pack("{s:o, s:I, s:o, s:o, s:o, s:o}", "set",
					     jsontext_string(c->columns.v[i].label), "rows",
					     (json_int_t)g->n, "ratio", jsontext_real(g->ratio),
					     "lo", jsontext_real(g->lo), "hi", jsontext_real(g->hi),
					     "df", jsontext_real(g->df)));
	}
	return a;
}

static json_t *table(const struct comparison *c, const struct table *t)
{
	json_t *rows = json_array();

	for (size_t i = 0; i < t->n_rows; i++)
		json_array_append_new(rows, row(c, &t->rows[i]));
	return json_pack("{s:o, s:o, s:o, s:s, s:s, s:o, s:I, s:o, s:o}", "metric",
			 jsontext_string(t->metric->name), "title",
			 jsontext_string(t->metric->title), "unit",
			 jsontext_string(t->metric->unit), "better", export_better(t->metric),
			 "class", export_class(t->metric), "statistic",
			 jsontext_string(t->metric->statistic), "family", (json_int_t)t->family,
			 "rows", rows, "geomeans", geomeans(c, t));
}

static json_t *paths(const struct column *column)
{
	json_t *a = json_array();

	for (size_t i = 0; i < column->n_sets; i++)
		json_array_append_new(a, jsontext_string(column->sets[i]->path));
	return a;
}

static json_t *set(const struct comparison *c, size_t i)
{
	const struct column *column = &c->columns.v[i];
	const struct host *h = &column->sets[0]->host;
	const char *base = column->base == i ? NULL : c->columns.v[column->base].label;

	return json_pack("{s:o, s:o, s:o, s:o, s:o, s:I}", "label", jsontext_string(column->label),
			 "base", jsontext_string(base), "paths", paths(column), "kernel",
			 jsontext_string(host_fact(h, "kernel", "release")), "machine",
			 jsontext_string(host_fact(h, "machine", "key")), "boots",
			 (json_int_t)column->boots.n);
}

static json_t *everything(const struct comparison *c)
{
	json_t *sets = json_array(), *tables = json_array(), *notes;
	struct strlist paragraphs = { 0 };

	for (size_t i = 0; i < c->columns.n; i++)
		json_array_append_new(sets, set(c, i));
	for (size_t i = 0; i < c->n_tables; i++)
		json_array_append_new(tables, table(c, &c->tables[i]));
	notes = footer_make(c, &paragraphs) ? NULL : jsontext_strlist(&paragraphs);
	strlist_release(&paragraphs);
	return json_pack("{s:i, s:s, s:f, s:f, s:s, s:o, s:o, s:o, s:o}", "definitions",
			 STATS_VERSION, "version", version_number(), "alpha", c->options->alpha,
			 "margin", c->options->margin, "adjustment",
			 c->options->explore ? "benjamini-hochberg" : "holm", "about",
			 jsontext_string(c->title), "sets", sets, "tables", tables, "notes", notes);
}

static int render(const struct comparison *c, FILE *out)
{
	json_t *o = everything(c);
	int err = o ? json_dumpf(o, out, JSON_INDENT(1) | JSON_ENSURE_ASCII) : -1;

	fputc('\n', out);
	json_decref(o);
	return err && !ferror(out) ? -ENOMEM : 0;
}

const struct render render_json = {
	.name = "json",
	.help = "everything: raw repeats, every statistic, the version of the definitions",
	.render = render,
};
