/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Any bytes as a log. Built once an importer, with -DFUZZ_IMPORTER='"NAME"'. Besides not crashing:
 * a refused log says why and at which line, and what was read can be written and read again.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/import.h"
#include "report/import_store.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Writing takes longer than reading: of each set only so many. */
#define CHECKED_MAX 4

#define MUST(what)                                                                 \
	do {                                                                       \
		if (!(what)) {                                                     \
			fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #what); \
			abort();                                                   \
		}                                                                  \
	} while (0)

static void same_record(const struct record *run)
{
	char *line = record_write(run), *again;
	struct record copy = { 0 };
	struct errmsg e = { 0 };

	MUST(line);
	MUST(!record_read(&copy, line, strlen(line), &e));
	again = record_write(&copy);
	MUST(again && !strcmp(line, again));
	record_release(&copy);
	free(line);
	free(again);
}

static void same_summary(const struct summary *s)
{
	char *line = summary_write(s), *again;
	struct summary copy = { 0 };
	struct errmsg e = { 0 };

	MUST(line);
	MUST(!summary_read(&copy, line, strlen(line), &e));
	again = summary_write(&copy);
	MUST(again && !strcmp(line, again));
	summary_release(&copy);
	free(line);
	free(again);
}

static void same_set(const struct import_set *s, const struct import_options *o)
{
	json_t *plan = import_plan_json(s, o, "set");

	MUST(plan);
	json_decref(plan);
	MUST(s->n_runs || s->summaries.n);
	for (size_t i = 0; i < s->n_runs && i < CHECKED_MAX; i++)
		same_record(&s->runs[i]);
	for (size_t i = 0; i < s->summaries.n && i < CHECKED_MAX; i++)
		same_summary(&s->summaries.v[i]);
}

static void read_text(const struct import_text *t)
{
	const struct importer *importer = import_find(FUZZ_IMPORTER);
	struct import_result from[2] = { 0 }, out = { 0 };
	struct import_options o = { 0 };
	struct errmsg e = { 0 };
	int ret = import_read(t, importer, &o, &from[0], &e);

	importer->sniff(t);
	MUST(!ret || strstr(e.text, "fuzz"));
	if (!ret && !import_read(t, importer, &o, &from[1], &e) &&
	    !import_merge(from, 2, &o, &out, &e))
		for (size_t i = 0; i < out.n_sets; i++)
			same_set(&out.sets[i], &o);
	import_result_release(&from[0]);
	import_result_release(&from[1]);
	import_result_release(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct import_text t = { 0 };
	struct errmsg e = { 0 };

	if (!import_text_parse(&t, "fuzz", (const char *)data, size, &e))
		read_text(&t);
	import_text_release(&t);
	return 0;
}
