/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `report SET…`: what the run printed at its end, from disk. */
#include <argp.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "report/averages.h"
#include "report/classic.h"
#include "report/command.h"
#include "report/extra.h"
#include "report/load.h"
#include "report/mail.h"
#include "report/options.h"
#include "report/output.h"
#include "report/tables.h"
#include "report/text.h"
#include "report/yardstick.h"

#define KEY_COLUMNS 0x200

static const struct argp_option table[] = {
	{ "columns", KEY_COLUMNS, "LIST", 0,
	  "further columns of the table and lines under it; --columns list names them", 0 },
	{ 0 },
};

struct wish {
	struct options o;
	struct extra extra;
};

static error_t parse_columns(struct wish *w, const char *arg, struct argp_state *state)
{
	struct errmsg e = { 0 };

	if (!strcmp(arg, "list")) {
		extra_list(stdout);
		exit(fflush(stdout) ? 1 : 0);
	}
	if (extra_parse(&w->extra, arg, &e))
		argp_error(state, "%s", e.text);
	return 0;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct wish *w = state->input;

	switch (key) {
	case KEY_COLUMNS:
		return parse_columns(w, arg, state);
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &w->o;
		return 0;
	case ARGP_KEY_END:
		if (!w->o.sets.n)
			argp_error(state, "which SET?");
		if (!w->o.style && options_of_comparison(&w->o))
			argp_error(state, "%s is for report compare or --style",
				   options_of_comparison(&w->o));
		if (w->o.style && (w->extra.n_columns || w->extra.n_lines))
			argp_error(state, "--columns is for the table of a run, not for --style");
		return 0;
	}
	return ARGP_ERR_UNKNOWN;
}

static int runs_compare(const void *a, const void *b)
{
	const struct set_run *x = *(const struct set_run *const *)a;
	const struct set_run *y = *(const struct set_run *const *)b;

	if (x->n != y->n)
		return x->n < y->n ? -1 : 1;
	if (x->repeat != y->repeat)
		return x->repeat < y->repeat ? -1 : 1;
	return (x->run > y->run) - (x->run < y->run);
}

/* By N and repeat; the caller frees. */
static const struct set_run **sort_runs(const struct set *s)
{
	const struct set_run **runs = calloc(s->n_runs + 1, sizeof(*runs));

	for (size_t i = 0; runs && i < s->n_runs; i++)
		runs[i] = &s->runs[i];
	if (runs)
		qsort(runs, s->n_runs, sizeof(*runs), runs_compare);
	return runs;
}

static int print_tables(const struct wish *w, const struct set *s)
{
	const struct set_run **runs = sort_runs(s);
	int err = runs ? 0 : -ENOMEM;

	for (size_t i = 0; !err && i < s->n_runs; i++) {
		bool last = i + 1 == s->n_runs || runs[i + 1]->n != runs[i]->n;

		if (!options_want_n(&w->o, runs[i]->n))
			continue;
		/* A log may give a run's figures without its jobs. */
		if ((!last && !w->o.all_runs) || (!runs[i]->n_jobs && !runs[i]->failed))
			continue;
		if (w->o.all_runs)
			printf("N=%lld, repeat %lld (run %lld)\n", (long long)runs[i]->n,
			       (long long)runs[i]->repeat, (long long)runs[i]->run);
		err = classic_print(s, runs[i], &w->extra, stdout);
		putchar('\n');
	}
	free(runs);
	return err;
}

static int print_set(const struct wish *w, const struct set *s, struct errmsg *e)
{
	int err = print_tables(w, s);

	if (err)
		return errmsg_errno(e, -err, "%s", s->label);
	err = averages_print(s, &w->o, stdout, e);
	if (err)
		return err;
	yardstick_print(s, stdout);
	putchar('\n');
	err = mail_print(s, stdout);
	return err ? errmsg_errno(e, -err, "%s", s->label) : 0;
}

static int print_one(const struct wish *w, size_t i, struct errmsg *e)
{
	const struct options *o = &w->o;
	struct set s = { .keep_records = w->extra.n_columns || w->extra.n_lines };
	int err = load_set(&s, o->results, o->sets.v[i], e);

	if (err)
		return err;
	output_warnings(&s);
	if (o->sets.n > 1) {
		fputs(i ? "\n=== " : "=== ", stdout);
		text_put(stdout, s.label);
		fputs(" ===\n", stdout);
	}
	err = print_set(w, &s, e);
	set_release(&s);
	return err;
}

static int show(const struct wish *w, struct errmsg *e)
{
	int err = 0;

	for (size_t i = 0; !err && i < w->o.sets.n; i++)
		err = print_one(w, i, e);
	return err ? err : output_finish(e);
}

static int run(int argc, char **argv, struct errmsg *e)
{
	static const struct argp_child children[] = { { &options_argp, 0, NULL, 0 }, { 0 } };
	static char doc[4096];
	const struct argp argp = { table, parse, "SET...", doc, children, NULL, NULL };
	struct wish w = { 0 };
	int err;

	snprintf(
		doc, sizeof(doc),
		"Prints what a run printed at its end, from its result set; with --style, tables.\v"
		"Other commands (report COMMAND --help says more):\n%s",
		command_list());
	options_init(&w.o);
	err = argp_parse(&argp, argc, argv, 0, NULL, &w);
	if (err)
		err = errmsg_errno(e, err, "options");
	else
		err = w.o.style ? tables_print(&w.o, w.o.style, e) : show(&w, e);
	options_release(&w.o);
	extra_release(&w.extra);
	return err;
}

const struct command command_show = {
	.name = "show",
	.help = "what the run printed at its end; done when no command is named",
	.run = run,
};
