/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "numa_test/job.h"

#include <errno.h>
#include <inttypes.h>
#include <sched.h>
#include <sys/resource.h>
#include <unistd.h>

#include "lib/clock.h"
#include "lib/topology.h"
#include "numa_test/home.h"
#include "numa_test/locality.h"
#include "numa_test/size.h"

enum {
	SEGMENTS = 16
};

struct job {
	const struct options *o;
	struct selfwatch *watch;
	struct result *r;
	struct topology topology; /* empty: no CPU's node is known */
	struct array array;
	struct walk_state state;
	struct locality locality;
	uint64_t jitter; /* state of the page sampler */
};

static int map_array(struct job *j, struct errmsg *e)
{
	uint64_t bytes = j->o->size_bytes ? j->o->size_bytes : size_auto(&j->topology);
	int err = size_check("", bytes, j->o->pages, &j->o->mem, e);

	if (!err)
		err = array_map(&j->array, bytes, j->o->pages, &j->o->mem, e);
	return err;
}

static int build(struct job *j, struct errmsg *e)
{
	j->state.lines = j->array.start;
	j->state.watch = j->watch;
	cycle_init(&j->state.cycle, j->array.bytes / LINE_BYTES, (uint64_t)j->o->seed);
	j->r->node_touch = topology_node_of_cpu(&j->topology, sched_getcpu());
	return j->o->walk->setup(&j->state, e);
}

static void note_work(struct job *j, const struct job_begin *begin)
{
	struct result *r = j->r;

	r->walk = j->o->walk->name;
	r->seed = j->o->seed;
	r->array_bytes = j->array.bytes;
	r->steps = j->o->steps;
	r->pages_asked = j->o->pages;
	r->mem = j->o->mem;
	r->policy_inherited = j->o->mem.kind == MEMPOLICY_LOCAL && mempolicy_inherited();
	r->node_exec = topology_node_of_cpu(&j->topology, begin->exec_cpu);
	r->node_main = topology_node_of_cpu(&j->topology, begin->main_cpu);
	r->main_cpu_ns = begin->main_cpu_ns;
}

/*
 * A kernel without NUMA has no node folder, and all is node 0. Where NUMA is there and /sys is not
 * (a container, a chroot), all in node 0 would be a guess: then no CPU's node is known.
 */
static void load_topology(struct topology *t)
{
	(void)topology_load_sysfs(t, "", NULL);
	if (mempolicy_supported() && access("/sys/devices/system/node", F_OK))
		topology_release(t);
}

static int set_up(struct job *j, const struct job_begin *begin, struct errmsg *e)
{
	int err;

	load_topology(&j->topology);
	selfwatch_poll(j->watch); /* a move is charged when it is seen */
	err = map_array(j, e);
	if (err)
		return err;
	note_work(j, begin);
	selfwatch_poll(j->watch);
	err = build(j, e);
	(void)home_sample(&j->array, HOME_PAGES, &j->jitter, &j->r->home_start);
	j->r->setup_ns = clock_now_ns() - begin->main_ns;
	return err;
}

/* By node, from by CPU; -1 is the node of a CPU that no node has. */
static int sum_by_node(const struct topology *t, const struct intmap *by_cpu,
		       struct intmap *by_node)
{
	by_node->known = by_cpu->known;
	intmap_for_each (it, by_cpu) {
		int err = intmap_add(by_node, topology_node_of_cpu(t, it->key), it->value);

		if (err)
			return err;
	}
	return 0;
}

/* Time by node so far and pages by node now, as the end of one segment and start of the next. */
static int note_boundary(struct job *j, const struct intmap *home)
{
	struct intmap by_cpu = { 0 }, by_node = { 0 };
	int err;

	selfwatch_update(j->watch);
	err = selfwatch_by_cpu(j->watch, &by_cpu);
	if (!err)
		err = sum_by_node(&j->topology, &by_cpu, &by_node);
	if (!err)
		err = locality_boundary(&j->locality, &by_node, home);
	intmap_release(&by_cpu);
	intmap_release(&by_node);
	return err;
}

