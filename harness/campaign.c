/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/campaign.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "harness/burst.h"
#include "harness/command.h"
#include "harness/counters.h"
#include "harness/drift.h"
#include "harness/ground.h"
#include "harness/plan.h"
#include "harness/plan_make.h"
#include "harness/present.h"
#include "harness/profiler.h"
#include "harness/progress.h"
#include "harness/residency.h"
#include "harness/run.h"
#include "harness/sets.h"
#include "harness/settings.h"
#include "harness/sizing.h"
#include "harness/work.h"
#include "harness/yardstick.h"
#include "lib/clock.h"
#include "lib/cpulist.h"
#include "lib/jsontext.h"

#define PLAN_LIMIT (256 << 20)

struct campaign {
	const struct options *o;
	struct ground ground;
	struct plan plan;
	struct sets sets;
	struct settings settings;
	struct progress progress;
	struct drift drift;
	struct residency *residency, *burst_residency;
	struct counters *counters; /* NULL: no events */
	struct profiler profiler;
	size_t profiles_missing;
	struct yardstick yardstick; /* no points: none */
	struct run_context run;
	struct process_found found;
	int signal_fd; /* -1: signals are as they were */
	int signal_number;
};

/* --- the plan ----------------------------------------------------------------------------- */

static int load_plan_file(struct campaign *c, struct errmsg *e)
{
	json_t *o;
	int variant;
	int err = jsontext_load(c->o->plan_file, PLAN_LIMIT, &o, e);

	if (err)
		return err;
	err = plan_from_json(&c->plan, o, &variant, e);
	if (err)
		errmsg_prefix(e, "%s", c->o->plan_file);
	json_decref(o);
	return err;
}

/* A given plan is run anew: its runs were not interleaved with those of another call. */
static int adopt_plan(struct campaign *c, const char *label, struct errmsg *e)
{
	struct plan fresh;
	int err = plan_make(&fresh, c->o, 1, label, e);

	if (err)
		return err;
	free(c->plan.campaign);
	free(c->plan.label);
	c->plan.campaign = strdup(fresh.campaign);
	c->plan.label = strdup(label);
	c->plan.created_wall_ns = fresh.created_wall_ns;
	plan_release(&fresh);
	return c->plan.campaign && c->plan.label ? 0 : errmsg_errno(e, ENOMEM, "plan");
}

static int new_plan(struct campaign *c, struct errmsg *e)
{
	char *label;
	int err = sets_choose_label(&label, c->o->results, c->o->label, c->ground.kernel, e);

	if (err)
		return err;
	if (c->o->plan_file) {
		err = load_plan_file(c, e);
		if (!err)
			err = adopt_plan(c, label, e);
	} else {
		err = plan_make(&c->plan, c->o, (int)c->ground.allowed.n, label, e);
	}
	free(label);
	return err;
}

static int resumed_plan(struct campaign *c, struct errmsg *e)
{
	json_t *host;
	int err = sets_load_plan(&c->plan, c->o->results, c->o->resume, e);

	if (err)
		return err;
	err = sets_load_json(&host, c->o->results, &c->plan, "host.json", e);
	if (err == -ENOENT)
		return 0; /* killed before the first set was whole */
	if (err)
		return err;
	err = ground_check_same(&c->ground, host, e);
	json_decref(host);
	return err;
}

/* --- sizing ------------------------------------------------------------------------------- */

static void say_sizing(void *data)
{
	progress_note(data, "measuring how much work fills the time that is asked for");
}

static int size_work(struct campaign *c, struct run_context *run, struct errmsg *e)
{
	struct work_book *book;
	struct sizing s = {
		.run = run,
		.topology = &c->ground.topology,
		.machine = c->ground.machine,
		.kernel = c->ground.kernel,
		.recalibrate = c->o->recalibrate,
		.fixed_steps = c->o->steps,
		.measuring = say_sizing,
		.data = &c->progress,
	};
	int err = work_book_load(&book, c->o->results, e);

	if (err)
		return err;
	err = sizing_plan(&s, &c->plan, book, &c->signal_number, e);
	if (!err && s.changed && run)
		err = work_book_save(book, e);
	work_book_free(book);
	if (!err && run && s.reused)
		progress_note(&c->progress,
			      "work as sized before in %s/work.json (--recalibrate "
			      "measures again)",
			      c->o->results);
	return err;
}

