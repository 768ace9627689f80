/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/import.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* Of two that know as many lines, the first is taken. */
static const struct importer *const importers[] = {
	&import_classic,    &import_averages, &import_collated, &import_matrix, &import_schedbench,
	&import_normalized, &import_figures,  &import_csv,      NULL,
};

const struct importer *const *import_all(void)
{
	return importers;
}

const struct importer *import_find(const char *name)
{
	for (const struct importer *const *i = importers; *i; i++)
		if (!strcmp((*i)->name, name))
			return *i;
	return NULL;
}

static size_t first_line(const struct import_text *t)
{
	for (size_t i = 0; i < t->n; i++)
		if (!import_line_blank(&t->lines[i]))
			return t->lines[i].number;
	return 1;
}

static int nothing_known(const struct import_text *t, struct errmsg *e)
{
	char names[256] = "";
	size_t n = 0;

	for (const struct importer *const *i = importers; *i; i++)
		n += (size_t)snprintf(names + n, sizeof(names) - n, "%s%s", n ? ", " : "",
				      (*i)->name);
	return import_text_error(t, first_line(t), e,
				 "no line of a log that can be read; expected one of: %s", names);
}

const struct importer *import_sniff(const struct import_text *t, struct errmsg *e)
{
	const struct importer *best = NULL;
	size_t most = 0;

	for (const struct importer *const *i = importers; *i; i++) {
		size_t lines = (*i)->sniff(t);

		if (lines > most) {
			most = lines;
			best = *i;
		}
	}
	if (!best)
		nothing_known(t, e);
	return best;
}

/* A mail may hold tables of several forms; one is read. */
static int warn_of_others(const struct import_text *t, const struct importer *read,
			  struct import_result *out)
{
	for (const struct importer *const *i = importers; *i; i++) {
		size_t lines = *i == read ? 0 : (*i)->sniff(t);

		if (lines &&
		    import_warn(out, t, 0, "read as %s; %zu lines look like %s, see --format",
				read->name, lines, (*i)->name))
			return -ENOMEM;
	}
	return 0;
}

static int name_file(struct import_result *out, const struct import_text *t)
{
	for (size_t i = 0; i < out->n_sets; i++)
		if (strlist_add_once(&out->sets[i].files, t->name))
			return -ENOMEM;
	return 0;
}

int import_read(const struct import_text *t, const struct importer *by,
		const struct import_options *o, struct import_result *out, struct errmsg *e)
{
	bool sniffed = !by;
	int ret;

	if (sniffed)
		by = import_sniff(t, e);
	if (!by)
		return -EINVAL;
	ret = by->read(t, o, out, e);
	if (!ret && ((sniffed && warn_of_others(t, by, out)) || name_file(out, t)))
		ret = errmsg_errno(e, ENOMEM, "%s", t->name);
	return ret;
}
