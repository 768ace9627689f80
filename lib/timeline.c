/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lib/timeline.h"

#include <errno.h>
#include <stdlib.h>

void timeline_init(struct timeline *t)
{
	*t = (struct timeline){ .lost = -1 };
}

void timeline_release(struct timeline *t)
{
	for (size_t i = 0; i < t->n_tasks; i++)
		free(t->tasks[i].stays);
	free(t->tasks);
	free(t->cpu_node);
	*t = (struct timeline){ 0 };
}

struct timeline_task *timeline_add_task(struct timeline *t, int64_t job, int64_t pid, int64_t tid)
{
	if (t->n_tasks == t->room_tasks) {
		size_t room = t->room_tasks ? 2 * t->room_tasks : 8;
		struct timeline_task *grown = reallocarray(t->tasks, room, sizeof(*grown));

		if (!grown)
			return NULL;
		t->tasks = grown;
		t->room_tasks = room;
	}
	t->tasks[t->n_tasks] = (struct timeline_task){
		.job = job, .pid = pid, .tid = tid, .start_ns = -1, .exec_cpu = -1
	};
	return &t->tasks[t->n_tasks++];
}

int timeline_add_stay(struct timeline_task *task, struct timeline_stay stay)
{
	if (task->n == task->room) {
		size_t room = task->room ? 2 * task->room : 16;
		struct timeline_stay *grown = reallocarray(task->stays, room, sizeof(*grown));

		if (!grown)
			return -ENOMEM;
		task->stays = grown;
		task->room = room;
	}
	task->stays[task->n++] = stay;
	return 0;
}
