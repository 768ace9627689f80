/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * make_set DIR [KEY=VALUE…]: writes a made-up result set, for tests of the report. The same
 * arguments give the same bytes.
 *
 *	nodes=0,8,252	node ids; two CPUs each
 *	empty=4		ids of nodes without CPUs
 *	n=4,8 repeats=3	what ran
 *	user=30 sd=.01	seconds of a job, spread of the runs as a fraction
 *	noise=.05	spread of the jobs in a run as a fraction
 *	seed=1		of all that is random
 *	disturb=none	or groups of hackbench (20)
 *	loops=100	of hackbench
 *	release=6.1 model=Box boot=b1 campaign=c1 variant=on person=NAME=VALUE source=counting
 *	fail=3		number of the run in which a job failed
 *	flag=3:spill	a flag of the first job of run 3; flag=3:run:steal of the run
 *	unknown=1	leave out all that may be unknown
 *	burst=1		where the burst ran is known
 *	yardstick=1	with one, of the figures of 2002: alone 27 s, full 32, distance 20: 36
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "lib/clock.h"
#include "lib/jsontext.h"
#include "lib/record.h"
#include "lib/units.h"
#include "lib/yardstick.h"

struct wish {
	int *nodes, *empty, *n;
	size_t n_nodes, n_empty, n_n;
	int64_t repeats, loops, fail, unknown, burst, yardstick;
	double user, sd, noise;
	uint64_t random;
	const char *disturb, *release, *model, *boot, *campaign, *variant, *person, *source, *flag;
};

static void die(const char *what)
{
	fprintf(stderr, "make_set: %s\n", what);
	exit(1);
}

/* SplitMix64, Steele, Lea & Flood 2014. */
static uint64_t next_random(struct wish *w)
{
	uint64_t z = w->random += 0x9e3779b97f4a7c15u;

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
	return z ^ (z >> 31);
}

static double uniform(struct wish *w)
{
	return ((double)(next_random(w) >> 11) + .5) / 9007199254740992.0;
}

static double normal(struct wish *w)
{
	return sqrt(-2 * log(uniform(w))) * cos(2 * M_PI * uniform(w));
}

static void read_list(const char *text, int **list, size_t *n)
{
	struct errmsg e = { 0 };

	free(*list);
	if (units_parse_int_list("list", text, 0, 65535, list, n, &e))
		die(e.text);
}

static void read_wish(struct wish *w, const char *key, const char *value)
{
	const struct {
		const char *key;
		const char **text;
		double *number;
		int64_t *count;
	} fields[] = {
		{ "disturb", &w->disturb, NULL, NULL },
		{ "release", &w->release, NULL, NULL },
		{ "model", &w->model, NULL, NULL },
		{ "boot", &w->boot, NULL, NULL },
		{ "campaign", &w->campaign, NULL, NULL },
		{ "variant", &w->variant, NULL, NULL },
		{ "person", &w->person, NULL, NULL },
		{ "source", &w->source, NULL, NULL },
		{ "flag", &w->flag, NULL, NULL },
		{ "user", NULL, &w->user, NULL },
		{ "sd", NULL, &w->sd, NULL },
		{ "noise", NULL, &w->noise, NULL },
		{ "repeats", NULL, NULL, &w->repeats },
		{ "loops", NULL, NULL, &w->loops },
		{ "fail", NULL, NULL, &w->fail },
		{ "unknown", NULL, NULL, &w->unknown },
		{ "burst", NULL, NULL, &w->burst },
		{ "yardstick", NULL, NULL, &w->yardstick },
	};

	for (size_t i = 0; i < sizeof(fields) / sizeof(*fields); i++) {
		if (strcmp(fields[i].key, key))
			continue;
		if (fields[i].text)
			*fields[i].text = value;
		else if (fields[i].number)
			*fields[i].number = strtod(value, NULL);
		else
			*fields[i].count = strtoll(value, NULL, 10);
		return;
	}
	if (!strcmp(key, "nodes"))
		read_list(value, &w->nodes, &w->n_nodes);
	else if (!strcmp(key, "empty"))
		read_list(value, &w->empty, &w->n_empty);
	else if (!strcmp(key, "n"))
		read_list(value, &w->n, &w->n_n);
	else if (!strcmp(key, "seed"))
		w->random = strtoull(value, NULL, 10);
	else
		die(key);
}

