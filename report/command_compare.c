/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `report compare BASE SET…`: which is better, by how much, how sure. */
#include <errno.h>

#include "report/command.h"
#include "report/options.h"
#include "report/output.h"
#include "report/tables.h"

static error_t parse(int key, char *arg, struct argp_state *state)
{
	const struct options *o = state->input;

	(void)arg;
	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = state->input;
		return 0;
	case ARGP_KEY_END:
		if (!o->sets.n)
			argp_error(state, "which SETs?");
		return 0;
	}
	return ARGP_ERR_UNKNOWN;
}

static const struct argp_child children[] = {
	{ &options_argp, 0, NULL, 0 },
	{ 0 },
};

static const struct argp argp = {
	NULL,
	parse,
	"[LABEL=]SET...",
	"Compares result sets with the first of them, or with --base.\v"
	"A SET is a folder, a name under --results, or LABEL=SET. The same LABEL again pools "
	"boots.",
	children,
	NULL,
	NULL,
};

static int run(int argc, char **argv, struct errmsg *e)
{
	struct options o;
	int err;

	options_init(&o);
	err = argp_parse(&argp, argc, argv, 0, NULL, &o);
	if (err)
		err = errmsg_errno(e, err, "options");
	else
		err = tables_print(&o, o.style ? o.style : "default", e);
	options_release(&o);
	return err;
}

const struct command command_compare = {
	.name = "compare",
	.help = "result sets side by side, with a verdict",
	.run = run,
};
