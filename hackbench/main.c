/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hackbench: the disturbance. See man/numa_test-hackbench.1.scd. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>

#include "hackbench/crew.h"
#include "hackbench/options.h"
#include "hackbench/watch.h"
#include "lib/clock.h"
#include "lib/errmsg.h"
#include "lib/stdfd.h"

enum {
	EXIT_DONE = 0,
	EXIT_ERROR = 1,
	EXIT_USAGE = 2,
	EXIT_SIGNAL = 128
};

/* Static for crew_release(): threads that can't be ended use it until the process is gone. */
static struct crew crew;

static int output_flush(struct errmsg *e)
{
	if (fflush(stdout) || ferror(stdout))
		return errmsg_errno(e, errno, "standard output");
	return 0;
}

/* Both lines and "Time:" are in the form of rt-tests' hackbench, which scripts read. */
static int banner_print(const struct options *o, struct errmsg *e)
{
	printf("Running in %s mode with %lld groups using %lld file descriptors each "
	       "(== %lld tasks)\n",
	       o->threads ? crew_threads.name : crew_processes.name, (long long)o->groups,
	       (long long)o->fds * 2, (long long)options_tasks(o));
	printf("Each sender will pass %lld messages of %lld bytes\n", (long long)o->loops,
	       (long long)o->data_bytes);
	return output_flush(e);
}

static int result_print(const struct options *o, int64_t elapsed_ns, int64_t messages,
			struct errmsg *e)
{
	if (o->verbose)
		printf("Messages: %lld\n", (long long)messages);
	printf("Time: %lld.%03lld\n", (long long)(elapsed_ns / NS_PER_S),
	       (long long)(elapsed_ns % NS_PER_S / NS_PER_MS));
	return output_flush(e);
}

static int bench(const struct options *o, struct watch *watch, struct errmsg *e)
{
	int64_t elapsed_ns = 0, messages = 0;
	int err = banner_print(o, e);

	if (!err)
		err = crew_build(&crew, o, watch, e);
	if (!err)
		err = crew_wait_ready(&crew, e);
	if (!err)
		err = crew_run(&crew, &elapsed_ns, e);
	if (!err)
		err = crew_check(&crew, &messages, e);
	if (!err)
		err = result_print(o, elapsed_ns, messages, e);
	return err;
}

static int exit_code(int err, const struct watch *watch)
{
	if (!err)
		return EXIT_DONE;
	return err == -EINTR ? EXIT_SIGNAL + watch->signal : EXIT_ERROR;
}

int main(int argc, char **argv)
{
	static struct options options; /* static as the crew that keeps it */
	static struct watch watch;
	struct errmsg e = { 0 };
	int err, code;

	stdfd_hold();
	if (options_parse(&options, argc, argv, &e)) {
		errmsg_print(&e);
		return EXIT_USAGE;
	}
	signal(SIGPIPE, SIG_IGN);
	err = watch_open(&watch, options.timeout_ns, &e);
	if (!err)
		err = bench(&options, &watch, &e);
	code = exit_code(err, &watch);
	crew_release(&crew);
	watch_release(&watch);
	if (err)
		errmsg_print(&e);
	return code;
}