static bool is_sized(const struct plan *p)
{
	bool burst_open = p->disturbance.groups >= 0 && p->disturbance.loops < 0;

	return (p->workload.steps > 0 || !command_is_worker(&p->workload)) && !burst_open;
}

static int print_plan(const struct plan *p, struct errmsg *e)
{
	json_t *o = plan_to_json(p, -1);
	int err = o ? json_dumpf(o, stdout, JSON_INDENT(1) | JSON_REAL_PRECISION(17)) : -1;

	json_decref(o);
	if (err || puts("") < 0 || fflush(stdout))
		return errmsg_errno(e, EIO, "can't print the plan");
	return 0;
}

static int dry_run(struct campaign *c, struct errmsg *e)
{
	int err = is_sized(&c->plan) ? 0 : size_work(c, NULL, e);

	return err ? err : print_plan(&c->plan, e);
}

/* --- before the first run ----------------------------------------------------------------- */

static int check_command(const char *what, const struct strlist *cmd, struct errmsg *e)
{
	struct strlist argv = { 0 };
	int err = command_resolve(&argv, cmd) ? errmsg_errno(e, ENOMEM, "%s", what)
					      : command_check_program(what, &argv, e);

	strlist_release(&argv);
	return err;
}

static int check_possible(const struct campaign *c, struct errmsg *e)
{
	int err = store_prepare_results(c->o->results, e);

	if (!err && !c->o->resume)
		err = sets_check_new(c->o->results, &c->plan, e);
	if (!err)
		err = check_command("--workload", &c->plan.workload.cmd, e);
	if (!err && c->plan.disturbance.cmd.n)
		err = check_command("--disturb", &c->plan.disturbance.cmd, e);
	return err;
}

static int recover_settings(const struct campaign *c, struct errmsg *e)
{
	size_t restored;
	int err = settings_recover(c->ground.boot_id, &restored, e);

	if (!err && restored)
		progress_note(&c->progress, "put back %zu settings that a killed run had changed",
			      restored);
	return err;
}

/* From here on signals come through a descriptor, and orphans of the jobs come to us. */
static int take_signals(struct campaign *c, struct errmsg *e)
{
	static const int ending[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT };
	sigset_t taken;

	sigemptyset(&taken);
	sigaddset(&taken, SIGCHLD);
	for (size_t i = 0; i < sizeof(ending) / sizeof(*ending); i++)
		sigaddset(&taken, ending[i]);
	sigprocmask(SIG_BLOCK, &taken, &c->found.signals);
	c->signal_fd = signalfd(-1, &taken, SFD_NONBLOCK | SFD_CLOEXEC);
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	return c->signal_fd < 0 ? errmsg_errno(e, errno, "signalfd") : 0;
}

/* Each job of a run takes some: 1,024, the usual limit, are too few for 512. */
static int take_descriptors(struct campaign *c, struct errmsg *e)
{
	struct rlimit all;

	if (getrlimit(RLIMIT_NOFILE, &c->found.files))
		return errmsg_errno(e, errno, "limit of descriptors");
	all = c->found.files;
	all.rlim_cur = all.rlim_max;
	setrlimit(RLIMIT_NOFILE, &all);
	return 0;
}

static void fill_context(struct campaign *c)
{
	c->run = (struct run_context){
		.plan = &c->plan,
		.topology = &c->ground.topology,
		.allowed = &c->ground.allowed,
		.boot_id = c->ground.boot_id,
		.signal_fd = c->signal_fd,
		.found = &c->found,
		.idle_limit_ns = c->o->idle_limit_ns,
	};
}

static int size_if_open(struct campaign *c, struct errmsg *e)
{
	int err = 0;

	if (!is_sized(&c->plan))
		err = size_work(c, &c->run, e);
	return err ? err : ground_check_memory(&c->plan, e);
}

/* The burst is counted or not at all: sampling 800 tasks would disturb more than it tells. */
static void choose_burst_residency(struct campaign *c)
{
	struct residency_want want = {
		.asked = "counting",
		.foreign = true,
		.max_jobs = 1,
		.topology = &c->ground.topology,
	};

	if (c->plan.disturbance.cmd.n && residency_new(&c->burst_residency, &want, NULL))
		c->burst_residency = NULL;
}

