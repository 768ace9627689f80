/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/units.h"
#include "report/metric.h"
#include "report/options.h"
#include "report/render.h"

#define MAX_N 65536

enum {
	KEY_RESULTS = 0x100,
	KEY_SHOW,
	KEY_STYLE,
	KEY_METRIC,
	KEY_BASE,
	KEY_VARY,
	KEY_ALPHA,
	KEY_MARGIN,
	KEY_SORT,
	KEY_POWER,
	KEY_EXPLORE,
	KEY_FAIL_ON,
};

static const struct argp_option table[] = {
	{ "results", KEY_RESULTS, "DIR", 0, "folder of the result sets (results)", 0 },
	{ "style", KEY_STYLE, "NAME", 0, "how tables look; --style list names them", 0 },
	{ "show", KEY_SHOW, "runs", 0, "the table of every run, not of the last repeat alone", 0 },
	{ "metric", KEY_METRIC, "LIST", 0,
	  "metrics, separated by commas; the first is the primary one; --metric list names them",
	  0 },
	{ "n", 'n', "LIST", 0, "only these numbers of jobs", 0 },
	{ "base", KEY_BASE, "[SET:]BASE", 0,
	  "what is compared with (the first set); SET:BASE for one set alone; repeatable", 0 },
	{ "vary", KEY_VARY, "FIELD", 0, "this setting is meant to differ; repeatable", 0 },
	{ "alpha", KEY_ALPHA, "P", 0, "error of intervals and verdicts (0.05)", 0 },
	{ "margin", KEY_MARGIN, "PERCENT", 0, "what counts as no change (1)", 0 },
	{ "sort", KEY_SORT, "KEY", 0, "order of the sets: given, label, value or change", 0 },
	{ "power", KEY_POWER, NULL, 0, "say which changes so many runs could have shown", 0 },
	{ "explore", KEY_EXPLORE, NULL, 0,
	  "Benjamini-Hochberg in place of Holm: more findings, more of them false", 0 },
	{ "fail-on", KEY_FAIL_ON, "worse", 0, "exit with 3 when the primary metric got worse", 0 },
	{ 0 },
};

static void parse_fraction(struct argp_state *state, const char *name, const char *arg, double unit,
			   double most, double *out)
{
	char *end;
	double value = strtod(arg, &end) * unit;

	if (end == arg || *end || !(value > 0 && value < most))
		argp_error(state, "%s: '%s' is not a number between 0 and %g", name, arg,
			   most / unit);
	*out = value;
}

static void parse_sort(struct argp_state *state, const char *arg, enum options_sort *out)
{
	static const char *const names[] = {
		[SORT_GIVEN] = "given",
		[SORT_LABEL] = "label",
		[SORT_VALUE] = "value",
		[SORT_CHANGE] = "change",
	};

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (!strcmp(names[i], arg)) {
			*out = (enum options_sort)i;
			return;
		}
	argp_error(state, "--sort knows given, label, value and change, not '%s'", arg);
}

static error_t parse_list(struct strlist *l, const char *arg)
{
	char *words = strdup(arg), *save;
	int err = words ? 0 : -ENOMEM;

	for (char *w = words ? strtok_r(words, ",", &save) : NULL; w && !err;
	     w = strtok_r(NULL, ",", &save))
		err = strlist_add(l, w);
	free(words);
	return -err;
}

static error_t parse_n(struct options *o, struct argp_state *state, const char *arg)
{
	struct errmsg e = { 0 };
	int *list;
	size_t n;

	if (units_parse_int_list("-n", arg, 1, MAX_N, &list, &n, &e)) {
		argp_error(state, "%s", e.text);
		return 0;
	}
	free(o->ns);
	o->ns = list;
	o->n_ns = n;
	return 0;
}

static void list_and_exit(void (*list)(FILE *out))
{
	list(stdout);
	exit(fflush(stdout) ? 1 : 0);
}

static void parse_word(struct argp_state *state, const char *name, const char *arg,
		       const char *known, bool *out)
{
	if (strcmp(arg, known))
		argp_error(state, "%s knows '%s', not '%s'", name, known, arg);
	*out = true;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct options *o = state->input;

	switch (key) {
	case KEY_RESULTS:
		o->results = arg;
		return 0;
	case KEY_SHOW:
		parse_word(state, "--show", arg, "runs", &o->all_runs);
		return 0;
	case KEY_STYLE:
		if (!strcmp(arg, "list"))
			list_and_exit(render_list);
		if (!render_find(arg))
			argp_error(state, "no style '%s'; --style list names them", arg);
		o->style = arg;
		return 0;
	case KEY_METRIC:
		if (!strcmp(arg, "list"))
			list_and_exit(metric_list);
		return parse_list(&o->metrics, arg);
	case 'n':
		return parse_n(o, state, arg);
	case KEY_BASE:
		return -strlist_add(&o->bases, arg);
	case KEY_VARY:
		return parse_list(&o->vary, arg);
	case KEY_ALPHA:
		parse_fraction(state, "--alpha", arg, 1, 1, &o->alpha);
		return 0;
	case KEY_MARGIN:
		parse_fraction(state, "--margin", arg, .01, 1, &o->margin);
		return 0;
	case KEY_SORT:
		parse_sort(state, arg, &o->sort);
		return 0;
	case KEY_POWER:
		o->power = true;
		return 0;
	case KEY_EXPLORE:
		o->explore = true;
		return 0;
	case KEY_FAIL_ON:
		parse_word(state, "--fail-on", arg, "worse", &o->fail_on_worse);
		return 0;
	case ARGP_KEY_ARG:
		return -strlist_add(&o->sets, arg);
	}
	return ARGP_ERR_UNKNOWN;
}

const struct argp options_argp = { table, parse, NULL, NULL, NULL, NULL, NULL };

bool options_want_n(const struct options *o, int64_t n)
{
	for (size_t i = 0; i < o->n_ns; i++)
		if (o->ns[i] == n)
			return true;
	return !o->n_ns;
}

const char *options_of_comparison(const struct options *o)
{
	return o->bases.n              ? "--base"
	       : o->vary.n             ? "--vary"
	       : o->power              ? "--power"
	       : o->explore            ? "--explore"
	       : o->fail_on_worse      ? "--fail-on"
	       : o->sort != SORT_GIVEN ? "--sort"
				       : NULL;
}

void options_init(struct options *o)
{
	*o = (struct options){ .results = "results", .alpha = .05, .margin = .01 };
}

void options_release(struct options *o)
{
	strlist_release(&o->sets);
	strlist_release(&o->metrics);
	strlist_release(&o->bases);
	strlist_release(&o->vary);
	free(o->ns);
	*o = (struct options){ 0 };
}
