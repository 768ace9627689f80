/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lib/cpulist.h"

#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Index of the first number >= number. */
static size_t lower_bound(const struct cpulist *l, int number)
{
	size_t lo = 0, hi = l->n;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if (l->v[mid] < number)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

static int make_room(struct cpulist *l)
{
	size_t room = l->room ? 2 * l->room : 16;
	int *grown;

	if (l->n < l->room)
		return 0;
	grown = reallocarray(l->v, room, sizeof(*grown));
	if (!grown)
		return -ENOMEM;
	l->v = grown;
	l->room = room;
	return 0;
}

int cpulist_add(struct cpulist *l, int number)
{
	size_t i;

	if (number < 0 || number > CPULIST_MAX)
		return -ERANGE;
	i = lower_bound(l, number);
	if (i < l->n && l->v[i] == number)
		return 0;
	if (make_room(l))
		return -ENOMEM;
	memmove(&l->v[i + 1], &l->v[i], (l->n - i) * sizeof(*l->v));
	l->v[i] = number;
	l->n++;
	return 0;
}

bool cpulist_has(const struct cpulist *l, int number)
{
	size_t i = lower_bound(l, number);

	return i < l->n && l->v[i] == number;
}

int cpulist_copy(struct cpulist *to, const struct cpulist *from)
{
	struct cpulist copy = { 0 };

	if (from->n) {
		copy.v = calloc(from->n, sizeof(*copy.v));
		if (!copy.v)
			return -ENOMEM;
		memcpy(copy.v, from->v, from->n * sizeof(*copy.v));
		copy.n = copy.room = from->n;
	}
	cpulist_release(to);
	*to = copy;
	return 0;
}

/* Part of a list: numbers from first to last; of every `group` of them the first `used`. */
struct range {
	int first, last, used, group;
};

/* Digits at *s as a number; moves *s behind them. -1 if there are none or they are too large. */
static int parse_number(const char **s)
{
	const char *p = *s;
	int value = 0;

	if (*p < '0' || *p > '9')
		return -1;
	for (; *p >= '0' && *p <= '9'; p++) {
		value = 10 * value + (*p - '0');
		if (value > CPULIST_MAX)
			return -1;
	}
	*s = p;
	return value;
}

static bool parse_step(const char **s, struct range *r)
{
	if (**s != ':')
		return true;
	++*s;
	r->used = parse_number(s);
	if (r->used < 1 || **s != '/')
		return false;
	++*s;
	r->group = parse_number(s);
	return r->group >= r->used;
}

static bool parse_range(const char **s, struct range *r)
{
	r->first = r->last = parse_number(s);
	r->used = r->group = 1;
	if (r->first < 0)
		return false;
	if (**s != '-')
		return true;
	++*s;
	r->last = parse_number(s);
	return r->last >= r->first && parse_step(s, r);
}

/* Numbers are collected in a map, so that a list of overlapping ranges stays cheap. */
static bool parse_ranges(const char *s, bool *in)
{
	struct range r;

	for (;;) {
		if (!parse_range(&s, &r))
			return false;
		for (int i = r.first; i <= r.last; i++)
			if ((i - r.first) % r.group < r.used)
				in[i] = true;
		if (*s != ',')
			break;
		s++;
	}
	return s[strspn(s, "\n")] == '\0';
}

static int from_map(struct cpulist *l, const bool *in)
{
	struct cpulist made = { 0 };

	for (int i = 0; i <= CPULIST_MAX; i++) {
		if (in[i] && cpulist_add(&made, i)) {
			cpulist_release(&made);
			return -ENOMEM;
		}
	}
	cpulist_release(l);
	*l = made;
	return 0;
}

int cpulist_parse(struct cpulist *l, const char *text, struct errmsg *e)
{
	bool *in = calloc(CPULIST_MAX + 1, sizeof(*in));
	int err = 0;

	if (!in)
		return errmsg_errno(e, ENOMEM, "CPU list");
	if (text[strspn(text, "\n")] && !parse_ranges(text, in))
		err = errmsg_set(e, EINVAL, "'%.*s' is not a list like 0-3,8 (numbers up to %d)",
				 (int)strcspn(text, "\n"), text, CPULIST_MAX);
	else if (from_map(l, in))
		err = errmsg_errno(e, ENOMEM, "CPU list");
	free(in);
	return err;
}

/* Index of the last number of the unbroken range that starts at index i. */
static size_t range_end(const struct cpulist *l, size_t i)
{
	while (i + 1 < l->n && l->v[i + 1] == l->v[i] + 1)
		i++;
	return i;
}

char *cpulist_format(const struct cpulist *l)
{
	char *text = NULL;
	size_t size;
	FILE *f = open_memstream(&text, &size);
	bool failed;

	if (!f)
		return NULL;
	for (size_t i = 0; i < l->n; i++) {
		size_t end = range_end(l, i);

		fprintf(f, "%s%d", i ? "," : "", l->v[i]);
		if (end > i)
			fprintf(f, "-%d", l->v[end]);
		i = end;
	}
	failed = ferror(f);
	if (fclose(f) || failed) {
		free(text);
		return NULL;
	}
	return text;
}

static int from_set(struct cpulist *l, const cpu_set_t *set, size_t size)
{
	struct cpulist made = { 0 };

	for (int cpu = 0; cpu < (int)size * 8; cpu++) {
		if (CPU_ISSET_S(cpu, size, set) && cpulist_add(&made, cpu)) {
			cpulist_release(&made);
			return -ENOMEM;
		}
	}
	cpulist_release(l);
	*l = made;
	return 0;
}

/* The kernel says EINVAL as long as the set is smaller than its own: double until it fits. */
int cpulist_allowed(struct cpulist *l, struct errmsg *e)
{
	int err = EINVAL;

	for (int cpus = 1024; err == EINVAL && cpus <= CPULIST_MAX + 1; cpus *= 2) {
		size_t size = CPU_ALLOC_SIZE(cpus);
		cpu_set_t *set = CPU_ALLOC(cpus);

		if (!set)
			return errmsg_errno(e, ENOMEM, "allowed CPUs");
		err = sched_getaffinity(0, size, set) ? errno : -from_set(l, set, size);
		CPU_FREE(set);
	}
	return err ? errmsg_errno(e, err, "allowed CPUs") : 0;
}

void cpulist_release(struct cpulist *l)
{
	free(l->v);
	*l = (struct cpulist){ 0 };
}
