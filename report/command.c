/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <string.h>

#include "report/command.h"

static const struct command *const commands[] = {
	&command_show,    &command_compare, &command_diff_host, &command_import,
	&command_profile, &command_html,    &command_plot,
};

const struct command *command_find(const char *name)
{
	for (size_t i = 0; i < sizeof(commands) / sizeof(*commands); i++)
		if (!strcmp(commands[i]->name, name))
			return commands[i];
	return NULL;
}

const char *command_list(void)
{
	static char text[2048];
	size_t len = 0;

	for (size_t i = 0; i < sizeof(commands) / sizeof(*commands) && len < sizeof(text); i++)
		len += (size_t)snprintf(text + len, sizeof(text) - len, "  %-10s %s\n",
					commands[i]->name, commands[i]->help);
	return text;
}
