#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Usage: BUILD=build tests/bench/harness.sh
# What the harness does while jobs run: its own CPU time, the spread of the execs, its system calls,
# and whether a job sleeps between its exec and its walk. Needs jq, zstd and strace.
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
run=("$BUILD/harness" -r 1 --size 1M --disturb none --results "$work")

# The CPU time that a process has used, in ns.
cpu_ns() {
	cut -d ' ' -f 1 "/proc/$1/schedstat"
}

# A run of 64 jobs in the background: pid in $pid, its set in $work/many.
start_many() {
	rm -rf "$work/many"
	"${run[@]}" -n 64 --steps "$1" --label many >/dev/null 2>&1 &
	pid=$!
	until [ "$(pgrep -c -P "$pid" numa_test)" -ge 64 ] || ! kill -0 "$pid" 2>/dev/null; do
		sleep 0.1
	done
}

# The harness's share of a CPU over two seconds in the middle of a run of 64 jobs, which is made
# longer until it lasts.
share_of_a_cpu() {
	local steps before after jobs status
	for steps in 4000000 16000000 64000000 256000000; do
		start_many $steps
		before=$(cpu_ns "$pid" 2>/dev/null) || before=
		sleep 2
		after=$(cpu_ns "$pid" 2>/dev/null) || after=
		jobs=$(pgrep -c -P "$pid" numa_test) || true
		status=0
		wait "$pid" || status=$?
		if [ "$status" -ne 0 ]; then
			echo "  a run of 64 jobs of $steps steps failed: exit status $status"
			return 1
		fi
		if [ "$jobs" -ge 64 ] && [ -n "$before" ] && [ -n "$after" ]; then
			awk -v ns=$((after - before)) \
				'BEGIN { printf "  of a CPU, while 64 jobs run: %.4f %%\n", ns / 2e7 }'
			return
		fi
		echo "  64 jobs of $steps steps ended before two seconds of watching"
	done
	echo "  of a CPU, while 64 jobs run: -"
}

# Jobs already exec'd run their first slice before the next one's turn: of N execs, N / CPUs slices
# are the scheduler's. debugfs may be locked down or not mounted.
slice() {
	local ns
	ns=$(cat /sys/kernel/debug/sched/base_slice_ns 2>/dev/null) || ns=
	awk -v ns="$ns" -v cpus="$(nproc)" 'BEGIN {
		printf "  the scheduler'"'"'s slice: %s, CPUs: %d\n", ns == "" ? "-" : ns / 1e6 " ms", cpus
	}'
}

# First to last exec, by number of jobs and source, in turns.
spread_by_jobs() {
	local n source
	for _ in 1 2 3 4 5; do
		for n in 2 16 64; do
			for source in counting self; do
				rm -rf "$work/spread"
				"${run[@]}" -n $n --steps 1000000 --residency $source --label spread >/dev/null 2>&1
				echo "$n $source $(jq .exec_spread_ns "$work/spread/runs.jsonl")"
			done
		done
	done | sort -k1,1n -k2,2 -k3,3n | awk -v cpus="$(nproc)" '
		{ key = $1 " " $2; v[key, ++count[key]] = $3 / 1e6; keys[key] = NR }
		END {
			for (key in keys) {
				split(key, part, " ")
				printf "  %d execs on %d CPUs, %s: %.2f ms (%.2f to %.2f, n %d)\n", part[1], cpus,
					part[2], v[key, int((count[key] + 1) / 2)], v[key, 1],
					v[key, count[key]], count[key]
			}
		}' | sort -k1,1n
}

exec_spread() {
	jq -r '"  first to last of 64 execs: \(.exec_spread_ns / 1e6) ms; watched by \(
		[.jobs[].residency_source] | unique | join(", "))"' "$work/many/runs.jsonl"
}

# Stays that ended in sleep, between a job's exec and the start of its walk, over 64 jobs.
sleeps_before_the_walk() {
	jq -r '.jobs[] | "\(.pid) \(.walk_start_ns)"' "$work/many/runs.jsonl" >"$work/walks"
	zstdcat "$work/many/timeline/1.zst" >"$work/timeline"
	awk 'NR == FNR { walk[$1] = $2; next }
		$1 == "task" { pid = $3; at = $5; next }
		NF == 4 && $1 ~ /^[0-9]/ {
			at += $2 + $3
			if (at < walk[pid] && $4 == "s") slept++
			if (at < walk[pid]) stays++
		}
		END { printf "  stays before the walk of 64 jobs: %d, of which ended by sleep: %d\n",
			stays, slept }' "$work/walks" "$work/timeline"
}

# Calls of the harness between the last exec and the first exit of a job.
calls_while_jobs_run() {
	strace -f -o "$work/trace" "${run[@]}" -n 4 --steps 20000000 --label few >/dev/null 2>&1
	awk 'NR == 1 { harness = $1 }
		/execve\(.*numa_test/ { delete calls; job[$1] = 1; started = 1 }
		started && /exit_group\(/ && $1 in job { exit }
		started && $1 == harness { sub(/\(.*/, "", $2); if ($2 != "<...") calls[$2]++ }
		END {
			printf "  calls between the last exec and the first exit:"
			for (c in calls) printf " %s %d", c, calls[c]
			print ""
		}' "$work/trace"
}

# What a job's process does between fork and exec, one of four, in order.
calls_before_exec() {
	awk '/execve\(.*numa_test/ { pid = $1 } END { print pid }' "$work/trace" >"$work/pid"
	awk -v pid="$(cat "$work/pid")" '$1 == pid && /execve\(/ { exit }
		$1 == pid && $2 != "<..." { sub(/\(.*/, "", $2); printf "%s %s", n++ ? "," : "  calls from fork to exec:", $2 }
		END { print "" }' "$work/trace" | fmt -w 96
}

echo "harness:"
share_of_a_cpu
exec_spread
slice
spread_by_jobs
sleeps_before_the_walk
if command -v strace >/dev/null; then
	calls_while_jobs_run
	calls_before_exec
else
	echo "  no strace"
fi
