/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "report/comparable.h"
#include "report/text.h"

/* --- fields that change the measurement ------------------------------------------------------ */

/* A value as text in buf or lent; NULL: unknown. r is a run of the N in question, or NULL. */
typedef const char *(*field_text)(const struct set *s, const struct set_run *r, char *buf,
				  size_t size);

static const char *number(int64_t value, char *buf, size_t size)
{
	if (value < 0)
		return NULL;
	snprintf(buf, size, "%" PRId64, value);
	return buf;
}

static const char *workload_of(const struct set *s, const struct set_run *r, char *buf, size_t size)
{
	(void)r, (void)buf, (void)size;
	return s->plan.workload;
}

static const char *walk_of(const struct set *s, const struct set_run *r, char *buf, size_t size)
{
	(void)r, (void)buf, (void)size;
	return s->plan.walk;
}

static const char *memory_of(const struct set *s, const struct set_run *r, char *buf, size_t size)
{
	(void)r, (void)buf, (void)size;
	return s->plan.memory;
}

static const char *pages_of(const struct set *s, const struct set_run *r, char *buf, size_t size)
{
	(void)buf, (void)size;
	return r && r->pages_got ? r->pages_got : s->plan.pages;
}

static const char *array_of(const struct set *s, const struct set_run *r, char *buf, size_t size)
{
	return number(r && r->array_bytes > 0 ? r->array_bytes : s->plan.array_bytes, buf, size);
}

static const char *steps_of(const struct set *s, const struct set_run *r, char *buf, size_t size)
{
	return number(r && r->steps > 0 ? r->steps : s->plan.steps, buf, size);
}

static const char *sync_of(const struct set *s, const struct set_run *r, char *buf, size_t size)
{
	(void)r;
	return number(s->plan.sync, buf, size);
}

static const char *disturbance_of(const struct set *s, const struct set_run *r, char *buf,
				  size_t size)
{
	const char *cmd =
		r && r->disturbance.command ? r->disturbance.command : s->plan.disturbance;

	(void)buf, (void)size;
	return cmd && !*cmd ? "none" : cmd;
}

static const char *delay_of(const struct set *s, const struct set_run *r, char *buf, size_t size)
{
	(void)r;
	return number(s->plan.delay_ns, buf, size);
}

static const char *clock_of(const struct set *s, const struct set_run *r, char *buf, size_t size)
{
	(void)s, (void)buf, (void)size;
	return r ? r->clock : NULL;
}

static const struct {
	const char *name;
	field_text text;
} fields[] = {
	{ "workload", workload_of }, { "walk", walk_of },
	{ "mem", memory_of },        { "pages", pages_of },
	{ "array_bytes", array_of }, { "steps", steps_of },
	{ "sync", sync_of },         { "disturbance", disturbance_of },
	{ "delay_ns", delay_of },    { "clock", clock_of },
};

static bool differ(const char *a, const char *b)
{
	return a && b && strcmp(a, b);
}

static int check_fields(const struct set *a, const struct set_run *ra, const struct set *b,
			const struct set_run *rb, struct strlist *reasons)
{
	int err = 0;

	for (size_t i = 0; i < sizeof(fields) / sizeof(*fields); i++) {
		char x[32], y[32];
		const char *base = fields[i].text(a, ra, x, sizeof(x));
		const char *fresh = fields[i].text(b, rb, y, sizeof(y));

		if (differ(base, fresh))
			err |= strlist_addf(reasons, "%s: %.60s, base %.60s", fields[i].name, fresh,
					    base);
	}
	return err;
}

/* --- the machine ----------------------------------------------------------------------------- */

/* The first fact that differs says enough; `key` names the whole machine and is looked at first. */
static int check_machine(const struct set *a, const struct set *b, struct strlist *reasons)
{
	const char *base = host_fact(&a->host, "machine", "key");
	const char *fresh = host_fact(&b->host, "machine", "key");

	if (differ(base, fresh))
		return strlist_addf(reasons, "machine: %.60s, base %.60s", fresh, base);
	for (size_t i = 0; i < b->host.n; i++) {
		const struct host_fact *f = &b->host.facts[i];

		base = host_fact(&a->host, f->group, f->name);
		if (!strcmp(f->group, "machine") && differ(base, f->value))
			return strlist_addf(reasons, "machine.%s: %.60s, base %.60s", f->name,
					    f->value, base);
	}
	return 0;
}

/* --- what a person set ----------------------------------------------------------------------- */

static bool kernels_differ(const struct set *a, const struct set *b)
{
	return differ(host_fact(&a->host, "kernel", "release"),
		      host_fact(&b->host, "kernel", "release")) ||
	       differ(host_fact(&a->host, "kernel", "version"),
		      host_fact(&b->host, "kernel", "version"));
}

/* "kernel.numa_balancing" is named in full, by its last part, or as "variant". */
static bool settings_vary(const char *settings, const struct strlist *vary)
{
	bool all = true;

	if (strlist_has(vary, "variant"))
		return true;
	for (const char *p = settings; *p; p += strcspn(p, " "), p += strspn(p, " ")) {
		char *name = strndup(p, strcspn(p, "= "));
		const char *dot = name ? strpbrk(name, "./") : NULL;
		const char *last = name;

		for (; dot; dot = strpbrk(dot + 1, "./"))
			last = dot + 1;
		all = all && name && (strlist_has(vary, name) || strlist_has(vary, last));
		free(name);
	}
	return all;
}

static int check_settings(const struct set *a, const struct set *b, const struct strlist *vary,
			  struct strlist *reasons)
{
	const char *base = a->plan.settings, *fresh = b->plan.settings;

