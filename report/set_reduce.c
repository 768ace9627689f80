/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From a record to what a report keeps of it. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cpulist.h"
#include "report/set.h"
#include "report/text.h"

/* --- shares -------------------------------------------------------------------------------- */

/* CPU time by node; time on CPUs that host.json does not know is left out. */
static int time_by_node(const struct host *h, const struct intmap *by_cpu, struct intmap *by_node)
{
	int err = 0;

	intmap_for_each (it, by_cpu) {
		int node = host_node_of_cpu(h, it->key);

		if (node >= 0)
			err |= intmap_add(by_node, node, it->value);
	}
	return err ? -ENOMEM : 0;
}

static int shares_of_times(struct set_job *j, const struct intmap *by_node, struct set_share *to)
{
	int64_t sum = intmap_sum(by_node);

	j->attributed_ns = by_node->known ? sum : -1;
	if (sum <= 0)
		return 0;
	intmap_for_each (it, by_node)
		to[j->n_shares++] = (struct set_share){ it->key, (double)it->value / (double)sum };
	return 0;
}

static int share_compare(const void *a, const void *b)
{
	return ((const struct set_share *)a)->node - ((const struct set_share *)b)->node;
}

/* "0" -> percent, as an old log printed it. A name that is no node is left out. */
static void shares_of_print(struct set_job *j, const struct named_values *printed,
			    struct set_share *to)
{
	for (size_t i = 0; i < printed->n; i++) {
		const struct named_value *v = &printed->v[i];
		char *end;
		long node = strtol(v->name, &end, 10);

		if (end != v->name && !*end && node >= 0 && node <= CPULIST_MAX && !isnan(v->value))
			to[j->n_shares++] = (struct set_share){ (int)node, v->value / 100 };
	}
	if (j->n_shares)
		qsort(to, j->n_shares, sizeof(*to), share_compare);
}

static int reduce_shares(const struct set *s, struct set_job *j, const struct record_job *from,
			 struct set_share *to)
{
	struct intmap by_node = { .known = from->cpu_time_ns.known };
	int err;

	j->shares = to;
	if (from->node_share.known) {
		shares_of_print(j, &from->node_share, to);
		return 0;
	}
	err = time_by_node(&s->host, &from->cpu_time_ns, &by_node);
	if (!err)
		err = shares_of_times(j, &by_node, to);
	intmap_release(&by_node);
	return err;
}

/* --- jobs ---------------------------------------------------------------------------------- */

static const char *join_flags(struct set *s, const struct strlist *flags)
{
	char *text = flags->n ? strlist_join(flags, " ") : NULL;
	const char *kept = pool_string(&s->strings, text);

	free(text);
	return kept;
}

/* A sum over known classes; one unknown class makes it unknown. */
static int64_t migrations_of(const struct named_values *by_class)
{
	int64_t sum = 0;

	if (!by_class->known || !by_class->n)
		return -1;
	for (size_t i = 0; i < by_class->n; i++) {
		if (!by_class->v[i].is_count)
			return -1;
		if (__builtin_add_overflow(sum, by_class->v[i].count, &sum))
			return -1;
	}
	return sum;
}

static void reduce_home(const struct set *s, struct set_job *j, const struct intmap *pages)
{
	int64_t sum = intmap_sum(pages);

	j->home = set_home(s, pages, j->node_touch);
	j->home_share =
		sum > 0 && j->home >= 0 ? (double)intmap_get(pages, j->home) / (double)sum : NAN;
}

static int reduce_job(struct set *s, struct set_job *j, const struct record_job *from,
		      struct set_share *shares)
{
	int err;

