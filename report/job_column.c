/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/job_column.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/clock.h"
#include "report/text.h"
#include "report/yardstick.h"

/* --- numbers ------------------------------------------------------------------------------ */

static double known(int64_t value)
{
	return value < 0 ? NAN : (double)value;
}

static double seconds(int64_t ns)
{
	return known(ns) / (double)NS_PER_S;
}

#define SECONDS_OF(field)                                   \
	static double get_##field(const struct job_view *v) \
	{                                                   \
		return seconds(v->record->field);           \
	}
#define NUMBER_OF(field)                                    \
	static double get_##field(const struct job_view *v) \
	{                                                   \
		return known(v->record->field);             \
	}

SECONDS_OF(ru_stime_ns)
SECONDS_OF(cpu_ns)
SECONDS_OF(walk_cpu_ns)
SECONDS_OF(setup_cpu_ns)
SECONDS_OF(elapsed_ns)
SECONDS_OF(unattributed_ns)
NUMBER_OF(node_fork)
NUMBER_OF(node_exec)
NUMBER_OF(node_main)
NUMBER_OF(node_touch)

static double get_local(const struct job_view *v)
{
	return 100 * v->record->local_fraction;
}

static double get_metric(const struct job_view *v)
{
	return v->record->metric;
}

static double get_ns(const struct job_view *v)
{
	return yardstick_job_ns(v->record);
}

static double get_slowdown(const struct job_view *v)
{
	return yardstick_slowdown(v->set, v->record);
}

/* --- pages -------------------------------------------------------------------------------- */

static int home_of(const struct intmap *pages, const struct job_view *v)
{
	return set_home(v->set, pages, (int)v->record->node_touch);
}

static double share_at_home(const struct intmap *pages, const struct job_view *v)
{
	int home = home_of(pages, v);

	return home < 0 ? NAN : 100 * (double)intmap_get(pages, home) / (double)intmap_sum(pages);
}

static double get_home(const struct job_view *v)
{
	return known(home_of(&v->record->home_start, v));
}

static double get_home_share(const struct job_view *v)
{
	return share_at_home(&v->record->home_start, v);
}

static double get_home_end(const struct job_view *v)
{
	return known(home_of(&v->record->home_end, v));
}

static double get_home_end_share(const struct job_view *v)
{
	return share_at_home(&v->record->home_end, v);
}

static double get_resident(const struct job_view *v)
{
	int home = home_of(&v->record->home_start, v);

	return home < 0 ? NAN : 100 * set_job_share(v->job, home);
}

/* --- migrations --------------------------------------------------------------------------- */

static double moves(const struct job_view *v, const char *class)
{
	return known(named_values_count(&v->record->migrations, class));
}

static double get_migrations(const struct job_view *v)
{
	return known(v->job->migrations);
}

static double get_moves_core(const struct job_view *v)
{
	return moves(v, "core");
}

static double get_moves_llc(const struct job_view *v)
{
	return moves(v, "llc");
}

static double get_moves_node(const struct job_view *v)
{
	return moves(v, "node");
}

/* All classes "distance D" together; a machine of one node has none, which is a count. */
static double get_moves_far(const struct job_view *v)
{
	const struct named_values *l = &v->record->migrations;
	int64_t sum = 0;

	if (!l->known)
		return NAN;
	for (size_t i = 0; i < l->n; i++)
		if (!strncmp(l->v[i].name, "distance ", strlen("distance ")))
			sum += l->v[i].count;
	return (double)sum;
}

/* --- words -------------------------------------------------------------------------------- */

static char *copy(const char *text)
{
	return text ? strdup(text) : NULL;
}

static char *get_class(const struct job_view *v)
{
	struct yardstick_fit f;

	yardstick_fit_job(&f, v->set, v->record);
	return copy(yardstick_class_of(&f));
}

static char *get_source(const struct job_view *v)
{
	return copy(v->record->residency_source);
}

static char *get_pages_got(const struct job_view *v)
{
	return copy(v->record->pages_got);
}

/* "0:4090,1:6" */
static char *map_text(const struct intmap *m)
{
	char *text = NULL;
	size_t size;
	FILE *out = m->known ? open_memstream(&text, &size) : NULL;

	if (!out)
		return NULL;
	intmap_for_each (it, m)
		fprintf(out, "%s%d:%lld", it == m->entries ? "" : ",", it->key,
			(long long)it->value);
	if (!m->n)
		fputs("none", out);
	return fclose(out) ? NULL : text;
}

static char *get_pages_start(const struct job_view *v)
{
	return map_text(&v->record->home_start);
}

static char *get_pages_end(const struct job_view *v)
{
	return map_text(&v->record->home_end);
}

/* --- events ------------------------------------------------------------------------------- */

/* What it would have been, had it been counted all the time; see perf_event_open(2). */
static int64_t scaled_count(const struct record_counter *c)
{
	return (int64_t)((__int128)c->count * c->enabled_ns / c->running_ns);
}

