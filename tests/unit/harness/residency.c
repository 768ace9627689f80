/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The contract of every residency source: the same job, the same answer within its error. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "harness/residency.h"
#include "lib/cpulist.h"
#include "lib/flag.h"
#include "tests/unit/harness/watch.h"

/*
 * What each source promises, in points of a hundred, of a job of 200 ms: sampling has 20 looks at
 * it.
 */
static const struct promise {
	const char *source;
	double points;
	bool follows_short_stays;
	bool tells_migrations;
	bool watches_foreign;
} promises[] = {
	{ .source = "counting",
	  .points = 0.3,
	  .follows_short_stays = true,
	  .tells_migrations = true,
	  .watches_foreign = true },
	{ .source = "switch",
	  .points = 0.3,
	  .follows_short_stays = true,
	  .tells_migrations = true,
	  .watches_foreign = true },
	{ .source = "self", .points = 0.05, .follows_short_stays = true },
	{ .source = "sampling", .points = 10, .watches_foreign = true },
};

#define N_PROMISES (sizeof(promises) / sizeof(*promises))

static struct topology topology;
static char cpu_a[16], cpu_b[16];

static int find_two_cpus(void **state)
{
	struct cpulist allowed = { 0 };
	int err = cpulist_allowed(&allowed, NULL);

	(void)state;
	if (!err)
		err = topology_load_sysfs(&topology, "", NULL);
	if (!err && allowed.n >= 2) {
		snprintf(cpu_a, sizeof(cpu_a), "%d", allowed.v[0]);
		snprintf(cpu_b, sizeof(cpu_b), "%d", allowed.v[allowed.n - 1]);
	}
	cpulist_release(&allowed);
	return err;
}

static int forget(void **state)
{
	(void)state;
	topology_release(&topology);
	return 0;
}

/* NULL where this machine refuses the source, which a line says. */
static struct residency *source_or_null(const char *name, bool foreign, size_t ring_bytes)
{
	struct residency_want want = {
		.asked = name,
		.foreign = foreign,
		.timeline = true,
		.max_jobs = 4,
		.ring_bytes = ring_bytes,
		.topology = &topology,
	};
	struct residency *r = NULL;
	struct errmsg e = { 0 };

	if (residency_new(&r, &want, &e))
		print_message("# %s\n", e.text);
	return r;
}

static double share_of(const struct intmap *map, const char *cpu)
{
	return 100 * (double)intmap_get(map, atoi(cpu)) / (double)intmap_sum(map);
}

static double total(const struct named_values *v)
{
	double sum = 0;

	for (size_t i = 0; i < v->n; i++)
		sum += v->v[i].value;
	return sum;
}

static void check_migrations(const struct promise *p, const struct record_job *j, int moves)
{
	assert_int_equal(j->migrations.known, p->tells_migrations);
	if (!p->tells_migrations)
		return;
	/* Nobody but itself moves it once it is bound; before that, a busy machine may. */
	assert_true(total(&j->migrations) >= moves);
	assert_true(total(&j->migrations) <= moves + 10);
}

/*
 * Is the share right? The kernel's events count what a hypervisor stole as time on the CPU, the CPU
 * clock does not: that much more may they be off, and above 3 % the job must be flagged.
 */
static bool share_holds(const struct promise *p, const struct record_job *j,
			const struct watch_known *known)
{
	bool self = strcmp(p->source, "self") == 0;
	double cpu_ns = (double)j->cpu_ns;
	double share = share_of(&j->cpu_time_ns, cpu_a);
	double truth = share_of(self ? &known->from_main : &known->whole, cpu_a);
	double unsure = 100 * (double)intmap_sum(&known->unsure) / cpu_ns;
	double off = 100 * fabs((double)intmap_sum(&j->cpu_time_ns) - cpu_ns) / cpu_ns;

	print_message("# %s: %.3f %%, in truth %.3f +- %.3f %%; sum %.2f %% off\n", p->source,
		      share, truth, unsure, off);
	assert_int_equal(strlist_has(&j->flags, FLAG_CLOCK), off > 3);
	assert_true(j->unattributed_ns >= 0);
	assert_true((double)j->unattributed_ns <= off / 100 * cpu_ns + 1);
	return fabs(share - truth) <= p->points + unsure + (self ? 0 : off);
}

static bool moves_hold(const struct promise *p, struct residency *r, char *argv[], int moves)
{
	struct watch_known known = { 0 };
	struct record rec;
	bool holds;

	record_init(&rec);
	assert_int_equal(watch(r, &rec, &known, argv), 0);
	assert_int_equal(residency_run_finish(r, &rec), 0);
	assert_string_equal(rec.jobs[0].residency_source, p->source);
	assert_int_equal(rec.jobs[0].n_fallbacks, 0);
	check_migrations(p, &rec.jobs[0], moves);
	holds = share_holds(p, &rec.jobs[0], &known);
	watch_known_release(&known);
	record_release(&rec);
	return holds;
}

