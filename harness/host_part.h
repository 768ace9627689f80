/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * host_part: how the parts of host.json read files. Only for harness/host*.c.
 *
 * Every function that returns a json_t * gives a new reference: the value, or null where it is not
 * known. NULL only when memory is short; json_pack("{s:o}") passes that on.
 */
#ifndef NT_HARNESS_HOST_PART_H
#define NT_HARNESS_HOST_PART_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/utsname.h>

#include <jansson.h>

#include "lib/strlist.h"
#include "lib/topology.h"

/* Where the reader is: shared with the process that watches it. */
struct host_progress {
	unsigned long reads; /* begun and ended: odd during a read */
	char path[512];      /* the last one begun */
};

struct host_source {
	const char *sysroot;
	const struct topology *topology;
	const struct strlist *unread;   /* paths not to be tried again */
	struct host_progress *progress; /* NULL: nobody watches */
	bool blind;                     /* read nothing more */
};

/* All of host.json, in this process. */
json_t *host_compose(const struct host_source *h);

/* The parts. */
json_t *host_machine(const struct host_source *h);
json_t *host_kernel(const struct host_source *h);
json_t *host_person(const struct host_source *h);
json_t *host_tunables(const struct host_source *h);
json_t *host_state(const struct host_source *h);
json_t *host_build(void);

/* Details that have a file of their own. */
json_t *host_caches(const struct host_source *h);                          /* array */
json_t *host_hypervisor(const struct host_source *h, const char *cpuinfo); /* object */
json_t *host_config(const struct host_source *h);                          /* object or null */
json_t *host_preemption(const struct host_source *h, const json_t *config);
json_t *host_cgroups(const struct host_source *h); /* array or null */

/* --- reading ------------------------------------------------------------------------------------
 */

/* The text of a file, NULL where there is none; the caller frees it. Trailing space is gone. */
char *host_raw(const struct host_source *h, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/*
 * Around a read by other means. False: don't, that path kept an earlier reader waiting. Reads don't
 * nest.
 */
bool host_read_begin(const struct host_source *h, const char *path);
void host_read_end(const struct host_source *h);

/* Where /proc/cpuinfo speaks of the first CPU; NULL: none. The kernel asks every CPU whose lines
 * are read for its frequency, so the rest is not read. */
char *host_cpuinfo(const struct host_source *h);

/* uname(2) of this machine, for a /proc that is not there; all empty for another machine's. */
void host_uname(const struct host_source *h, struct utsname *u);

/* The text of a file; without the file, `otherwise` unless it is empty. */
json_t *host_text_or(const struct host_source *h, const char *path, const char *otherwise);

json_t *host_text(const struct host_source *h, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/* Its whole number. */
json_t *host_int(const struct host_source *h, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/* A whole number where it is one, else text. */
json_t *host_value(const struct host_source *h, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/* 0, 1, N, Y as a truth value. */
json_t *host_flag(const struct host_source *h, const char *path);

/* The chosen word of "always [madvise] never" or "none (full)". */
json_t *host_choice(const struct host_source *h, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/*
 * The files of a folder whose names start with prefix and are not in skip (NULL-terminated, may be
 * NULL), by name, as host_value() has them. null without the folder.
 */
json_t *host_files(const struct host_source *h, const char *folder, const char *prefix,
		   const char *const *skip);

/* Names in a folder that start with prefix, sorted; empty where there is none. 0 or -ENOMEM. */
int host_names(const struct host_source *h, const char *folder, const char *prefix,
	       struct strlist *names);

/* A file of every folder PARENT/PREFIX*, its different values joined by commas. */
json_t *host_distinct(const struct host_source *h, const char *parent, const char *prefix,
		      const char *file);

/* The value behind "name:" in a text of such lines (/proc/cpuinfo, meminfo, status). NULL: none. */
char *host_field(const char *text, const char *name);

/* A "name: 123 kB" of such a text in bytes. */
json_t *host_kib(const char *text, const char *name);

#endif
