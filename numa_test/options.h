/* SPDX-License-Identifier: GPL-3.0-or-later */
/* options: the command line of numa_test. Nothing to release. */
#ifndef NT_NUMA_TEST_OPTIONS_H
#define NT_NUMA_TEST_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "lib/errmsg.h"
#include "numa_test/array.h"
#include "numa_test/link.h"
#include "numa_test/walk.h"

/* The first prime above 2^24: no multiple of any array's lines, so that the walk does not end where
 * it began. About 3 s at 180 ns an access. */
#define DEFAULT_STEPS 16777259

struct options {
	const struct walk *walk;
	uint64_t size_bytes; /* 0: auto */
	uint64_t steps;      /* >= 1 */
	int64_t seed;        /* >= 0 */
	enum pages pages;
	struct mempolicy mem;
	bool self;        /* watch our own CPU */
	struct link link; /* not open yet */
};

/*
 * 0 or -errno with the message in *e. --help, --version and options that do not exist print and
 * exit here, as argp does it (exit code 2 for the latter).
 */
int options_parse(struct options *o, int argc, char **argv, struct errmsg *e);

#endif
