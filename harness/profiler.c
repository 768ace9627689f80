/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/profiler.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "harness/perf_event.h"
#include "harness/perf_listing.h"
#include "harness/perf_tool.h"
#include "lib/jsontext.h"
#include "lib/profile.h"
#include "lib/record.h"
#include "lib/sysfile.h"

/* A prime, so that samples don't keep step with ticks; fewer where many CPUs make as many. */
#define FREQUENCY_HZ   997
#define SAMPLES_PER_S  16000
#define SYMBOLS_STORED 200

/* --- what can be had ---------------------------------------------------------------------- */

static int try_event(uint32_t type, uint64_t config, bool user_only)
{
	struct perf_event_attr attr = {
		.type = type,
		.size = sizeof(attr),
		.config = config,
		.sample_freq = FREQUENCY_HZ,
		.freq = 1,
		.disabled = 1,
		.exclude_kernel = user_only,
		.exclude_hv = 1,
	};
	int fd = perf_event_open_self(&attr, -1);

	if (fd < 0)
		return fd;
	close(fd);
	return 0;
}

static bool is_refusal(int err)
{
	return err == -EACCES || err == -EPERM;
}

static int choose_event(struct profiler *p)
{
	static const struct {
		const char *name;
		uint32_t type;
		uint64_t config;
	} events[] = {
		{ "cycles", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES },
		{ "cpu-clock", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_CLOCK },
	};
	int err = -ENOENT;

	for (size_t i = 0; i < sizeof(events) / sizeof(*events); i++) {
		p->event = events[i].name;
		p->user_only = false;
		err = try_event(events[i].type, events[i].config, false);
		if (is_refusal(err)) {
			p->user_only = true;
			err = try_event(events[i].type, events[i].config, true);
		}
		if (!err)
			break;
		if (!i)
			p->cycles_refused = -err;
	}
	return err;
}

int profiler_choose(struct profiler *p, int cpus, struct errmsg *e)
{
	int64_t paranoid = -1;
	int err = perf_tool_check(e);

	*p = (struct profiler){ .frequency_hz = FREQUENCY_HZ };
	if (cpus > SAMPLES_PER_S / FREQUENCY_HZ)
		p->frequency_hz = SAMPLES_PER_S / cpus > 1 ? SAMPLES_PER_S / cpus : 1;
	if (err)
		return err;
	err = choose_event(p);
	if (!err)
		return 0;
	if (sysfile_int(&paranoid, "", "/proc/sys/kernel/perf_event_paranoid"))
		return errmsg_set(e, -err, "--profile: the kernel refuses to sample here: %s (%s)",
				  strerror(-err), strerrorname_np(-err));
	return errmsg_set(e, -err,
			  "--profile: the kernel refuses to sample here: %s (%s; "
			  "kernel.perf_event_paranoid is %lld)",
			  strerror(-err), strerrorname_np(-err), (long long)paranoid);
}

/* --- one profile -------------------------------------------------------------------------- */

bool profiler_has(int dir_fd, int n)
{
	char name[64];

	snprintf(name, sizeof(name), "profile/%d.json", n);
	return !faccessat(dir_fd, name, F_OK, 0);
}

/* "SET/profile/N.SUFFIX", and the folder made; the caller frees it. NULL and errno on failure. */
static char *make_path(const char *set_path, int n, const char *suffix)
{
	char *path;
	int err;

	if (asprintf(&path, "%s/profile", set_path) < 0)
		return NULL;
	err = mkdir(path, 0755) && errno != EEXIST ? errno : 0;
	free(path);
	if (!err && asprintf(&path, "%s/profile/%d.%s", set_path, n, suffix) >= 0)
		return path;
	errno = err ? err : ENOMEM;
	return NULL;
}

static int run_sampled(const struct profiler *p, const struct run_context *c,
		       const struct plan_run *pr, const char *data_path, struct record *r,
		       int *signal_number, struct errmsg *e)
{
	char event[32];
	struct perf_tool t;
	int err;

	snprintf(event, sizeof(event), "%s%s", p->event, p->user_only ? ":u" : "");
	err = perf_tool_record(&t, c, event, p->frequency_hz, data_path, signal_number, e);
	if (err)
		return err;
	err = run_execute(c, pr, r, signal_number, e);
	if (err)
		perf_tool_abandon(&t);
	else
		err = perf_tool_end(&t, signal_number, e);
	if (!err && strcmp(r->status, "ok"))
		err = errmsg_set(e, ECHILD, "the run failed: %s", r->reason);
	return err;
}

static int describe(struct profile *profile, const struct profiler *p, const struct run_context *c,
		    int n, int *signal_number, struct errmsg *e)
{
	profile_init(profile);
	profile->n = n;
	profile->user_only = p->user_only;
	profile->frequency_hz = p->frequency_hz;
	if (record_set_string(&profile->event, p->event) ||
	    (p->cycles_refused &&
	     record_set_string(&profile->cycles_refused, strerrorname_np(p->cycles_refused))))
		return errmsg_errno(e, ENOMEM, "profile");
	return perf_tool_version(&profile->perf, c, signal_number, e);
}

static int resolve(struct profile *profile, const struct run_context *c, const char *data_path,
		   int *signal_number, struct errmsg *e)
{
	char *text = NULL;
	int err = perf_tool_list(&text, c, data_path, signal_number, e);

	if (!err && perf_listing_read(profile, text))
		err = errmsg_errno(e, ENOMEM, "profile");
	free(text);
	if (err)
		return err;
	profile_finish(profile, SYMBOLS_STORED);
	return profile->samples ? 0 : errmsg_set(e, ENODATA, "perf has no sample of the run");
}

/* The run's own record lies in the profile, so that one can see how it was disturbed. */
static int save(const struct profile *profile, const struct record *r, const char *path,
		struct errmsg *e)
{
	char *line = record_write(r);
	json_t *o = profile_to_json(profile);
	json_t *run = line ? json_loads(line, 0, NULL) : NULL;
	int err = !o || !run || json_object_set(o, "run", run) ? errmsg_errno(e, ENOMEM, "profile")
							       : jsontext_save(path, o, e);

	json_decref(run);
	json_decref(o);
	free(line);
	return err;
}

static int profile_to(const struct profiler *p, const struct run_context *c,
		      const struct plan_run *pr, const char *data_path, const char *json_path,
		      int *signal_number, struct errmsg *e)
{
	struct profile profile = { 0 };
	struct record r = { 0 };
	int err = run_sampled(p, c, pr, data_path, &r, signal_number, e);

	if (!err)
		err = describe(&profile, p, c, pr->n, signal_number, e);
	if (!err)
		err = resolve(&profile, c, data_path, signal_number, e);
	if (!err)
		err = save(&profile, &r, json_path, e);
	profile_release(&profile);
	record_release(&r);
	return err;
}

int profiler_run(const struct profiler *p, const struct run_context *c, const struct plan_run *pr,
		 const char *set_path, int *signal_number, struct errmsg *e)
{
	char *data_path = make_path(set_path, pr->n, "data");
	char *json_path = make_path(set_path, pr->n, "json");
	int err;

	if (!data_path || !json_path) {
		err = errmsg_errno(e, errno, "%s/profile", set_path);
	} else {
		unlink(data_path); /* of a harness that was killed */
		err = profile_to(p, c, pr, data_path, json_path, signal_number, e);
		unlink(data_path);
	}
	free(data_path);
	free(json_path);
	return err;
}
