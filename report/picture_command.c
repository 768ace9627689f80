/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <argp.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "report/command.h"
#include "report/picture_command.h"
#include "report/tables.h"

/* What argp is given. */
struct input {
	const struct picture_task *task;
	struct picture_options options;
};

enum {
	KEY_PANEL = 0x600,
	KEY_RUN,
	KEY_STRAYS
};

/* The first argument is no set. */
static void take_kind(struct picture_options *o, struct argp_state *state)
{
	struct strlist *sets = &o->options.sets;

	if (!sets->n)
		argp_error(state, "which KIND of picture? list names them");
	if (!strcmp(sets->v[0], "list")) {
		picture_list(stdout);
		exit(0);
	}
	o->kind = picture_find(sets->v[0]);
	if (!o->kind)
		argp_error(state, "%s is no kind of picture; list names them", sets->v[0]);
	free(sets->v[0]);
	memmove(sets->v, sets->v + 1, --sets->n * sizeof(*sets->v));
}

/* What is for tables and would be ignored; NULL: nothing. */
static const char *useless_option(const struct picture_options *o)
{
	return o->options.style           ? "--style"
	       : o->options.all_runs      ? "--show"
	       : o->options.power         ? "--power"
	       : o->options.fail_on_worse ? "--fail-on"
	       : o->panel && !o->kind     ? "--panel"
					  : NULL;
}

static void finish(struct input *in, struct argp_state *state)
{
	struct picture_options *o = &in->options;

	if (in->task->takes_kind)
		take_kind(o, state);
	if (!o->options.sets.n)
		argp_error(state, "which SETs?");
	if (!o->output)
		argp_error(state, "-o FILE is needed");
	if (useless_option(o))
		argp_error(state, "%s means nothing here", useless_option(o));
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct input *in = state->input;
	struct picture_options *o = &in->options;
	char *end;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &o->options;
		return 0;
	case 'o':
		o->output = arg;
		return 0;
	case KEY_PANEL:
		o->panel = arg;
		return 0;
	case KEY_RUN:
		errno = 0;
		o->run = strtoll(arg, &end, 10);
		if (errno || *end || end == arg || o->run < 0)
			argp_error(state, "--run %s: a number of a run is needed", arg);
		return 0;
	case KEY_STRAYS:
		o->strays_first = true;
		return 0;
	case ARGP_KEY_END:
		finish(in, state);
		return 0;
	}
	return ARGP_ERR_UNKNOWN;
}

static const struct argp_option own_options[] = {
	{ "output", 'o', "FILE", 0, "where to write", 0 },
	{ "run", KEY_RUN, "NUMBER", 0, "the run to draw; else the first that did not fail", 0 },
	{ "strays-first", KEY_STRAYS, NULL, 0, "jobs with * on top of a residency picture", 0 },
	{ "panel", KEY_PANEL, "ID", 0, "of plot: which of the pictures of its kind", 0 },
	{ 0 },
};

static const struct argp_child children[] = { { &options_argp, 0, NULL, 0 }, { 0 } };

#define ABOUT_SETS "\vA SET is a folder, a name under --results, or LABEL=SET."

static const struct argp page_argp = {
	own_options,
	parse,
	"[LABEL=]SET...",
	"Writes one HTML page about result sets." ABOUT_SETS,
	children,
	NULL,
	NULL,
};

static const struct argp plot_argp = {
	own_options,
	parse,
	"KIND [LABEL=]SET...",
	"Writes one picture of result sets as SVG; the KIND list names them." ABOUT_SETS,
	children,
	NULL,
	NULL,
};

static int store(struct markup *m, bool doctype, const char *path, struct errmsg *e)
{
	char *aside = NULL;
	int fd, err;
	FILE *out;

	if (asprintf(&aside, "%s.XXXXXX", path) < 0)
		return errmsg_errno(e, ENOMEM, "%s", path);
	fd = mkostemp(aside, O_CLOEXEC);
	out = fd < 0 ? NULL : fdopen(fd, "w");
	if (!out) {
		err = errmsg_errno(e, errno, "%s", path);
		free(aside);
		return err;
	}
	err = markup_write(m, doctype, out);
	if (!err && fchmod(fd, 0644))
		err = -errno;
	if (fclose(out) && !err)
		err = -errno;
	if (!err && rename(aside, path))
		err = -errno;
	if (err) {
		unlink(aside);
		errmsg_errno(e, -err, "%s", path);
	}
	free(aside);
	return err;
}

/* A run that is asked for must be in some set. */
static int check_run(const struct picture_options *o, const struct set *sets, struct errmsg *e)
{
	for (size_t i = 0; o->run >= 0 && i < o->options.sets.n; i++)
		for (size_t k = 0; k < sets[i].n_runs; k++)
			if (sets[i].runs[k].run == o->run)
				return 0;
	return o->run < 0 ? 0 : errmsg_set(e, ENOENT, "no set has a run %lld", (long long)o->run);
}

static int draw(const struct picture_task *t, const struct picture_options *o,
		const struct set *sets, struct errmsg *e)
{
	struct comparison c;
	struct picture_input in = { .comparison = &c,
				    .sets = sets,
				    .n_sets = o->options.sets.n,
				    .run = o->run,
				    .strays_first = o->strays_first };
	struct markup *m;
	int err = comparison_make(&c, sets, in.n_sets, &o->options, NULL, e);

	if (err)
		return err;
	m = markup_new();
	err = m ? t->build(o, &in, m, e) : errmsg_errno(e, ENOMEM, "%s", o->output);
	if (!err)
		err = store(m, t->doctype, o->output, e);
	markup_free(m);
	comparison_release(&c);
	return err;
}

int picture_command(const struct picture_task *t, int argc, char **argv, struct errmsg *e)
{
	struct input in = { .task = t, .options = { .run = -1 } };
	struct options *o = &in.options.options;
	struct set *sets = NULL;
	int err;

	options_init(o);
	err = argp_parse(t->takes_kind ? &plot_argp : &page_argp, argc, argv, 0, NULL, &in);
	err = err ? errmsg_errno(e, err, "options") : tables_load(&sets, o, e);
	if (!err)
		err = check_run(&in.options, sets, e);
	if (!err)
		err = draw(t, &in.options, sets, e);
	tables_unload(sets, o);
	options_release(o);
	return err;
}
