/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <stdio.h>

#include "harness/campaign.h"
#include "harness/counters.h"
#include "harness/options.h"
#include "lib/errmsg.h"
#include "lib/stdfd.h"

enum {
	EXIT_DONE = 0,
	EXIT_ERROR = 1,
	EXIT_USAGE = 2,
	EXIT_FAILED_RUNS = 4,
	EXIT_SIGNAL = 128, /* plus its number */
};

static int exit_code(int err, const struct campaign_end *end)
{
	if (end->signal_number)
		return EXIT_SIGNAL + end->signal_number;
	if (err)
		return EXIT_ERROR;
	return end->failed ? EXIT_FAILED_RUNS : EXIT_DONE;
}

int main(int argc, char **argv)
{
	struct campaign_end end = { 0 };
	struct errmsg e = { 0 };
	struct options o;
	int err;

	stdfd_hold();
	err = options_parse(&o, argc, argv, &e);
	if (err) {
		errmsg_print(&e);
		options_release(&o);
		return EXIT_USAGE;
	}
	err = o.list_events ? counters_list(stdout, &e) : campaign_run(&o, &end, &e);
	if (err)
		errmsg_print(&e);
	options_release(&o);
	return exit_code(err, &end);
}
