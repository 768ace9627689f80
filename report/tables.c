/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <stdlib.h>

#include "report/command.h"
#include "report/load.h"
#include "report/output.h"
#include "report/render.h"
#include "report/tables.h"

static int load_into(struct set *sets, const struct options *o, struct errmsg *e)
{
	int err = 0;

	for (size_t i = 0; !err && i < o->sets.n; i++) {
		err = load_set(&sets[i], o->results, o->sets.v[i], e);
		if (!err)
			output_warnings(&sets[i]);
	}
	return err;
}

int tables_load(struct set **sets, const struct options *o, struct errmsg *e)
{
	*sets = calloc(o->sets.n + 1, sizeof(**sets));
	return *sets ? load_into(*sets, o, e) : errmsg_errno(e, ENOMEM, "sets");
}

void tables_unload(struct set *sets, const struct options *o)
{
	for (size_t i = 0; sets && i < o->sets.n; i++)
		set_release(&sets[i]);
	free(sets);
}

static int render(const struct set *sets, const struct options *o, const char *style,
		  struct errmsg *e)
{
	struct comparison c;
	const struct render *r = render_find(style);
	int err = comparison_make(&c, sets, o->sets.n, o, r->metrics, e);

	if (err)
		return err;
	if (!c.n_tables)
		err = errmsg_set(e, ENODATA, "no set has any of these metrics at these N");
	else if (r->render(&c, stdout))
		err = errmsg_errno(e, ENOMEM, "%s", style);
	else
		err = output_finish(e);
	if (!err && o->fail_on_worse && comparison_is_worse(&c))
		err = EXIT_FAIL_ON;
	comparison_release(&c);
	return err;
}

int tables_print(const struct options *o, const char *style, struct errmsg *e)
{
	struct set *sets;
	int err = tables_load(&sets, o, e);

	if (!err)
		err = render(sets, o, style, e);
	tables_unload(sets, o);
	return err;
}
