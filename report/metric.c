/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>
#include <strings.h>

#include "lib/clock.h"
#include "report/metric.h"

static double seconds(int64_t ns)
{
	return ns < 0 ? NAN : (double)ns / (double)NS_PER_S;
}

/* --- over the jobs of a run ----------------------------------------------------------------- */

typedef double (*job_value)(const struct set_job *j);

static double job_user(const struct set_job *j)
{
	return seconds(j->user_ns);
}

static double job_system(const struct set_job *j)
{
	return seconds(j->system_ns);
}

static double job_walk(const struct set_job *j)
{
	return seconds(j->walk_cpu_ns);
}

static double job_cpu(const struct set_job *j)
{
	return seconds(j->cpu_ns);
}

static double job_metric(const struct set_job *j)
{
	return j->metric;
}

static double job_local(const struct set_job *j)
{
	return 100 * j->local_fraction;
}

static double job_migrations(const struct set_job *j)
{
	return j->migrations < 0 ? NAN : (double)j->migrations;
}

static double job_star(const struct set_job *j)
{
	int star = set_job_star(j);

	return star < 0 ? NAN : (double)star;
}

/* A job that does not know makes the run not know: NAN passes through a sum. */
static double sum_of(const struct set_run *r, job_value value)
{
	double sum = 0;

	for (size_t i = 0; i < r->n_jobs; i++)
		sum += value(&r->jobs[i]);
	return r->n_jobs ? sum : NAN;
}

static double mean_of(const struct set_run *r, job_value value)
{
	return sum_of(r, value) / (double)r->n_jobs;
}

static double max_of(const struct set_run *r, job_value value)
{
	double most = r->n_jobs ? -INFINITY : NAN;

	for (size_t i = 0; i < r->n_jobs; i++) {
		double v = value(&r->jobs[i]);

		if (isnan(v))
			return NAN;
		most = fmax(most, v);
	}
	return most;
}

static double sd_of(const struct set_run *r, job_value value)
{
	double mean = mean_of(r, value), squares = 0;

	if (r->n_jobs < 2)
		return NAN;
	for (size_t i = 0; i < r->n_jobs; i++) {
		double d = value(&r->jobs[i]) - mean;

		squares += d * d;
	}
	return sqrt(squares / (double)(r->n_jobs - 1));
}

/* --- the metrics ---------------------------------------------------------------------------- */

static double average_user(const struct set_run *r)
{
	return mean_of(r, job_user);
}

static double average_walk(const struct set_run *r)
{
	return mean_of(r, job_walk);
}

static double elapsed(const struct set_run *r)
{
	return seconds(r->elapsed_ns);
}

static double disturbance_time(const struct set_run *r)
{
	return r->disturbance.reason ? NAN : seconds(r->disturbance.time_ns);
}

static double total_user(const struct set_run *r)
{
	return sum_of(r, job_user);
}

static double total_system(const struct set_run *r)
{
	return sum_of(r, job_system);
}

static double max_user(const struct set_run *r)
{
	return max_of(r, job_user);
}

static double sd_user(const struct set_run *r)
{
	return sd_of(r, job_user);
}

static double average_cpu(const struct set_run *r)
{
	return mean_of(r, job_cpu);
}

static double local(const struct set_run *r)
{
	return mean_of(r, job_local);
}

static double migrations(const struct set_run *r)
{
	return sum_of(r, job_migrations);
}

static double stars(const struct set_run *r)
{
	return sum_of(r, job_star);
}

static double figure(const struct set_run *r)
{
	return mean_of(r, job_metric);
}

/* Share of a job's time on its home node; NAN where either is not known. */
static double job_home(const struct set_job *j)
{
	return j->home < 0 ? NAN : 100 * set_job_share(j, j->home);
}

/*
 * Residency on home: of all CPU time that could be attributed to nodes, the part that jobs spent on
 * the node that held most of their array when the walk began. Long jobs weigh more than short ones.
 * Summed up in ns, so that all at home is 100 and not 100 less a rounding error, which would have a
 * spread of its own.
 */
static double residency(const struct set_run *r)
{
	double home = 0, all = 0;

	for (size_t i = 0; i < r->n_jobs; i++) {
		const struct set_job *j = &r->jobs[i];
		double time = j->attributed_ns < 0 ? NAN : (double)j->attributed_ns;

		home += j->home < 0 ? NAN : time * set_job_share(j, j->home);
		all += time;
	}
	return all > 0 ? 100 * (home / all) : NAN;
}

static double worst_residency(const struct set_run *r)
{
	double least = r->n_jobs ? INFINITY : NAN;

	for (size_t i = 0; i < r->n_jobs; i++) {
		double v = job_home(&r->jobs[i]);

		if (isnan(v))
			return NAN;
		least = fmin(least, v);
	}
	return least;
}

/* Elapsed less hackbench: what 2002 looked at, because the burst itself differs between kernels. */
static double elapsed_less_burst(const struct set_run *r)
{
	return elapsed(r) - disturbance_time(r);
}

