/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/import_metric.h"

#include <math.h>
#include <string.h>
#include <strings.h>

static const struct classic_metric metrics[] = {
	{ .name = "AverageUserTime",
	  .symbol = "U",
	  .unit = "s",
	  .better = "lower",
	  .aliases = "avguser avgusrtime avgusertime averageuser aut" },
	{ .name = "ElapsedTime",
	  .symbol = "E",
	  .unit = "s",
	  .better = "lower",
	  .aliases = "elapsed elapstime elapsedtime(s)" },
	{ .name = "TotalUserTime",
	  .symbol = "TU",
	  .unit = "s",
	  .better = "lower",
	  .aliases = "totaluser totuser totusrtime totusertime tut" },
	{ .name = "TotalSysTime",
	  .unit = "s",
	  .better = "lower",
	  .aliases = "totalsys totsys totsystime totalsystemtime tst" },
	{ .name = "hackbench",
	  .symbol = "H",
	  .unit = "s",
	  .better = "lower",
	  .aliases = "hackbenchtime hackbench20" },
	{ .name = "UserTime", .unit = "s", .better = "lower", .aliases = "user" },
	{ .name = "SystemTime", .unit = "s", .better = "lower", .aliases = "system sys" },
	{ .name = "CPU", .unit = "%", .aliases = "cpu%" },
};

#define for_each_metric(m)                             \
	for (const struct classic_metric *m = metrics; \
	     m < metrics + sizeof(metrics) / sizeof(*metrics); m++)

static bool is(const char *name, const char *word, int len)
{
	return strlen(name) == (size_t)len && !strncasecmp(name, word, (size_t)len);
}

static bool is_alias(const char *aliases, const char *word, int len)
{
	while (*aliases) {
		int alias = (int)strcspn(aliases, " ");

		if (alias == len && !strncasecmp(aliases, word, (size_t)len))
			return true;
		aliases += alias;
		aliases += *aliases == ' ';
	}
	return false;
}

const struct classic_metric *classic_metric_find(const char *word, int len)
{
	for_each_metric(m) if (is(m->name, word, len) || is_alias(m->aliases, word, len)) return m;
	return NULL;
}

const struct classic_metric *classic_metric_symbol(const char *word, int len)
{
	for_each_metric(m) if (m->symbol && strlen(m->symbol) == (size_t)len &&
			       !strncmp(m->symbol, word, (size_t)len)) return m;
	return NULL;
}

int classic_metric_note(const struct classic_metric *m, struct import_set *s)
{
	return import_set_metric(s, &(struct import_metric){ .name = (char *)m->name,
							     .unit = (char *)m->unit,
							     .better = (char *)m->better });
}

double classic_metric_value(const struct classic_metric *m, double printed)
{
	bool is_user = !strcmp(m->name, "AverageUserTime") || !strcmp(m->name, "TotalUserTime");

	return is_user && printed == 0 ? NAN : printed;
}
