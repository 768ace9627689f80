/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * mover MS FRACTION MOVES CPU_A CPU_B
 *
 * The job whose residency is known: it burns MS milliseconds of CPU time and moves itself between
 * two CPUs, MOVES times, so that FRACTION of the time falls to CPU_A. Each pair of stays has the
 * same length; an odd number of moves starts on CPU_A and ends on CPU_B. It reads its own CPU
 * clock at each move and prints what it knows at the end: "CPU ns" for each of the two.
 */
#include <errno.h>
#include <error.h>
#include <inttypes.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/clock.h"

static void move_to(int cpu)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET((size_t)cpu, &set);
	if (sched_setaffinity(0, sizeof(set), &set))
		error(1, errno, "CPU %d", cpu);
}

static void burn_until(int64_t cpu_ns)
{
	while (clock_thread_cpu_ns() < cpu_ns)
		for (volatile int i = 0; i < 1000; i++)
			;
}

struct job {
	int cpus[2];
	int64_t known_ns[2];
	int64_t at_ns; /* its clock when it was last written down */
};

/* Whatever the clock has gained belongs to this CPU. */
static void write_down(struct job *job, int which)
{
	int64_t now_ns = clock_thread_cpu_ns();

	job->known_ns[which] += now_ns - job->at_ns;
	job->at_ns = now_ns;
}

static void run(struct job *job, int moves, int64_t pair_ns, double fraction)
{
	int64_t begin_ns = job->at_ns;

	for (int stay = 0; stay <= moves; stay++) {
		int which = stay % 2;
		double part = which ? 1 : fraction;

		move_to(job->cpus[which]);
		burn_until(begin_ns + stay / 2 * pair_ns + (int64_t)(part * (double)pair_ns));
		write_down(job, which);
	}
}

int main(int argc, char **argv)
{
	struct job job = { 0 };
	int moves;

	if (argc != 6)
		error(2, 0, "usage: mover MS FRACTION MOVES CPU_A CPU_B");
	moves = atoi(argv[3]);
	job.cpus[0] = atoi(argv[4]);
	job.cpus[1] = atoi(argv[5]);
	write_down(&job, sched_getcpu() == job.cpus[0] ? 0 : 1);
	run(&job, moves, atoll(argv[1]) * NS_PER_MS * 2 / (moves + 1), atof(argv[2]));
	for (int i = 0; i < 2; i++)
		printf("%d %" PRId64 "\n", job.cpus[i], job.known_ns[i]);
	return 0;
}