static int note_boundary_inside(struct job *j)
{
	struct intmap home = { 0 };
	int err;

	(void)home_sample(&j->array, HOME_PAGES_SHORT, &j->jitter, &home);
	err = note_boundary(j, &home);
	intmap_release(&home);
	return err;
}

/* Steps done after k segments. */
static uint64_t steps_until(uint64_t steps, int k)
{
	return (uint64_t)((unsigned __int128)steps * (unsigned int)k / SEGMENTS);
}

static void walk_segment(struct job *j, int k)
{
	uint64_t steps = steps_until(j->o->steps, k + 1) - steps_until(j->o->steps, k);
	int64_t begin_cpu_ns = selfwatch_update(j->watch);

	j->o->walk->run(&j->state, steps);
	j->r->walk_cpu_ns += selfwatch_update(j->watch) - begin_cpu_ns;
}

static int walk_all(struct job *j, struct link *l)
{
	struct result *r = j->r;
	int err = note_boundary(j, &r->home_start);

	r->setup_cpu_ns = selfwatch_update(j->watch) - r->main_cpu_ns;
	r->walk_start_ns = clock_now_ns();
	link_started(l, r->walk_start_ns);
	for (int k = 0; k < SEGMENTS && !err; k++) {
		if (k)
			err = note_boundary_inside(j);
		walk_segment(j, k);
	}
	r->walk_end_ns = clock_now_ns();
	(void)home_sample(&j->array, HOME_PAGES, &j->jitter, &r->home_end);
	return err ? err : note_boundary(j, &r->home_end);
}

static int check_end(const struct job *j, struct errmsg *e)
{
	const struct line *expected = walk_expected(&j->state, j->o->steps);

	j->r->checksum = (uint64_t)(j->state.at - j->state.lines);
	if (j->state.at == expected)
		return 0;
	return errmsg_set(e, EIO,
			  "the walk ended at line %" PRIx64 ", not at %" PRIx64
			  ": the array was damaged",
			  j->r->checksum, (uint64_t)(expected - j->state.lines));
}

static void note_usage(struct result *r, int64_t main_ns)
{
	struct rusage usage;

	getrusage(RUSAGE_SELF, &usage);
	r->user_ns = clock_timeval_ns(usage.ru_utime);
	r->sys_ns = clock_timeval_ns(usage.ru_stime);
	r->elapsed_ns = clock_now_ns() - main_ns;
}

static int note_residency(struct job *j)
{
	struct result *r = j->r;
	int err;

	selfwatch_update(j->watch);
	r->self_source = j->watch->source;
	r->self_changes = j->watch->changes;
	r->local_fraction = locality_fraction(&j->locality);
	err = selfwatch_by_cpu(j->watch, &r->self_time_ns);
	return err ? err : sum_by_node(&j->topology, &r->self_time_ns, &r->self_node_ns);
}

static int walk_and_note(struct job *j, const struct job_begin *begin, struct link *l,
			 struct errmsg *e)
{
	struct result *r = j->r;
	int err = walk_all(j, l);

	if (err)
		return errmsg_errno(e, -err, "walk");
	err = check_end(j, e);
	if (err)
		return err;
	array_pages_got(&j->array, r->pages_got, sizeof(r->pages_got), &r->huge_fraction);
	r->cache_bytes = j->topology.llc_bytes;
	array_release(&j->array); /* giving it back is part of what we use */
	err = note_residency(j);
	note_usage(r, begin->main_ns);
	return err ? errmsg_errno(e, -err, "residency") : 0;
}

int job_run(const struct options *o, const struct job_begin *begin, struct link *l,
	    struct selfwatch *w, struct result *r, struct errmsg *e)
{
	struct job j = { .o = o, .watch = w, .r = r, .jitter = (uint64_t)o->seed };
	int err = set_up(&j, begin, e);

	if (!err)
		err = link_sync(l, e);
	if (!err)
		err = walk_and_note(&j, begin, l, e);
	if (o->walk->teardown)
		o->walk->teardown(&j.state);
	locality_release(&j.locality);
	array_release(&j.array);
	topology_release(&j.topology);
	return err;
}
