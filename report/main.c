/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <argp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/stdfd.h"
#include "lib/version.h"
#include "report/command.h"

static void print_version(FILE *out, struct argp_state *state)
{
	(void)state;
	fprintf(out, "report %s\n", version_number());
}

/* Where the command's name stands: first, or behind a --results DIR. 0: there is none. */
static int command_place(int argc, char **argv)
{
	int i = 1;

	if (i < argc && !strncmp(argv[i], "--results", 9))
		i += argv[i][9] == '=' ? 1 : 2;
	return i < argc && command_find(argv[i]) ? i : 0;
}

/* "report compare" as the program's name, and the command taken out of the arguments. */
static const struct command *take_command(int *argc, char **argv)
{
	static char name[64] = "report";
	int place = command_place(*argc, argv);
	const struct command *c = place ? command_find(argv[place]) : &command_show;

	if (place) {
		snprintf(name, sizeof(name), "report %s", c->name);
		memmove(argv + place, argv + place + 1, (size_t)(*argc - place) * sizeof(*argv));
		--*argc;
	}
	argv[0] = name;
	return c;
}

int main(int argc, char **argv)
{
	struct errmsg e = { 0 };
	const struct command *c;
	int code;

	stdfd_hold();
	argp_program_version_hook = print_version;
	argp_err_exit_status = EXIT_USAGE;
	c = take_command(&argc, argv);
	code = c->run(argc, argv, &e);
	if (code < 0) {
		fflush(stdout);
		errmsg_print(&e);
	}
	return code < 0 ? EXIT_ERROR : code;
}
