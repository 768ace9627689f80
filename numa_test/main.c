/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "lib/clock.h"
#include "numa_test/exec_node.h"
#include "numa_test/job.h"

enum {
	EXIT_USAGE = 2
};

static struct selfwatch watch;

/* A huge page that was promised and is not there: the touch dies. errmsg_print() is one write(2).
 */
static void on_sigbus(int sig)
{
	static const struct errmsg message = { "the array has no memory behind it (SIGBUS: no huge "
					       "page left on the allowed nodes?)" };

	(void)sig;
	errmsg_print(&message);
	_exit(EXIT_FAILURE);
}

static struct job_begin begin(void)
{
	struct job_begin b = { .main_ns = clock_now_ns(), .exec_cpu = exec_node_cpu() };

	selfwatch_start(&watch, true);
	b.main_cpu_ns = watch.start_cpu_ns;
	b.main_cpu = (int)watch.cpu;
	return b;
}

static int report(struct link *l, const struct result *r, struct errmsg *e)
{
	char *line;
	int err;

	if (l->report_fd < 0) {
		result_print(r, stdout);
		return fflush(stdout) ? errmsg_errno(e, errno, "standard output") : 0;
	}
	line = result_json(r);
	if (!line)
		return errmsg_errno(e, ENOMEM, "report");
	signal(SIGPIPE, SIG_IGN);
	err = link_report(l, line, e);
	free(line);
	return err;
}

static int work(const struct options *o, const struct job_begin *b, struct link *l,
		struct errmsg *e)
{
	struct result r = { 0 };
	int err = job_run(o, b, l, &watch, &r, e);

	if (!err)
		err = report(l, &r, e);
	result_release(&r);
	return err;
}

static int fail(const struct errmsg *e, int code)
{
	errmsg_print(e);
	return code;
}

int main(int argc, char **argv)
{
	struct job_begin b = begin();
	struct errmsg e = { 0 };
	struct options o;
	int err;

	if (options_parse(&o, argc, argv, &e) || link_open(&o.link, &e))
		return fail(&e, EXIT_USAGE);
	if (!o.self)
		selfwatch_start(&watch, false);
	signal(SIGBUS, on_sigbus);
	err = work(&o, &b, &o.link, &e);
	link_release(&o.link);
	return err ? fail(&e, EXIT_FAILURE) : EXIT_SUCCESS;
}
