/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "report/choose.h"

/* --- metrics --------------------------------------------------------------------------------- */

/* TotalUserTime is N times AverageUserTime: never a second test. */
static const char *const defaults[] = { "AverageUserTime", "ElapsedTime", "hackbench",
					"residency",       "stars",       "figure" };

static const struct metric *own_find(const struct comparison *c, size_t n_own, const char *name)
{
	for (size_t i = 0; i < n_own; i++)
		if (!strcasecmp(c->own_metrics[i].name, name))
			return &c->own_metrics[i];
	return NULL;
}

static bool says_higher(const char *better)
{
	return better && !strcmp(better, "higher");
}

static bool is_median(const char *statistic)
{
	return statistic && !strcasecmp(statistic, "Median");
}

/* A figure that only a log knows. Runtimes of foreign programs are steady. */
static struct metric metric_of_log(const struct plan_metric *p)
{
	return (struct metric){
		.name = p->name,
		.title = p->title ? p->title : p->name,
		.unit = p->unit ? p->unit : "",
		.direction =
			says_higher(p->better) ? STATS_HIGHER_IS_BETTER : STATS_LOWER_IS_BETTER,
		.class = is_median(p->statistic) ? METRIC_SKEWED : METRIC_STEADY,
		.decimals = 2,
		.statistic = p->statistic,
	};
}

/* A log's "hackbench" in normalised time is not our hackbench in seconds. */
static bool is_ours(const struct plan_metric *p)
{
	const struct metric *m = metric_find(p->name);

	return m && (!p->unit || !strcmp(p->unit, m->unit));
}

static const struct metric *find(const struct comparison *c, size_t n_own, const char *name)
{
	const struct metric *own = own_find(c, n_own, name);

	return own ? own : metric_find(name);
}

static size_t count_own(const struct comparison *c)
{
	size_t n = 0;

	for (size_t i = 0; i < c->columns.n; i++)
		for (size_t k = 0; k < c->columns.v[i].n_sets; k++)
			n += c->columns.v[i].sets[k]->plan.n_metrics;
	return n;
}

static int collect_own(struct comparison *c, size_t *n_own)
{
	c->own_metrics = calloc(count_own(c) + 1, sizeof(*c->own_metrics));
	if (!c->own_metrics)
		return -ENOMEM;
	*n_own = 0;
	for (size_t i = 0; i < c->columns.n; i++)
		for (size_t k = 0; k < c->columns.v[i].n_sets; k++) {
			const struct plan *p = &c->columns.v[i].sets[k]->plan;

			for (size_t j = 0; j < p->n_metrics; j++) {
				if (is_ours(&p->metrics[j]) ||
				    own_find(c, *n_own, p->metrics[j].name))
					continue;
				c->own_metrics[(*n_own)++] = metric_of_log(&p->metrics[j]);
			}
		}
	return 0;
}

static void add_once(struct comparison *c, const struct metric *m)
{
	for (size_t i = 0; i < c->n_metrics; i++)
		if (c->metrics[i] == m)
			return;
	c->metrics[c->n_metrics++] = m;
}

static bool in_counted_time(const struct comparison *c)
{
	for (size_t i = 0; i < c->columns.n; i++)
		for (size_t k = 0; k < c->columns.v[i].n_runs; k++) {
			const char *clock = c->columns.v[i].runs[k].run->clock;

			return clock && !strcmp(clock, "counted");
		}
	return false;
}

static void add_defaults(struct comparison *c, size_t n_own)
{
	if (in_counted_time(c))
		add_once(c, find(c, n_own, "residency"));
	for (size_t i = 0; i < sizeof(defaults) / sizeof(*defaults); i++)
		add_once(c, find(c, n_own, defaults[i]));
	for (size_t i = 0; i < n_own; i++)
		add_once(c, &c->own_metrics[i]);
}

static int add_asked(struct comparison *c, size_t n_own, struct errmsg *e)
{
	strlist_for_each (name, &c->options->metrics) {
		const struct metric *m = find(c, n_own, *name);

		if (!m)
			return errmsg_set(e, EINVAL, "no metric '%s'; --metric list names them",
					  *name);
		add_once(c, m);
	}
	return 0;
}

/* A log that has nothing of what the style usually prints has its own figures printed. */
static void add_of_style(struct comparison *c, size_t n_own, const char *const *of_style)
{
	for (; *of_style; of_style++)
		add_once(c, find(c, n_own, *of_style));
	for (size_t i = 0; i < n_own; i++)
		add_once(c, &c->own_metrics[i]);
}

static size_t count_names(const char *const *names)
{
	size_t n = 0;

	while (names && names[n])
		n++;
	return n;
}

int choose_metrics(struct comparison *c, const char *const *of_style, struct errmsg *e)
{
	const struct strlist *asked = &c->options->metrics;
	size_t n_own;

	if (collect_own(c, &n_own))
		return errmsg_errno(e, ENOMEM, "metrics");
	c->metrics = calloc(n_own + asked->n + count_names(of_style) +
				    sizeof(defaults) / sizeof(*defaults) + 1,
			    sizeof(*c->metrics));
	if (!c->metrics)
		return errmsg_errno(e, ENOMEM, "metrics");
	if (asked->n)
		return add_asked(c, n_own, e);
	if (of_style)
		add_of_style(c, n_own, of_style);
	else
		add_defaults(c, n_own);
	return 0;
}