static void save(const char *dir, const char *name, json_t *o)
{
	struct errmsg e = { 0 };
	char *path;

	if (asprintf(&path, "%s/%s", dir, name) < 0 || jsontext_save(path, o, &e))
		die(e.text);
	free(path);
	json_decref(o);
}

static json_t *node_cpus(const struct wish *w)
{
	json_t *map = json_object();
	char id[16], cpus[32];

	for (size_t i = 0; i < w->n_nodes; i++) {
		snprintf(id, sizeof(id), "%d", w->nodes[i]);
		snprintf(cpus, sizeof(cpus), "%zu-%zu", 2 * i, 2 * i + 1);
		json_object_set_new(map, id, json_string(cpus));
	}
	for (size_t i = 0; i < w->n_empty; i++) {
		snprintf(id, sizeof(id), "%d", w->empty[i]);
		json_object_set_new(map, id, json_string(""));
	}
	return map;
}

/* Known with a yardstick only: each node is 20 from every other. */
static json_t *distances(const struct wish *w)
{
	json_t *all = w->yardstick ? json_object() : json_null();
	char from[16], to[16];

	for (size_t i = 0; w->yardstick && i < w->n_nodes; i++) {
		json_t *row = json_object();

		for (size_t k = 0; k < w->n_nodes; k++) {
			snprintf(to, sizeof(to), "%d", w->nodes[k]);
			json_object_set_new(row, to, json_integer(i == k ? 10 : 20));
		}
		snprintf(from, sizeof(from), "%d", w->nodes[i]);
		json_object_set_new(all, from, row);
	}
	return all;
}

static void write_yardstick(const struct wish *w, const char *dir)
{
	static const struct {
		enum yardstick_kind kind;
		int distance, jobs;
		double s;
	} points[] = {
		{ YARDSTICK_ALONE, 10, 1, 27 },
		{ YARDSTICK_DISTANCE, 20, 1, 36 },
		{ YARDSTICK_FULL, 10, 2, 32 },
	};
	struct yardstick y = { .measured_wall_ns = 1700000000000000000,
			       .array_bytes = 268435456,
			       .steps = 2500000,
			       .set_steps = 150000000 };

	if (!w->yardstick)
		return;
	for (size_t i = 0; i < sizeof(points) / sizeof(*points); i++) {
		struct yardstick_point *p = yardstick_add(&y, points[i].kind);

		p->cpu_node = p->memory_node = w->nodes[0];
		p->distance = points[i].distance;
		p->jobs = points[i].jobs;
		yardstick_take(p, points[i].s * 1e9 / (double)y.set_steps);
	}
	save(dir, YARDSTICK_FILE, yardstick_write(&y));
	yardstick_release(&y);
}

static void write_host(const struct wish *w, const char *dir)
{
	json_t *person = json_pack("{s:s, s:i}", "clocksource", "tsc", "numa_balancing", 1);
	const char *equals = w->person ? strchr(w->person, '=') : NULL;

	if (equals) {
		char *name = strndup(w->person, (size_t)(equals - w->person));

		json_object_set_new(person, name, json_string(equals + 1));
		free(name);
	}
	save(dir, "host.json",
	     json_pack("{s:i, s:{s:s, s:s, s:o, s:o}, s:{s:s, s:s}, s:o, s:{s:i}}", "schema", 1,
		       "machine", "key", w->model, "arch", "x86_64", "node_cpus", node_cpus(w),
		       "distances", distances(w), "kernel", "release", w->release, "version",
		       "#1 SMP", "person", person, "tunables", "sched_base_slice_ns", 3000000));
}