static char *count_text(const struct record_counter *c)
{
	char *text = NULL;

	if (!c || c->count < 0)
		return strdup("-");
	if (c->running_ns > 0 && c->running_ns < c->enabled_ns)
		return asprintf(&text, "%" PRId64 "~", scaled_count(c)) < 0 ? NULL : text;
	return asprintf(&text, "%" PRId64, c->count) < 0 ? NULL : text;
}

static char *get_event(const struct job_view *v)
{
	return count_text(record_job_counter(v->record, v->event));
}

static char *get_events(const struct job_view *v)
{
	struct strlist all = { 0 };
	char *text = NULL;
	int err = 0;

	for (size_t i = 0; !err && i < v->record->n_counters; i++) {
		char *count = count_text(&v->record->counters[i]);

		err = count ? strlist_addf(&all, "%s=%s", v->record->counters[i].name, count)
			    : -ENOMEM;
		free(count);
	}
	if (!err && all.n)
		text = strlist_join(&all, ",");
	strlist_release(&all);
	return text;
}

/* --- the table ---------------------------------------------------------------------------- */

const struct job_column job_column_table[] = {
	{ "sys", "times", "s", "system time of the process", 2, get_ru_stime_ns, NULL },
	{ "cpu", "times", "s", "CPU clock of the process", 2, get_cpu_ns, NULL },
	{ "setup", "times", "s", "CPU time from main() to the walk", 2, get_setup_cpu_ns, NULL },
	{ "walk", "times", "s", "CPU time of the walk", 2, get_walk_cpu_ns, NULL },
	{ "elapsed", "times", "s", "from exec to exit", 2, get_elapsed_ns, NULL },
	{ "ns", "yardstick", "", "CPU time of the walk per access, in ns", 1, get_ns, NULL },
	{ "slowdown", "yardstick", "", "the same over that of a job alone on its node", 2,
	  get_slowdown, NULL },
	{ "class", "yardstick", "", "alone, shared, away or both; none: fits none of them", 0, NULL,
	  get_class },
	{ "local", "pages", "%", "CPU time on the nodes that hold the job's pages", 1, get_local,
	  NULL },
	{ "home", "pages", "", "node with most of the pages when the walk began", 0, get_home,
	  NULL },
	{ "home-share", "pages", "%", "pages that it held", 1, get_home_share, NULL },
	{ "resident", "pages", "%", "CPU time on that node", 1, get_resident, NULL },
	{ "home-end", "pages", "", "node with most of the pages at the end", 0, get_home_end,
	  NULL },
	{ "home-end-share", "pages", "%", "pages that it held", 1, get_home_end_share, NULL },
	{ "pages-start", "pages", "", "pages looked at, by node, when the walk began", 0, NULL,
	  get_pages_start },
	{ "pages-end", "pages", "", "the same at its end", 0, NULL, get_pages_end },
	{ "page-size", "pages", "", "what the array got: 4k, thp, 2m, 1g", 0, NULL, get_pages_got },
	{ "fork", "nodes", "", "node at fork", 0, get_node_fork, NULL },
	{ "exec", "nodes", "", "node at exec", 0, get_node_exec, NULL },
	{ "main", "nodes", "", "node at main()", 0, get_node_main, NULL },
	{ "touch", "nodes", "", "node at the first touch of the array", 0, get_node_touch, NULL },
	{ "migrations", "moves", "", "moves to another CPU", 0, get_migrations, NULL },
	{ "to-core", "moves", "", "moves to another thread of the same core", 0, get_moves_core,
	  NULL },
	{ "to-llc", "moves", "", "moves to another core under the same last-level cache", 0,
	  get_moves_llc, NULL },
	{ "to-cache", "moves", "", "moves to another cache of the same node", 0, get_moves_node,
	  NULL },
	{ "to-node", "moves", "", "moves to another node", 0, get_moves_far, NULL },
	{ "source", "residency", "", "what told the residency", 0, NULL, get_source },
	{ "unattributed", "residency", "s", "CPU time that it could not place", 2,
	  get_unattributed_ns, NULL },
	{ "figure", "foreign", "", "what --metric-regex took from the program's output", 2,
	  get_metric, NULL },
	{ JOB_COLUMN_EVENT, "events", "",
	  "what --events counted of NAME; ~: scaled up from the time that it was counted", 0, NULL,
	  get_event },
	{ "events", "events", "", "all that --events counted, as NAME=COUNT", 0, NULL, get_events },
	{ NULL, NULL, NULL, NULL, 0, NULL, NULL },
};

void job_column_header(const struct job_column *c, char *buf, size_t size)
{
	snprintf(buf, size, *c->unit ? "%s[%s]" : "%s", c->name, c->unit);
}

static char *number_text(double value, int decimals)
{
	char *text = NULL;

	if (isnan(value))
		return strdup("-");
	return asprintf(&text, "%.*f", decimals, value) < 0 ? NULL : text;
}

/* Words come from a file: nothing in them may be obeyed or taken for two. */
static char *word(char *raw)
{
	char *clean = text_clean(raw);

	free(raw);
	for (char *p = clean; p && *p; p++)
		if (*p == ' ')
			*p = '_';
	return clean;
}

char *job_column_value(const struct job_column *c, const struct job_view *v)
{
	return c->number ? number_text(c->number(v), c->decimals) : word(c->text(v));
}
