/* SPDX-License-Identifier: GPL-3.0-or-later */
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
		argp_error(state, "which KIND of picture?");
	o->kind = picture_find(sets->v[0]);
	if (!o->kind)
		argp_error(state, "%s is no kind of picture", sets->v[0]);
	free(sets->v[0]);
	memmove(sets->v, sets->v + 1, --sets->n * sizeof(*sets->v));
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct picture_options *o = state->input;
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
		if (o->takes_kind)
			take_kind(o, state);
		if (!o->options.sets.n)
			argp_error(state, "which SETs?");
		if (!o->output)
			argp_error(state, "-o FILE is needed");
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

const struct argp picture_argp = {
	own_options,
	parse,
	"[LABEL=]SET...",
	"Draws result sets. A SET is a folder, a name under --results, or LABEL=SET.",
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

int picture_command(struct picture_options *o, bool doctype,
		    int (*build)(const struct picture_options *o, const struct picture_input *in,
				 struct markup *m, struct errmsg *e),
		    struct errmsg *e)
{
	struct set *sets;
	struct comparison c = { 0 };
	struct markup *m = markup_new();
	int err = tables_load(&sets, &o->options, e);

	if (!err && !m)
		err = errmsg_errno(e, ENOMEM, "%s", o->output);
	if (!err)
		err = comparison_make(&c, sets, o->options.sets.n, &o->options, NULL, e);
	if (!err) {
		struct picture_input in = { .comparison = &c,
					    .sets = sets,
					    .n_sets = o->options.sets.n,
					    .run = o->run,
					    .strays_first = o->strays_first };

		err = build(o, &in, m, e);
		if (!err)
			err = store(m, doctype, o->output, e);
		comparison_release(&c);
	}
	markup_free(m);
	tables_unload(sets, &o->options);
	return err;
}
