/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/process.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lib/clock.h"

#define OUTPUT_LIMIT  (1 << 20)
#define EXEC_FAILED   127
#define REASON_LENGTH 200

void process_init(struct process *p, struct process_note *note)
{
	*note = (struct process_note){ .exec_ns = -1, .fork_cpu = -1 };
	*p = (struct process){ .cpu_ns = -1, .report_fd = -1, .output_fd = -1, .note = note };
}

/*
 * memfds, not pipes: nobody is woken by a write, and a long line can't block its writer. Beyond
 * 16,384 pages of pipes an unprivileged user's next ones hold one page only.
 */
int process_open(struct process *p, bool report, struct errmsg *e)
{
	p->output_fd = memfd_create("output", MFD_CLOEXEC);
	if (p->output_fd < 0)
		return errmsg_errno(e, errno, "can't open a file for a job's output");
	if (!report)
		return 0;
	p->report_fd = memfd_create("report", MFD_CLOEXEC);
	if (p->report_fd < 0)
		return errmsg_errno(e, errno, "can't open a file for a job's report");
	return 0;
}

static void inherit(int fd)
{
	if (fd >= 0)
		fcntl(fd, F_SETFD, 0);
}

/* In the child: what it inherits. */
static void child_descriptors(const struct process *p, const struct process_start *s)
{
	int null = open("/dev/null", O_RDONLY);

	if (null >= 0)
		dup2(null, STDIN_FILENO);
	dup2(p->output_fd, STDOUT_FILENO);
	dup2(p->output_fd, STDERR_FILENO);
	inherit(p->report_fd);
	for (size_t i = 0; i < s->n_keep_fds; i++)
		inherit(s->keep_fds[i]);
}

/* The CPUs as the kernel takes them. */
struct binding {
	cpu_set_t *set; /* NULL: not bound */
	size_t bytes;
};

static int binding_make(struct binding *b, const struct cpulist *cpus, struct errmsg *e)
{
	int n_cpus = cpus && cpus->n ? cpus->v[cpus->n - 1] + 1 : 0;

	*b = (struct binding){ 0 };
	if (!n_cpus)
		return 0;
	b->set = CPU_ALLOC(n_cpus);
	if (!b->set)
		return errmsg_errno(e, ENOMEM, "a job's CPUs");
	b->bytes = CPU_ALLOC_SIZE(n_cpus);
	CPU_ZERO_S(b->bytes, b->set);
	for (size_t i = 0; i < cpus->n; i++)
		CPU_SET_S(cpus->v[i], b->bytes, b->set);
	return 0;
}

static void binding_release(struct binding *b)
{
	if (b->set)
		CPU_FREE(b->set);
	*b = (struct binding){ 0 };
}

/* From here to exec: no allocation, no message, and no sleep, but for moving to the CPUs of s. */
static _Noreturn void child(const struct process *p, const struct process_start *s,
			    const struct binding *b, pid_t parent)
{
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		_exit(EXEC_FAILED); /* it died before we asked to be told */
	guard_join(s->guard);
	p->note->fork_cpu = sched_getcpu();
	child_descriptors(p, s);
	sigprocmask(SIG_SETMASK, &s->found->signals, NULL);
	setrlimit(RLIMIT_NOFILE, &s->found->files);
	if (p->watch)
		residency_job_child(p->watch);
	if (p->counters)
		counters_job_child(p->counters);
	if (!b->set || !sched_setaffinity(0, b->bytes, b->set)) {
		p->note->exec_ns = clock_now_ns();
		execv(s->argv[0], s->argv); /* not execvp(): it tries a shell */
	}
	p->note->exec_errno = errno;
	_exit(EXEC_FAILED);
}

