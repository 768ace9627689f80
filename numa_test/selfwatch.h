/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * selfwatch: CPU time of the calling thread by CPU, seen from inside.
 *
 * The walk compares the CPU it runs on with the one it knew, and reads its CPU clock only when they
 * differ: as exact as the clock where the CPU is one load away (rseq), and within 64 accesses
 * where getcpu(2) must be asked.
 *
 * All-zero is SELFWATCH_OFF before its start. Nothing to release.
 */
#ifndef NT_NUMA_TEST_SELFWATCH_H
#define NT_NUMA_TEST_SELFWATCH_H

#include <stdbool.h>
#include <stdint.h>

#include "lib/intmap.h"

enum selfwatch_source {
	SELFWATCH_OFF,    /* keeps the clock, knows no CPU */
	SELFWATCH_RSEQ,   /* the word is one load away: look at it as often as you like */
	SELFWATCH_GETCPU, /* a call: look every SELFWATCH_STRIDE accesses */
};

enum {
	SELFWATCH_STRIDE = 64,
	SELFWATCH_CPUS = 8192, /* Linux's largest NR_CPUS; what is beyond is not attributed */
};

struct selfwatch {
	enum selfwatch_source source;
	const volatile uint32_t *word; /* compare with cpu; never NULL after the start */
	uint32_t cpu;                  /* where we are as far as we know */
	uint32_t top_cpu;              /* highest CPU with time in cpu_ns */
	int64_t last_cpu_ns;           /* clock when cpu_ns was last brought up to date */
	int64_t start_cpu_ns;          /* clock at selfwatch_start() */
	int64_t changes;               /* moves noticed */
	int64_t (*clock)(void);        /* CPU clock in ns */
	uint32_t (*getcpu)(void);
	int64_t cpu_ns[SELFWATCH_CPUS];
};

/* "rseq", "getcpu"; NULL for SELFWATCH_OFF. */
const char *selfwatch_source_name(enum selfwatch_source source);

/*
 * Starts to watch with the best source there is, or with none if !on. Call it first in main():
 * the time before start_cpu_ns is not seen.
 */
void selfwatch_start(struct selfwatch *w, bool on);

/* The same with everything given; word may be NULL for another source than SELFWATCH_RSEQ. */
void selfwatch_start_with(struct selfwatch *w, enum selfwatch_source source,
			  const volatile uint32_t *word, int64_t (*clock)(void),
			  uint32_t (*getcpu)(void));

/* To call when *word != cpu: charges the time so far to the old CPU. Returns the new one. */
uint32_t selfwatch_moved(struct selfwatch *w);

/* Asks getcpu, and charges as selfwatch_moved() if it names another CPU. */
void selfwatch_ask(struct selfwatch *w);

/* Looks once, by whatever source. */
static inline void selfwatch_poll(struct selfwatch *w)
{
	if (w->source == SELFWATCH_GETCPU)
		selfwatch_ask(w);
	else if (*w->word != w->cpu)
		selfwatch_moved(w);
}

/* Brings cpu_ns up to date. Returns the CPU clock of that moment. */
int64_t selfwatch_update(struct selfwatch *w);

/*
 * Time by CPU, only CPUs with any, as of the last update; unknown with SELFWATCH_OFF. 0 or -ENOMEM.
 */
int selfwatch_by_cpu(const struct selfwatch *w, struct intmap *cpu_time_ns);

#endif
