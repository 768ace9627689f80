/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lib/flag.h"

#include <stddef.h>
#include <string.h>

static const struct flag flags[] = {
	{ FLAG_SPILL, "under 99 % of the array was on its home node when the walk began" },
	{ FLAG_SETUP, "set-up took more than 10 % of the walk's CPU time" },
	{ FLAG_PAGES, "huge pages were asked for and not all of the array has them" },
	{ FLAG_POLICY, "the job was started under a memory policy, not first touch" },
	{ FLAG_CLOCK, "residency and CPU clock differ by more than 3 %" },
	{ FLAG_TIMELINE, "the timeline is cut short; totals are whole" },
	{ FLAG_FOREIGN_CPU, "other processes used more than 2 % of the CPUs or a quarter of one" },
	{ FLAG_STEAL, "the hypervisor took more than 2 % of the CPUs or a quarter of one" },
	{ FLAG_EXEC_SPREAD, "first and last exec are more than 2 % of the target time apart" },
	{ FLAG_OVERLAP, "the burst overlapped the jobs for under 5 % of the elapsed time" },
	{ FLAG_NO_BURST, "the jobs ended before the burst was due" },
	{ FLAG_EARLY_BURST, "the burst came before every job was walking" },
	{ FLAG_SHORT_FOR_NB, "too short for NUMA balancing, which is on: use 4 s or more" },
	{ FLAG_BUSY_START, "the machine was not idle when the run began" },
	{ FLAG_SETTINGS_MOVED, "a setting of the machine changed while the campaign ran" },
};

const struct flag *flag_find(const char *name)
{
	for (size_t i = 0; i < sizeof(flags) / sizeof(*flags); i++)
		if (!strcmp(flags[i].name, name))
			return &flags[i];
	return NULL;
}
