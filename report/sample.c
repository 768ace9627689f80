/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/sample.h"

static void take_run(struct sample *s, const struct metric *m, const struct set_run *r)
{
	double value = metric_of_run(m, r);

	if (r->failed)
		s->n_failed++;
	else if (isnan(value))
		s->n_unknown++;
	else {
		s->runs[s->n] = r;
		s->values[s->n++] = value;
	}
}

int sample_take(struct sample *s, const struct set *set, const struct metric *m, int64_t n)
{
	size_t room = 1;

	*s = (struct sample){ 0 };
	for (size_t i = 0; i < set->n_runs; i++)
		room += set->runs[i].n == n;
	s->runs = calloc(room, sizeof(*s->runs));
	s->values = calloc(room, sizeof(*s->values));
	s->sorted = calloc(room, sizeof(*s->sorted));
	if (!s->runs || !s->values || !s->sorted) {
		sample_release(s);
		return -ENOMEM;
	}
	for (size_t i = 0; i < set->n_runs; i++)
		if (set->runs[i].n == n)
			take_run(s, m, &set->runs[i]);
	memcpy(s->sorted, s->values, s->n * sizeof(*s->sorted));
	stats_sort(s->sorted, s->n);
	return 0;
}

void sample_release(struct sample *s)
{
	free(s->runs);
	free(s->values);
	free(s->sorted);
	*s = (struct sample){ 0 };
}