/* --- rows ------------------------------------------------------------------------------------ */

struct keys {
	struct row_key *v;
	size_t n, room;
};

static int key_add(struct keys *k, struct row_key key)
{
	for (size_t i = k->n; i-- > 0;)
		if (row_key_same(&k->v[i], &key))
			return 0;
	if (k->n == k->room) {
		size_t room = k->room ? 2 * k->room : 16;
		struct row_key *grown = reallocarray(k->v, room, sizeof(*grown));

		if (!grown)
			return -ENOMEM;
		k->v = grown;
		k->room = room;
	}
	k->v[k->n++] = key;
	return 0;
}

static int add_rows_of_runs(struct keys *k, const struct comparison *c, const struct column *column)
{
	int64_t last = -1;
	int err = 0;

	for (size_t i = 0; i < column->n_runs; i++) {
		int64_t n = column->runs[i].run->n;

		if (n != last && options_want_n(c->options, n))
			err |= key_add(k, (struct row_key){ .n = n });
		last = n;
	}
	return err;
}

static int add_rows_of_averages(struct keys *k, const struct comparison *c,
				const struct column *column, const struct metric *m)
{
	int err = 0;

	for (size_t i = 0; i < column->n_sets; i++) {
		const struct summary_list *l = &column->sets[i]->averages;

		for (size_t j = 0; j < l->n; j++)
			if (!strcmp(l->v[j].metric, m->name) &&
			    options_want_n(c->options, l->v[j].n))
				err |= key_add(k, (struct row_key){ l->v[j].n, l->v[j].label });
	}
	return err;
}

/* By N; rows with a name stay in their order, behind. */
static void sort_keys(struct keys *k)
{
	for (size_t i = 1; i < k->n; i++) {
		struct row_key key = k->v[i];
		size_t j = i;

		for (; j > 0 && !key.name && (k->v[j - 1].name || k->v[j - 1].n > key.n); j--)
			k->v[j] = k->v[j - 1];
		k->v[j] = key;
	}
}

static int add_rows(struct keys *k, const struct comparison *c, const struct metric *m)
{
	int err = 0;

	for (size_t i = 0; i < c->columns.n; i++) {
		err |= add_rows_of_runs(k, c, &c->columns.v[i]);
		err |= add_rows_of_averages(k, c, &c->columns.v[i], m);
	}
	return err;
}

static int give_keys(struct keys *k, int err, struct row_key **keys, size_t *n)
{
	if (err) {
		free(k->v);
		*k = (struct keys){ 0 };
	}
	sort_keys(k);
	*keys = k->v;
	*n = k->n;
	return err ? -ENOMEM : 0;
}

int choose_rows(const struct comparison *c, const struct metric *m, struct row_key **keys,
		size_t *n)
{
	struct keys k = { 0 };
	int err = add_rows(&k, c, m);

	return give_keys(&k, err, keys, n);
}

int choose_all_rows(const struct comparison *c, struct row_key **keys, size_t *n)
{
	struct keys k = { 0 };
	int err = 0;

	for (size_t i = 0; i < c->n_metrics; i++)
		err |= add_rows(&k, c, c->metrics[i]);
	return give_keys(&k, err, keys, n);
}

/* --- order of the columns -------------------------------------------------------------------- */

/* Smaller comes first. NAN: nothing to sort by. */
static double sort_value(const struct comparison *c, size_t column)
{
	const struct table *t = c->n_tables ? &c->tables[0] : NULL;
	double sum = 0;
	size_t n = 0;

	for (size_t i = 0; t && i < t->n_rows; i++) {
		const struct change *x = &t->rows[i].changes[column];
		double v = c->options->sort == SORT_CHANGE ? (x->made ? x->value : NAN)
							   : t->rows[i].cells[column].shown.mean;

		if (isnan(v))
			continue;
		sum += v;
		n++;
	}
	if (!n)
		return NAN;
	return sum / (double)n * (t->metric->direction == STATS_HIGHER_IS_BETTER ? -1 : 1);
}

static bool comes_before(const struct comparison *c, size_t a, size_t b)
{
	bool base_a = comparison_is_base(c, a), base_b = comparison_is_base(c, b);
	double x, y;

	if (base_a != base_b && !c->columns.families)
		return base_a;
	if (c->options->sort == SORT_GIVEN)
		return false;
	if (c->options->sort == SORT_LABEL)
		return strcmp(c->columns.v[a].label, c->columns.v[b].label) < 0;
	x = sort_value(c, a);
	y = sort_value(c, b);
	return !isnan(x) && (isnan(y) || x < y);
}

int choose_order(struct comparison *c)
{
	size_t n = c->columns.n;

	c->order = calloc(n + 1, sizeof(*c->order));
	if (!c->order)
		return -ENOMEM;
	for (size_t i = 0; i < n; i++)
		c->order[i] = i;
	for (size_t i = 1; i < n; i++) {
		size_t column = c->order[i], k = i;

		for (; k > 0 && comes_before(c, column, c->order[k - 1]); k--)
			c->order[k] = c->order[k - 1];
		c->order[k] = column;
	}
	return 0;
}
