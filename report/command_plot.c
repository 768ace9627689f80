/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `report plot KIND SET… -o FILE`: one picture alone, as SVG. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "report/command.h"
#include "report/picture_command.h"

/* The panel that is asked for; n: there is none of this id. */
static size_t find(const struct picture *kind, const struct picture_panel *panels, size_t n,
		   const char *id)
{
	size_t i = 0;

	while (id && i < n && strcmp(kind->panel_name(panels, i)->id, id))
		i++;
	return i;
}

static int unknown(const struct picture *kind, const struct picture_panel *panels, size_t n,
		   const char *id, struct errmsg *e)
{
	char ids[400] = "";
	size_t len = 0;

	for (size_t i = 0; i < n && len < sizeof(ids) - 100; i++)
		len += (size_t)snprintf(ids + len, sizeof(ids) - len, " %s",
					kind->panel_name(panels, i)->id);
	if (!n)
		return errmsg_set(e, ENODATA, "these sets have no picture of the kind %s",
				  kind->name);
	return errmsg_set(e, ENOENT, "no panel %s; there are:%s", id, ids);
}

static int build(const struct picture_options *o, const struct picture_input *in, struct markup *m,
		 struct errmsg *e)
{
	const struct picture *kind = o->kind;
	struct picture_panel *panels;
	size_t n, i;
	int err = kind->make(in, &panels, &n, e);

	if (err)
		return err;
	i = find(kind, panels, n, o->panel);
	if (i < n)
		kind->draw(panels, i, m);
	else
		err = unknown(kind, panels, n, o->panel, e);
	kind->free(panels, n);
	return err;
}

static int run(int argc, char **argv, struct errmsg *e)
{
	static const struct picture_task task = { .takes_kind = true, .build = build };

	return picture_command(&task, argc, argv, e);
}

const struct command command_plot = {
	.name = "plot",
	.help = "one picture alone, as SVG",
	.run = run,
};
