/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * switcher TURNS CPU READ_FD WRITE_FD first|second
 *
 * One of two processes on one CPU that hand a byte to each other, TURNS times each way: two context
 * switches a turn and next to nothing else.
 */
#include <errno.h>
#include <error.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	char byte = 'x';
	cpu_set_t set;
	int in, out;

	if (argc != 6)
		error(2, 0, "usage: switcher TURNS CPU READ_FD WRITE_FD first|second");
	CPU_ZERO(&set);
	CPU_SET((size_t)atoi(argv[2]), &set);
	if (sched_setaffinity(0, sizeof(set), &set))
		error(1, errno, "CPU %s", argv[2]);
	in = atoi(argv[3]);
	out = atoi(argv[4]);
	if (strcmp(argv[5], "first") == 0 && write(out, &byte, 1) != 1)
		error(1, errno, "pipe");
	for (int turn = atoi(argv[1]); turn > 0; turn--)
		if (read(in, &byte, 1) != 1 || write(out, &byte, 1) != 1)
			error(1, errno, "pipe");
	return 0;
}