/* What is stolen on one CPU while the other one waits is in no sum: one of five tries must hold. */
static void check_moves(const struct promise *p, const char *fraction, const char *moves)
{
	char *argv[] = { watch_program("helpers/mover"),
			 "200",
			 (char *)fraction,
			 (char *)moves,
			 cpu_a,
			 cpu_b,
			 NULL };
	struct residency *r = source_or_null(p->source, false, 0);
	bool holds = false;

	if (!r)
		return;
	for (int i = 0; i < 5 && !holds; i++)
		holds = moves_hold(p, r, argv, atoi(moves));
	residency_free(r);
	assert_true(holds);
}

static void one_move_at_37_percent(void **state)
{
	(void)state;
	if (!cpu_b[0])
		skip();
	for (size_t i = 0; i < N_PROMISES; i++)
		check_moves(&promises[i], "0.37", "1");
}

static void sixty_three_moves(void **state)
{
	(void)state;
	if (!cpu_b[0])
		skip();
	for (size_t i = 0; i < N_PROMISES; i++)
		if (promises[i].follows_short_stays)
			check_moves(&promises[i], "0.5", "63");
}

static void check_foreign(const char *source, char *kind)
{
	char *argv[] = { watch_program("helpers/crowd"), kind, "4", "40", NULL };
	struct residency *r = source_or_null(source, true, 0);
	struct record rec;
	struct record_job *j;
	double ru_ns, sum_ns;

	if (!r)
		return;
	record_init(&rec);
	assert_int_equal(watch(r, &rec, NULL, argv), 0);
	assert_int_equal(residency_run_finish(r, &rec), 0);
	j = &rec.jobs[0];
	ru_ns = (double)(j->ru_utime_ns + j->ru_stime_ns);
	sum_ns = (double)intmap_sum(&j->cpu_time_ns);
	print_message("# %s, %s: %.1f ms of %.1f ms\n", source, kind, sum_ns / NS_PER_MS,
		      ru_ns / NS_PER_MS);
	/* More only by what a hypervisor stole, and then it is flagged. */
	assert_true(sum_ns > 0.97 * ru_ns);
	assert_int_equal(strlist_has(&j->flags, FLAG_CLOCK), fabs(sum_ns - ru_ns) > 0.03 * ru_ns);
	record_release(&rec);
	residency_free(r);
}

static void foreign_threads_and_children_are_counted_whole(void **state)
{
	(void)state;
	check_foreign("counting", "threads");
	check_foreign("counting", "forks");
	check_foreign("switch", "threads");
	check_foreign("switch", "forks");
}

/* An estimate, and the threads' last moments are missing. */
static void foreign_threads_are_sampled(void **state)
{
	char *argv[] = { watch_program("helpers/crowd"), "threads", "2", "150", NULL };
	struct residency *r = source_or_null("sampling", true, 0);
	struct record_job *j;
	struct record rec;
	double ru_ns;

	(void)state;
	assert_non_null(r);
	assert_true(residency_sample_interval_ns(r) > 0);
	record_init(&rec);
	assert_int_equal(watch(r, &rec, NULL, argv), 0);
	j = &rec.jobs[0];
	ru_ns = (double)(j->ru_utime_ns + j->ru_stime_ns);
	print_message("# sampling, threads: %.1f ms of %.1f ms\n",
		      (double)intmap_sum(&j->cpu_time_ns) / NS_PER_MS, ru_ns / NS_PER_MS);
	assert_true((double)intmap_sum(&j->cpu_time_ns) > 0.5 * ru_ns);
	assert_true((double)intmap_sum(&j->cpu_time_ns) < 1.01 * ru_ns);
	assert_int_equal(residency_run_finish(r, &rec), 0);
	assert_null(residency_timeline(r));
	record_release(&rec);
	residency_free(r);
}

