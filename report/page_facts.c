/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Kernel and settings: of one set all that is short, of several what differs. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "report/page.h"

struct fact_name {
	const char *group, *name; /* lent from a host */
};

static int by_name(const void *a, const void *b)
{
	const struct fact_name *x = a, *y = b;
	int groups = strcmp(x->group, y->group);

	return groups ? groups : strcmp(x->name, y->name);
}

/* All names of all sets, each once; the caller frees it. NULL: memory. */
static struct fact_name *all_names(const struct picture_input *in, size_t *n)
{
	struct fact_name *names;
	size_t most = 0, kept = 0;

	for (size_t i = 0; i < in->n_sets; i++)
		most += in->sets[i].host.n;
	names = calloc(most + 1, sizeof(*names));
	*n = 0;
	for (size_t i = 0; names && i < in->n_sets; i++)
		for (size_t k = 0; k < in->sets[i].host.n; k++)
			names[(*n)++] = (struct fact_name){ in->sets[i].host.facts[k].group,
							    in->sets[i].host.facts[k].name };
	if (names)
		qsort(names, *n, sizeof(*names), by_name);
	for (size_t i = 0; i < *n; i++)
		if (!kept || by_name(&names[kept - 1], &names[i]))
			names[kept++] = names[i];
	*n = kept;
	return names;
}

static const char *value(const struct set *s, const struct fact_name *f)
{
	const char *v = host_fact(&s->host, f->group, f->name);

	return v ? v : "-";
}

static bool differs(const struct picture_input *in, const struct fact_name *f)
{
	for (size_t i = 1; i < in->n_sets; i++)
		if (strcmp(value(&in->sets[0], f), value(&in->sets[i], f)))
			return true;
	return false;
}

static void head(const struct picture_input *in, struct markup *m)
{
	markup_open(m, "thead");
	markup_open(m, "tr");
	markup_leaf(m, "th", "fact");
	for (size_t i = 0; i < in->n_sets; i++)
		markup_leaf(m, "th", in->sets[i].label);
	markup_close(m);
	markup_close(m);
}

static void row(const struct picture_input *in, const struct fact_name *f, struct markup *m)
{
	markup_open(m, "tr");
	markup_open(m, "td");
	markup_textf(m, "%s.%s", f->group, f->name);
	markup_close(m);
	for (size_t i = 0; i < in->n_sets; i++) {
		markup_open(m, "td");
		markup_attr(m, "class",
			    i && strcmp(value(&in->sets[0], f), value(&in->sets[i], f))
				    ? "long differs"
				    : "long");
		markup_text(m, value(&in->sets[i], f));
		markup_close(m);
	}
	markup_close(m);
}

static void table(const struct picture_input *in, const struct fact_name *names, size_t n,
		  struct markup *m)
{
	markup_open(m, "div");
	markup_attr(m, "class", "scroll");
	markup_open(m, "table");
	head(in, m);
	markup_open(m, "tbody");
	for (size_t i = 0; i < n; i++)
		if (in->n_sets == 1 || differs(in, &names[i]))
			row(in, &names[i], m);
	markup_close(m);
	markup_close(m);
	markup_close(m);
}

int page_facts(const struct picture_input *in, struct markup *m)
{
	size_t n;
	struct fact_name *names = all_names(in, &n);

	if (!names)
		return -ENOMEM;
	markup_open(m, "section");
	markup_attr(m, "id", "settings");
	markup_leaf(m, "h2", in->n_sets > 1 ? "What differs" : "Kernel and settings");
	markup_open(m, "details");
	if (in->n_sets > 1)
		markup_attr(m, "open", "open");
	markup_leaf(m, "summary",
		    in->n_sets > 1 ? "facts in which the sets differ; marked: other than the first"
				   : "all facts of host.json");
	if (n)
		table(in, names, n, m);
	else
		markup_leaf(m, "p", "Nothing is known of the machine.");
	markup_close(m);
	markup_close(m);
	free(names);
	return 0;
}
