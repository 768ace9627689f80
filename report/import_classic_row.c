/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/import_classic_row.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

#include "report/import_scan.h"

/* "node07" or "node7". */
static bool scan_node(const char **p, int *node)
{
	const char *q = *p;
	int64_t id;

	if (!scan_text(&q, "node") || !isdigit((unsigned char)*q) || !scan_integer(&q, &id) ||
	    id >= CLASSIC_NODES_MAX)
		return false;
	*node = (int)id;
	*p = q;
	return true;
}

bool classic_head_scan(const char *line, struct classic_head *out)
{
	const char *p = line;
	size_t n = 0;

	if (!scan_text(&p, "Job"))
		return false;
	while (n < CLASSIC_NODES_MAX && scan_node(&p, &out->nodes[n]))
		n++;
	out->n = n;
	return n && scan_text(&p, "| iSched MSched | UserTime");
}

bool classic_row_scan(const char *line, struct classic_row *out)
{
	const char *p = line;

	if (!scan_integer(&p, &out->job))
		return false;
	for (out->n = 0; out->n < CLASSIC_NODES_MAX; out->n++)
		if (!scan_number(&p, &out->share[out->n]))
			break;
	if (!out->n || !scan_text(&p, "|") || !scan_integer(&p, &out->isched) ||
	    !scan_integer(&p, &out->msched) || out->isched >= CLASSIC_NODES_MAX ||
	    out->msched >= CLASSIC_NODES_MAX)
		return false;
	out->star = scan_text(&p, "*");
	return scan_text(&p, "|") && scan_number(&p, &out->user_s) && scan_end(&p);
}

bool classic_row_begins(const char *line)
{
	const char *p = line;
	int64_t job;
	double share;

	return scan_integer(&p, &job) && scan_number(&p, &share) && strchr(p, '|');
}

bool classic_time_scan(const char *line, double *time_s)
{
	const char *p = line;

	return scan_text(&p, "Time:") && scan_number(&p, time_s) && scan_end(&p);
}

bool classic_burst_scan(const char *line, struct classic_burst *out)
{
	const char *p = line, *close;

	if (!scan_text(&p, "Running '"))
		return false;
	close = strchr(p, '\'');
	if (!close)
		return false;
	*out = (struct classic_burst){ .cmd = p, .cmd_len = (int)(close - p), .time_s = NAN };
	p = close + 1;
	if (!scan_text(&p, "in the background"))
		return false;
	scan_text(&p, ":");
	return scan_end(&p) || classic_time_scan(p, &out->time_s);
}

bool classic_count_scan(const char *line, int64_t *n)
{
	const char *p = line;

	return scan_text(&p, "Executing ") && scan_integer(&p, n) && *n > 0 &&
	       *n <= IMPORT_JOBS_MAX && scan_text(&p, "times");
}

bool classic_summary_scan(const char *line, const struct classic_metric **metric, double *value)
{
	const char *p = line, *word;
	int len;

	if (!scan_word(&p, &word, &len))
		return false;
	if (word[len - 1] == ':')
		len--;
	*metric = classic_metric_find(word, len);
	if (!*metric || !scan_number(&p, value))
		return false;
	scan_text(&p, "seconds");
	return scan_end(&p);
}
