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

/* What each source promises, in points of a hundred; of 200 ms, of which sampling sees 20 looks. */
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
	/* Its exec may have been on the other CPU; nobody but itself moves it after that. */
	assert_true(total(&j->migrations) >= moves);
	assert_true(total(&j->migrations) <= moves + 1);
}

/*
 * The kernel's events count what a hypervisor stole as time on the CPU, the CPU clock does not:
 * that much more may they be off, and above 3 % the job must be flagged.
 */
static void check_share(const struct promise *p, const struct record_job *j)
{
	double share = share_of(&j->cpu_time_ns, cpu_a), truth = share_of(&j->self_time_ns, cpu_a);
	double off =
		100 * fabs((double)(intmap_sum(&j->cpu_time_ns) - j->cpu_ns)) / (double)j->cpu_ns;

	print_message("# %s: %.3f %%, in truth %.3f %%; sum %.2f %% off\n", p->source, share, truth,
		      off);
	assert_true(fabs(share - truth) <= p->points + off);
	assert_int_equal(strlist_has(&j->flags, FLAG_CLOCK), off > 3);
	assert_true(j->unattributed_ns >= 0);
	assert_true((double)j->unattributed_ns <= off / 100 * (double)j->cpu_ns + 1);
}

static void check_moves(const struct promise *p, const char *fraction, const char *moves)
{
	char *argv[] = { (char *)watch_helper("mover"),
			 "200",
			 (char *)fraction,
			 (char *)moves,
			 cpu_a,
			 cpu_b,
			 NULL };
	struct residency *r = source_or_null(p->source, false, 0);
	struct record rec;

	if (!r)
		return;
	record_init(&rec);
	assert_int_equal(watch(r, &rec, argv), 0);
	assert_int_equal(residency_run_finish(r, &rec), 0);
	assert_string_equal(rec.jobs[0].residency_source, p->source);
	assert_int_equal(rec.jobs[0].n_fallbacks, 0);
	check_share(p, &rec.jobs[0]);
	check_migrations(p, &rec.jobs[0], atoi(moves));
	record_release(&rec);
	residency_free(r);
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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_move_at_37_percent),
		cmocka_unit_test(sixty_three_moves),
	};

	return cmocka_run_group_tests(tests, find_two_cpus, forget);
}
