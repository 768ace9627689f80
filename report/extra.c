/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/extra.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static bool is_meant(const char *word, const char *name, const char *group)
{
	return !strcmp(word, name) || !strcmp(word, group) || !strcmp(word, "all");
}

/* Each place once. */
static int add_place(size_t **list, size_t *n, size_t place)
{
	size_t *grown;

	for (size_t i = 0; i < *n; i++)
		if ((*list)[i] == place)
			return 0;
	grown = reallocarray(*list, *n + 1, sizeof(*grown));
	if (!grown)
		return -ENOMEM;
	*list = grown;
	grown[(*n)++] = place;
	return 0;
}

static int add_word(struct extra *x, const char *word, struct errmsg *e)
{
	bool found = false;
	int err = 0;

	for (const struct job_column *c = job_column_table; c->name; c++)
		if (is_meant(word, c->name, c->group)) {
			err |= add_place(&x->columns, &x->n_columns,
					 (size_t)(c - job_column_table));
			found = true;
		}
	for (const struct run_line *l = run_line_table; l->name; l++)
		if (is_meant(word, l->name, l->group)) {
			err |= add_place(&x->lines, &x->n_lines, (size_t)(l - run_line_table));
			found = true;
		}
	if (err)
		return errmsg_errno(e, ENOMEM, "--columns");
	return found ? 0
		     : errmsg_set(e, EINVAL, "--columns: no '%s'; --columns list names them", word);
}

int extra_parse(struct extra *x, const char *list, struct errmsg *e)
{
	char *words = strdup(list), *rest = words, *word;
	int err = words ? 0 : errmsg_errno(e, ENOMEM, "--columns");

	while (!err && (word = strsep(&rest, ",")))
		err = add_word(x, word, e);
	free(words);
	return err;
}

static void print_group(const char **last, const char *group, const char *where, FILE *out)
{
	if (*last && !strcmp(*last, group))
		return;
	fprintf(out, "%s%s (%s):\n", *last ? "\n" : "", group, where);
	*last = group;
}

void extra_list(FILE *out)
{
	const char *group = NULL;

	for (const struct job_column *c = job_column_table; c->name; c++) {
		print_group(&group, c->group, "behind a job's row", out);
		fprintf(out, "  %-26s %s\n", c->name, c->help);
	}
	for (const struct run_line *l = run_line_table; l->name; l++) {
		print_group(&group, l->group, "below the table", out);
		fprintf(out, "  %-26s %s\n", l->name, l->help);
	}
}

void extra_release(struct extra *x)
{
	free(x->columns);
	free(x->lines);
	*x = (struct extra){ 0 };
}