static int choose_residency(struct campaign *c, struct errmsg *e)
{
	struct residency_want want = {
		.asked = c->plan.residency,
		.foreign = !command_is_worker(&c->plan.workload),
		.timeline = c->plan.timeline,
		.max_jobs = plan_max_jobs(&c->plan),
		.topology = &c->ground.topology,
	};
	int err = residency_new(&c->residency, &want, e);

	if (err)
		return err;
	if (residency_fallback_line(c->residency))
		progress_note(&c->progress, "%s", residency_fallback_line(c->residency));
	choose_burst_residency(c);
	return 0;
}

/* Nodes whose memory we may use; where the kernel does not say, all of them. */
static int allowed_nodes(const struct campaign *c, struct cpulist *nodes, struct errmsg *e)
{
	const json_t *state = json_object_get(c->ground.host, "state");
	const char *text = json_string_value(json_object_get(state, "allowed_nodes"));
	int err = 0;

	if (text)
		return cpulist_parse(nodes, text, e);
	for (size_t i = 0; !err && i < c->ground.topology.n_nodes; i++)
		err = cpulist_add(nodes, c->ground.topology.nodes[i].id);
	return err ? errmsg_errno(e, -err, "nodes") : 0;
}

static void say_unmeasured(const struct campaign *c)
{
	for (size_t i = 0; i < c->yardstick.n; i++)
		if (c->yardstick.points[i].reason)
			progress_note(&c->progress, "yardstick: %s is not measured: %s",
				      yardstick_kind_name(c->yardstick.points[i].kind),
				      c->yardstick.points[i].reason);
}

static int measure_yardstick(struct campaign *c, struct errmsg *e)
{
	struct cpulist nodes = { 0 };
	int err = allowed_nodes(c, &nodes, e);

	if (!err)
		err = yardstick_lay_out(&c->yardstick, &c->ground.topology, &c->ground.allowed,
					&nodes, e);
	cpulist_release(&nodes);
	if (err == -ENODATA && !c->o->yardstick) {
		progress_note(&c->progress, "%s", e->text);
		return 0;
	}
	if (err)
		return err;
	progress_note(&c->progress, "measuring the yardstick (--no-yardstick leaves it out)");
	err = yardstick_measure(&c->yardstick, &c->run, &c->signal_number, e);
	say_unmeasured(c);
	return err;
}

/* Once a campaign, under the settings that it found; a resumed one takes what is stored. */
static int find_yardstick(struct campaign *c, struct errmsg *e)
{
	int err = -ENOENT;

	if (c->o->resume)
		err = yardstick_load(&c->yardstick, c->o->results, &c->plan, e);
	if (err != -ENOENT || !yardstick_is_due(&c->plan, &c->ground.topology, c->ground.host))
		return err == -ENOENT ? 0 : err;
	return measure_yardstick(c, e);
}

static int choose_events(struct campaign *c, struct errmsg *e)
{
	bool foreign = !command_is_worker(&c->plan.workload);
	int err = counters_new(&c->counters, &c->plan.events, foreign, e);

	if (err)
		return err;
	if (counters_line(c->counters))
		progress_note(&c->progress, "%s", counters_line(c->counters));
	c->run.counters = c->counters;
	return 0;
}

static int choose_profiler(struct campaign *c, struct errmsg *e)
{
	int err = profiler_choose(&c->profiler, (int)c->ground.allowed.n, e);

	if (!err && c->profiler.user_only)
		progress_note(&c->progress, "the kernel may not be sampled here: the profile is "
					    "of user code alone");
	return err;
}

/* Each set describes the host as it is under its variant's settings. */
static int open_sets(struct campaign *c, struct errmsg *e)
{
	int err = sets_init(&c->sets, c->o->results, &c->plan, c->o->resume != NULL, e);

	if (!err && !c->plan.n_variants)
		return sets_open(&c->sets, -1, c->ground.host, e);
	for (size_t i = 0; !err && i < c->plan.n_variants; i++) {
		err = settings_apply(&c->settings, &c->plan.variants[i], e);
		if (!err)
			err = ground_describe_again(&c->ground, e);
		if (!err)
			err = sets_open(&c->sets, (int)i, c->ground.host, e);
	}
	c->run.boot_id = c->ground.boot_id; /* lent from the host, which is new now */
	return err;
}

/* --- the runs ----------------------------------------------------------------------------- */

static int store_run(struct campaign *c, const struct plan_run *pr, const struct record *r,
		     struct errmsg *e)
{
	const struct timeline *t = residency_timeline(c->residency);
	int err = 0;

