/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The timeline as text and back; timeline.h describes it line by line. */
#include "lib/timeline.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAGIC "numa_test timeline "

static void put_task(FILE *f, const struct timeline_task *task)
{
	int64_t at_ns = task->start_ns;

	fprintf(f, "task %" PRId64 " %" PRId64 " %" PRId64 " %" PRId64 " %d\n", task->job,
		task->pid, task->tid, task->start_ns, task->exec_cpu);
	for (size_t i = 0; i < task->n; i++) {
		const struct timeline_stay *s = &task->stays[i];

		fprintf(f, "%d %" PRId64 " %" PRId64 " %c\n", s->cpu, s->start_ns - at_ns,
			s->end_ns - s->start_ns, (char)s->end);
		at_ns = s->end_ns;
	}
}

static void put(FILE *f, const struct timeline *t)
{
	fprintf(f, MAGIC "%d\nrun %" PRId64 "\n", TIMELINE_VERSION, t->run);
	for (size_t cpu = 0; cpu < t->n_cpus; cpu++)
		fprintf(f, "cpu %zu %d\n", cpu, t->cpu_node[cpu]);
	if (t->lost >= 0)
		fprintf(f, "lost %" PRId64 "\n", t->lost);
	for (size_t i = 0; i < t->n_tasks; i++)
		put_task(f, &t->tasks[i]);
	fputs("end\n", f);
}

char *timeline_format(const struct timeline *t, size_t *len)
{
	char *text = NULL;
	FILE *f = open_memstream(&text, len);
	bool failed;

	if (!f)
		return NULL;
	put(f, t);
	failed = ferror(f);
	if (fclose(f) || failed) {
		free(text);
		return NULL;
	}
	return text;
}

/* The line being read. */
struct reader {
	struct timeline *t;
	struct timeline_task *task; /* stays belong to it; NULL before the first */
	int64_t at_ns;
	size_t line;
	bool ended;
};

/* n numbers, one blank between, and nothing behind but *rest (where that is not NULL). */
static bool numbers(const char *s, int64_t *v, size_t n, const char **rest)
{
	for (size_t i = 0; i < n; i++) {
		char *end;

		if (i && *s++ != ' ')
			return false;
		if (*s != '-' && (*s < '0' || *s > '9'))
			return false;
		errno = 0;
		v[i] = strtoll(s, &end, 10);
		if (end == s || errno)
			return false;
		s = end;
	}
	if (rest)
		*rest = s;
	return rest || !*s;
}

static int read_cpu(struct reader *r, const int64_t *v)
{
	int *grown;

	if (v[0] != (int64_t)r->t->n_cpus || v[1] < -1 || v[1] > INT32_MAX)
		return -EINVAL;
	grown = reallocarray(r->t->cpu_node, r->t->n_cpus + 1, sizeof(*grown));
	if (!grown)
		return -ENOMEM;
	r->t->cpu_node = grown;
	grown[r->t->n_cpus++] = (int)v[1];
	return 0;
}

static int read_task(struct reader *r, const int64_t *v)
{
	if (v[4] < -1 || v[4] > INT32_MAX)
		return -EINVAL;
	r->task = timeline_add_task(r->t, v[0], v[1], v[2]);
	if (!r->task)
		return -ENOMEM;
	r->task->start_ns = v[3];
	r->task->exec_cpu = (int)v[4];
	r->at_ns = v[3];
	return 0;
}

static bool is_end(const char *s)
{
	return s[0] == ' ' && s[1] && strchr("psx?", s[1]) && !s[2];
}

static int read_stay(struct reader *r, const char *line)
{
	struct timeline_stay stay;
	const char *rest;
	int64_t v[3];

	if (!r->task || !numbers(line, v, 3, &rest) || !is_end(rest))
		return -EINVAL;
	if (v[0] < 0 || v[0] > INT32_MAX || v[1] < 0 || v[2] < 0 ||
	    __builtin_add_overflow(r->at_ns, v[1], &stay.start_ns) ||
	    __builtin_add_overflow(stay.start_ns, v[2], &stay.end_ns))
		return -EINVAL;
	stay.cpu = (int)v[0];
	stay.end = (enum timeline_end)rest[1];
	r->at_ns = stay.end_ns;
	return timeline_add_stay(r->task, stay);
}

/* The rest of the line if it begins with word, else NULL. */
static const char *after(const char *line, const char *word)
{
	size_t n = strlen(word);

	return strncmp(line, word, n) == 0 ? line + n : NULL;
}

static int read_line(struct reader *r, const char *line)
{
	const char *rest;
	int64_t v[5];

	if (r->ended)
		return -EINVAL;
	if (r->line == 1)
		return (rest = after(line, MAGIC)) && numbers(rest, v, 1, NULL) &&
				       v[0] == TIMELINE_VERSION
			       ? 0
			       : -EPROTO;
	if (strcmp(line, "end") == 0)
		return r->ended = true, 0;
	if ((rest = after(line, "run ")))
		return numbers(rest, &r->t->run, 1, NULL) ? 0 : -EINVAL;
	if ((rest = after(line, "lost ")))
		return numbers(rest, &r->t->lost, 1, NULL) ? 0 : -EINVAL;
	if ((rest = after(line, "cpu ")))
		return numbers(rest, v, 2, NULL) ? read_cpu(r, v) : -EINVAL;
	if ((rest = after(line, "task ")))
		return numbers(rest, v, 5, NULL) ? read_task(r, v) : -EINVAL;
	return read_stay(r, line);
}

static int fail(struct reader *r, int err, struct errmsg *e)
{
	if (err == -EPROTO)
		return errmsg_set(e, EPROTO, "not a timeline of version %d", TIMELINE_VERSION);
	if (err == -ENOMEM)
		return errmsg_errno(e, ENOMEM, "timeline");
	return errmsg_set(e, -err, "line %zu makes no sense", r->line);
}

/* Lines, cut at their newlines in a copy that is the caller's. */
static int read_lines(struct reader *r, char *text, struct errmsg *e)
{
	char *next;
	int err;

	for (char *line = text; *line; line = next) {
		char *end = strchr(line, '\n');

		r->line++;
		if (!end)
			break; /* torn */
		*end = '\0';
		next = end + 1;
		err = read_line(r, line);
		if (err)
			return fail(r, err, e);
	}
	return r->ended ? 0 : errmsg_set(e, EINVAL, "cut off in line %zu", r->line);
}

int timeline_parse(struct timeline *t, const char *text, size_t len, struct errmsg *e)
{
	struct reader r = { .t = t };
	char *copy = strndup(text, len);
	int err;

	timeline_init(t);
	if (!copy)
		return errmsg_errno(e, ENOMEM, "timeline");
	err = read_lines(&r, copy, e);
	if (err)
		timeline_release(t);
	free(copy);
	return err;
}
