/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "hackbench/options.h"

#include <argp.h>
#include <errno.h>
#include <string.h>

#include "lib/units.h"
#include "lib/version.h"

enum {
	KEY_TIMEOUT = 0x100
};

static const struct argp_option table[] = {
	{ "groups", 'g', "N", 0, "Run N groups of senders and receivers (default 10)", 0 },
	{ "loops", 'l', "N", 0, "Send N messages to each receiver (default 100)", 0 },
	{ "datasize", 's', "BYTES", 0, "Size of a message (default 100, at most 1M)", 0 },
	{ "fds", 'f', "N", 0, "N senders and N receivers a group (default 20)", 0 },
	{ "pipe", 'p', NULL, 0, "Send through pipes instead of socket pairs", 0 },
	{ "threads", 'T', NULL, 0, "Every sender and receiver is a thread", 0 },
	{ "process", 'P', NULL, 0, "Every sender and receiver is a process (default)", 0 },
	{ "timeout", KEY_TIMEOUT, "SECONDS", 0, "Give up after SECONDS", 0 },
	{ "verbose", 'v', NULL, 0, "Print the number of messages received, too", 0 },
	{ NULL, 'h', NULL, OPTION_HIDDEN, NULL, -1 },
	{ 0 },
};

struct parse {
	struct options *o;
	struct errmsg *e;
	bool groups_given; /* by -g */
};

struct options options_default(void)
{
	return (struct options){ .groups = 10, .fds = 20, .loops = 100, .data_bytes = 100 };
}

int64_t options_tasks(const struct options *o)
{
	return o->groups * o->fds * 2;
}

int64_t options_messages(const struct options *o)
{
	return o->groups * o->fds * o->fds * o->loops;
}

static int count_parse(const char *what, const char *s, int64_t max, int64_t *out, struct errmsg *e)
{
	return units_parse_int(what, s, 1, max, out, e);
}

static int datasize_parse(const char *s, int64_t *data_bytes, struct errmsg *e)
{
	uint64_t bytes;
	int err = units_parse_size("--datasize", s, &bytes, e);

	if (err)
		return err;
	if (bytes > DATASIZE_MAX)
		return errmsg_set(e, ERANGE, "--datasize: '%s' is more than %lld bytes", s,
				  (long long)DATASIZE_MAX);
	*data_bytes = (int64_t)bytes;
	return 0;
}

static int timeout_parse(const char *s, int64_t *timeout_ns, struct errmsg *e)
{
	int64_t ns;
	int err = units_parse_duration("--timeout", s, &ns, e);

	if (err)
		return err;
	if (ns == 0)
		return errmsg_set(e, ERANGE, "--timeout: '%s' leaves no time", s);
	*timeout_ns = ns;
	return 0;
}

static int mode_parse(const char *s, bool *threads, struct errmsg *e)
{
	if (strcmp(s, "process") && strcmp(s, "thread"))
		return errmsg_set(e, EINVAL, "'%s' is neither 'process' nor 'thread'", s);
	*threads = !strcmp(s, "thread");
	return 0;
}

/* The words of 2002: GROUPS [process|thread [LOOPS]]. */
static int word_parse(struct parse *p, unsigned int number, const char *s)
{
	switch (number) {
	case 0:
		if (p->groups_given)
			return errmsg_set(p->e, EINVAL, "'%s': the groups are given by -g", s);
		return count_parse("groups", s, TASKS_MAX, &p->o->groups, p->e);
	case 1:
		return mode_parse(s, &p->o->threads, p->e);
	case 2:
		return count_parse("loops", s, INT32_MAX, &p->o->loops, p->e);
	default:
		return errmsg_set(p->e, EINVAL, "'%s' is one word too many", s);
	}
}

static int option_parse(int key, char *arg, struct argp_state *state)
{
	struct parse *p = state->input;
	struct options *o = p->o;

	switch (key) {
	case 'g':
		p->groups_given = true;
		return count_parse("--groups", arg, TASKS_MAX, &o->groups, p->e);
	case 'l':
		return count_parse("--loops", arg, INT32_MAX, &o->loops, p->e);
	case 'f':
		return count_parse("--fds", arg, TASKS_MAX, &o->fds, p->e);
	case 's':
		return datasize_parse(arg, &o->data_bytes, p->e);
	case 'p':
		o->pipes = true;
		return 0;
	case 'T':
		o->threads = true;
		return 0;
	case 'P':
		o->threads = false;
		return 0;
	case 'v':
		o->verbose = true;
		return 0;
	case 'h':
		argp_state_help(state, stdout, ARGP_HELP_STD_HELP);
		return 0;
	case KEY_TIMEOUT:
		return timeout_parse(arg, &o->timeout_ns, p->e);
	case ARGP_KEY_ARG:
		return word_parse(p, state->arg_num, arg);
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static void version_print(FILE *out, struct argp_state *state)
{
	(void)state;
	fprintf(out, "hackbench (numa_test) %s\n", version_number());
}

static int amount_check(const struct options *o, struct errmsg *e)
{
	int64_t product;

	if (__builtin_mul_overflow(o->groups * 2, o->fds, &product) || product > TASKS_MAX)
		return errmsg_set(e, ERANGE, "%lld groups of %lld senders are more than %lld tasks",
				  (long long)o->groups, (long long)o->fds, (long long)TASKS_MAX);
	if (__builtin_mul_overflow(o->groups * o->fds, o->fds, &product) ||
	    __builtin_mul_overflow(product, o->loops, &product))
		return errmsg_set(e, EOVERFLOW, "more messages than can be counted");
	return 0;
}

int options_parse(struct options *o, int argc, char **argv, struct errmsg *e)
{
	static const struct argp argp = {
		.options = table,
		.parser = option_parse,
		.args_doc = "\nGROUPS [process|thread [LOOPS]]",
		.doc = "Groups of senders and receivers pass messages as fast as they can: a load "
		       "for the scheduler.",
	};
	struct parse p = { .o = o, .e = e };
	int err;

	argp_err_exit_status = 2;
	argp_program_version_hook = version_print;
	*o = options_default();
	err = argp_parse(&argp, argc, argv, 0, NULL, &p);
	return err ? err : amount_check(o, e);
}