	if (t && c->plan.timeline)
		err = timeline_write(t, sets_store(&c->sets, pr->variant)->dir_fd, e);
	return err ? err : sets_append(&c->sets, pr, r, e);
}

/* A run between two looks at the settings that should not move. */
static int watched_run(struct campaign *c, const struct plan_run *pr, struct record *r,
		       struct errmsg *e)
{
	char *before = drift_snapshot("", &c->ground.allowed), *after;
	int err = run_execute(&c->run, pr, r, &c->signal_number, e);

	if (!err) {
		after = drift_snapshot("", &c->ground.allowed);
		if (drift_check(&c->drift, pr->variant, before, after, r))
			err = errmsg_errno(e, ENOMEM, "flags");
		free(after);
	}
	free(before);
	return err;
}

static int one_run(struct campaign *c, const struct plan_run *pr, struct errmsg *e)
{
	int64_t start_ns = clock_now_ns();
	struct record r = { 0 };
	int err = 0;

	if (pr->variant >= 0)
		err = settings_apply(&c->settings, &c->plan.variants[pr->variant], e);
	if (err)
		return err;
	c->run.numa_balancing = ground_numa_balancing();
	progress_begin(&c->progress, pr);
	err = watched_run(c, pr, &r, e);
	if (!err)
		err = store_run(c, pr, &r, e);
	if (!err)
		progress_end(&c->progress, pr, &r, clock_now_ns() - start_ns);
	record_release(&r);
	return err;
}

static int all_runs(struct campaign *c, struct errmsg *e)
{
	progress_init(&c->progress, &c->plan, (int)c->ground.allowed.n, c->sets.done);
	for (size_t i = 0; i < c->plan.n_runs; i++) {
		int err = c->sets.done[i] ? 0 : one_run(c, &c->plan.runs[i], e);

		if (err)
			return err;
	}
	return 0;
}

/* A profile that can't be made takes nothing from the runs: it is said, and told at the end. */
static int one_profile(struct campaign *c, const struct plan_run *pr, struct errmsg *e)
{
	const struct store *set = sets_store(&c->sets, pr->variant);
	struct errmsg why = { 0 };
	int err = 0;

	if (profiler_has(set->dir_fd, pr->n))
		return 0;
	if (pr->variant >= 0)
		err = settings_apply(&c->settings, &c->plan.variants[pr->variant], e);
	if (err)
		return err;
	c->run.numa_balancing = ground_numa_balancing();
	progress_note(&c->progress, "one further run of N=%d for its profile", pr->n);
	err = profiler_run(&c->profiler, &c->run, pr, set->path, &c->signal_number, &why);
	if (c->signal_number)
		return errmsg_set(e, EINTR, "%s", why.text);
	if (!err)
		return 0;
	progress_note(&c->progress, "no profile of N=%d: %s", pr->n, why.text);
	c->profiles_missing++;
	return 0;
}

/* After all runs, of which none is to be disturbed. */
static int all_profiles(struct campaign *c, struct errmsg *e)
{
	for (size_t i = 0; i < c->plan.n_runs; i++) {
		const struct plan_run *pr = &c->plan.runs[i];
		int err = pr->repeat == c->plan.repeats ? one_profile(c, pr, e) : 0;

		if (err)
			return err;
	}
	return 0;
}

/* What is kept, and how to go on, behind the reason why it ended. */
static void say_what_is_kept(const struct campaign *c, struct errmsg *e)
{
	size_t kept = c->plan.n_runs - sets_missing(&c->sets);
	size_t n = strlen(e->text);

	snprintf(e->text + n, sizeof(e->text) - n,
		 "; %zu of %zu runs are kept, --resume %s goes on", kept, c->plan.n_runs,
		 c->plan.label);
}

static int size_and_run(struct campaign *c, struct errmsg *e)
{
	int err = choose_residency(c, e);

	if (!err)
		err = choose_events(c, e);
	if (!err && c->plan.profile)
		err = choose_profiler(c, e);
	if (!err)
		err = size_if_open(c, e); /* unwatched */
	c->run.residency = c->residency;
	c->run.burst_residency = c->burst_residency;
	if (!err)
		err = find_yardstick(c, e);
	if (!err)
		err = open_sets(c, e);
	if (!err)
		err = drift_init(&c->drift, &c->plan, &c->ground.allowed, e);
	if (!err && c->yardstick.n)
		err = yardstick_store(&c->yardstick, &c->sets, e);
	if (err)
		return err;
	err = all_runs(c, e);
	if (!err && c->plan.profile)
		err = all_profiles(c, e);
	if (err)
		say_what_is_kept(c, e);
	return err;
}

