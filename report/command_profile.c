/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `report profile A [B]`: where the time of a set's runs went, symbol by symbol. */
#include <argp.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "lib/units.h"
#include "report/command.h"
#include "report/load.h"
#include "report/options.h"
#include "report/output.h"
#include "report/profile.h"
#include "report/text.h"

#define DEFAULT_TOP 20
#define MAX_SETS    2

enum {
	KEY_TOP = 0x200
};

struct request {
	struct options o;
	int64_t top; /* 0: all */
};

/* A set and its profiles. */
struct side {
	struct set set;
	struct profile_list profiles;
};

static const struct argp_option table[] = {
	{ "top", KEY_TOP, "NUMBER", 0, "so many symbols, 0 for all that are stored (20)", 0 },
	{ 0 },
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct request *r = state->input;
	struct errmsg e = { 0 };

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &r->o;
		return 0;
	case KEY_TOP:
		if (units_parse_int("--top", arg, 0, INT32_MAX, &r->top, &e))
			argp_error(state, "%s", e.text);
		return 0;
	case ARGP_KEY_END:
		if (!r->o.sets.n || r->o.sets.n > MAX_SETS)
			argp_error(state, "one SET, or two to set side by side");
		return 0;
	}
	return ARGP_ERR_UNKNOWN;
}

static const struct argp_child children[] = { { &options_argp, 0, NULL, 0 }, { 0 } };

static const struct argp argp = {
	table,
	parse,
	"[LABEL=]SET [[LABEL=]SET]",
	"Prints where the CPU time of a set's sampled runs went (--profile of a run), symbol by "
	"symbol; with two sets what changed, the largest difference first.",
	children,
	NULL,
	NULL,
};

static int load_side(struct side *s, const struct options *o, size_t i, struct errmsg *e)
{
	int err = load_set(&s->set, o->results, o->sets.v[i], e);

	if (err)
		return err;
	output_warnings(&s->set);
	return profile_list_load(&s->profiles, &s->set, e);
}

static void side_release(struct side *s)
{
	profile_list_release(&s->profiles);
	set_release(&s->set);
}

static bool is_wanted(const struct options *o, int64_t n)
{
	for (size_t i = 0; i < o->n_ns; i++)
		if (o->ns[i] == n)
			return true;
	return !o->n_ns;
}

/* "A = before: 934 samples of cpu-clock, 997 a second, 6.12.9" */
static void print_source(const char *name, const struct set *s, const struct profile *p)
{
	const char *kernel = host_fact(&s->host, "kernel", "release");

	if (name)
		printf("%s = ", name);
	text_put(stdout, s->label);
	printf(": %" PRId64 " samples of ", p->samples);
	text_put(stdout, p->event);
	if (p->frequency_hz > 0)
		printf(", %" PRId64 " a second", p->frequency_hz);
	if (p->user_only)
		fputs(", user code alone", stdout);
	if (p->lost > 0)
		printf(", %" PRId64 " lost", p->lost);
	if (kernel) {
		fputs(", kernel ", stdout);
		text_put(stdout, kernel);
	}
	putchar('\n');
}

static int print_one(const struct request *r, const struct side *s, struct errmsg *e)
{
	bool first = true;

	for (size_t i = 0; i < s->profiles.n; i++) {
		const struct profile *p = &s->profiles.v[i];

		if (!is_wanted(&r->o, p->n))
			continue;
		printf("%sN=%" PRId64 "\n", first ? "" : "\n", p->n);
		print_source(NULL, &s->set, p);
		profile_print(p, (size_t)r->top, stdout);
		first = false;
	}
	return first ? errmsg_set(e, ENOENT, "%s has no profile of this N", s->set.label) : 0;
}

static bool same_work(const struct plan *a, const struct plan *b)
{
	const char *x = a->disturbance, *y = b->disturbance;

	if (a->steps != b->steps || a->array_bytes != b->array_bytes)
		return false;
	return x && y && !strcmp(x, y);
}

/* What makes a difference in samples mean something else. */
static void print_doubts(const struct side *s, const struct profile *a, const struct profile *b)
{
	if (strcmp(a->event, b->event) || a->frequency_hz != b->frequency_hz)
		puts("Events or frequencies differ: only shares can be compared.");
	else if (!same_work(&s[0].set.plan, &s[1].set.plan))
		puts("The sets did not do the same work: samples are times of different things.");
	if (a->user_only != b->user_only)
		puts("In one of them the kernel was not sampled: shares are of different wholes.");
}

static int print_pair(const struct request *r, const struct side *s, struct errmsg *e)
{
	bool first = true;
	int err = 0;

	for (size_t i = 0; !err && i < s[0].profiles.n; i++) {
		const struct profile *a = &s[0].profiles.v[i];
		const struct profile *b = profile_list_find(&s[1].profiles, a->n);

		if (!b || !is_wanted(&r->o, a->n))
			continue;
		printf("%sN=%" PRId64 "\n", first ? "" : "\n", a->n);
		print_source("A", &s[0].set, a);
		print_source("B", &s[1].set, b);
		print_doubts(s, a, b);
		err = profile_print_pair(a, b, (size_t)r->top, stdout);
		first = false;
	}
	if (err)
		return errmsg_errno(e, -err, "profile");
	return first ? errmsg_set(e, ENOENT, "no N of which both sets have a profile") : 0;
}

static int run(int argc, char **argv, struct errmsg *e)
{
	struct side sides[MAX_SETS] = { 0 };
	struct request r = { .top = DEFAULT_TOP };
	int err;

	options_init(&r.o);
	err = argp_parse(&argp, argc, argv, 0, NULL, &r);
	if (err)
		err = errmsg_errno(e, err, "options");
	for (size_t i = 0; !err && i < r.o.sets.n; i++)
		err = load_side(&sides[i], &r.o, i, e);
	if (!err && r.o.sets.n == MAX_SETS)
		err = print_pair(&r, sides, e);
	else if (!err)
		err = print_one(&r, &sides[0], e);
	if (!err)
		err = output_finish(e);
	for (size_t i = 0; i < MAX_SETS; i++)
		side_release(&sides[i]);
	options_release(&r.o);
	return err;
}

const struct command command_profile = {
	.name = "profile",
	.help = "where the time of sampled runs went, of one set or two side by side",
	.run = run,
};
