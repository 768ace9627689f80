/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `report html SET… -o FILE`: one page with everything. */
#include "report/command.h"
#include "report/page.h"
#include "report/picture_command.h"

static int build(const struct picture_options *o, const struct picture_input *in, struct markup *m,
		 struct errmsg *e)
{
	(void)o;
	return page_build(in, m, e);
}

static int run(int argc, char **argv, struct errmsg *e)
{
	static const struct picture_task task = { .doctype = true, .build = build };

	return picture_command(&task, argc, argv, e);
}

const struct command command_html = {
	.name = "html",
	.help = "result sets as one HTML page, with pictures",
	.run = run,
};
