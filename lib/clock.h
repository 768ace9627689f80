/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * clock: the three clocks of the program, all as int64_t nanoseconds.
 *
 * Names say which is meant: `_ns` is CLOCK_MONOTONIC (or a difference of it), `_wall_ns`
 * CLOCK_REALTIME, `_cpu_ns` a CPU clock.
 */
#ifndef NT_LIB_CLOCK_H
#define NT_LIB_CLOCK_H

#include <stdint.h>
#include <sys/types.h>
#include <sys/time.h>
#include <time.h>

#define NS_PER_S  INT64_C(1000000000)
#define NS_PER_MS INT64_C(1000000)
#define NS_PER_US INT64_C(1000)

int64_t clock_now_ns(void);        /* CLOCK_MONOTONIC */
int64_t clock_wall_ns(void);       /* CLOCK_REALTIME */
int64_t clock_thread_cpu_ns(void); /* CPU time of the calling thread */

/*
 * CPU time of a process, all its threads, exact to the ns; also of a zombie that has not been
 * reaped yet (kernel: posix-cpu-timers.c; the clock id is built as in clock_getcpuclockid(3)).
 * Returns -errno (as a negative int64_t) if there is no such process.
 */
int64_t clock_process_cpu_ns(pid_t pid);

static inline int64_t clock_timespec_ns(struct timespec t)
{
	return (int64_t)t.tv_sec * NS_PER_S + t.tv_nsec;
}

static inline int64_t clock_timeval_ns(struct timeval t)
{
	return (int64_t)t.tv_sec * NS_PER_S + (int64_t)t.tv_usec * NS_PER_US;
}

static inline struct timespec clock_ns_timespec(int64_t ns)
{
	return (struct timespec){ .tv_sec = (time_t)(ns / NS_PER_S), .tv_nsec = ns % NS_PER_S };
}

#endif