	*j = (struct set_job){
		.number = (int32_t)from->job,
		.status = (int32_t)from->status,
		.user_ns = from->ru_utime_ns,
		.system_ns = from->ru_stime_ns,
		.cpu_ns = from->cpu_ns,
		.walk_cpu_ns = from->walk_cpu_ns,
		.setup_cpu_ns = from->setup_cpu_ns,
		.elapsed_ns = from->elapsed_ns,
		.attributed_ns = -1,
		.unattributed_ns = from->unattributed_ns,
		.migrations = migrations_of(&from->migrations),
		.local_fraction = from->local_fraction,
		.metric = from->metric,
		.node_fork = (int32_t)from->node_fork,
		.node_exec = (int32_t)from->node_exec,
		.node_main = (int32_t)from->node_main,
		.node_touch = (int32_t)from->node_touch,
		.node_start = (int32_t)(from->node_exec >= 0 ? from->node_exec : from->node_main),
		.start_source = from->node_exec >= 0   ? "exec"
				: from->node_main >= 0 ? "main"
						       : NULL,
		.msched_printed = (int32_t)from->msched_printed,
		.star_printed = (int8_t)from->star_printed,
		.failed = from->status > 0 || from->reason,
		.source = pool_string(&s->strings, from->residency_source),
		.reason = pool_string(&s->strings, from->reason),
		.flags = join_flags(s, &from->flags),
	};
	err = reduce_shares(s, j, from, shares);
	/* Without a CPU map the record's own answer is all there is. */
	j->node_most = j->n_shares ? set_job_most(j) : (int32_t)from->main_node;
	reduce_home(s, j, &from->home_start);
	return err;
}

static size_t shares_room(const struct record_job *j)
{
	return j->node_share.known ? j->node_share.n : j->cpu_time_ns.n;
}

/* The block is shrunk to what the nodes took: a job has many CPUs, few nodes. */
static void shrink_shares(struct set_run *run, size_t used)
{
	struct set_share *moved = reallocarray(run->shares, used + 1, sizeof(*moved));

	if (!moved)
		return;
	run->shares = moved;
	for (size_t i = 0; i < run->n_jobs; i++) {
		run->jobs[i].shares = moved;
		moved += run->jobs[i].n_shares;
	}
}

static int reduce_jobs(struct set *s, struct set_run *run, const struct record *r)
{
	size_t room = 1, used = 0;

	for (size_t i = 0; i < r->n_jobs; i++)
		room += shares_room(&r->jobs[i]);
	run->jobs = calloc(r->n_jobs + 1, sizeof(*run->jobs));
	run->shares = calloc(room, sizeof(*run->shares));
	if (!run->jobs || !run->shares)
		return -ENOMEM;
	for (size_t i = 0; i < r->n_jobs; i++) {
		struct set_job *j = &run->jobs[run->n_jobs++];

		if (reduce_job(s, j, &r->jobs[i], run->shares + used))
			return -ENOMEM;
		used += j->n_shares;
	}
	shrink_shares(run, used);
	return 0;
}

/* --- runs ---------------------------------------------------------------------------------- */

/* What 2002 called it: `hackbench 20` stands for groups only, 100 loops. Else NULL. */
static char *short_title(const struct record_disturbance *d)
{
	const struct strlist *cmd = &d->cmd;
	const char *groups = NULL, *loops = NULL;
	char *title = NULL;

	if (!cmd->n || strcmp(cmd->v[0], "hackbench"))
		return NULL;
	for (size_t i = 1; i < cmd->n; i++) {
		if (!strcmp(cmd->v[i], "-g") && i + 1 < cmd->n)
			groups = cmd->v[++i];
		else if (!strcmp(cmd->v[i], "-l") && i + 1 < cmd->n)
			loops = cmd->v[++i];
		else if (cmd->n == 2 && strspn(cmd->v[i], "0123456789") == strlen(cmd->v[i]))
			groups = cmd->v[i];
		else
			return NULL;
	}
	if (!groups || (loops ? strcmp(loops, "100") : d->loops >= 0 && d->loops != 100))
		return NULL;
	return asprintf(&title, "hackbench %s", groups) < 0 ? NULL : title;
}

/* Where the burst itself ran; its times are by node already. */
static int reduce_burst_shares(struct set_disturbance *to, const struct intmap *by_node)
{
	int64_t sum = intmap_sum(by_node);

	if (sum <= 0)
		return 0;
	to->shares = calloc(by_node->n, sizeof(*to->shares));
	if (!to->shares)
		return -ENOMEM;
	intmap_for_each (it, by_node)
		to->shares[to->n_shares++] =
			(struct set_share){ it->key, (double)it->value / (double)sum };
	return 0;
}

