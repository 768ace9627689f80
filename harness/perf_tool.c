/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/perf_tool.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "harness/command.h"
#include "harness/watch.h"
#include "lib/clock.h"
#include "lib/strlist.h"

#define OUTPUT_LIMIT (64 << 20)
/* perf writes its file at the end, and reads the symbols of all that ran for the listing. */
#define LIMIT_NS (300 * NS_PER_S)
#define LOOK_MS  50

int perf_tool_check(struct errmsg *e)
{
	struct strlist perf = { 0 }, found = { 0 };
	int err = strlist_add(&perf, "perf");

	if (!err)
		err = command_resolve(&found, &perf);
	err = err ? errmsg_errno(e, -err, "--profile")
		  : command_check_program("--profile", &found, e);
	if (err == -ENOENT)
		errmsg_set(e, ENOENT,
			   "--profile: there is no program 'perf' (Debian: package linux-perf)");
	strlist_release(&perf);
	strlist_release(&found);
	return err;
}

static int begin_command(struct strlist *argv)
{
	int err = strlist_add(argv, "env");

	if (!err)
		err = strlist_add(argv, "PERF_CONFIG=/dev/null");
	if (!err)
		err = strlist_add(argv, "DEBUGINFOD_URLS=");
	return err ? err : strlist_add(argv, "perf");
}

/* --- one process, from start to end ------------------------------------------------------- */

static int start_resolved(struct crew *crew, const struct run_context *c,
			  const struct strlist *argv, int *keep_fds, size_t n_keep_fds,
			  struct errmsg *e)
{
	struct process_start s = {
		.argv = argv->v,
		.found = c->found,
		.guard = &crew->guard,
		.keep_fds = keep_fds,
		.n_keep_fds = n_keep_fds,
	};
	int err = process_open(&crew->jobs[0], false, e);

	if (!err)
		err = process_start(&crew->jobs[0], &s, e);
	if (!err)
		crew->running = crew->jobs_running = 1;
	return err;
}

static int start(struct crew *crew, const struct run_context *c, const struct strlist *cmd,
		 int *keep_fds, size_t n_keep_fds, struct errmsg *e)
{
	struct strlist argv = { 0 };
	int err = command_resolve(&argv, cmd);

	err = err ? errmsg_errno(e, -err, "perf")
		  : start_resolved(crew, c, &argv, keep_fds, n_keep_fds, e);
	strlist_release(&argv);
	return err;
}

static void ended(void *data, struct process *p)
{
	(void)data;
	(void)p;
}

/* Waits for its end, at most LIMIT_NS. */
static int wait_end(struct crew *crew, const struct run_context *c, int *signal_number,
		    struct errmsg *e)
{
	struct watch w = {
		.crew = crew,
		.signal_fd = c->signal_fd,
		.ended = ended,
		.limit_ns = clock_now_ns() + LIMIT_NS,
	};
	int err = watch_crew(&w, e);

	*signal_number = w.signal_number;
	if (!err && w.over_limit)
		err = errmsg_set(e, ETIMEDOUT, "perf takes too long");
	return err;
}

/* With the first line of what it wrote that says something. */
static int say_why(const struct process *p, const char *what, struct errmsg *e)
{
	size_t len;
	char *text = process_read(p->output_fd, OUTPUT_LIMIT, &len), *rest = text;
	const char *found = "";
	int err;

	for (char *line; !*found && (line = strsep(&rest, "\n"));)
		if (*line && strcmp(line, "Error:"))
			found = line;
	err = errmsg_set(e, ECHILD, "perf %s%s%s", what, *found ? ": " : "", found);
	free(text);
	return err;
}