static json_t *disturbance_plan(const struct wish *w)
{
	char loops[32];

	if (!strcmp(w->disturb, "none"))
		return json_null();
	snprintf(loops, sizeof(loops), "%lld", (long long)w->loops);
	return json_pack("{s:[s,s,s,s,s], s:i, s:I, s:I, s:s}", "cmd", "hackbench", "-g",
			 w->disturb, "-l", loops, "groups", atoi(w->disturb), "loops",
			 (json_int_t)w->loops, "delay_ns", (json_int_t)1000000000, "delay_from",
			 "walk");
}

static void write_plan(const struct wish *w, const char *dir)
{
	json_t *jobs = json_array();

	for (size_t i = 0; i < w->n_n; i++)
		json_array_append_new(jobs, json_integer(w->n[i]));
	save(dir, "plan.json",
	     json_pack("{s:i, s:s, s:s?, s:s, s:{s:[s], s:s, s:s, s:s, s:b, s:I, s:s, s:I, s:I}, "
		       "s:o, s:s?, s:[], s:I, s:o, s:[], s:[]}",
		       "schema", 1, "label", "made-up", "campaign", w->campaign, "version", "0.1.0",
		       "workload", "cmd", "numa_test", "walk", "update", "pages", "4k", "mem",
		       "local", "sync", 0, "array_bytes", (json_int_t)268435456, "size_asked",
		       "auto", "steps", (json_int_t)150000000, "target_ns", (json_int_t)5000000000,
		       "disturbance", disturbance_plan(w), "variant", w->variant, "variants",
		       "repeats", (json_int_t)w->repeats, "jobs", jobs, "notes", "runs"));
}

static int cpu_of(struct wish *w, size_t node)
{
	return (int)(2 * node + (next_random(w) & 1));
}

/* Where a job's time went: mostly one node, a bit of another. */
static void fill_places(struct wish *w, struct record_job *j)
{
	size_t home = next_random(w) % w->n_nodes, other = next_random(w) % w->n_nodes;
	size_t most = uniform(w) < .3 ? other : home;
	int64_t part = (int64_t)((double)j->cpu_ns * .2 * uniform(w));

	intmap_add(&j->cpu_time_ns, cpu_of(w, most), j->cpu_ns - part);
	intmap_add(&j->cpu_time_ns, cpu_of(w, other), part);
	intmap_add(&j->home_start, w->nodes[home], 4090);
	intmap_add(&j->home_start, w->nodes[other], 6);
	j->node_fork = j->node_exec = j->node_main = j->node_touch = w->nodes[home];
	j->main_node = w->nodes[most];
	j->local_fraction = most == home ? .99 : .1;
	record_set_string(&j->residency_source, w->source);
	named_values_set_count(&j->migrations, "node", most != home);
	named_values_set_count(&j->migrations, "llc", (int64_t)(next_random(w) % 20));
}

static void fill_job(struct wish *w, struct record *r, double run_s)
{
	struct record_job *j = record_add_job(r);
	double user = run_s * (1 + w->noise * normal(w));

	j->job = (int64_t)r->n_jobs;
	j->pid = 1000 + j->job;
	j->status = 0;
	j->ru_utime_ns = (int64_t)(user * 1e9);
	j->ru_stime_ns = (int64_t)(run_s * 2e6);
	if (w->unknown)
		return;
	j->cpu_ns = j->ru_utime_ns + j->ru_stime_ns;
	j->walk_cpu_ns = j->cpu_ns - 50 * NS_PER_MS;
	j->setup_cpu_ns = 40 * NS_PER_MS;
	j->elapsed_ns = j->cpu_ns + (int64_t)(next_random(w) % 1000000000);
	j->exec_ns = 1000000000;
	j->walk_start_ns = j->exec_ns + 40 * NS_PER_MS;
	j->walk_end_ns = j->exec_ns + j->elapsed_ns;
	j->unattributed_ns = 0;
	j->array_bytes = 268435456;
	j->steps = 150000000;
	record_set_string(&j->pages_got, "4k");
	record_set_string(&j->checksum, "0123456789abcdef");
	fill_places(w, j);
}

