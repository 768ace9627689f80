/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>

#include "hackbench/worker.h"

struct fixture {
	struct gate gate;
	int ours, theirs; /* ends of one channel; the worker has "theirs" */
	char data[64];
};

static struct fixture f;

static int setup(void **state)
{
	struct errmsg e = { 0 };
	int fds[2];

	(void)state;
	signal(SIGPIPE, SIG_IGN);
	assert_int_equal(gate_open(&f.gate, &e), 0);
	assert_int_equal(gate_start(&f.gate, &e), 0);
	assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, fds), 0);
	f.ours = fds[0];
	f.theirs = fds[1];
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	gate_release(&f.gate);
	gate_release(&f.gate); /* safe twice */
	close(f.ours);
	close(f.theirs);
	return 0;
}

static struct worker worker(enum worker_role role, int64_t rounds)
{
	return (struct worker){ .role = role,
				.group = 2,
				.number = 3,
				.gate = &f.gate,
				.fds = &f.theirs,
				.n_fds = 1,
				.rounds = rounds,
				.data = f.data,
				.data_bytes = 10 };
}

static void write_all(const char *bytes)
{
	assert_int_equal(write(f.ours, bytes, strlen(bytes)), strlen(bytes));
}

static void receiver_assembles_short_reads(void **state)
{
	struct worker w = worker(WORKER_RECEIVER, 2);

	(void)state;
	write_all("0123456789012345");
	/* The last four bytes come when the receiver already sleeps in read(). */
	if (fork() == 0) {
		usleep(50000);
		_exit(write(f.ours, "6789", 4) != 4);
	}
	worker_run(&w);
	wait(NULL);
	assert_int_equal(w.error, 0);
	assert_int_equal(w.messages, 2);
	assert_int_equal(worker_check(&w, NULL), 0);
}

static void receiver_stops_after_its_share(void **state)
{
	struct worker w = worker(WORKER_RECEIVER, 1);
	char rest[32];

	(void)state;
	write_all("0123456789next");
	worker_run(&w);
	assert_int_equal(w.messages, 1);
	assert_int_equal(read(f.theirs, rest, sizeof(rest)), 4);
}

static void receiver_counts_whole_messages_only(void **state)
{
	struct worker w = worker(WORKER_RECEIVER, 3);
	struct errmsg e = { 0 };

	(void)state;
	write_all("0123456789012345");
	shutdown(f.ours, SHUT_WR);
	worker_run(&w);
	assert_int_equal(w.error, 0);
	assert_int_equal(w.messages, 1);
	assert_int_equal(worker_check(&w, &e), -EIO);
	assert_string_equal(e.text, "receiver 3 of group 2 passed 1 of 3 messages");
}

static void sender_ends_when_nobody_reads(void **state)
{
	struct worker w = worker(WORKER_SENDER, 5);
	struct errmsg e = { 0 };

	(void)state;
	shutdown(f.ours, SHUT_RD);
	worker_run(&w);
	assert_int_equal(w.error, 0);
	assert_int_equal(w.messages, 0);
	assert_int_equal(worker_check(&w, &e), -EIO);
}

static void sender_reaches_all_in_turn(void **state)
{
	int pipes[2][2], fds[2];
	struct worker w = worker(WORKER_SENDER, 3);
	char bytes[256];

	(void)state;
	for (int i = 0; i < 2; i++) {
		assert_int_equal(pipe(pipes[i]), 0);
		fds[i] = pipes[i][1];
	}
	w.fds = fds;
	w.n_fds = 2;
	worker_run(&w);
	assert_int_equal(worker_expected(&w), 6);
	assert_int_equal(worker_check(&w, NULL), 0);
	for (int i = 0; i < 2; i++) {
		assert_int_equal(read(pipes[i][0], bytes, sizeof(bytes)), 30);
		close(pipes[i][0]);
		close(pipes[i][1]);
	}
}

static void other_errors_are_told(void **state)
{
	struct worker w = worker(WORKER_SENDER, 1);
	struct errmsg e = { 0 };
	int full = open("/dev/full", O_WRONLY);

	(void)state;
	assert_true(full >= 0);
	w.fds = &full;
	worker_run(&w);
	close(full);
	assert_int_equal(w.error, ENOSPC);
	assert_int_equal(worker_failure(&w, &e), -ENOSPC);
	assert_string_equal(e.text, "sender 3 of group 2 failed: No space left on device");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(receiver_assembles_short_reads, setup, teardown),
		cmocka_unit_test_setup_teardown(receiver_stops_after_its_share, setup, teardown),
		cmocka_unit_test_setup_teardown(receiver_counts_whole_messages_only, setup,
						teardown),
		cmocka_unit_test_setup_teardown(sender_ends_when_nobody_reads, setup, teardown),
		cmocka_unit_test_setup_teardown(sender_reaches_all_in_turn, setup, teardown),
		cmocka_unit_test_setup_teardown(other_errors_are_told, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