static int run_to_end(char **text, const struct run_context *c, const struct strlist *argv,
		      int *signal_number, struct errmsg *e)
{
	struct crew crew;
	size_t len;
	int err = crew_open(&crew, 1, false, e);

	if (!err)
		err = start(&crew, c, argv, NULL, 0, e);
	if (!err)
		err = wait_end(&crew, c, signal_number, e);
	if (!err && process_exit_code(&crew.jobs[0]))
		err = say_why(&crew.jobs[0], "fails", e);
	if (!err) {
		*text = process_read(crew.jobs[0].output_fd, OUTPUT_LIMIT, &len);
		if (!*text)
			*text = strdup("");
		err = *text ? 0 : errmsg_errno(e, ENOMEM, "perf");
	}
	crew_release(&crew);
	return err;
}

/* --- recording ---------------------------------------------------------------------------- */

static int record_command(struct strlist *argv, const char *event, int64_t frequency_hz,
			  const char *data_path, int control_fd, int ack_fd)
{
	int err = begin_command(argv);

	if (!err)
		err = strlist_add_words(argv, "record --quiet --no-buildid-cache --delay=-1");
	if (!err)
		err = strlist_addf(argv, "--event=%s", event);
	if (!err)
		err = strlist_addf(argv, "--freq=%" PRId64, frequency_hz);
	if (!err)
		err = strlist_addf(argv, "--control=fd:%d,%d", control_fd, ack_fd);
	if (!err)
		err = strlist_addf(argv, "--pid=%d", (int)getpid());
	return err ? err : strlist_addf(argv, "--output=%s", data_path);
}

static bool ending_signal_waits(void)
{
	static const int ending[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT };
	sigset_t pending;

	sigpending(&pending);
	for (size_t i = 0; i < sizeof(ending) / sizeof(*ending); i++)
		if (sigismember(&pending, ending[i]))
			return true;
	return false;
}

/* The pipe closes when perf ends: then it has refused. */
static int wait_ack(const struct perf_tool *t)
{
	struct pollfd ack = { .fd = t->ack_fd, .events = POLLIN };
	int64_t limit_ns = clock_now_ns() + LIMIT_NS;
	char answer[16] = "";

	while (!ending_signal_waits()) {
		if (clock_now_ns() > limit_ns)
			return -ETIMEDOUT;
		if (poll(&ack, 1, LOOK_MS) <= 0)
			continue;
		if (read(t->ack_fd, answer, sizeof(answer) - 1) <= 0)
			return -ECHILD;
		return strncmp(answer, "ack", 3) ? -EPROTO : 0;
	}
	return -EINTR;
}

/* Why it does not record. It may have to be ended first. */
static int refused(struct perf_tool *t, int why, int *signal_number, struct errmsg *e)
{
	int err;

	if (why != -ECHILD)
		crew_kill(&t->crew);
	err = wait_end(&t->crew, t->c, signal_number, e);
	if (err)
		return err;
	if (why == -ECHILD)
		return say_why(&t->crew.jobs[0], "does not record", e);
	return errmsg_errno(e, -why, "perf does not begin to record");
}

static int start_recorder(struct perf_tool *t, const char *event, int64_t frequency_hz,
			  const char *data_path, int fds[4], struct errmsg *e)
{
	int keep[] = { fds[0], fds[3] };
	struct strlist argv = { 0 };
	int err = record_command(&argv, event, frequency_hz, data_path, keep[0], keep[1]);

	err = err ? errmsg_errno(e, -err, "perf") : start(&t->crew, t->c, &argv, keep, 2, e);
	strlist_release(&argv);
	return err;
}