static void every_stay_is_in_the_timeline(void **state)
{
	char *argv[] = { watch_program("helpers/mover"), "50", "0.5", "5", cpu_a, cpu_b, NULL };
	struct residency *r = source_or_null("counting", false, 0);
	const struct timeline *t;
	const struct timeline_task *task;
	struct record rec;

	(void)state;
	if (!r || !cpu_b[0])
		skip();
	record_init(&rec);
	assert_int_equal(watch(r, &rec, NULL, argv), 0);
	assert_int_equal(residency_run_finish(r, &rec), 0);
	t = residency_timeline(r);
	assert_non_null(t);
	assert_int_equal(t->lost, -1);
	assert_int_equal(t->n_tasks, 1);
	task = &t->tasks[0];
	assert_int_equal(task->job, 1);
	assert_int_equal(task->tid, rec.jobs[0].pid);
	assert_true(task->n >= 6);
	assert_int_equal(task->stays[0].cpu, task->exec_cpu);
	assert_int_equal(task->stays[0].start_ns, task->start_ns);
	assert_int_equal(task->stays[task->n - 1].end, TIMELINE_EXIT);
	for (size_t i = 1; i < task->n; i++)
		assert_true(task->stays[i].start_ns >= task->stays[i - 1].end_ns);
	assert_string_equal(rec.jobs[0].node_exec_source, "switch");
	assert_int_equal(rec.jobs[0].node_exec, topology_node_of_cpu(&topology, task->exec_cpu));
	record_release(&rec);
	residency_free(r);
}

static double time_on(const struct intmap *map)
{
	return (double)intmap_sum(map) / NS_PER_MS;
}

static void a_full_ring_is_flagged_and_totals_hold(void **state)
{
	char *busy[] = { watch_program("helpers/mover"), "300", "0.5", "201", cpu_a, cpu_b, NULL };
	char *calm[] = { watch_program("helpers/mover"), "5", "0.5", "1", cpu_a, cpu_b, NULL };
	struct residency *r = source_or_null("counting", false, 4096);
	struct record rec;
	struct record_job *j;

	(void)state;
	if (!r || !cpu_b[0])
		skip();
	record_init(&rec);
	assert_int_equal(watch(r, &rec, NULL, busy), 0);
	assert_int_equal(residency_run_finish(r, &rec), 0);
	j = &rec.jobs[0];
	assert_true(strlist_has(&j->flags, FLAG_TIMELINE));
	assert_false(j->migrations.known);
	assert_true(residency_timeline(r)->lost > 0);
	assert_true(residency_timeline(r)->n_tasks == 1);
	assert_true(time_on(&j->cpu_time_ns) > 0.97 * (double)j->cpu_ns / NS_PER_MS);
	record_release(&rec);
	/* The rings are empty again for the next run. */
	record_init(&rec);
	assert_int_equal(watch(r, &rec, NULL, calm), 0);
	assert_int_equal(residency_run_finish(r, &rec), 0);
	assert_false(strlist_has(&rec.jobs[0].flags, FLAG_TIMELINE));
	assert_true(rec.jobs[0].migrations.known);
	assert_int_equal(residency_timeline(r)->lost, -1);
	record_release(&rec);
	residency_free(r);
}

static void a_job_that_never_ran_is_unknown(void **state)
{
	char *argv[] = { "/no/such/program", NULL };
	struct residency *r = source_or_null("counting", false, 0);
	struct record rec;

	(void)state;
	if (!r)
		skip();
	record_init(&rec);
	assert_int_equal(WEXITSTATUS(watch(r, &rec, NULL, argv)), 127);
	assert_int_equal(residency_run_finish(r, &rec), 0);
	assert_int_equal(rec.jobs[0].cpu_time_ns.n, 0);
	assert_false(rec.jobs[0].cpu_time_ns.known);
	assert_false(rec.jobs[0].migrations.known);
	record_release(&rec);
	residency_free(r);
}

static void asked_sources_are_never_replaced(void **state)
{
	struct residency_want want = { .topology = &topology, .max_jobs = 1 };
	struct residency *r = NULL;
	struct errmsg e = { 0 };

	(void)state;
	want.asked = "guessing";
	assert_true(residency_new(&r, &want, &e) < 0);
	assert_non_null(strstr(e.text, "guessing"));
	assert_non_null(strstr(e.text, "counting, switch, self, sampling"));
	want.asked = "self";
	want.foreign = true;
	assert_true(residency_new(&r, &want, &e) < 0);
	assert_non_null(strstr(e.text, "self"));
	assert_null(r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_move_at_37_percent),
		cmocka_unit_test(sixty_three_moves),
		cmocka_unit_test(foreign_threads_and_children_are_counted_whole),
		cmocka_unit_test(foreign_threads_are_sampled),
		cmocka_unit_test(every_stay_is_in_the_timeline),
		cmocka_unit_test(a_full_ring_is_flagged_and_totals_hold),
		cmocka_unit_test(a_job_that_never_ran_is_unknown),
		cmocka_unit_test(asked_sources_are_never_replaced),
	};

	return cmocka_run_group_tests(tests, find_two_cpus, forget);
}
