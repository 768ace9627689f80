/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/options.h"

#include <argp.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "harness/figure.h"
#include "harness/plan.h"
#include "lib/clock.h"
#include "lib/units.h"
#include "lib/version.h"

#define DEFAULT_REPEATS   5
#define DEFAULT_TARGET_NS (5 * NS_PER_S)
#define CLASSIC_TARGET_NS (27 * NS_PER_S)
#define DEFAULT_IDLE_NS   (2 * NS_PER_S)
#define EXIT_USAGE        2
#define SIZE_MIN_BYTES    4096 /* as numa_test */

enum key {
	KEY_SECONDS = 256,
	KEY_SIZE,
	KEY_PAGES,
	KEY_WALK,
	KEY_MEM,
	KEY_STEPS,
	KEY_DELAY,
	KEY_DISTURB,
	KEY_LABEL,
	KEY_RESULTS,
	KEY_SHOW,
	KEY_PLAN,
	KEY_RECALIBRATE,
	KEY_RESUME,
	KEY_DRY_RUN,
	KEY_SYNC,
	KEY_RESIDENCY,
	KEY_PRESET,
	KEY_VARIANT,
	KEY_SEED,
	KEY_LIMIT,
	KEY_TOPOLOGY,
	KEY_NO_TIMELINE,
	KEY_YARDSTICK,
	KEY_NO_YARDSTICK,
	KEY_WORKLOAD,
	KEY_IDLE_WAIT,
	KEY_METRIC_REGEX,
	KEY_EVENTS,
	KEY_LIST_EVENTS,
	KEY_PROFILE,
};

