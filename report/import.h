/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * import: logs that others published, as result sets.
 *
 * An importer knows one form. It gets the lines of a file (report/import_text.h: unquoted, decoded,
 * with the numbers of the lines they came from) and fills an import_result: one import_set for each
 * kernel or setting that the file tells apart. import_merge() puts the results of several files
 * together, import_store() writes them as folders that the report loads like our own.
 *
 * A new importer: report/import_NAME.c with a `const struct importer import_NAME`, one line in
 * report/import.c.
 */
#ifndef NT_REPORT_IMPORT_H
#define NT_REPORT_IMPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/errmsg.h"
#include "lib/record.h"
#include "lib/strlist.h"
#include "report/import_text.h"
#include "report/summary.h"

/* What a metric of an imported set is; "metrics" of its plan.json. NULL: the log does not say. */
struct import_metric {
	char *name;      /* as in record.printed and summary.metric */
	char *title;     /* "tbench", heading of its table; NULL: its name */
	char *unit;      /* "s", "Normalized throughput" */
	char *better;    /* "lower", "higher" */
	char *statistic; /* "AMean", "HMean", "Median" */
};

/*
 * What one label of one file gave. All runs are `ok`, numbered later by import_merge(). Values of a
 * run that no job has are in record.printed under the metric's name, in the metric's own unit.
 */
struct import_set {
	char *label;          /* NULL: the log gives no name; then `series` tells the sets apart */
	size_t series;        /* 0, 1, … of the sets without a label */
	char *title;          /* what else the log says of the set, one line; may be NULL */
	struct strlist files; /* base names of the files it came from */
	struct strlist notes; /* lines of the log that a reader of the result should see */
	struct import_metric *metrics;
	size_t n_metrics;
	struct record *runs;
	size_t n_runs, room_runs;
	struct summary_list summaries;
	bool same_is_one; /* runs with equal rows are one that was quoted twice */
};

/* All-zero is valid and empty. */
struct import_result {
	struct import_set *sets; /* in the order of the file */
	size_t n_sets;
	struct strlist warnings; /* "FILE:12: …", for a person; not more than IMPORT_WARNINGS_MAX */
	size_t n_warnings;       /* also those that were not kept */
};

#define IMPORT_WARNINGS_MAX 100
#define IMPORT_JOBS_MAX     65536 /* N of a run; record_read() takes no more */
#define IMPORT_METRICS_MAX  1000
#define IMPORT_SETS_MAX     1000
#define IMPORT_NOTES_MAX    20

struct import_options {
	const char *metric; /* --metric: name of the metric of figures without one; may be NULL */
	const char *title;  /* --title; may be NULL */
	struct strlist labels; /* --labels */
};

struct importer {
	const char *name; /* --format NAME */
	const char *help; /* one line */
	/* How many lines are of this form; 0: not one. Called with any text. */
	size_t (*sniff)(const struct import_text *t);
	/*
	 * Appends to *out. 0, -EINVAL with "FILE:12: expected …", or -ENOMEM. Finding nothing is an
	 * error. *out must be released by the caller whatever comes back.
	 */
	int (*read)(const struct import_text *t, const struct import_options *o,
		    struct import_result *out, struct errmsg *e);
};

extern const struct importer import_classic, import_averages, import_collated, import_matrix;
extern const struct importer import_schedbench, import_normalized, import_figures, import_csv;

const struct importer *const *import_all(void); /* NULL-terminated */
const struct importer *import_find(const char *name);

/* The importer with most lines of its form; NULL, and e says what was expected, if there is none.
 */
const struct importer *import_sniff(const struct import_text *t, struct errmsg *e);

/* Sniffs unless `by` is given, and reads. */
int import_read(const struct import_text *t, const struct importer *by,
		const struct import_options *o, struct import_result *out, struct errmsg *e);

/*
 * Puts the results of n files into one and numbers the runs. Sets of the same label are one set,
 * so are sets without a label of the same series; a run that is there already (`same_is_one`) is
 * dropped with a warning, so is a summary; two summaries of one row that differ are an error.
 * o->labels name, in this order of preference: every series of every file that has no name; the
 * series without a name, of all files together; every series of every file; every set. -EINVAL when
 * the number of labels fits none of these. from[] is left empty.
 */
int import_merge(struct import_result *from, size_t n, const struct import_options *o,
		 struct import_result *out, struct errmsg *e);

/*
 * Writes one folder a set: `path` itself if there is one set, else path/LABEL (bytes that a file
 * name should not have are replaced). Never writes into a folder that is there and not empty, and
 * leaves nothing behind when it fails. Paths written are appended to *written.
 */
int import_store(const struct import_result *r, const struct import_options *o, const char *path,
		 struct strlist *written, struct errmsg *e);

void import_result_release(struct import_result *r);
void import_set_release(struct import_set *s);

/* --- for importers ------------------------------------------------------------------------ */

/*
 * The set of that label (NULL: of that series without a name), made if need be. Lent until the
 * next call; NULL, with e set, when memory is short or there are more than IMPORT_SETS_MAX.
 */
struct import_set *import_result_set(struct import_result *r, const char *label, size_t series,
				     struct errmsg *e);

/* Appends an all-unknown run, status "ok", and lends it until the next; NULL: memory. */
struct record *import_set_run(struct import_set *s);

/*
 * A metric of the set; fields that are NULL leave what is known. 0 or -ENOMEM. The strings are
 * copied.
 */
int import_set_metric(struct import_set *s, const struct import_metric *m);
int import_set_note(struct import_set *s, const char *text); /* 0 or -ENOMEM */

/* What stands around a table is about all of its sets. 0, or -ENOMEM with e set. */
int import_note_all(struct import_result *r, const struct strlist *notes, struct errmsg *e);

/* "FILE:line: text" into the warnings; line 0: without one. */
int import_warn(struct import_result *r, const struct import_text *t, size_t line, const char *fmt,
		...) __attribute__((format(printf, 4, 5)));

#endif
