/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * bench/residency [PAIRS [PART]]
 *
 * How exact the residency sources are, and what they cost. Variants take turns in one run; figures
 * are medians with the order-statistic interval of at least 95 % (of 6 and more), because the
 * machine's neighbours make outliers. The parts:
 *
 * truth	|share - truth| in points of jobs that move themselves, once at 37 % and 63 times,
 *		alone and beside hackbench -g 8, there with what the hypervisor stole meanwhile
 * job		CPU and user time of a walk with all sources on over the same with all off
 * switch	CPU time of a context switch, counted and recorded over unwatched
 * burst	CPU time of a hackbench whose processes all inherit the count
 */
#include <assert.h>
#include <error.h>
#include <math.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/prctl.h>

#include "harness/procstat.h"
#include "harness/residency.h"
#include "lib/clock.h"
#include "lib/cpulist.h"
#include "lib/flag.h"
#include "tests/unit/harness/watch.h"

#define MOST_SAMPLES 600

static struct topology topology;
static struct cpulist cpus; /* allowed at the start */
static char cpu_a[16], cpu_b[16];

/* --- numbers ------------------------------------------------------------------------------ */

struct sample {
	double v[MOST_SAMPLES];
	size_t n;
};

static void sample_add(struct sample *s, double v)
{
	assert(s->n < MOST_SAMPLES);
	s->v[s->n++] = v;
}

