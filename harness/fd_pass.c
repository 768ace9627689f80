/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/fd_pass.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

union control {
	char bytes[CMSG_SPACE(FD_PASS_MAX * sizeof(int))];
	struct cmsghdr align;
};

int fd_pass_open(int *parent_fd, int *child_fd)
{
	int sv[2];

	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, sv))
		return -errno;
	*parent_fd = sv[0];
	*child_fd = sv[1];
	return 0;
}

void fd_batch_close(struct fd_batch *b)
{
	for (int i = 0; i < b->n; i++)
		close(b->fds[i]);
	b->n = 0;
}

/* A message that does not get through is missed by the other side: nothing to do about it here. */
void fd_batch_send(struct fd_batch *b, int fd, int err, int last)
{
	struct fd_message message = { .err = err, .last = last, .n = b->n };
	struct iovec iov = { .iov_base = &message, .iov_len = sizeof(message) };
	union control control = { 0 };
	size_t bytes = (size_t)b->n * sizeof(int);
	struct msghdr msg = { .msg_iov = &iov, .msg_iovlen = 1 };

	if (b->n > 0) {
		msg.msg_control = control.bytes;
		msg.msg_controllen = CMSG_SPACE(bytes);
		control.align.cmsg_level = SOL_SOCKET;
		control.align.cmsg_type = SCM_RIGHTS;
		control.align.cmsg_len = CMSG_LEN(bytes);
		memcpy(CMSG_DATA(&control.align), b->fds, bytes);
	}
	(void)sendmsg(fd, &msg, MSG_DONTWAIT | MSG_NOSIGNAL);
	fd_batch_close(b);
}

int fd_batch_receive(int fd, struct fd_message *message, struct fd_batch *b)
{
	union control control;
	struct iovec iov = { .iov_base = message, .iov_len = sizeof(*message) };
	struct msghdr msg = { .msg_iov = &iov,
			      .msg_iovlen = 1,
			      .msg_control = control.bytes,
			      .msg_controllen = sizeof(control.bytes) };
	ssize_t n = recvmsg(fd, &msg, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
	struct cmsghdr *cmsg;

	b->n = 0;
	if (n != (ssize_t)sizeof(*message))
		return -ESRCH;
	cmsg = CMSG_FIRSTHDR(&msg);
	if (cmsg && cmsg->cmsg_type == SCM_RIGHTS) {
		b->n = (int)((cmsg->cmsg_len - CMSG_LEN(0)) / sizeof(int));
		memcpy(b->fds, CMSG_DATA(cmsg), (size_t)b->n * sizeof(int));
	}
	return b->n == message->n ? 0 : -EMFILE;
}
