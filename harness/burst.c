/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/burst.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/clock.h"
#include "lib/units.h"

/* The number that stands before or behind a text, as rt-tests' and our hackbench print it. */
static int64_t number_before(const char *text, const char *marker)
{
	const char *p = strstr(text, marker);

	if (!p)
		return -1;
	while (p > text && p[-1] == ' ')
		p--;
	while (p > text && p[-1] >= '0' && p[-1] <= '9')
		p--;
	return *p >= '0' && *p <= '9' ? strtoll(p, NULL, 10) : -1;
}

static int64_t seconds_behind(const char *text, const char *marker)
{
	const char *p = strstr(text, marker);
	double seconds;

	if (!p || sscanf(p + strlen(marker), "%lf", &seconds) != 1 ||
	    !(seconds >= 0 && seconds < 1e9))
		return -1;
	return llround(seconds * 1e9);
}

void burst_parse_banner(struct burst_banner *b, const char *text)
{
	*b = (struct burst_banner){
		.groups = number_before(text, " groups using"),
		.tasks = number_before(text, " tasks)"),
		.loops = number_before(text, " messages of"),
		.time_ns = seconds_behind(text, "Time:"),
	};
}

static bool is_hackbench(const char *program)
{
	const char *name = strrchr(program, '/');

	return strstr(name ? name + 1 : program, "hackbench") != NULL;
}

/* The value of "-g 20", "-g20", "--groups 20" or "--groups=20"; NULL where it is not given. */
static const char *option_value(const struct strlist *cmd, const char *letter, const char *word)
{
	size_t word_len = strlen(word);

	for (size_t i = 1; i < cmd->n; i++) {
		const char *s = cmd->v[i];

		if (!strcmp(s, letter) || !strcmp(s, word))
			return i + 1 < cmd->n ? cmd->v[i + 1] : "";
		if (!strncmp(s, word, word_len) && s[word_len] == '=')
			return s + word_len + 1;
		if (!strncmp(s, letter, 2) && s[2])
			return s + 2;
	}
	return NULL;
}

static int add_option(struct strlist *cmd, const char *letter, int64_t value)
{
	return strlist_add(cmd, letter) || strlist_addf(cmd, "%lld", (long long)value) ? -ENOMEM
										       : 0;
}

static int complete_groups(struct plan_disturbance *d, struct errmsg *e)
{
	const char *given = option_value(&d->cmd, "-g", "--groups");

	d->groups = BURST_DEFAULT_GROUPS;
	if (given)
		return units_parse_int("--disturb: -g", given, 1, 1000000, &d->groups, e);
	return add_option(&d->cmd, "-g", d->groups) ? errmsg_errno(e, ENOMEM, "--disturb") : 0;
}

static int complete_loops(struct plan_disturbance *d, int64_t loops, struct errmsg *e)
{
	const char *given = option_value(&d->cmd, "-l", "--loops");

	if (given)
		return units_parse_int("--disturb: -l", given, 1, INT32_MAX, &d->loops, e);
	if (loops > 0 && burst_set_loops(d, loops))
		return errmsg_errno(e, ENOMEM, "--disturb");
	return 0;
}

int burst_set_loops(struct plan_disturbance *d, int64_t loops)
{
	d->loops = loops;
	return add_option(&d->cmd, "-l", loops);
}

int burst_command(struct plan_disturbance *d, const char *text, int64_t loops, struct errmsg *e)
{
	int err;

	strlist_release(&d->cmd);
	d->groups = d->loops = -1;
	err = strlist_add_words(&d->cmd, text);
	if (err)
		return errmsg_errno(e, -err, "--disturb");
	if (!d->cmd.n)
		return errmsg_set(e, EINVAL, "--disturb: no command (use 'none' for no burst)");
	if (!is_hackbench(d->cmd.v[0]))
		return 0;
	err = complete_groups(d, e);
	return err ? err : complete_loops(d, loops, e);
}

double burst_overlap(const struct record *r, int64_t start_ns, int64_t end_ns)
{
	double sum_ns = 0;

	if (start_ns < 0 || end_ns <= start_ns || !r->n_jobs)
		return NAN;
	for (size_t i = 0; i < r->n_jobs; i++) {
		const struct record_job *j = &r->jobs[i];
		int64_t from = j->walk_start_ns >= 0 ? j->walk_start_ns : j->exec_ns;
		int64_t to = j->walk_end_ns >= 0 ? j->walk_end_ns : j->exec_ns + j->elapsed_ns;

		if (from < 0 || to < 0)
			return NAN;
		from = from > start_ns ? from : start_ns;
		to = to < end_ns ? to : end_ns;
		if (to > from)
			sum_ns += (double)(to - from);
	}
	return sum_ns / (double)(end_ns - start_ns) / (double)r->n_jobs;
}