static const struct argp_option table[] = {
	{ NULL, 0, NULL, 0, "What is run:", 1 },
	{ NULL, 'n', "LIST", 0, "jobs at a time (default: half, one and two times the CPUs)", 1 },
	{ "repeats", 'r', "REPEATS", 0, "runs of each N (default 5)", 1 },
	{ "seconds", KEY_SECONDS, "S", 0, "CPU time that one job alone is sized for (default 5)",
	  1 },
	{ "preset", KEY_PRESET, "classic", 0,
	  "as in 2002: N of 1/4 to 4 times the CPUs, hackbench 20 after 3 s, 27 s of walk", 1 },
	{ "plan", KEY_PLAN, "FILE", 0, "run this plan", 1 },
	{ "variant", KEY_VARIANT, "LABEL:NAME=VALUE[,…]", 0,
	  "interleave settings (a sysctl or a file under /sys) in one campaign, a set each; "
	  "repeatable",
	  1 },
	{ "seed", KEY_SEED, "NUMBER", 0, "of the order of runs (default: drawn)", 1 },
	{ NULL, 0, NULL, 0, "The jobs:", 2 },
	{ "size", KEY_SIZE, "BYTES", 0, "array of a job, with k, M, G, or 'auto' (default)", 2 },
	{ "pages", KEY_PAGES, "4k|thp|2m|1g", 0, "pages of the array (default 4k)", 2 },
	{ "walk", KEY_WALK, "update|chase", 0, "read-modify-write (default) or loads only", 2 },
	{ "mem", KEY_MEM, "POLICY", 0, "local (default), bind:N, interleave or preferred:N", 2 },
	{ "steps", KEY_STEPS, "NUMBER", 0, "steps of a walk (default: sized by --seconds)", 2 },
	{ "workload", KEY_WORKLOAD, "CMD", 0,
	  "run N copies of this program in the walk's place (words, no shell)", 2 },
	{ "metric-regex", KEY_METRIC_REGEX, "REGEX", 0,
	  "take the program's own figure from its output: the first group", 2 },
	{ "sync", KEY_SYNC, NULL, 0, "jobs wait for each other before they walk", 2 },
	{ NULL, 0, NULL, 0, "The disturbance:", 3 },
	{ "disturb", KEY_DISTURB, "CMD|none", 0, "another hackbench or program, or none", 3 },
	{ "delay", KEY_DELAY, "SECONDS", 0,
	  "from the moment all walk to the burst (default: a fifth of --seconds)", 3 },
	{ NULL, 0, NULL, 0, "Measuring:", 4 },
	{ "residency", KEY_RESIDENCY, "SOURCE", 0, "counting, switch, self or sampling", 4 },
	{ "no-timeline", KEY_NO_TIMELINE, NULL, 0, "don't record every stay", 4 },
	{ "yardstick", KEY_YARDSTICK, NULL, 0,
	  "measure before the runs what an access costs alone, far from its memory and on a full "
	  "node (default: with two nodes or more, not in a VM)",
	  4 },
	{ "no-yardstick", KEY_NO_YARDSTICK, NULL, 0, "don't", 4 },
	{ "events", KEY_EVENTS, "LIST", 0,
	  "count these events in each job, user code only unless a name says more "
	  "(libpfm4's names: cycles:k)",
	  4 },
	{ "profile", KEY_PROFILE, NULL, 0,
	  "sample one further run of each N with perf and store where its time went", 4 },
	{ "list-events", KEY_LIST_EVENTS, NULL, 0,
	  "print what this machine can count, and run nothing", 4 },
	{ "recalibrate", KEY_RECALIBRATE, NULL, 0, "measure again how much work fills --seconds",
	  4 },
	{ "limit", KEY_LIMIT, "SECONDS", 0,
	  "a run that takes longer has failed (default: ten times what it should, at least 60)",
	  4 },
	{ "idle-wait", KEY_IDLE_WAIT, "SECONDS", 0,
	  "wait at most so long before a run until nothing else runs (default 2)", 4 },
	{ NULL, 0, NULL, 0, "Results:", 5 },
	{ "label", KEY_LABEL, "NAME", 0, "of the set (default: kernel, host and date)", 5 },
	{ "results", KEY_RESULTS, "DIR", 0,
	  "where the sets lie (default: $NUMA_TEST_RESULTS, else results)", 5 },
	{ "resume", KEY_RESUME, "LABEL", 0, "run what is missing of a set", 5 },
	{ "show", KEY_SHOW, "runs", 0, "print the table of every run, not of the last repeat", 5 },
	{ "dry-run", KEY_DRY_RUN, NULL, 0, "print the plan and run nothing", 5 },
	{ "topology", KEY_TOPOLOGY, "XML|SYNTHETIC", 0,
	  "with --dry-run: plan for that machine (hwloc's notation)", 5 },
	{ 0 },
};

struct parse {
	struct options *o;
	struct errmsg *e;
	int err;
};

static int one_of(const char *what, const char *value, const char *const *words, struct errmsg *e)
{
	for (size_t i = 0; words[i]; i++)
		if (!strcmp(value, words[i]))
			return 0;
	return errmsg_set(e, EINVAL, "%s: '%s' is unknown (see --help)", what, value);
}

static int set_word(const char **field, const char *what, const char *value,
		    const char *const *words, struct errmsg *e)
{
	*field = value;
	return one_of(what, value, words, e);
}

static int set_preset(struct options *o, const char *value, struct errmsg *e)
{
	static const char *const words[] = { "classic", NULL };

	o->classic = true;
	if (o->target_ns < 0)
		o->target_ns = CLASSIC_TARGET_NS;
	return one_of("--preset", value, words, e);
}

static int set_show(struct options *o, const char *value, struct errmsg *e)
{
	static const char *const words[] = { "runs", NULL };

	o->show_runs = true;
	return one_of("--show", value, words, e);
}

static int set_size(struct options *o, const char *value, struct errmsg *e)
{
	uint64_t bytes;
	int err;

	o->size = value;
	if (!strcmp(value, "auto"))
		return 0;
	err = units_parse_size("--size", value, &bytes, e);
	if (!err && bytes < SIZE_MIN_BYTES)
		err = errmsg_set(e, ERANGE, "--size: '%s' is less than 4 KiB", value);
	return err;
}