const struct metric metric_table[] = {
	{ .name = "AverageUserTime",
	  .title = "AverageUserTime",
	  .unit = "s",
	  .letter = "U",
	  .help = "user time of the whole process, mean over the jobs",
	  .class = METRIC_STEADY,
	  .decimals = 2,
	  .of_run = average_user },
	{ .name = "WalkTime",
	  .title = "WalkTime",
	  .unit = "s",
	  .help = "CPU time of the walk alone, mean over the jobs",
	  .class = METRIC_STEADY,
	  .decimals = 2,
	  .of_run = average_walk },
	{ .name = "ElapsedTime",
	  .title = "ElapsedTime",
	  .unit = "s",
	  .letter = "E",
	  .help = "first exec to last exit",
	  .class = METRIC_SKEWED_BESIDE,
	  .decimals = 2,
	  .of_run = elapsed },
	{ .name = "hackbench",
	  .title = "hackbench",
	  .unit = "s",
	  .letter = "H",
	  .help = "the disturbance's own time",
	  .class = METRIC_SKEWED,
	  .decimals = 2,
	  .of_run = disturbance_time },
	{ .name = "TotalUserTime",
	  .title = "TotalUserTime",
	  .unit = "s",
	  .letter = "TU",
	  .help = "user time, sum over the jobs",
	  .class = METRIC_STEADY,
	  .decimals = 2,
	  .of_run = total_user },
	{ .name = "TotalSysTime",
	  .title = "TotalSysTime",
	  .unit = "s",
	  .help = "system time, sum over the jobs",
	  .class = METRIC_STEADY,
	  .decimals = 2,
	  .of_run = total_system },
	{ .name = "residency",
	  .title = "residency on home",
	  .unit = "%",
	  .help = "part of the CPU time that jobs spent on the node of their array",
	  .direction = STATS_HIGHER_IS_BETTER,
	  .class = METRIC_STEADY,
	  .decimals = 1,
	  .of_run = residency },
	{ .name = "stars",
	  .title = "jobs with *",
	  .unit = "",
	  .help = "jobs that started on one node and spent most time on another",
	  .class = METRIC_COUNT,
	  .decimals = 1,
	  .of_run = stars },
	{ .name = "worst-residency",
	  .title = "worst job's residency on home",
	  .unit = "%",
	  .help = "residency on home of the run's worst job",
	  .direction = STATS_HIGHER_IS_BETTER,
	  .class = METRIC_STEADY,
	  .decimals = 1,
	  .of_run = worst_residency },
	{ .name = "local",
	  .title = "local fraction",
	  .unit = "%",
	  .help = "CPU time on the nodes that hold the pages, mean over the jobs",
	  .direction = STATS_HIGHER_IS_BETTER,
	  .class = METRIC_STEADY,
	  .decimals = 1,
	  .of_run = local },
	{ .name = "MaxUserTime",
	  .title = "MaxUserTime",
	  .unit = "s",
	  .help = "user time of the run's slowest job",
	  .class = METRIC_STEADY,
	  .decimals = 2,
	  .of_run = max_user },
	{ .name = "SdUserTime",
	  .title = "SdUserTime",
	  .unit = "s",
	  .help = "standard deviation of user time over the jobs of a run",
	  .class = METRIC_STEADY,
	  .decimals = 2,
	  .of_run = sd_user },
	{ .name = "CpuTime",
	  .title = "CpuTime",
	  .unit = "s",
	  .help = "CPU clock of the process, mean over the jobs",
	  .class = METRIC_STEADY,
	  .decimals = 2,
	  .of_run = average_cpu },
	{ .name = "migrations",
	  .title = "migrations",
	  .unit = "",
	  .help = "moves to another CPU, sum over the jobs",
	  .class = METRIC_COUNT,
	  .decimals = 1,
	  .of_run = migrations },
	{ .name = "figure",
	  .title = "figure",
	  .unit = "",
	  .help = "what --metric-regex took from a foreign program's output, mean over the jobs "
		  "(lower is better)",
	  .class = METRIC_STEADY,
	  .decimals = 2,
	  .of_run = figure },
	{ .name = "E-H",
	  .title = "ElapsedTime - hackbench",
	  .unit = "s",
	  .letter = "E-H",
	  .help = "elapsed time less the disturbance's, run by run; never tested",
	  .class = METRIC_STEADY,
	  .decimals = 2,
	  .untested = true,
	  .of_run = elapsed_less_burst },
	{ .name = NULL },
};

const struct metric *metric_find(const char *name)
{
	for (const struct metric *m = metric_table; m->name; m++)
		if (!strcasecmp(m->name, name) || !strcasecmp(m->title, name) ||
		    (m->letter && !strcmp(m->letter, name)))
			return m;
	return NULL;
}

void metric_list(FILE *out)
{
	for (const struct metric *m = metric_table; m->name; m++)
		fprintf(out, "%-16s %s\n", m->name, m->help);
}

double metric_of_run(const struct metric *m, const struct set_run *r)
{
	double printed = named_values_get(&r->printed, m->name);

	if (r->failed)
		return NAN;
	return isnan(printed) && m->of_run ? m->of_run(r) : printed;
}

bool set_run_disturbed(const struct set_run *r)
{
	return r->disturbance.command && *r->disturbance.command;
}

bool metric_is_skewed(const struct metric *m, bool disturbed)
{
	return m->class == METRIC_SKEWED || m->class == METRIC_COUNT ||
	       (m->class == METRIC_SKEWED_BESIDE && disturbed);
}
