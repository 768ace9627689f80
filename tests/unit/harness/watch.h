/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Runs a program under a residency source, as a campaign does, for the tests and measurements of
 * the sources. watch() does all for one program; watch_start() and watch_end() for several.
 */
#ifndef NT_TESTS_WATCH_H
#define NT_TESTS_WATCH_H

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "harness/residency.h"
#include "lib/clock.h"

struct watched {
	struct residency *r; /* NULL: nobody watches */
	struct residency_job *rj;
	pid_t pid;
	int out_fd;
};

/* What mover (tests/helpers) knows of its own time, CPU -> ns. */
struct watch_known {
	struct intmap whole, from_main, unsure; /* unsure: one entry, 0 */
};

static inline void watch_known_release(struct watch_known *k)
{
	intmap_release(&k->whole);
	intmap_release(&k->from_main);
	intmap_release(&k->unsure);
}

/* "BUILD/NAME"; one of four static buffers in turn. */
static inline char *watch_program(const char *name)
{
	static char paths[4][4096];
	static unsigned int next;
	char *path = paths[next++ % 4];
	const char *build = getenv("BUILD");

	snprintf(path, sizeof(paths[0]), "%s/%s", build ? build : "build", name);
	return path;
}

static inline void watch_child(struct watched *w, char *const argv[])
{
	dup2(w->out_fd, STDOUT_FILENO);
	if (w->rj)
		residency_job_child(w->rj);
	execv(argv[0], argv);
	_exit(127);
}

/* 0 or -errno. */
static inline int watch_start(struct watched *w, struct residency *r, char *const argv[])
{
	char name[] = "/tmp/watch-XXXXXX";
	int err;

	*w = (struct watched){ .r = r, .out_fd = mkstemp(name) };
	unlink(name);
	err = r ? residency_job_open(r, &w->rj, NULL) : 0;
	if (err)
		return err;
	w->pid = fork();
	if (w->pid == 0)
		watch_child(w, argv);
	return w->rj ? residency_job_adopt(w->rj, w->pid, NULL) : 0;
}

static inline void watch_wait(struct watched *w)
{
	int64_t interval_ns = w->r ? residency_sample_interval_ns(w->r) : 0;
	struct timespec nap = clock_ns_timespec(interval_ns);
	siginfo_t info = { 0 };

	while (!waitid(P_PID, (id_t)w->pid, &info,
		       WEXITED | WNOWAIT | (interval_ns ? WNOHANG : 0)) &&
	       info.si_pid != w->pid) {
		residency_job_sample(w->rj);
		nanosleep(&nap, NULL);
	}
}

static inline void watch_read_output(struct watch_known *known, struct intmap *self, int fd)
{
	struct watch_known unread = { 0 }, *k = known ? known : &unread;
	const struct {
		const char *word;
		struct intmap *map;
	} lines[] = { { "known", &k->whole },
		      { "main", &k->from_main },
		      { "unsure", &k->unsure },
		      { "self", self } };
	FILE *f = fdopen(fd, "r");
	char word[16];
	long long ns;
	int cpu;

	rewind(f);
	while (fscanf(f, "%15s %d %lld", word, &cpu, &ns) == 3)
		for (size_t i = 0; i < sizeof(lines) / sizeof(*lines); i++)
			if (strcmp(word, lines[i].word) == 0)
				intmap_set(lines[i].map, cpu, ns);
	fclose(f);
	watch_known_release(&unread);
}

/*
 * Waits for its end and fills one job of rec: self_time_ns from its "self CPU ns" lines, its clock
 * as cpu_ns, its rusage (with children) and what the source knows. known: an all-zero struct or
 * NULL. Returns what waitpid() gave, or -errno.
 */
static inline int watch_end(struct watched *w, struct record *rec, struct watch_known *known)
{
	struct record_job *j = record_add_job(rec);
	int status = -1, err;
	struct rusage ru;

	watch_wait(w);
	j->job = (int64_t)rec->n_jobs;
	j->pid = w->pid;
	j->cpu_ns = clock_process_cpu_ns(w->pid);
	watch_read_output(known, &j->self_time_ns, w->out_fd);
	err = w->rj ? residency_job_read(w->rj, j) : 0;
	wait4(w->pid, &status, 0, &ru);
	j->ru_utime_ns = clock_timeval_ns(ru.ru_utime);
	j->ru_stime_ns = clock_timeval_ns(ru.ru_stime);
	residency_job_close(w->rj);
	return err ? err : status;
}

static inline int watch(struct residency *r, struct record *rec, struct watch_known *known,
			char *const argv[])
{
	struct watched w;
	int err = watch_start(&w, r, argv);

	return err ? err : watch_end(&w, rec, known);
}

#endif