static int set_seconds(struct options *o, const char *value, struct errmsg *e)
{
	int err = units_parse_duration("--seconds", value, &o->target_ns, e);

	if (!err && (o->target_ns < NS_PER_MS || o->target_ns > 86400 * NS_PER_S))
		err = errmsg_set(e, ERANGE, "--seconds: '%s' is not between 0.001 and 86400",
				 value);
	return err;
}

/* The forms of --mem; whether the node is there is for the worker to find out. */
static int set_mem(struct options *o, const char *value, struct errmsg *e)
{
	static const char *const prefixes[] = { "bind:", "preferred:", NULL };
	static const char *const words[] = { "local", "interleave", NULL };
	int64_t node;

	o->mem = value;
	for (size_t i = 0; prefixes[i]; i++)
		if (!strncmp(value, prefixes[i], strlen(prefixes[i])))
			return units_parse_int("--mem", value + strlen(prefixes[i]), 0, 65535,
					       &node, e);
	return one_of("--mem", value, words, e);
}

static int set_events(struct options *o, const char *value, struct errmsg *e)
{
	char *names = strdup(value), *rest = names;
	int err = names ? 0 : -ENOMEM;

	for (char *name; !err && (name = strsep(&rest, ", "));)
		if (*name)
			err = strlist_add_once(&o->events, name);
	free(names);
	if (err)
		return errmsg_errno(e, -err, "--events");
	return o->events.n ? 0 : errmsg_set(e, EINVAL, "--events: no event (see --list-events)");
}

static int set_jobs(struct options *o, const char *value, struct errmsg *e)
{
	free(o->jobs);
	o->jobs = NULL;
	return units_parse_int_list("-n", value, 1, PLAN_MAX_JOBS, &o->jobs, &o->n_jobs, e);
}

static int set_repeats(struct options *o, const char *value, struct errmsg *e)
{
	return units_parse_int("-r", value, 1, 100000, &o->repeats, e);
}

static int set_steps(struct options *o, const char *value, struct errmsg *e)
{
	return units_parse_int("--steps", value, 1, INT64_C(1) << 60, &o->steps, e);
}

static int set_seed(struct options *o, const char *value, struct errmsg *e)
{
	return units_parse_int("--seed", value, 0, INT64_MAX, &o->seed, e);
}

static int set_delay(struct options *o, const char *value, struct errmsg *e)
{
	return units_parse_duration("--delay", value, &o->delay_ns, e);
}

static int set_limit(struct options *o, const char *value, struct errmsg *e)
{
	return units_parse_duration("--limit", value, &o->limit_ns, e);
}

static int set_idle_wait(struct options *o, const char *value, struct errmsg *e)
{
	return units_parse_duration("--idle-wait", value, &o->idle_limit_ns, e);
}

static int set_pages(struct options *o, const char *value, struct errmsg *e)
{
	static const char *const words[] = { "4k", "thp", "2m", "1g", NULL };

	return set_word(&o->pages, "--pages", value, words, e);
}

static int set_walk(struct options *o, const char *value, struct errmsg *e)
{
	static const char *const words[] = { "update", "chase", NULL };

	return set_word(&o->walk, "--walk", value, words, e);
}

static int set_residency(struct options *o, const char *value, struct errmsg *e)
{
	static const char *const words[] = {
		"auto", "counting", "switch", "self", "sampling", NULL
	};

	return set_word(&o->residency, "--residency", value, words, e);
}

static int set_variant(struct options *o, const char *value, struct errmsg *e)
{
	return strlist_add(&o->variants, value) ? errmsg_errno(e, ENOMEM, "--variant") : 0;
}

static int set_workload(struct options *o, const char *value, struct errmsg *e)
{
	o->workload = value;
	return value[strspn(value, " \t")] ? 0 : errmsg_set(e, EINVAL, "--workload: no command");
}

static int set_metric_regex(struct options *o, const char *value, struct errmsg *e)
{
	o->metric_regex = value;
	return figure_check(value, e);
}

