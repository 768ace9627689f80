/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * crowd threads|forks N MS
 *
 * A foreign program of N threads, or of N children that each have a child of their own. Every one
 * burns MS milliseconds of CPU time; all are waited for.
 */
#include <errno.h>
#include <error.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lib/clock.h"

static int64_t burn_ns;

static void burn(void)
{
	int64_t end_ns = clock_thread_cpu_ns() + burn_ns;

	while (clock_thread_cpu_ns() < end_ns)
		for (volatile int i = 0; i < 1000; i++)
			;
}

static void *thread(void *unused)
{
	burn();
	return unused;
}

static void run_threads(int n)
{
	pthread_t *threads = calloc((size_t)n, sizeof(*threads));

	if (!threads)
		error(1, errno, "threads");
	for (int i = 0; i < n; i++) {
		int err = pthread_create(&threads[i], NULL, thread, NULL);

		if (err)
			error(1, err, "thread %d", i);
	}
	for (int i = 0; i < n; i++)
		pthread_join(threads[i], NULL);
	free(threads);
}

static void fork_child(int depth)
{
	pid_t pid = fork();

	if (pid < 0)
		error(1, errno, "fork");
	if (pid)
		return;
	if (depth > 1)
		fork_child(depth - 1);
	burn();
	while (wait(NULL) > 0)
		;
	_exit(0);
}

int main(int argc, char **argv)
{
	if (argc != 4)
		error(2, 0, "usage: crowd threads|forks N MS");
	burn_ns = atoll(argv[3]) * NS_PER_MS;
	if (strcmp(argv[1], "threads") == 0)
		run_threads(atoi(argv[2]));
	else
		for (int i = atoi(argv[2]); i > 0; i--)
			fork_child(2);
	while (wait(NULL) > 0)
		;
	return 0;
}
