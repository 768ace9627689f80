/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Any bytes as a line of runs.jsonl, of summaries.jsonl and of a worker. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/record.h"
#include "report/summary.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* What was read is written so that it is read the same. */
static void same_record(const struct record *r)
{
	char *line = record_write(r), *again;
	struct record copy = { 0 };
	struct errmsg e = { 0 };

	if (!line || record_read(&copy, line, strlen(line), &e))
		abort();
	again = record_write(&copy);
	if (!again || strcmp(line, again))
		abort();
	record_release(&copy);
	free(line);
	free(again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *line = (const char *)data;
	struct record_job job;
	struct record r = { 0 };
	struct summary s = { 0 };
	struct errmsg e = { 0 };

	if (!record_read(&r, line, size, &e))
		same_record(&r);
	record_release(&r);
	summary_read(&s, line, size, &e);
	summary_release(&s);
	record_job_init(&job);
	record_job_read_worker(&job, line, size, &e);
	record_job_release(&job);
	return 0;
}