static int set_yardstick(struct options *o, const char *value, struct errmsg *e)
{
	(void)value, (void)e;
	o->yardstick = "on";
	return 0;
}

static int set_no_yardstick(struct options *o, const char *value, struct errmsg *e)
{
	(void)value, (void)e;
	o->yardstick = "off";
	return 0;
}

/* How an option gets into struct options: by a function, or as it is into a field. */
struct setter {
	int key;
	int (*set)(struct options *o, const char *value, struct errmsg *e);
	size_t text;         /* offset of a const char *, where set is NULL … */
	size_t flag;         /* … or of a bool */
	const char *planned; /* its name, where a plan that is there already decides it */
};

#define SET_BY(k, f)               \
	{                          \
		.key = k, .set = f \
	}
#define SET_TEXT(k, field)                                        \
	{                                                         \
		.key = k, .text = offsetof(struct options, field) \
	}
#define SET_FLAG(k, field)                                        \
	{                                                         \
		.key = k, .flag = offsetof(struct options, field) \
	}
#define PLAN_BY(name, k, f)                         \
	{                                           \
		.key = k, .set = f, .planned = name \
	}
#define PLAN_TEXT(name, k, field)                                                  \
	{                                                                          \
		.key = k, .text = offsetof(struct options, field), .planned = name \
	}
#define PLAN_FLAG(name, k, field)                                                  \
	{                                                                          \
		.key = k, .flag = offsetof(struct options, field), .planned = name \
	}

static const struct setter setters[] = {
	PLAN_BY("-n", 'n', set_jobs),
	PLAN_BY("-r", 'r', set_repeats),
	PLAN_BY("--seconds", KEY_SECONDS, set_seconds),
	PLAN_BY("--preset", KEY_PRESET, set_preset),
	PLAN_BY("--variant", KEY_VARIANT, set_variant),
	PLAN_BY("--seed", KEY_SEED, set_seed),
	PLAN_BY("--size", KEY_SIZE, set_size),
	PLAN_BY("--pages", KEY_PAGES, set_pages),
	PLAN_BY("--walk", KEY_WALK, set_walk),
	PLAN_BY("--mem", KEY_MEM, set_mem),
	PLAN_BY("--steps", KEY_STEPS, set_steps),
	PLAN_BY("--workload", KEY_WORKLOAD, set_workload),
	PLAN_BY("--metric-regex", KEY_METRIC_REGEX, set_metric_regex),
	PLAN_BY("--delay", KEY_DELAY, set_delay),
	PLAN_BY("--residency", KEY_RESIDENCY, set_residency),
	SET_BY(KEY_YARDSTICK, set_yardstick),
	SET_BY(KEY_NO_YARDSTICK, set_no_yardstick),
	PLAN_BY("--events", KEY_EVENTS, set_events),
	PLAN_BY("--limit", KEY_LIMIT, set_limit),
	SET_BY(KEY_IDLE_WAIT, set_idle_wait),
	SET_BY(KEY_SHOW, set_show),
	SET_TEXT(KEY_PLAN, plan_file),
	PLAN_TEXT("--disturb", KEY_DISTURB, disturb),
	SET_TEXT(KEY_LABEL, label),
	SET_TEXT(KEY_RESULTS, results),
	SET_TEXT(KEY_RESUME, resume),
	SET_TEXT(KEY_TOPOLOGY, topology),
	PLAN_FLAG("--sync", KEY_SYNC, sync),
	PLAN_FLAG("--no-timeline", KEY_NO_TIMELINE, no_timeline),
	SET_FLAG(KEY_LIST_EVENTS, list_events),
	SET_FLAG(KEY_PROFILE, profile),
	SET_FLAG(KEY_RECALIBRATE, recalibrate),
	SET_FLAG(KEY_DRY_RUN, dry_run),
};

