/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs one program under a residency source, as a campaign does, for the tests of the sources. */
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

/* "BUILD/helpers/NAME"; the buffer is static. */
static inline const char *watch_helper(const char *name)
{
	static char path[4096];
	const char *build = getenv("BUILD");

	snprintf(path, sizeof(path), "%s/helpers/%s", build ? build : "build", name);
	return path;
}

static inline void watch_child(struct residency_job *rj, char *const argv[], int out_fd)
{
	dup2(out_fd, STDOUT_FILENO);
	residency_job_child(rj);
	execv(argv[0], argv);
	_exit(127);
}

static inline void watch_wait(const struct residency *r, struct residency_job *rj, pid_t pid)
{
	int64_t interval_ns = residency_sample_interval_ns(r);
	struct timespec nap = clock_ns_timespec(interval_ns);
	siginfo_t info = { 0 };

	while (!waitid(P_PID, (id_t)pid, &info, WEXITED | WNOWAIT | (interval_ns ? WNOHANG : 0)) &&
	       info.si_pid != pid) {
		residency_job_sample(rj);
		nanosleep(&nap, NULL);
	}
}

/* "CPU ns" lines, as mover prints them. */
static inline void watch_read_self(struct intmap *self_time_ns, int fd)
{
	FILE *f = fdopen(fd, "r");
	long long ns;
	int cpu;

	rewind(f);
	while (fscanf(f, "%d %lld", &cpu, &ns) == 2)
		intmap_set(self_time_ns, cpu, ns);
	fclose(f);
}

/*
 * Runs argv and fills one job of rec: what it printed as self_time_ns, its clock as cpu_ns, its
 * rusage (with children) and what the source knows. Returns what waitpid() gave, or -errno.
 */
static inline int watch(struct residency *r, struct record *rec, char *const argv[])
{
	char name[] = "/tmp/watch-XXXXXX";
	struct record_job *j = record_add_job(rec);
	int fd = mkstemp(name), status = -1, err;
	struct residency_job *rj = NULL;
	struct rusage ru;
	pid_t pid;

	unlink(name);
	err = residency_job_open(r, &rj, NULL);
	if (err)
		return err;
	pid = fork();
	if (pid == 0)
		watch_child(rj, argv, fd);
	residency_job_adopt(rj, pid, NULL);
	watch_wait(r, rj, pid);
	j->job = (int64_t)rec->n_jobs;
	j->pid = pid;
	j->cpu_ns = clock_process_cpu_ns(pid);
	watch_read_self(&j->self_time_ns, fd);
	err = residency_job_read(rj, j);
	wait4(pid, &status, 0, &ru);
	j->ru_utime_ns = clock_timeval_ns(ru.ru_utime);
	j->ru_stime_ns = clock_timeval_ns(ru.ru_stime);
	residency_job_close(rj);
	return err ? err : status;
}

#endif
