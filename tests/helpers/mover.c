/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * mover MS FRACTION MOVES CPU_A CPU_B
 *
 * The job whose residency is known: it burns MS milliseconds of CPU time and moves itself between
 * two CPUs, MOVES times, so that FRACTION of the time falls to CPU_A. Each pair of stays has the
 * same length; an odd number of moves starts on CPU_A and ends on CPU_B. It reads its own CPU
 * clock at each move, and watches itself as numa_test does. At the end it prints, by CPU:
 *
 *	known CPU ns	what it used, from its exec on
 *	main CPU ns	the same without what came before main(), which no process sees of itself
 *	self CPU ns	what it saw
 *	unsure 0 ns	how much of the first two may as well belong to the other CPU: half of what
 *			the calls took that move it
 */
#include <errno.h>
#include <error.h>
#include <inttypes.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/clock.h"
#include "lib/intmap.h"
#include "numa_test/selfwatch.h"

static struct selfwatch watch;

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
		for (int i = 0; i < 1000; i++)
			selfwatch_poll(&watch);
}

struct job {
	int cpus[2];
	int64_t known_ns[2];
	int64_t at_ns;     /* its clock when it was last written down */
	int64_t unsure_ns; /* may as well belong to the other one */
	int start;         /* on which of the two main() began */
};

/* Whatever the clock has gained belongs to this CPU. */
static void write_down(struct job *job, int which)
{
	int64_t now_ns = clock_thread_cpu_ns();

	job->known_ns[which] += now_ns - job->at_ns;
	job->at_ns = now_ns;
}

/* A part of the call is still on the old CPU, the rest on the new one: nobody knows how much. */
static void change_over(struct job *job, int to)
{
	int64_t call_ns;

	move_to(job->cpus[to]);
	call_ns = clock_thread_cpu_ns() - job->at_ns;
	job->known_ns[1 - to] += call_ns / 2;
	job->at_ns += call_ns / 2;
	job->unsure_ns += call_ns / 2;
}

static void run(struct job *job, int moves, int64_t pair_ns, double fraction)
{
	int64_t begin_ns = job->at_ns;

	for (int stay = 0; stay <= moves; stay++) {
		int which = stay % 2;
		double part = which ? 1 : fraction;

		if (stay || job->start)
			change_over(job, which);
		else
			move_to(job->cpus[which]);
		burn_until(begin_ns + stay / 2 * pair_ns + (int64_t)(part * (double)pair_ns));
		write_down(job, which);
	}
}

static void print(const struct job *job)
{
	struct intmap self = { 0 };

	selfwatch_update(&watch);
	for (int i = 0; i < 2; i++) {
		int64_t before_ns = i == job->start ? watch.start_cpu_ns : 0;

		printf("known %d %" PRId64 "\n", job->cpus[i], job->known_ns[i]);
		printf("main %d %" PRId64 "\n", job->cpus[i], job->known_ns[i] - before_ns);
	}
	printf("unsure 0 %" PRId64 "\n", job->unsure_ns);
	selfwatch_by_cpu(&watch, &self);
	intmap_for_each (it, &self)
		printf("self %d %" PRId64 "\n", it->key, it->value);
	intmap_release(&self);
}

int main(int argc, char **argv)
{
	struct job job = { 0 };
	int moves;

	selfwatch_start(&watch, true);
	if (argc != 6)
		error(2, 0, "usage: mover MS FRACTION MOVES CPU_A CPU_B");
	moves = atoi(argv[3]);
	job.cpus[0] = atoi(argv[4]);
	job.cpus[1] = atoi(argv[5]);
	job.start = sched_getcpu() == job.cpus[0] ? 0 : 1;
	write_down(&job, job.start);
	run(&job, moves, atoll(argv[1]) * NS_PER_MS * 2 / (moves + 1), atof(argv[2]));
	print(&job);
	fflush(stdout);
	_exit(0); /* nothing after what it knows: no leak check, no destructors */
}