static int apply(const struct setter *s, struct options *o, const char *value, struct errmsg *e)
{
	char *base = (char *)o;

	if (!o->planned)
		o->planned = s->planned;
	if (s->set)
		return s->set(o, value, e);
	if (s->text)
		*(const char **)(base + s->text) = value;
	else
		*(bool *)(base + s->flag) = true;
	return 0;
}

static int set_option(struct options *o, int key, const char *value, struct errmsg *e)
{
	for (size_t i = 0; i < sizeof(setters) / sizeof(*setters); i++)
		if (setters[i].key == key)
			return apply(&setters[i], o, value, e);
	return ARGP_ERR_UNKNOWN;
}

/* argp goes on after an error of ours; the first one counts. */
static error_t parse_option(int key, char *arg, struct argp_state *state)
{
	struct parse *p = state->input;
	int err;

	if (key == ARGP_KEY_ARG)
		argp_error(state, "unexpected argument '%s'", arg);
	if (p->err || (key & 0x1000000))
		return p->err ? 0 : ARGP_ERR_UNKNOWN;
	err = set_option(p->o, key, arg, p->e);
	if (err == ARGP_ERR_UNKNOWN)
		return err;
	p->err = err;
	return 0;
}

static int check_together(const struct options *o, struct errmsg *e)
{
	if (o->topology && !o->dry_run)
		return errmsg_set(e, EINVAL,
				  "--topology: another machine can be planned for (--dry-run), "
				  "not run on");
	if (o->metric_regex && !o->workload)
		return errmsg_set(e, EINVAL, "--metric-regex is for a program given by --workload");
	if (o->workload && o->sync)
		return errmsg_set(e, EINVAL, "--sync is for our own worker, not for --workload");
	if (o->workload && o->yardstick && !strcmp(o->yardstick, "on"))
		return errmsg_set(e, EINVAL,
				  "--yardstick is of our own worker's walk, not of --workload");
	if (o->resume && o->plan_file)
		return errmsg_set(e, EINVAL, "--resume and --plan exclude each other");
	if (o->plan_file && o->planned)
		return errmsg_set(e, EINVAL, "--plan says what is run: %s can't be given with it",
				  o->planned);
	if (o->resume && (o->planned || o->label || o->recalibrate))
		return errmsg_set(e, EINVAL,
				  "--resume goes by the stored plan: %s can't be given with it",
				  o->planned ? o->planned
				  : o->label ? "--label"
					     : "--recalibrate");
	return 0;
}

static const char *results_folder(void)
{
	const char *folder = getenv("NUMA_TEST_RESULTS");

	return folder && *folder ? folder : "results";
}

static void set_defaults(struct options *o)
{
	*o = (struct options){
		.repeats = DEFAULT_REPEATS,
		.target_ns = -1,
		.delay_ns = -1,
		.limit_ns = -1,
		.idle_limit_ns = DEFAULT_IDLE_NS,
		.steps = -1,
		.seed = -1,
		.size = "auto",
		.pages = "4k",
		.walk = "update",
		.mem = "local",
		.residency = "auto",
		.results = results_folder(),
	};
}

static void print_version(FILE *f, struct argp_state *state)
{
	(void)state;
	fprintf(f, "numa_test %s (%s)\n", version_number(), version_git());
}

int options_parse(struct options *o, int argc, char **argv, struct errmsg *e)
{
	static const struct argp argp = {
		.options = table,
		.parser = parse_option,
		.doc = "Runs N random-walk jobs beside a timed hackbench and prints on which nodes "
		       "each job spent its time.",
	};
	struct parse p = { .o = o, .e = e };

	argp_err_exit_status = EXIT_USAGE;
	argp_program_version_hook = print_version;
	set_defaults(o);
	argp_parse(&argp, argc, argv, 0, NULL, &p);
	if (o->target_ns < 0)
		o->target_ns = DEFAULT_TARGET_NS;
	return p.err ? p.err : check_together(o, e);
}

void options_release(struct options *o)
{
	free(o->jobs);
	strlist_release(&o->variants);
	strlist_release(&o->events);
	*o = (struct options){ 0 };
}
