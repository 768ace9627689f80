/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * command: what the program can be asked to do. One file each, report/command_NAME.c, and a line
 * in command.c.
 */
#ifndef NT_REPORT_COMMAND_H
#define NT_REPORT_COMMAND_H

#include "lib/errmsg.h"

#define EXIT_ERROR   1
#define EXIT_USAGE   2
#define EXIT_FAIL_ON 3

struct command {
	const char *name;
	const char *help; /* one line */
	/*
	 * argv[0] is the program's and the command's name. Prints to standard output. 0, an
	 * EXIT_ code, or -errno with e set.
	 */
	int (*run)(int argc, char **argv, struct errmsg *e);
};

extern const struct command command_show; /* what is done without a command */
extern const struct command command_compare, command_diff_host, command_import, command_profile,
	command_html, command_plot;

/* By name; NULL where there is none. */
const struct command *command_find(const char *name);

/* "  NAME  help" of all commands, for --help; lent. */
const char *command_list(void);

#endif
