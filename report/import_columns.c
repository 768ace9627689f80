/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "report/import_columns.h"
#include "report/import_label.h"

static int put_name(void *arg, int i, const char *name, int len)
{
	struct strlist *names = arg;
	char *copy;
	int ret;

	(void)i;
	if (len > IMPORT_LABEL_MAX)
		return -EINVAL;
	copy = import_label_copy(name, len);
	ret = copy ? strlist_add(names, copy) : -ENOMEM;
	free(copy);
	return ret;
}

int import_columns_take(struct import_columns *c, const char *line, int want)
{
	struct strlist names = { 0 };

	if (!scan_names(line, want, put_name, &names)) {
		strlist_release(&names);
		return 1;
	}
	strlist_release(&c->names);
	c->names = names;
	return 0;
}

struct import_set *import_columns_set(const struct import_columns *c, int i,
				      struct import_result *out, struct errmsg *e)
{
	if ((size_t)i < c->names.n)
		return import_result_set(out, c->names.v[i], 0, e);
	return import_result_set(out, NULL, (size_t)i, e);
}

void import_columns_release(struct import_columns *c)
{
	strlist_release(&c->names);
}

int import_put_cell(struct import_set *s, const struct classic_metric *m, int64_t n,
		    int64_t repeats, const struct scan_cell *cell)
{
	struct summary *row = summary_list_add(&s->summaries);

	if (!row || record_set_string(&row->metric, m->name) || classic_metric_note(m, s))
		return -ENOMEM;
	row->n = n;
	row->repeats = repeats;
	row->mean = row->mean_printed = classic_metric_value(m, cell->value);
	row->pm = cell->pm;
	row->pm_kind = cell->pm_kind;
	row->other_conditions = cell->other_conditions;
	return 0;
}
