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

static bool is_column(const struct extra_column *c, size_t place, const char *event)
{
	return c->place == place && (!event || !strcmp(c->event, event));
}

static int add_column(struct extra *x, size_t place, const char *event)
{
	struct extra_column *grown, added = { .place = place };

	for (size_t i = 0; i < x->n_columns; i++)
		if (is_column(&x->columns[i], place, event))
			return 0;
	grown = reallocarray(x->columns, x->n_columns + 1, sizeof(*grown));
	if (!grown)
		return -ENOMEM;
	x->columns = grown;
	added.event = event ? strdup(event) : NULL;
	if (event && !added.event)
		return -ENOMEM;
	grown[x->n_columns++] = added;
	return 0;
}

static int add_line(struct extra *x, size_t place)
{
	size_t *grown;

	for (size_t i = 0; i < x->n_lines; i++)
		if (x->lines[i] == place)
			return 0;
	grown = reallocarray(x->lines, x->n_lines + 1, sizeof(*grown));
	if (!grown)
		return -ENOMEM;
	x->lines = grown;
	grown[x->n_lines++] = place;
	return 0;
}

static bool is_event_column(const struct job_column *c)
{
	return !strcmp(c->name, JOB_COLUMN_EVENT);
}

/* "event:cycles" */
static int add_event(struct extra *x, const char *event, struct errmsg *e)
{
	for (size_t i = 0; job_column_table[i].name; i++)
		if (is_event_column(&job_column_table[i]) && add_column(x, i, event))
			return errmsg_errno(e, ENOMEM, "--columns");
	return 0;
}

static int add_word(struct extra *x, const char *word, struct errmsg *e)
{
	bool found = false;
	int err = 0;

	if (!strncmp(word, "event:", 6) && word[6])
		return add_event(x, word + 6, e);
	for (const struct job_column *c = job_column_table; c->name; c++)
		if (!is_event_column(c) && is_meant(word, c->name, c->group)) {
			err |= add_column(x, (size_t)(c - job_column_table), NULL);
			found = true;
		}
	for (const struct run_line *l = run_line_table; l->name; l++)
		if (is_meant(word, l->name, l->group)) {
			err |= add_line(x, (size_t)(l - run_line_table));
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
	for (size_t i = 0; i < x->n_columns; i++)
		free(x->columns[i].event);
	free(x->columns);
	free(x->lines);
	*x = (struct extra){ 0 };
}