static void fill_disturbance(struct wish *w, struct record *r)
{
	struct record_disturbance *d = &r->disturbance;

	r->has_disturbance = true;
	if (!strcmp(w->disturb, "none"))
		return;
	strlist_add(&d->cmd, "hackbench");
	strlist_add(&d->cmd, "-g");
	strlist_add(&d->cmd, w->disturb);
	strlist_add(&d->cmd, "-l");
	strlist_addf(&d->cmd, "%lld", (long long)w->loops);
	d->groups = atoi(w->disturb);
	d->loops = w->loops;
	d->status = 0;
	d->time_ns = (int64_t)((1 + .4 * uniform(w)) * w->user * 2e8);
	d->overlap_fraction = .97;
	for (size_t i = 0; w->burst && i < w->n_nodes; i++)
		intmap_add(&d->node_time_ns, w->nodes[i], (int64_t)(1 + i) * NS_PER_S);
}

static void fail(struct record *r)
{
	struct record_job *j = &r->jobs[0];

	j->status = 137;
	record_set_string(&j->reason, "killed by signal 9");
	record_set_string(&r->status, "failed");
	record_set_string(&r->reason, "job 1: killed by signal 9");
}

static void add_flag(const struct wish *w, struct record *r)
{
	char *rest;

	if (!w->flag || strtoll(w->flag, &rest, 10) != r->run)
		return;
	if (!strncmp(rest, ":run:", 5))
		strlist_add(&r->flags, rest + 5);
	else
		strlist_add(&r->jobs[0].flags, rest + 1);
}

static void write_run(struct wish *w, FILE *out, int64_t run, int n, int64_t repeat)
{
	double run_s = w->user * (1 + w->sd * normal(w));
	struct record r;
	char *line;

	record_init(&r);
	r.run = run;
	r.n = n;
	r.repeat = r.block = repeat;
	r.order = run;
	r.start_wall_ns = 1700000000000000000 + run * NS_PER_S;
	r.elapsed_ns = (int64_t)(run_s * 1.1e9);
	r.foreign_cpu_ns = 10000000;
	r.steal_ns = 0;
	record_set_string(&r.status, "ok");
	record_set_string(&r.campaign, w->campaign);
	record_set_string(&r.boot_id, w->boot);
	record_set_string(&r.variant, w->variant);
	record_set_string(&r.clock, "real");
	for (int i = 0; i < n; i++)
		fill_job(w, &r, run_s);
	if (!w->unknown)
		fill_disturbance(w, &r);
	if (run == w->fail)
		fail(&r);
	add_flag(w, &r);
	line = record_write(&r);
	if (!line || fprintf(out, "%s\n", line) < 0)
		die("can't write a run");
	free(line);
	record_release(&r);
}

static void write_runs(struct wish *w, const char *dir)
{
	int64_t run = 0;
	char *path;
	FILE *out;

	if (asprintf(&path, "%s/runs.jsonl", dir) < 0)
		die("memory");
	out = fopen(path, "w");
	if (!out)
		die(path);
	for (int64_t repeat = 1; repeat <= w->repeats; repeat++)
		for (size_t i = 0; i < w->n_n; i++)
			write_run(w, out, ++run, w->n[i], repeat);
	if (fclose(out))
		die(path);
	free(path);
}

int main(int argc, char **argv)
{
	struct wish w = { .repeats = 3,
			  .loops = 100,
			  .fail = -1,
			  .user = 30,
			  .sd = .01,
			  .noise = .05,
			  .random = 1,
			  .disturb = "20",
			  .release = "6.1.0",
			  .model = "Box",
			  .boot = "boot-1",
			  .source = "counting" };

	if (argc < 2)
		die("usage: make_set DIR [KEY=VALUE...]");
	read_list("0,1", &w.nodes, &w.n_nodes);
	read_list("4", &w.n, &w.n_n);
	for (int i = 2; i < argc; i++) {
		char *equals = strchr(argv[i], '=');

		if (!equals)
			die(argv[i]);
		*equals = 0;
		read_wish(&w, argv[i], equals + 1);
	}
	mkdir(argv[1], 0777);
	write_host(&w, argv[1]);
	write_plan(&w, argv[1]);
	write_runs(&w, argv[1]);
	write_yardstick(&w, argv[1]);
	free(w.nodes);
	free(w.empty);
	free(w.n);
	return 0;
}
