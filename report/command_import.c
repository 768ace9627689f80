/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `report import FILE… -o PATH`: logs that others published, as result sets. */
#include <argp.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "report/command.h"
#include "report/import.h"
#include "report/output.h"
#include "report/text.h"

enum {
	KEY_LABELS = 0x100,
	KEY_TITLE,
	KEY_METRIC,
	KEY_RESULTS,
};

struct arguments {
	const char *path; /* -o */
	const struct importer *by;
	struct import_options options;
	struct strlist files;
};

static const struct argp_option options[] = {
	{ "output", 'o', "PATH", 0, "folder of the set; of several sets, PATH/LABEL each", 0 },
	{ "format", 'f', "NAME", 0, "how the files are to be read, instead of looking at them", 0 },
	{ "labels", KEY_LABELS, "A,B", 0, "names of series that have none", 0 },
	{ "title", KEY_TITLE, "TEXT", 0, "what the sets are about: heads their tables", 0 },
	{ "metric", KEY_METRIC, "NAME", 0, "what figures are called (runtime)", 0 },
	{ "results", KEY_RESULTS, "DIR", OPTION_HIDDEN, NULL, 0 }, /* every command takes it */
	{ 0 },
};

static void parse_labels(struct strlist *labels, const char *arg, struct argp_state *state)
{
	char *copy = strdup(arg), *rest = copy, *label;

	if (!copy)
		argp_failure(state, EXIT_ERROR, ENOMEM, "--labels");
	while ((label = strsep(&rest, ","))) {
		if (!*label)
			argp_error(state, "--labels '%s' has a name that is empty", arg);
		if (strlist_add(labels, label))
			argp_failure(state, EXIT_ERROR, ENOMEM, "--labels");
	}
	free(copy);
}

static const struct importer *parse_format(const char *arg, struct argp_state *state)
{
	const struct importer *by = import_find(arg);

	if (!by)
		argp_error(state, "--format '%s' is not known; %s --help has the list", arg,
			   state->name);
	return by;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct arguments *a = state->input;

	switch (key) {
	case 'o':
		a->path = arg;
		return 0;
	case 'f':
		a->by = parse_format(arg, state);
		return 0;
	case KEY_LABELS:
		parse_labels(&a->options.labels, arg, state);
		return 0;
	case KEY_TITLE:
		a->options.title = arg;
		return 0;
	case KEY_METRIC:
		if (!*arg)
			argp_error(state, "--metric is empty");
		a->options.metric = arg;
		return 0;
	case KEY_RESULTS:
		return 0;
	case ARGP_KEY_ARG:
		return strlist_add(&a->files, arg) ? ENOMEM : 0;
	case ARGP_KEY_END:
		if (!a->files.n)
			argp_error(state, "which FILE? - is standard input");
		if (!a->path || !*a->path)
			argp_error(state, "where to? -o PATH is missing");
		return 0;
	}
	return ARGP_ERR_UNKNOWN;
}

static int read_file(const struct arguments *a, const char *path, struct import_result *out,
		     struct errmsg *e)
{
	struct import_text t = { 0 };
	int err = import_text_load(&t, path, e);

	if (!err)
		err = import_read(&t, a->by, &a->options, out, e);
	import_text_release(&t);
	return err;
}

static int read_files(const struct arguments *a, struct import_result *out, struct errmsg *e)
{
	struct import_result *from = calloc(a->files.n, sizeof(*from));
	int err = from ? 0 : errmsg_errno(e, ENOMEM, "files");

	for (size_t i = 0; i < a->files.n && !err; i++)
		err = read_file(a, a->files.v[i], &from[i], e);
	if (!err)
		err = import_merge(from, a->files.n, &a->options, out, e);
	for (size_t i = 0; from && i < a->files.n; i++)
		import_result_release(&from[i]);
	free(from);
	return err;
}

static void print_warnings(const struct import_result *r)
{
	struct errmsg e = { 0 };

	strlist_for_each (warning, &r->warnings) {
		errmsg_set(&e, EINVAL, "%s", *warning);
		errmsg_print(&e);
	}
	if (r->n_warnings <= r->warnings.n)
		return;
	errmsg_set(&e, EINVAL, "and %zu more of these", r->n_warnings - r->warnings.n);
	errmsg_print(&e);
}

/* The sets that were made, one path a line. */
static void print_written(const struct strlist *written)
{
	strlist_for_each (path, written) {
		text_put(stdout, *path);
		fputc('\n', stdout);
	}
}

static int import(const struct arguments *a, struct errmsg *e)
{
	struct import_result r = { 0 };
	struct strlist written = { 0 };
	int err = read_files(a, &r, e);

	print_warnings(&r);
	if (!err)
		err = import_store(&r, &a->options, a->path, &written, e);
	if (!err)
		print_written(&written);
	strlist_release(&written);
	import_result_release(&r);
	return err;
}

/* "  classic  per-job tables…" of every importer, for --help. */
static const char *list_importers(void)
{
	static char doc[4096];
	size_t n = (size_t)snprintf(doc, sizeof(doc),
				    "Reads logs that others published and writes them as result "
				    "sets.\vFiles are looked at, or read as --format says:\n");

	for (const struct importer *const *i = import_all(); *i && n < sizeof(doc); i++)
		n += (size_t)snprintf(doc + n, sizeof(doc) - n, "  %-10s  %s\n", (*i)->name,
				      (*i)->help);
	return doc;
}

static int run(int argc, char **argv, struct errmsg *e)
{
	const struct argp argp = { options, parse, "FILE...", list_importers(), NULL, NULL, NULL };
	struct arguments a = { 0 };
	int err = argp_parse(&argp, argc, argv, 0, NULL, &a);

	err = err ? errmsg_errno(e, err, "options") : import(&a, e);
	strlist_release(&a.files);
	strlist_release(&a.options.labels);
	return err ? err : output_finish(e);
}

const struct command command_import = {
	.name = "import",
	.help = "logs that others published, as result sets",
	.run = run,
};
