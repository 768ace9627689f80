/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "numa_test/selfwatch.h"

#include <sched.h>

#include "lib/clock.h"
#include "numa_test/rseq.h"

const char *selfwatch_source_name(enum selfwatch_source source)
{
	static const char *const names[] = {
		[SELFWATCH_RSEQ] = "rseq",
		[SELFWATCH_GETCPU] = "getcpu",
	};

	return names[source];
}

static uint32_t ask_getcpu(void)
{
	return (uint32_t)sched_getcpu();
}

void selfwatch_start_with(struct selfwatch *w, enum selfwatch_source source,
			  const volatile uint32_t *word, int64_t (*clock)(void),
			  uint32_t (*getcpu)(void))
{
	*w = (struct selfwatch){ .source = source, .clock = clock, .getcpu = getcpu };
	w->word = source == SELFWATCH_RSEQ ? word : &w->cpu; /* without rseq it never differs */
	w->cpu = source == SELFWATCH_RSEQ ? *word : getcpu();
	w->start_cpu_ns = w->last_cpu_ns = clock();
}

void selfwatch_start(struct selfwatch *w, bool on)
{
	const volatile uint32_t *word = rseq_cpu_word();
	enum selfwatch_source source = SELFWATCH_OFF;

	if (on)
		source = word ? SELFWATCH_RSEQ : SELFWATCH_GETCPU;
	selfwatch_start_with(w, source, word, clock_thread_cpu_ns, ask_getcpu);
}

static void charge(struct selfwatch *w, int64_t now_cpu_ns)
{
	if (w->source != SELFWATCH_OFF && w->cpu < SELFWATCH_CPUS) {
		w->cpu_ns[w->cpu] += now_cpu_ns - w->last_cpu_ns;
		if (w->cpu > w->top_cpu)
			w->top_cpu = w->cpu;
	}
	w->last_cpu_ns = now_cpu_ns;
}

static void move_to(struct selfwatch *w, uint32_t cpu)
{
	charge(w, w->clock());
	w->cpu = cpu;
	w->changes++;
}

uint32_t selfwatch_moved(struct selfwatch *w)
{
	/* The word before the clock: a move in between is then seen by the next look. */
	move_to(w, *w->word);
	return w->cpu;
}

void selfwatch_ask(struct selfwatch *w)
{
	uint32_t cpu = w->getcpu();

	if (cpu != w->cpu)
		move_to(w, cpu);
}

int64_t selfwatch_update(struct selfwatch *w)
{
	selfwatch_poll(w);
	charge(w, w->clock());
	return w->last_cpu_ns;
}

int selfwatch_by_cpu(const struct selfwatch *w, struct intmap *cpu_time_ns)
{
	if (w->source == SELFWATCH_OFF)
		return 0;
	cpu_time_ns->known = true;
	for (uint32_t cpu = 0; cpu <= w->top_cpu; cpu++) {
		int err = w->cpu_ns[cpu] ? intmap_set(cpu_time_ns, (int)cpu, w->cpu_ns[cpu]) : 0;

		if (err)
			return err;
	}
	return 0;
}
