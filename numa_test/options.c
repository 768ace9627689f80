/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "numa_test/options.h"

#include <argp.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "lib/units.h"
#include "lib/version.h"
#include "numa_test/size.h"

enum {
	KEY_WALK = 0x100,
	KEY_SIZE,
	KEY_STEPS,
	KEY_SEED,
	KEY_PAGES,
	KEY_MEM,
	KEY_NO_SELF,
	KEY_REPORT_FD,
	KEY_START_FD,
	KEY_SLOT,
	KEY_SYNC_FD,
	KEY_SYNC_COUNT,
	KEY_SYNC_LIMIT,
};

/* What a parser gets from argp: where values go, and where the message goes. */
struct parse {
	struct options *o;
	struct errmsg *e;
};

static const struct argp_option work_options[] = {
	{ "walk", KEY_WALK, "NAME", 0,
	  "update (load and change each line, default) or chase (loads only)", 0 },
	{ "size", KEY_SIZE, "BYTES", 0,
	  "size of the array, with suffix k, M, G; auto (default): from caches and memory", 0 },
	{ "steps", KEY_STEPS, "N", 0, "accesses to make (default 16777259)", 0 },
	{ "seed", KEY_SEED, "N", 0, "seed of the order (default 1)", 0 },
	{ "pages", KEY_PAGES, "KIND", 0, "4k (default), thp, 2m, 1g", 0 },
	{ "mem", KEY_MEM, "POLICY", 0,
	  "local (first touch, default), bind:N, interleave, preferred:N", 0 },
	{ "no-self", KEY_NO_SELF, NULL, 0, "do not watch on which CPU the walk runs", 0 },
	{ 0 },
};

static const struct argp_option link_options[] = {
	{ NULL, 0, NULL, 0, "For the program that starts it:", 1 },
	{ "report-fd", KEY_REPORT_FD, "FD", 0,
	  "write one JSON line there, nothing on standard output", 1 },
	{ "start-fd", KEY_START_FD, "FD", 0, "shared file of 64-bit slots for the walk's start",
	  1 },
	{ "slot", KEY_SLOT, "K", 0, "our slot in it", 1 },
	{ "sync-fd", KEY_SYNC_FD, "FD", 0,
	  "shared file whose first 32 bits count the jobs that are set up", 1 },
	{ "sync-count", KEY_SYNC_COUNT, "M", 0, "wait for so many before the walk", 1 },
	{ "sync-limit", KEY_SYNC_LIMIT, "TIME", 0, "give up waiting after so long (default 300)",
	  1 },
	{ 0 },
};

static int parse_walk(struct options *o, const char *arg, struct errmsg *e)
{
	char names[256] = "";
	size_t used = 0;

	o->walk = walk_find(arg);
	if (o->walk)
		return 0;
	for (size_t i = 0; walk_at(i) && used < sizeof(names); i++)
		used += (size_t)snprintf(names + used, sizeof(names) - used, "%s%s", i ? ", " : "",
					 walk_at(i)->name);
	return errmsg_set(e, EINVAL, "--walk: '%s' is none of %s", arg, names);
}

static int parse_size(struct options *o, const char *arg, struct errmsg *e)
{
	uint64_t bytes;
	int err;

	o->size_bytes = 0;
	if (!strcmp(arg, "auto"))
		return 0;
	err = units_parse_size("--size", arg, &bytes, e);
	if (err)
		return err;
	if (bytes < SIZE_MIN_BYTES)
		return errmsg_set(e, ERANGE, "--size: '%s' is less than 4 KiB", arg);
	o->size_bytes = bytes - bytes % LINE_BYTES;
	return 0;
}

static int parse_steps(struct options *o, const char *arg, struct errmsg *e)
{
	int64_t steps;
	int err = units_parse_int("--steps", arg, 1, INT64_MAX, &steps, e);

	if (!err)
		o->steps = (uint64_t)steps;
	return err;
}

static int parse_fd(const char *what, const char *arg, int *fd, struct errmsg *e)
{
	int64_t value;
	int err = units_parse_int(what, arg, 0, INT_MAX, &value, e);

	if (!err)
		*fd = (int)value;
	return err;
}

static error_t parse_work(int key, char *arg, struct argp_state *state)
{
	struct parse *p = state->input;

	switch (key) {
	case KEY_WALK:
		return -parse_walk(p->o, arg, p->e);
	case KEY_SIZE:
		return -parse_size(p->o, arg, p->e);
	case KEY_STEPS:
		return -parse_steps(p->o, arg, p->e);
	case KEY_SEED:
		return -units_parse_int("--seed", arg, 0, INT64_MAX, &p->o->seed, p->e);
	case KEY_PAGES:
		return -pages_parse(arg, &p->o->pages, p->e);
	case KEY_MEM:
		return -mempolicy_parse(arg, &p->o->mem, p->e);
	case KEY_NO_SELF:
		p->o->self = false;
		return 0;
	case ARGP_KEY_ARG:
		return -errmsg_set(p->e, EINVAL, "'%s': takes options only", arg);
	case ARGP_KEY_INIT:
		state->child_inputs[0] = p;
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static error_t parse_link(int key, char *arg, struct argp_state *state)
{
	struct parse *p = state->input;
	struct link *l = &p->o->link;

	switch (key) {
	case KEY_REPORT_FD:
		return -parse_fd("--report-fd", arg, &l->report_fd, p->e);
	case KEY_START_FD:
		return -parse_fd("--start-fd", arg, &l->start_fd, p->e);
	case KEY_SLOT:
		return -units_parse_int("--slot", arg, 0, INT_MAX, &l->slot, p->e);
	case KEY_SYNC_FD:
		return -parse_fd("--sync-fd", arg, &l->sync_fd, p->e);
	case KEY_SYNC_COUNT:
		return -units_parse_int("--sync-count", arg, 1, INT_MAX, &l->sync_count, p->e);
	case KEY_SYNC_LIMIT:
		return -units_parse_duration("--sync-limit", arg, &l->sync_limit_ns, p->e);
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static void print_version(FILE *out, struct argp_state *state)
{
	(void)state;
	fprintf(out, "numa_test %s (%s, %s)\n", version_number(), version_git(),
		version_compiler());
}

int options_parse(struct options *o, int argc, char **argv, struct errmsg *e)
{
	static const struct argp link_argp = { .options = link_options, .parser = parse_link };
	static const struct argp_child children[] = { { &link_argp, 0, NULL, 0 }, { 0 } };
	static const struct argp argp = {
		.options = work_options,
		.parser = parse_work,
		.doc = "Walks in random order through an array of its own, each address read from "
		       "the memory before it, and tells what an access took and where it ran.",
		.children = children,
	};
	struct parse parse = { .o = o, .e = e };

	*o = (struct options){
		.walk = walk_default(),
		.steps = DEFAULT_STEPS,
		.seed = 1,
		.self = true,
		.link = LINK_NONE,
	};
	argp_err_exit_status = 2;
	argp_program_version_hook = print_version;
	return -argp_parse(&argp, argc, argv, 0, NULL, &parse);
}