	if (!differ(base ? base : "", fresh ? fresh : ""))
		return 0;
	if (settings_vary(base ? base : "", vary) && settings_vary(fresh ? fresh : "", vary))
		return 0;
	return strlist_addf(reasons, "variant: %s, base %s", fresh ? fresh : "none",
			    base ? base : "none");
}

static int check_person(const struct set *a, const struct set *b, const struct strlist *vary,
			struct strlist *reasons)
{
	int err = 0;

	for (size_t i = 0; i < b->host.n; i++) {
		const struct host_fact *f = &b->host.facts[i];
		const char *base = host_fact(&a->host, f->group, f->name);

		if (strcmp(f->group, "person") || !differ(base, f->value) ||
		    strlist_has(vary, f->name))
			continue;
		err |= strlist_addf(reasons, "%s: %.60s, base %.60s", f->name, f->value, base);
	}
	return err | check_settings(a, b, vary, reasons);
}

/* --- columns --------------------------------------------------------------------------------- */

static const struct set_run *some_run(const struct column *c, int64_t n)
{
	size_t count = 0;
	const struct column_run *runs = n >= 0 ? column_runs(c, n, &count) : NULL;

	return count ? runs->run : NULL;
}

int comparable_check(const struct column *base, const struct column *fresh, int64_t n,
		     const struct strlist *vary, struct strlist *reasons)
{
	const struct set *a = base->sets[0], *b = fresh->sets[0];
	int err = check_machine(a, b, reasons);

	if (!err)
		err = check_fields(a, some_run(base, n), b, some_run(fresh, n), reasons);
	if (!err && kernels_differ(a, b))
		err = check_person(a, b, vary, reasons);
	return err ? -ENOMEM : 0;
}

int comparable_notes(const struct column *base, const struct column *fresh, struct strlist *names)
{
	const struct host *a = &base->sets[0]->host, *b = &fresh->sets[0]->host;
	int err = 0;

	for (size_t i = 0; i < b->n; i++) {
		const struct host_fact *f = &b->facts[i];

		if (!strcmp(f->group, "tunables") &&
		    differ(host_fact(a, f->group, f->name), f->value))
			err |= strlist_add_once(names, f->name);
	}
	return err ? -ENOMEM : 0;
}

int comparable_pool(const struct set *a, const struct set *b, struct errmsg *e)
{
	const struct strlist none = { 0 };
	struct strlist reasons = { 0 };
	int err = 0;

	if (kernels_differ(a, b))
		err = strlist_addf(&reasons, "kernel: %s, base %s",
				   host_fact(&b->host, "kernel", "release"),
				   host_fact(&a->host, "kernel", "release"));
	err |= check_machine(a, b, &reasons);
	err |= check_fields(a, NULL, b, NULL, &reasons);
	err |= check_person(a, b, &none, &reasons);
	if (err)
		err = errmsg_errno(e, ENOMEM, "%s", b->path);
	else if (reasons.n)
		err = errmsg_set(e, EINVAL,
				 "%s and %s share the label %s but are no boots of one kernel: %s",
				 a->path, b->path, a->label, reasons.v[0]);
	strlist_release(&reasons);
	return err;
}

/* --- diff-host ------------------------------------------------------------------------------- */

static int fact_order(const struct host_fact *a, const struct host_fact *b)
{
	int by_group = strcmp(a->group, b->group);

	return by_group ? by_group : strcmp(a->name, b->name);
}

static void print_fact(FILE *out, const char **group, const struct host_fact *f, const char *a,
		       const char *b)
{
	if (!*group || strcmp(*group, f->group)) {
		text_put(out, f->group);
		fputc('\n', out);
		*group = f->group;
	}
	fputs("  ", out);
	text_put_left(out, f->name, 28);
	fputs("  ", out);
	text_put(out, a);
	fputs(" | ", out);
	text_put(out, b);
	fputc('\n', out);
}

/* Both lists are sorted: a merge meets each fact once. */
static size_t print_host_diff(const struct host *a, const struct host *b, FILE *out)
{
	const char *group = NULL;
	size_t i = 0, k = 0, n = 0;

	while (i < a->n || k < b->n) {
		int order = i == a->n ? 1 : k == b->n ? -1 : fact_order(&a->facts[i], &b->facts[k]);
		const struct host_fact *x = order <= 0 ? &a->facts[i++] : NULL;
		const struct host_fact *y = order >= 0 ? &b->facts[k++] : NULL;

		assert(x || y);
		if (x && y && !strcmp(x->value, y->value))
			continue;
		print_fact(out, &group, x ? x : y, x ? x->value : NULL, y ? y->value : NULL);
		n++;
	}
	return n;
}

static size_t print_field_diff(const struct set *a, const struct set *b, FILE *out)
{
	const struct set_run *ra = a->n_runs ? a->runs : NULL, *rb = b->n_runs ? b->runs : NULL;
	const char *group = NULL;
	size_t n = 0;

	for (size_t i = 0; i < sizeof(fields) / sizeof(*fields); i++) {
		char x[32], y[32];
		const char *base = fields[i].text(a, ra, x, sizeof(x));
		const char *fresh = fields[i].text(b, rb, y, sizeof(y));
		const struct host_fact f = { .group = (char *)"plan",
					     .name = (char *)fields[i].name };

		if (!base && !fresh)
			continue;
		if (base && fresh && !strcmp(base, fresh))
			continue;
		print_fact(out, &group, &f, base, fresh);
		n++;
	}
	return n;
}

int comparable_print_diff(const struct set *a, const struct set *b, FILE *out, size_t *n)
{
	*n = print_host_diff(&a->host, &b->host, out) + print_field_diff(a, b, out);
	return ferror(out) ? -EIO : 0;
}