/* With all four ends of the two pipes; perf's own are closed here afterwards. */
static int start_and_enable(struct perf_tool *t, const char *event, int64_t frequency_hz,
			    const char *data_path, int *signal_number, struct errmsg *e)
{
	static const char enable[] = "enable\n";
	int fds[4], err;

	if (pipe2(fds, O_CLOEXEC))
		return errmsg_errno(e, errno, "perf: a pipe");
	t->control_fd = fds[1];
	if (pipe2(fds + 2, O_CLOEXEC)) {
		err = errno;
		close(fds[0]);
		return errmsg_errno(e, err, "perf: a pipe");
	}
	t->ack_fd = fds[2];
	err = start_recorder(t, event, frequency_hz, data_path, fds, e);
	close(fds[3]);
	if (!err) {
		/* Before its other end is closed here: a perf that is gone must be no SIGPIPE. */
		err = write(t->control_fd, enable, strlen(enable)) < 0 ? -errno : wait_ack(t);
		if (err)
			err = refused(t, err, signal_number, e);
	}
	close(fds[0]);
	return err;
}

int perf_tool_record(struct perf_tool *t, const struct run_context *c, const char *event,
		     int64_t frequency_hz, const char *data_path, int *signal_number,
		     struct errmsg *e)
{
	int err;

	*t = (struct perf_tool){ .c = c, .control_fd = -1, .ack_fd = -1 };
	err = crew_open(&t->crew, 1, false, e);
	if (!err)
		err = start_and_enable(t, event, frequency_hz, data_path, signal_number, e);
	if (err)
		perf_tool_abandon(t);
	return err;
}

/* A perf that ended while the run went on was reaped with the strays of the run. */
static bool still_runs(const struct process *p)
{
	siginfo_t info = { 0 };

	return !waitid(P_PID, (id_t)p->pid, &info, WEXITED | WNOHANG | WNOWAIT) && !info.si_pid;
}

int perf_tool_end(struct perf_tool *t, int *signal_number, struct errmsg *e)
{
	struct process *p = &t->crew.jobs[0];
	int code, err;

	if (!still_runs(p)) {
		err = say_why(p, "ended before the run did", e);
		perf_tool_abandon(t);
		return err;
	}
	kill(p->pid, SIGINT);
	err = wait_end(&t->crew, t->c, signal_number, e);
	code = err ? 0 : process_exit_code(p);
	/* It ends itself by the signal when all is written. */
	if (code && code != 128 + SIGINT)
		err = say_why(p, "could not write what it recorded", e);
	perf_tool_abandon(t);
	return err;
}

static void close_fd(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

void perf_tool_abandon(struct perf_tool *t)
{
	if (!t->crew.jobs)
		return;
	crew_kill(&t->crew);
	if (t->crew.running)
		waitpid(t->crew.jobs[0].pid, NULL, 0);
	crew_release(&t->crew);
	close_fd(&t->control_fd);
	close_fd(&t->ack_fd);
}

/* --- listing ------------------------------------------------------------------------------ */

int perf_tool_list(char **text, const struct run_context *c, const char *data_path,
		   int *signal_number, struct errmsg *e)
{
	struct strlist argv = { 0 };
	int err = begin_command(&argv);

	if (!err)
		err = strlist_add_words(&argv, "report --stdio --force --percent-limit=0");
	if (!err)
		err = strlist_add_words(&argv, "--fields=period,sample,dso,sym");
	if (!err)
		err = strlist_add(&argv, "--field-separator=\t");
	if (!err)
		err = strlist_addf(&argv, "--input=%s", data_path);
	err = err ? errmsg_errno(e, -err, "perf") : run_to_end(text, c, &argv, signal_number, e);
	strlist_release(&argv);
	return err;
}

int perf_tool_version(char **version, const struct run_context *c, int *signal_number,
		      struct errmsg *e)
{
	static const char head[] = "perf version ";
	struct strlist argv = { 0 };
	char *text = NULL;
	int err = begin_command(&argv);

	*version = NULL;
	if (!err)
		err = strlist_add(&argv, "--version");
	err = err ? errmsg_errno(e, -err, "perf") : run_to_end(&text, c, &argv, signal_number, e);
	if (!err && text && !strncmp(text, head, strlen(head)))
		*version = strndup(text + strlen(head), strcspn(text + strlen(head), " \n"));
	free(text);
	strlist_release(&argv);
	return err;
}