/* With the old values of the settings stored: whatever happens, they are put back. */
static int run_with_settings(struct campaign *c, struct errmsg *e)
{
	struct errmsg restore_e = { 0 };
	int err = size_and_run(c, e);
	int restore_err;

	restore_err = settings_restore(&c->settings, &restore_e);
	if (restore_err) {
		progress_note(&c->progress, "a setting could not be put back: %s", restore_e.text);
		err = err ? err : errmsg_set(e, -restore_err, "%s", restore_e.text);
	}
	return err;
}

/* All is stored and back: from here a signal may end the harness as it ends any program. */
static int give_signals_back(struct campaign *c, struct errmsg *e)
{
	struct signalfd_siginfo info;

	while (read(c->signal_fd, &info, sizeof(info)) == sizeof(info))
		if (info.ssi_signo != SIGCHLD)
			c->signal_number = (int)info.ssi_signo;
	close(c->signal_fd);
	c->signal_fd = -1;
	sigprocmask(SIG_SETMASK, &c->found.signals, NULL);
	if (!c->signal_number)
		return 0;
	errmsg_set(e, EINTR, "ended by signal %d (%s)", c->signal_number,
		   sigabbrev_np(c->signal_number));
	say_what_is_kept(c, e);
	return -EINTR;
}

static int print_sets(struct campaign *c, struct errmsg *e)
{
	struct strlist paths = { 0 };
	int err = give_signals_back(c, e);

	if (err)
		return err;

	for (size_t i = 0; !err && i < c->sets.n; i++)
		err = strlist_add(&paths, c->sets.stores[i].path);
	err = err ? errmsg_errno(e, ENOMEM, "report") : present_sets(&paths, c->o->show_runs, e);
	err = err ? err : present_page(&paths, e);
	strlist_for_each (path, &paths)
		progress_note(&c->progress, "the set is in %s", *path);
	if (!err)
		progress_note(&c->progress, "with pictures: %s/report.html", paths.v[0]);
	strlist_release(&paths);
	return err;
}

static int measure(struct campaign *c, struct errmsg *e)
{
	int err = check_possible(c, e);

	if (!err)
		err = recover_settings(c, e);
	if (!err)
		err = take_signals(c, e);
	if (!err)
		err = take_descriptors(c, e);
	if (err)
		return err;
	fill_context(c);
	err = settings_open(&c->settings, &c->plan, c->ground.boot_id, e);
	if (!err)
		err = run_with_settings(c, e);
	if (!err)
		err = print_sets(c, e);
	if (!err && c->profiles_missing)
		err = errmsg_set(e, EIO, "--profile: %zu could not be made; the runs are stored",
				 c->profiles_missing);
	return err;
}

static void campaign_release(struct campaign *c)
{
	drift_release(&c->drift);
	sets_release(&c->sets);
	settings_release(&c->settings);
	yardstick_release(&c->yardstick);
	residency_free(c->residency);
	residency_free(c->burst_residency);
	counters_free(c->counters);
	plan_release(&c->plan);
	ground_release(&c->ground);
	if (c->signal_fd >= 0) {
		close(c->signal_fd);
		sigprocmask(SIG_SETMASK, &c->found.signals, NULL);
	}
}

int campaign_run(const struct options *o, struct campaign_end *end, struct errmsg *e)
{
	struct campaign c = { .o = o, .signal_fd = -1, .settings = { .lock_fd = -1 } };
	int err = ground_read(&c.ground, o->topology, e);

	c.progress.terminal = isatty(STDERR_FILENO);
	if (!err)
		err = o->resume ? resumed_plan(&c, e) : new_plan(&c, e);
	if (!err && o->yardstick && record_set_string(&c.plan.yardstick, o->yardstick))
		err = errmsg_errno(e, ENOMEM, "plan");
	c.plan.profile |= o->profile;
	if (!err)
		err = o->dry_run ? dry_run(&c, e) : measure(&c, e);
	end->signal_number = c.signal_number;
	end->failed = c.sets.failed;
	campaign_release(&c);
	return err;
}
