/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/yardstick.h"

#include <math.h>
#include <stdlib.h>

#include "lib/clock.h"
#include "report/text.h"

#define LEAST_CROWDING 1.04 /* below it a neighbour can't be told from noise */
#define TOLERANCE      0.10
#define NEARLY_ALL     0.99 /* so local that what lies elsewhere need not be known */

/* --- the footer --------------------------------------------------------------------------- */

struct unit {
	double per_ns; /* what ns per access are multiplied with */
	const char *name;
};

static struct unit choose_unit(const struct yardstick *y)
{
	if (y->set_steps <= 0)
		return (struct unit){ 1, "ns per access" };
	return (struct unit){ (double)y->set_steps / (double)NS_PER_S, "s" };
}

static void print_cost(double ns_per_access, const struct unit *u, FILE *out)
{
	double value = ns_per_access * u->per_ns;

	text_number(out, value, 0, value < 9.995 ? 2 : 1);
}

static void print_distance(const struct yardstick_point *p, const struct unit *u, FILE *out)
{
	if (p->distance < 0)
		fputs("; unknown distance: ", out);
	else
		fprintf(out, "; distance %d: ", p->distance);
	print_cost(p->ns_per_access, u, out);
}

static void print_words(const struct yardstick *y, FILE *out)
{
	struct unit u = choose_unit(y);

	fputs("alone ", out);
	print_cost(yardstick_ns(y, YARDSTICK_ALONE, -1), &u, out);
	fprintf(out, " %s; node full ", u.name);
	print_cost(yardstick_ns(y, YARDSTICK_FULL, -1), &u, out);
	for (size_t i = 0; i < y->n; i++)
		if (y->points[i].kind == YARDSTICK_DISTANCE)
			print_distance(&y->points[i], &u, out);
}

void yardstick_print(const struct set *s, FILE *out)
{
	char *words = NULL;
	size_t size;
	FILE *text = s->yardstick.n ? open_memstream(&words, &size) : NULL;

	if (!text)
		return;
	print_words(&s->yardstick, text);
	if (!fclose(text))
		text_wrap(out, "yardstick: ", "  ", words, TEXT_WIDTH);
	free(words);
}

/* --- one job ------------------------------------------------------------------------------ */

double yardstick_job_ns(const struct record_job *j)
{
	if (j->walk_cpu_ns <= 0 || j->steps <= 0)
		return NAN;
	return (double)j->walk_cpu_ns / (double)j->steps;
}

static double alone_ns(const struct set *s)
{
	return yardstick_ns(&s->yardstick, YARDSTICK_ALONE, -1);
}

double yardstick_slowdown(const struct set *s, const struct record_job *j)
{
	return yardstick_job_ns(j) / alone_ns(s);
}

const char *yardstick_class_of(const struct yardstick_fit *f)
{
	double crowding = fmax(f->crowding, LEAST_CROWDING);
	double ratio = f->ns / f->expected;
	bool away = f->local<.5, shared = ratio> sqrt(crowding);

	if (isnan(ratio) || isnan(f->local) || isnan(f->crowding))
		return NULL;
	if (ratio < 1 - TOLERANCE || ratio > crowding * (1 + TOLERANCE))
		return "none";
	if (away)
		return shared ? "both" : "away";
	return shared ? "shared" : "alone";
}

/* --- from the set's yardstick ------------------------------------------------------------- */

/* Sums over pairs of a node that the job ran on and another that holds pages of it. */
struct away {
	double weight;
	double cost; /* weight x ns; NAN once a distance was not measured */
};

static double cost_between(const struct set *s, int cpu_node, int memory_node)
{
	return yardstick_ns(&s->yardstick, YARDSTICK_DISTANCE,
			    host_distance(&s->host, cpu_node, memory_node));
}

static void add_cpu(struct away *a, const struct set *s, const struct record_job *j, int cpu,
		    double time_ns)
{
	int node = host_node_of_cpu(&s->host, cpu);

	intmap_for_each (pages, &j->home_start) {
		double weight = time_ns * (double)pages->value;

		if (node < 0 || node == pages->key || !(weight > 0))
			continue;
		a->weight += weight;
		a->cost += weight * cost_between(s, node, pages->key);
	}
}

/* ns per access of the time that the job was away from its memory; NAN: not known. */
static double away_ns(const struct set *s, const struct record_job *j)
{
	struct away a = { 0 };

	intmap_for_each (it, &j->cpu_time_ns)
		add_cpu(&a, s, j, it->key, (double)it->value);
	return a.weight > 0 ? a.cost / a.weight : NAN;
}

/* The worker's own figure, which knows of pages that moved; else the share of time at home. */
static double local_share(const struct set *s, const struct record_job *j)
{
	int64_t at_home = 0, all = intmap_sum(&j->cpu_time_ns);
	int home = intmap_argmax(&j->home_start, (int)j->node_touch);

	if (!isnan(j->local_fraction))
		return j->local_fraction;
	if (home < 0 || all <= 0)
		return NAN;
	intmap_for_each (it, &j->cpu_time_ns)
		if (host_node_of_cpu(&s->host, it->key) == home)
			at_home += it->value;
	return (double)at_home / (double)all;
}

void yardstick_fit_job(struct yardstick_fit *f, const struct set *s, const struct record_job *j)
{
	double alone = alone_ns(s), away = away_ns(s, j);

	*f = (struct yardstick_fit){
		.ns = yardstick_job_ns(j),
		.local = local_share(s, j),
		.crowding = yardstick_ns(&s->yardstick, YARDSTICK_FULL, -1) / alone,
	};
	if (f->local >= NEARLY_ALL && isnan(away))
		away = alone;
	f->expected = f->local * alone + (1 - f->local) * away;
}
