/* SPDX-License-Identifier: GPL-3.0-or-later */
/* --list-events: what this machine's PMUs can count, tried out event by event. */
#include "harness/counters.h"

#include <errno.h>
#include <perfmon/pfmlib.h>
#include <stdlib.h>
#include <string.h>

#include "harness/counters_event.h"

struct list {
	FILE *out;
	size_t total, counted;
};

/* '+' counts, 'k' counts in the kernel, '-' does not. */
static void print_event(struct list *l, const char *name)
{
	struct perf_event_attr attr;
	int err = counters_event_encode(&attr, name, false, NULL);
	char mark = '-';

	if (!err)
		err = counters_event_try(&attr);
	if (!err)
		mark = counters_event_is_kernel(&attr) ? 'k' : '+';
	if (err)
		fprintf(l->out, "  %c %-48s %s\n", mark, name, strerrorname_np(-err));
	else
		fprintf(l->out, "  %c %s\n", mark, name);
	l->total++;
	l->counted += !err;
}

/* With each of its unit masks, where it has some. */
static void print_with_masks(struct list *l, const char *pmu, const pfm_event_info_t *event)
{
	pfm_event_attr_info_t mask = { .size = sizeof(mask) };
	size_t n_masks = 0;
	char *name;
	int i;

	pfm_for_each_event_attr(i, event)
	{
		if (pfm_get_event_attr_info(event->idx, i, PFM_OS_PERF_EVENT_EXT, &mask) !=
			    PFM_SUCCESS ||
		    mask.type != PFM_ATTR_UMASK)
			continue;
		n_masks++;
		if (asprintf(&name, "%s::%s:%s", pmu, event->name, mask.name) < 0)
			return;
		print_event(l, name);
		free(name);
	}
	if (n_masks || asprintf(&name, "%s::%s", pmu, event->name) < 0)
		return;
	print_event(l, name);
	free(name);
}

static void print_pmu(struct list *l, const pfm_pmu_info_t *pmu)
{
	fprintf(l->out, "%s: %s\n", pmu->name, pmu->desc);
	for (int i = pmu->first_event; i >= 0; i = pfm_get_event_next(i)) {
		pfm_event_info_t event = { .size = sizeof(event) };

		if (pfm_get_event_info(i, PFM_OS_PERF_EVENT_EXT, &event) == PFM_SUCCESS)
			print_with_masks(l, pmu->name, &event);
	}
}

int counters_list(FILE *out, struct errmsg *e)
{
	struct list l = { .out = out };
	int err = counters_event_begin(e);

	if (err)
		return err;
	for (int i = PFM_PMU_NONE; i < PFM_PMU_MAX; i++) {
		pfm_pmu_info_t pmu = { .size = sizeof(pmu) };

		if (pfm_get_pmu_info((pfm_pmu_t)i, &pmu) == PFM_SUCCESS && pmu.is_present)
			print_pmu(&l, &pmu);
	}
	counters_event_end();
	fprintf(out,
		"%zu of %zu events can be counted for a job (+; k: in the kernel only, where it "
		"happens)\n",
		l.counted, l.total);
	return fflush(out) ? errmsg_errno(e, errno, "can't print the events") : 0;
}
