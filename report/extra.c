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

static int add_column(struct extra *x, const struct job_column *c)
{
	const struct job_column **grown;

	for (size_t i = 0; i < x->n_columns; i++)
		if (x->columns[i] == c)
			return 0;
	grown = reallocarray(x->columns, x->n_columns + 1, sizeof(*grown));
	if (!grown)
		return -ENOMEM;
	x->columns = grown;
	grown[x->n_columns++] = c;
	return 0;
}

static int add_line(struct extra *x, const struct run_line *l)
{
	const struct run_line **grown;

	for (size_t i = 0; i < x->n_lines; i++)
		if (x->lines[i] == l)
			return 0;
	grown = reallocarray(x->lines, x->n_lines + 1, sizeof(*grown));
	if (!grown)
		return -ENOMEM;
	x->lines = grown;
	grown[x->n_lines++] = l;
	return 0;
}

static int add_word(struct extra *x, const char *word, struct errmsg *e)
{
	bool found = false;
	int err = 0;

	for (const struct job_column *c = job_column_table; c->name; c++)
		if (is_meant(word, c->name, c->group)) {
			err |= add_column(x, c);
			found = true;
		}
	for (const struct run_line *l = run_line_table; l->name; l++)
		if (is_meant(word, l->name, l->group)) {
			err |= add_line(x, l);
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
