/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/drift.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/flag.h"
#include "lib/sysfile.h"

#define GOVERNOR "/sys/devices/system/cpu/cpu%d/cpufreq/scaling_governor"

static const char *const files[] = {
	"/sys/devices/system/clocksource/clocksource0/current_clocksource",
	"/sys/devices/system/cpu/online",
	"/sys/kernel/mm/transparent_hugepage/enabled",
	"/proc/sys/kernel/numa_balancing",
	"/proc/sys/kernel/sched_autogroup_enabled",
};

static void add_line(FILE *f, char *text)
{
	fprintf(f, "%s\n", text ? text : "-");
	free(text);
}

char *drift_snapshot(const char *sysroot, const struct cpulist *cpus)
{
	char *all = NULL, *text;
	size_t len;
	FILE *f = open_memstream(&all, &len);

	if (!f)
		return NULL;
	for (size_t i = 0; i < sizeof(files) / sizeof(*files); i++) {
		sysfile_text(&text, sysroot, "%s", files[i]);
		add_line(f, text);
	}
	for (size_t i = 0; i < cpus->n; i++) {
		sysfile_text(&text, sysroot, GOVERNOR, cpus->v[i]);
		add_line(f, text);
	}
	if (fclose(f)) {
		free(all);
		return NULL;
	}
	return all;
}

int drift_init(struct drift *d, const struct plan *p, const struct cpulist *cpus, struct errmsg *e)
{
	*d = (struct drift){ .cpus = cpus, .n = p->n_variants ? p->n_variants : 1 };
	d->first = calloc(d->n, sizeof(*d->first));
	return d->first ? 0 : errmsg_errno(e, ENOMEM, "settings");
}

int drift_check(struct drift *d, int variant, const char *before, const char *after,
		struct record *r)
{
	char **first = &d->first[variant < 0 ? 0 : variant];

	if (!before || !after)
		return -ENOMEM;
	if (!*first)
		*first = strdup(before);
	if (!*first)
		return -ENOMEM;
	if (!strcmp(before, *first) && !strcmp(after, *first))
		return 0;
	return strlist_add_once(&r->flags, FLAG_SETTINGS_MOVED);
}

void drift_release(struct drift *d)
{
	for (size_t i = 0; d->first && i < d->n; i++)
		free(d->first[i]);
	free(d->first);
	*d = (struct drift){ 0 };
}
