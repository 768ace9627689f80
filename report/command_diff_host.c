/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `report diff-host A B`: everything about two machines, kernels and plans that differs. */
#include <errno.h>
#include <stdio.h>

#include "report/command.h"
#include "report/comparable.h"
#include "report/load.h"
#include "report/options.h"
#include "report/output.h"
#include "report/text.h"

static error_t parse(int key, char *arg, struct argp_state *state)
{
	const struct options *o = state->input;

	(void)arg;
	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = state->input;
		return 0;
	case ARGP_KEY_END:
		if (o->sets.n != 2)
			argp_error(state, "two SETs are needed");
		return 0;
	}
	return ARGP_ERR_UNKNOWN;
}

static const struct argp_child children[] = { { &options_argp, 0, NULL, 0 }, { 0 } };

static const struct argp argp = {
	NULL,
	parse,
	"[LABEL=]SET [LABEL=]SET",
	"Prints what differs between the machines, kernels, settings and plans of two sets.",
	children,
	NULL,
	NULL,
};

static int diff(const struct set *a, const struct set *b, struct errmsg *e)
{
	size_t n;

	fputs("  ", stdout);
	text_put_left(stdout, "", 28);
	fputs("  ", stdout);
	text_put(stdout, a->label);
	fputs(" | ", stdout);
	text_put(stdout, b->label);
	fputc('\n', stdout);
	comparable_print_diff(a, b, stdout, &n);
	if (!n)
		fputs("nothing that is known differs\n", stdout);
	return output_finish(e);
}

static int run(int argc, char **argv, struct errmsg *e)
{
	struct set sets[2] = { 0 };
	struct options o;
	int err;

	options_init(&o);
	err = argp_parse(&argp, argc, argv, 0, NULL, &o);
	if (err)
		err = errmsg_errno(e, err, "options");
	for (size_t i = 0; !err && i < 2; i++) {
		err = load_set(&sets[i], o.results, o.sets.v[i], e);
		if (!err)
			output_warnings(&sets[i]);
	}
	if (!err)
		err = diff(&sets[0], &sets[1], e);
	set_release(&sets[0]);
	set_release(&sets[1]);
	options_release(&o);
	return err;
}

const struct command command_diff_host = {
	.name = "diff-host",
	.help = "what differs between the machines and settings of two sets",
	.run = run,
};
