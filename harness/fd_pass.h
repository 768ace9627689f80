/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * fd_pass: descriptors that a child opened, handed up through a socketpair (SCM_RIGHTS, unix(7)).
 *
 * Sending never sleeps and allocates nothing, so that it can stand between fork and exec; the
 * messages lie in the socket, and keep the descriptors alive, until the parent takes them.
 */
#ifndef NT_HARNESS_FD_PASS_H
#define NT_HARNESS_FD_PASS_H

#define FD_PASS_MAX 253 /* SCM_MAX_FD, include/net/scm.h */

struct fd_message {
	int err;  /* errno of the first that could not be opened */
	int last; /* nothing comes after it */
	int n;    /* descriptors with it */
};

struct fd_batch {
	int fds[FD_PASS_MAX];
	int n;
};

/* 0 or -errno; both ends are close-on-exec. */
int fd_pass_open(int *parent_fd, int *child_fd);

void fd_batch_close(struct fd_batch *b);

/* Sends and closes them. What does not get through is missed by the other side. */
void fd_batch_send(struct fd_batch *b, int fd, int err, int last);

/* Takes one message without waiting. 0; -ESRCH where there is none, -EMFILE where some are lost. */
int fd_batch_receive(int fd, struct fd_message *message, struct fd_batch *b);

#endif