static int reduce_disturbance(struct set *s, struct set_disturbance *to, const struct record *r)
{
	const struct record_disturbance *d = &r->disturbance;
	char *command, *title;

	*to = (struct set_disturbance){
		.groups = -1, .loops = -1, .start_ns = -1, .time_ns = -1, .overlap_fraction = NAN
	};
	if (!r->has_disturbance)
		return 0;
	command = text_command(&d->cmd);
	title = short_title(d);
	*to = (struct set_disturbance){
		.command = pool_string(&s->strings, command),
		.title = pool_string(&s->strings, title ? title : command),
		.groups = d->groups,
		.loops = d->loops,
		.start_ns = d->start_ns,
		.time_ns = d->time_ns,
		.overlap_fraction = d->overlap_fraction,
		.reason = pool_string(&s->strings, d->reason),
	};
	free(command);
	free(title);
	return to->command ? reduce_burst_shares(to, &d->node_time_ns) : -ENOMEM;
}

static int boot_index(struct set *s, const struct record *r)
{
	char name[32];
	const char *id = r->boot_id;

	/* In a VM the host counts the boots: ids of a guest without entropy may repeat. */
	if (r->boot >= 0) {
		snprintf(name, sizeof(name), "boot %lld", (long long)r->boot);
		id = name;
	}
	if (!id)
		return -1;
	for (size_t i = s->boots.n; i-- > 0;)
		if (!strcmp(s->boots.v[i], id))
			return (int)i;
	return strlist_add(&s->boots, id) ? -1 : (int)s->boots.n - 1;
}

/* One number for all jobs, -1 where they differ. */
static void reduce_work(struct set_run *run, const struct record *r)
{
	run->array_bytes = r->n_jobs ? r->jobs[0].array_bytes : -1;
	run->steps = r->n_jobs ? r->jobs[0].steps : -1;
	for (size_t i = 1; i < r->n_jobs; i++) {
		if (r->jobs[i].array_bytes != run->array_bytes)
			run->array_bytes = -1;
		if (r->jobs[i].steps != run->steps)
			run->steps = -1;
	}
}

static int copy_printed(struct named_values *to, const struct named_values *from)
{
	int err = 0;

	for (size_t i = 0; i < from->n; i++)
		err |= named_values_set(to, from->v[i].name, from->v[i].value);
	return err ? -ENOMEM : 0;
}

static int reduce_run(struct set *s, struct set_run *run, const struct record *r)
{
	*run = (struct set_run){
		.run = r->run,
		.n = r->n,
		.repeat = r->repeat,
		.block = r->block,
		.order = r->order,
		.start_wall_ns = r->start_wall_ns,
		.elapsed_ns = r->elapsed_ns,
		.foreign_cpu_ns = r->foreign_cpu_ns,
		.steal_ns = r->steal_ns,
		.exec_spread_ns = r->exec_spread_ns,
		.boot = boot_index(s, r),
		.failed = strcmp(r->status, "ok") != 0,
		.reason = pool_string(&s->strings, r->reason),
		.campaign = pool_string(&s->strings, r->campaign),
		.variant = pool_string(&s->strings, r->variant),
		.perturbation = pool_string(&s->strings, r->perturbation),
		.clock = pool_string(&s->strings, r->clock),
		.pages_got = pool_string(&s->strings, r->n_jobs ? r->jobs[0].pages_got : NULL),
		.flags = join_flags(s, &r->flags),
	};
	reduce_work(run, r);
	if (reduce_disturbance(s, &run->disturbance, r) || copy_printed(&run->printed, &r->printed))
		return -ENOMEM;
	return reduce_jobs(s, run, r);
}

static int make_room(struct set *s)
{
	size_t room = s->runs_room ? 2 * s->runs_room : 16;
	struct set_run *grown;

	if (s->n_runs < s->runs_room)
		return 0;
	grown = reallocarray(s->runs, room, sizeof(*grown));
	if (!grown)
		return -ENOMEM;
	s->runs = grown;
	s->runs_room = room;
	return 0;
}

int set_add_record(struct set *s, const struct record *r)
{
	if (make_room(s))
		return -ENOMEM;
	return reduce_run(s, &s->runs[s->n_runs++], r);
}
