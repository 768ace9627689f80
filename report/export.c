/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>

#include "report/export.h"

const char *export_better(const struct metric *m)
{
	return m->direction == STATS_HIGHER_IS_BETTER ? "higher" : "lower";
}

const char *export_class(const struct metric *m)
{
	static const char *const names[] = {
		[METRIC_STEADY] = "steady",
		[METRIC_SKEWED] = "skewed",
		[METRIC_SKEWED_BESIDE] = "skewed-beside",
		[METRIC_COUNT] = "count",
	};

	return names[m->class];
}

const char *export_unit(const struct cell *c)
{
	static const char *const names[] = {
		[UNIT_RUN] = "run",
		[UNIT_BOOT] = "boot",
		[UNIT_PERTURBATION] = "perturbation",
	};

	return names[c->unit];
}

const char *export_engine(const struct change *x)
{
	static const char *const names[] = {
		[ENGINE_NONE] = NULL,
		[ENGINE_WELCH] = "welch",
		[ENGINE_RANK] = "rank",
		[ENGINE_PAIR] = "pair",
	};

	return x->made ? names[x->engine] : NULL;
}

int export_flags(const struct cell *c, const struct change *x, struct strlist *flags)
{
	const bool compared = x->made && !x->reasons.n;
	const struct {
		bool set;
		const char *word;
	} all[] = {
		{ c->flags.noisy, "!noisy" },
		{ c->flags.unstable, "!" },
		{ c->flags.two_groups, "2g" },
		{ c->flags.outlier, "o" },
		{ compared && x->disagree, "d" },
		{ compared && x->engine == ENGINE_PAIR, "paired" },
		{ c->flags.res, "res" },
	};
	int err = 0;

	for (size_t i = 0; i < sizeof(all) / sizeof(*all); i++)
		if (all[i].set)
			err |= strlist_add(flags, all[i].word);
	return err ? -ENOMEM : 0;
}
