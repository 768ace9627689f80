/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <stdio.h>

#include "report/output.h"

int output_finish(struct errmsg *e)
{
	if (fflush(stdout) || ferror(stdout))
		return errmsg_errno(e, errno ? errno : EIO, "standard output");
	return 0;
}

void output_warnings(const struct set *s)
{
	strlist_for_each (w, &s->warnings) {
		struct errmsg e = { 0 };

		errmsg_set(&e, EINVAL, "%s", *w);
		errmsg_print(&e);
	}
}