static int by_value(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/*
 * The k for which [k-th smallest, k-th largest] holds the median in at least 95 % of samples:
 * binomial(n, 1/2), Conover, Practical Nonparametric Statistics, 3.2. 0: n is too small.
 */
static size_t interval_rank(size_t n)
{
	double term = pow(0.5, (double)n), below = term;
	size_t k = 0;

	while (k < n / 2 && below <= 0.025) {
		k++;
		term *= (double)(n - k + 1) / (double)k;
		below += term;
	}
	return k;
}

static void sample_print(struct sample *s, const char *what, const char *unit)
{
	size_t k = interval_rank(s->n);

	if (!s->n) {
		printf("  %-34s -\n", what);
		return;
	}
	qsort(s->v, s->n, sizeof(*s->v), by_value);
	printf("  %-34s %8.4f", what, (s->v[(s->n - 1) / 2] + s->v[s->n / 2]) / 2);
	if (k)
		printf("  [%.4f, %.4f]", s->v[k - 1], s->v[s->n - k]);
	printf("  %.4f..%.4f %s, n %zu\n", s->v[0], s->v[s->n - 1], unit, s->n);
	fflush(stdout);
}

/* Mean of the fastest quarter: what neighbours did not slow down. Sorts the sample. */
static double fastest_quarter(struct sample *s)
{
	size_t n = s->n < 4 ? 1 : s->n / 4;
	double sum = 0;

	qsort(s->v, s->n, sizeof(*s->v), by_value);
	for (size_t i = 0; i < n; i++)
		sum += s->v[i];
	return sum / (double)n;
}

static void resample(struct sample *to, const struct sample *from, unsigned int *seed)
{
	to->n = 0;
	for (size_t i = 0; i < from->n; i++)
		sample_add(to, from->v[(size_t)rand_r(seed) % from->n]);
}

/* Percentile bootstrap, Efron and Tibshirani, An Introduction to the Bootstrap, 13.3. */
static void print_fastest_ratio(struct sample *on, struct sample *off)
{
	static struct sample a, b, ratios;
	unsigned int seed = 1;
	size_t n;

	ratios.n = 0;
	for (int i = 0; i < MOST_SAMPLES; i++) {
		resample(&a, on, &seed);
		resample(&b, off, &seed);
		sample_add(&ratios, fastest_quarter(&a) / fastest_quarter(&b));
	}
	qsort(ratios.v, ratios.n, sizeof(*ratios.v), by_value);
	n = ratios.n;
	printf("  %-34s %8.4f  [%.4f, %.4f]  (bootstrap)\n", "CPU time, fastest quarters",
	       fastest_quarter(on) / fastest_quarter(off), ratios.v[n / 40],
	       ratios.v[n - 1 - n / 40]);
	fflush(stdout);
}

/* --- sources ------------------------------------------------------------------------------ */

static struct residency *source_for(const char *name, bool timeline, bool foreign)
{
	struct residency_want want = {
		.asked = name,
		.timeline = timeline,
		.foreign = foreign,
		.max_jobs = 2,
		.topology = &topology,
	};
	struct residency *r = NULL;
	struct errmsg e = { 0 };

	if (residency_new(&r, &want, &e))
		error(1, 0, "%s", e.text);
	return r;
}

static struct residency *source(const char *name, bool timeline)
{
	return source_for(name, timeline, false);
}

static void must(int status, const char *what)
{
	if (status)
		error(1, 0, "%s failed (%d)", what, status);
}

/* --- truth -------------------------------------------------------------------------------- */

struct truth_case {
	const char *title;
	const char *ms, *fraction, *moves; /* as mover takes them */
	bool burst;
};

struct truth {
	struct sample counting, self, records, unsure;
	int flagged;
};

static double share_of(const struct intmap *map)
{
	return 100 * (double)intmap_get(map, atoi(cpu_a)) / (double)intmap_sum(map);
}

/* One job: as counting saw it (or switch), and as it saw itself. */
static void truth_job(struct truth *t, const struct truth_case *c, struct residency *r,
		      struct sample *of_source)
{
	char *argv[] = { watch_program("helpers/mover"),
			 (char *)c->ms,
			 (char *)c->fraction,
			 (char *)c->moves,
			 cpu_a,
			 cpu_b,
			 NULL };
	struct watch_known known = { 0 };
	struct record rec;
	struct record_job *j;

	record_init(&rec);
	must(watch(r, &rec, &known, argv), "mover");
	must(residency_run_finish(r, &rec), "finish");
	j = &rec.jobs[0];
	sample_add(of_source, fabs(share_of(&j->cpu_time_ns) - share_of(&known.whole)));
	sample_add(&t->self, fabs(share_of(&j->self_time_ns) - share_of(&known.from_main)));
	sample_add(&t->unsure,
		   100 * (double)intmap_sum(&known.unsure) / (double)intmap_sum(&known.whole));
	t->flagged += strlist_has(&j->flags, FLAG_CLOCK);
	watch_known_release(&known);
	record_release(&rec);
}

static pid_t start_hackbench(void)
{
	char *argv[] = { watch_program("hackbench"), "-g", "8", "-l", "1000000", NULL };
	struct timespec until_up = { .tv_sec = 1 };
	pid_t pid = fork();

	if (pid == 0) {
		setpgid(0, 0);
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		if (!freopen("/dev/null", "w", stdout))
			_exit(127);
		execv(argv[0], argv);
		_exit(127);
	}
	setpgid(pid, pid);
	nanosleep(&until_up, NULL);
	return pid;
}

static void stop_hackbench(pid_t pid)
{
	kill(-pid, SIGKILL);
	waitpid(pid, NULL, 0);
}

static int64_t steal_ns(void)
{
	struct procstat now;

	return procstat_read(&now, "", &cpus) ? -1 : now.steal_ns;
}

/* Steal since then, as a share of the time of the allowed CPUs. */
static void steal_print(int64_t before_ns, int64_t start_ns)
{
	int64_t after_ns = steal_ns();
	double whole_ns = (double)(clock_now_ns() - start_ns) * (double)cpus.n;

	if (before_ns < 0 || after_ns < 0)
		printf("  %-34s -\n", "steal of the CPUs meanwhile");
	else
		printf("  %-34s %8.4f %%\n", "steal of the CPUs meanwhile",
		       100 * (double)(after_ns - before_ns) / whole_ns);
	fflush(stdout);
}

static void truth_print(struct truth *t, const struct truth_case *c)
{
	printf("truth: %s; %d of %zu runs flagged `clock`\n", c->title, t->flagged, t->self.n);
	sample_print(&t->self, "self", "points");
	sample_print(&t->counting, "counting", "points");
	sample_print(&t->records, "switch", "points");
	sample_print(&t->unsure, "not known of the truth itself", "points");
}

static void truth(const struct truth_case *c, int n)
{
	struct residency *counting = source("counting", true);
	struct residency *records = source("switch", true);
	pid_t pid = c->burst ? start_hackbench() : 0;
	int64_t before_ns = steal_ns(), start_ns = clock_now_ns();
	struct truth t = { 0 };

	for (int i = 0; i < n; i++) {
		truth_job(&t, c, counting, &t.counting);
		if (!c->burst)
			truth_job(&t, c, records, &t.records);
	}
	truth_print(&t, c);
	if (pid) {
		steal_print(before_ns, start_ns);
		stop_hackbench(pid);
	}
	residency_free(counting);
	residency_free(records);
}

/* Beside a burst a job gets a small part of a CPU: shorter and fewer ones. */
static void all_truth(int pairs)
{
	static const struct truth_case cases[] = {
		{ "one move at 37 %, alone", "1000", "0.37", "1", false },
		{ "63 moves, alone", "1000", "0.5", "63", false },
		{ "one move at 37 %, beside hackbench -g 8", "500", "0.37", "1", true },
		{ "63 moves, beside hackbench -g 8", "500", "0.5", "63", true },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++)
		truth(&cases[i], cases[i].burst ? (pairs + 1) / 2 : pairs);
}

/* --- job ---------------------------------------------------------------------------------- */

struct usage {
	double cpu_ns, user_ns;
};

static struct usage walk(struct residency *r, bool self, char *size, char *steps)
{
	char *argv[] = { watch_program("numa_test"), "--size", size, "--steps", steps,
			 self ? NULL : "--no-self",  NULL };
	struct usage u;
	struct record rec;

	record_init(&rec);
	must(watch(r, &rec, NULL, argv), "numa_test");
	if (r)
		must(residency_run_finish(r, &rec), "finish");
	u = (struct usage){ (double)rec.jobs[0].cpu_ns, (double)rec.jobs[0].ru_utime_ns };
	record_release(&rec);
	return u;
}

static void job(const char *title, char *size, char *steps, int pairs)
{
	struct residency *all = source("counting", true);
	struct sample cpu = { 0 }, user = { 0 }, all_on = { 0 }, all_off = { 0 };

	walk(NULL, true, size, steps);
	for (int i = 0; i < pairs; i++) {
		bool on_first = i % 2;
		struct usage first = walk(on_first ? all : NULL, on_first, size, steps);
		struct usage second = walk(on_first ? NULL : all, !on_first, size, steps);
		struct usage on = on_first ? first : second, off = on_first ? second : first;

		sample_add(&cpu, on.cpu_ns / off.cpu_ns);
		sample_add(&user, on.user_ns / off.user_ns);
		sample_add(&all_on, on.cpu_ns);
		sample_add(&all_off, off.cpu_ns);
	}
	printf("job: %s, all sources on / all off\n", title);
	sample_print(&user, "user time", "");
	sample_print(&cpu, "CPU time", "");
	print_fastest_ratio(&all_on, &all_off);
	residency_free(all);
}

/* --- switch ------------------------------------------------------------------------------- */

#define TURNS 40000

static void start_switcher(struct watched *w, struct residency *r, int in, int out, char *which)
{
	char turns[16], in_text[16], out_text[16];
	char *argv[] = {
		watch_program("helpers/switcher"), turns, cpu_a, in_text, out_text, which, NULL
	};

	snprintf(turns, sizeof(turns), "%d", TURNS);
	snprintf(in_text, sizeof(in_text), "%d", in);
	snprintf(out_text, sizeof(out_text), "%d", out);
	must(watch_start(w, r, argv), "switcher");
}

/* CPU ns a context switch, of two processes that do nothing else. */
static double switch_ns(struct residency *r)
{
	struct watched w[2];
	struct record rec;
	int there[2], back[2];
	double ns;

	if (pipe(there) || pipe(back))
		error(1, errno, "pipe");
	record_init(&rec);
	start_switcher(&w[0], r, there[0], back[1], "first");
	start_switcher(&w[1], r, back[0], there[1], "second");
	for (int i = 0; i < 2; i++) {
		close(there[i]);
		close(back[i]);
	}
	watch_end(&w[0], &rec, NULL);
	watch_end(&w[1], &rec, NULL);
	if (r)
		must(residency_run_finish(r, &rec), "finish");
	ns = (double)(rec.jobs[0].cpu_ns + rec.jobs[1].cpu_ns) / (2.0 * TURNS);
	record_release(&rec);
	return ns;
}

static void switches(int rounds)
{
	struct residency *counting = source("counting", false), *all = source("counting", true);
	struct sample none = { 0 }, counted = { 0 }, recorded = { 0 };

	switch_ns(NULL);
	for (int i = 0; i < rounds; i++) {
		double base = switch_ns(NULL), second, third;

		second = switch_ns(i % 2 ? all : counting);
		third = switch_ns(i % 2 ? counting : all);
		sample_add(&none, base / 1000);
		sample_add(&counted, ((i % 2 ? third : second) - base) / 1000);
		sample_add(&recorded, ((i % 2 ? second : third) - base) / 1000);
	}
	printf("switch: one context switch with its pipe\n");
	sample_print(&none, "unwatched", "us");
	sample_print(&counted, "counting adds", "us");
	sample_print(&recorded, "counting and timeline add", "us");
	residency_free(counting);
	residency_free(all);
}

/* --- burst -------------------------------------------------------------------------------- */

static double burst_cpu_ns(struct residency *r)
{
	char *argv[] = { watch_program("hackbench"), "-g", "4", "-l", "60", NULL };
	struct record rec;
	double ns;

	record_init(&rec);
	must(watch(r, &rec, NULL, argv), "hackbench");
	ns = (double)(rec.jobs[0].ru_utime_ns + rec.jobs[0].ru_stime_ns);
	record_release(&rec);
	return ns;
}

static void burst(int pairs)
{
	struct residency *counting = source_for("counting", false, true);
	struct sample ratio = { 0 };

	burst_cpu_ns(NULL);
	for (int i = 0; i < pairs; i++) {
		double first = burst_cpu_ns(i % 2 ? counting : NULL);
		double second = burst_cpu_ns(i % 2 ? NULL : counting);

		sample_add(&ratio, i % 2 ? first / second : second / first);
	}
	printf("burst: hackbench -g 4 -l 60, counted with all its children / not\n");
	sample_print(&ratio, "CPU time", "");
	residency_free(counting);
}

/* ------------------------------------------------------------------------------------------ */

static void find_cpus(void)
{
	if (cpulist_allowed(&cpus, NULL) || cpus.n < 2)
		error(77, 0, "two CPUs are needed");
	snprintf(cpu_a, sizeof(cpu_a), "%d", cpus.v[0]);
	snprintf(cpu_b, sizeof(cpu_b), "%d", cpus.v[cpus.n - 1]);
}

static void jobs(int pairs)
{
	job("walk in 256 KiB", "256K", "50000000", 3 * pairs);
	job("walk in 64 MiB", "64M", "4000000", 3 * pairs);
}

int main(int argc, char **argv)
{
	static const struct {
		const char *name;
		void (*measure)(int pairs);
	} parts[] = {
		{ "truth", all_truth }, { "job", jobs }, { "switch", switches }, { "burst", burst }
	};
	int pairs = argc > 1 ? atoi(argv[1]) : 20;

	if (pairs < 1 || pairs > MOST_SAMPLES / 2)
		error(2, 0, "1 to %d pairs", MOST_SAMPLES / 2);
	must(topology_load_sysfs(&topology, "", NULL), "topology");
	find_cpus();
	for (size_t i = 0; i < sizeof(parts) / sizeof(*parts); i++)
		if (argc < 3 || strcmp(argv[2], parts[i].name) == 0)
			parts[i].measure(pairs);
	topology_release(&topology);
	cpulist_release(&cpus);
	return 0;
}