int process_start(struct process *p, const struct process_start *s, struct errmsg *e)
{
	pid_t parent = getpid();
	struct binding b;
	int err = s->residency ? residency_job_open(s->residency, &p->watch, e) : 0;

	if (!err && s->counters)
		err = counters_job_open(s->counters, &p->counters, e);
	if (!err)
		err = binding_make(&b, s->cpus, e);
	if (err)
		return err;
	p->pid = fork();
	if (!p->pid)
		child(p, s, &b, parent);
	if (p->pid < 0)
		err = errmsg_errno(e, errno, "can't start %s", s->argv[0]);
	binding_release(&b);
	if (err)
		p->pid = 0;
	if (!err && p->counters)
		counters_job_adopt(p->counters);
	return err || !p->watch ? err : residency_job_adopt(p->watch, p->pid, e);
}

void process_take_clock(struct process *p)
{
	p->end_ns = clock_now_ns();
	p->cpu_ns = clock_process_cpu_ns(p->pid);
	if (p->cpu_ns < 0)
		p->cpu_ns = -1;
}

void process_reap(struct process *p)
{
	while (wait4(p->pid, &p->wait_status, 0, &p->rusage) < 0 && errno == EINTR)
		;
	p->ended = true;
}

int process_exit_code(const struct process *p)
{
	if (WIFSIGNALED(p->wait_status))
		return 128 + WTERMSIG(p->wait_status);
	return WEXITSTATUS(p->wait_status);
}

static off_t written_bytes(int fd)
{
	struct stat st;

	return fd >= 0 && !fstat(fd, &st) ? st.st_size : 0;
}

static char *read_from(int fd, off_t from, size_t bytes, size_t *len)
{
	char *text = bytes ? malloc(bytes + 1) : NULL;

	*len = 0;
	while (text && *len < bytes) {
		ssize_t n = pread(fd, text + *len, bytes - *len, from + (off_t)*len);

		if (n <= 0)
			break;
		*len += (size_t)n;
	}
	if (text)
		text[*len] = '\0';
	return text;
}

char *process_read(int fd, size_t limit, size_t *len)
{
	size_t written = (size_t)written_bytes(fd);

	return read_from(fd, 0, written < limit ? written : limit, len);
}

char *process_read_end(int fd, size_t limit, size_t *len)
{
	size_t written = (size_t)written_bytes(fd);
	size_t bytes = written < limit ? written : limit;

	return read_from(fd, (off_t)(written - bytes), bytes, len);
}

/* The first line it wrote, "" if none; the caller frees it. */
static char *first_line(const struct process *p)
{
	size_t len;
	char *text = process_read(p->output_fd, OUTPUT_LIMIT, &len);

	if (!text)
		return strdup("");
	text[strcspn(text, "\n")] = '\0';
	if (strlen(text) > REASON_LENGTH)
		text[REASON_LENGTH] = '\0';
	return text;
}

char *process_failure(const struct process *p)
{
	char *reason = NULL, *said;

	if (p->note->exec_errno) {
		if (asprintf(&reason, "can't be executed: %s", strerror(p->note->exec_errno)) < 0)
			return NULL;
		return reason;
	}
	if (WIFSIGNALED(p->wait_status)) {
		if (asprintf(&reason, "ended by signal %d (%s)", WTERMSIG(p->wait_status),
			     strsignal(WTERMSIG(p->wait_status))) < 0)
			return NULL;
		return reason;
	}
	if (!WEXITSTATUS(p->wait_status))
		return NULL;
	said = first_line(p);
	if (asprintf(&reason, "exit status %d%s%s", WEXITSTATUS(p->wait_status),
		     said && *said ? ": " : "", said ? said : "") < 0)
		reason = NULL;
	free(said);
	return reason;
}

void process_kill(struct process *p)
{
	/* Not reaped yet, so the pid is still its own. */
	if (p->pid > 0 && !p->ended)
		kill(p->pid, SIGKILL);
}

void process_release(struct process *p)
{
	residency_job_close(p->watch);
	counters_job_close(p->counters);
	if (p->report_fd >= 0)
		close(p->report_fd);
	if (p->output_fd >= 0)
		close(p->output_fd);
	*p = (struct process){ .report_fd = -1, .output_fd = -1 };
}
