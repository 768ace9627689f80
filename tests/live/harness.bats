# SPDX-License-Identifier: GPL-3.0-or-later
# The harness runs things, is killed, interrupted and starved. Small work; what is checked is
# that nothing is lost and nobody is left, never how long it took.
bats_require_minimum_version 1.5.0

setup() {
	work=$(mktemp -d)
	cd "$work"
	export NUMA_TEST_STATE=$work/run/state # two levels that are not there
	quick=(--size 256k --steps 400000 --idle-wait 0)
	# Long enough that a burst finds the jobs walking.
	walking=(--size 256k --steps 12000000 --idle-wait 0)
	burst=(--disturb "hackbench -g 2 -l 20" --delay 0)
}

teardown() {
	[ -z "${sid-}" ] || pkill -KILL -s "$sid" || true
	if mountpoint -q "$work/small"; then
		umount "$work/small"
	fi
	rm -rf "$work"
}

harness() {
	"$BUILD/harness" "$@"
}

# Starts a harness in a session of its own, so that all it starts can be told from the rest.
start_harness() {
	setsid "$BUILD/harness" "$@" >"${out-out}" 2>err 9<&- &
	harness_pid=$!
	sid=$harness_pid
}

# The harness that was started ends with this status.
ends_with() {
	local status=0
	wait "$harness_pid" || status=$?
	[ "$status" -eq "$1" ]
}

# Nobody of the session is left within a second. The dead may wait for a slow init to reap them.
nobody_left() {
	for _ in $(seq 20); do
		ps -o stat= -s "$sid" | grep -qv '^Z' || return 0
		sleep 0.05
	done
	ps -o pid,stat,args -s "$sid"
	return 1
}

# Every line is whole, and every set of the campaign has all its runs.
whole_lines() {
	local file
	for file in "$@"; do
		[ ! -s "$file" ] || jq -e .run "$file" >/dev/null
	done
}

@test "two and four jobs: tables and records agree" {
	run -0 --separate-stderr harness "${walking[@]}" "${burst[@]}" -n 2,4 -r 3 --label t
	[ "$(jq -s length results/t/runs.jsonl)" -eq 6 ]
	# A share is CPU time by the CPU time of all CPUs: they sum to 1, and MSched has the most.
	jq -es --slurpfile host results/t/host.json '
		def cpus: split(",") | map(split("-") | map(tonumber) | [range(.[0]; .[-1] + 1)]) | add;
		($host[0].machine.node_cpus | map_values(cpus)) as $nodes
		| all(.[].jobs[]; . as $job | ([.cpu_time_ns[]] | add) as $sum
			| ($nodes | map_values([.[] as $c | $job.cpu_time_ns["\($c)"] // 0] | add / $sum))
			| ([.[]] | add - 1 | fabs < 1e-9)
			  and .["\($job.main_node)"] == ([.[]] | max))' results/t/runs.jsonl
	# What is printed as AverageUserTime is the mean of the rows of that run.
	last=$(jq -s '[.[] | select(.n == 4)] | sort_by(.repeat) | last | [.jobs[].ru_utime_ns] | add / length / 1e9' results/t/runs.jsonl)
	printf -v wanted 'AverageUserTime %.2f seconds' "$last"
	[[ "$output" == *"$wanted"* ]]
	[[ "$output" == *"Running 'hackbench -g 2 -l 20' in the background: Time: "* ]]
	# The same from disk, later, elsewhere.
	"$BUILD/report" results/t >again
	[ "$output" = "$(cat again)" ]
}

@test "each run holds what a reader needs to trust it" {
	harness "${walking[@]}" "${burst[@]}" -n 3 -r 1 --label t >/dev/null
	jq -e '.status == "ok" and .n == 3 and (.jobs | length) == 3 and .disturbance.groups == 2
		and .disturbance.tasks == 80 and .disturbance.loops == 20 and .disturbance.time_ns > 0
		and (.foreign_cpu_ns == null or .foreign_cpu_ns >= 0) and .steal_ns >= 0 and .exec_spread_ns >= 0
		and .procs_running >= 0 and .vmstat.context_switches > 0' results/t/runs.jsonl
	jq -e 'all(.jobs[]; .status == 0 and .cpu_ns > 0 and .walk_cpu_ns > 0 and .steps == 12000000
		and .array_bytes == 262144 and .node_exec >= 0 and .node_main >= 0
		and .walk_start_ns > .exec_ns and .elapsed_ns > 0)' results/t/runs.jsonl
	jq -e '[.jobs[].checksum] | unique | length == 3' results/t/runs.jsonl # three walks, not one
	jq -e '.runs[0].variant == null and .workload.steps == 12000000' results/t/plan.json
	jq -e '.kernel.release and .machine.node_cpus and .state.boot_id' results/t/host.json
	[ -s results/t/topology.xml ]
}

@test "the work is sized once and reused" {
	sized=(--size 256k --idle-wait 0 --seconds 0.2 -n 1 -r 1)
	run -0 --separate-stderr harness "${sized[@]}" --label a
	[[ "$stderr" == *"measuring how much work"* ]]
	run -0 --separate-stderr harness "${sized[@]}" --label b
	[[ "$stderr" != *"measuring how much work"* ]]
	[[ "$stderr" == *"as sized before in "*"work.json"* ]]
	[ "$(jq .workload results/a/plan.json)" = "$(jq .workload results/b/plan.json)" ]
	[ "$(jq .disturbance results/a/plan.json)" = "$(jq .disturbance results/b/plan.json)" ]
	jq -e '.work.source == "work.json"' results/b/plan.json
	run -0 --separate-stderr harness "${sized[@]}" --label c --recalibrate
	[[ "$stderr" == *"measuring how much work"* ]]
	jq -e '(.walks | length == 1) and (.bursts | length == 1)' results/work.json
}

@test "GNU time is the witness: user, system and elapsed agree" {
	time=$(command -v time) || skip "GNU time is not installed"
	harness -n 2 -r 1 --seconds 1 --idle-wait 0 --disturb none --label w \
		--workload "$time -f said:%U:%S:%e $BUILD/numa_test --size 16M --steps 2000000" \
		--metric-regex 'said:([0-9.]+)' >/dev/null
	# GNU time cuts off at 10 ms; it and the harness agree within 20 ms.
	jq -e 'all(.jobs[]; (.metric - .ru_utime_ns / 1e9 | fabs) <= 0.02)' results/w/runs.jsonl
	harness -n 1 -r 1 --seconds 1 --idle-wait 0 --disturb none --label s \
		--workload "$time -f said:%U:%S:%e $BUILD/numa_test --size 64M --steps 1000" \
		--metric-regex 'said:[0-9.]+:([0-9.]+)' >/dev/null
	jq -e 'all(.jobs[]; (.metric - .ru_stime_ns / 1e9 | fabs) <= 0.02)' results/s/runs.jsonl
	harness -n 1 -r 1 --seconds 1 --idle-wait 0 --disturb none --label e \
		--workload "$time -f said:%U:%S:%e $BUILD/numa_test --size 16M --steps 2000000" \
		--metric-regex 'said:[0-9.]+:[0-9.]+:([0-9.]+)' >/dev/null
	jq -e 'all(.jobs[]; (.metric - .elapsed_ns / 1e9 | fabs) <= 0.02)' results/e/runs.jsonl
}

@test "twenty kills at random moments leave nobody, and --resume completes the plan" {
	plan=(-n 1,3 -r 2 --seed 7)
	harness --dry-run "${quick[@]}" "${burst[@]}" "${plan[@]}" >plan.json
	for i in $(seq 20); do
		start_harness "${quick[@]}" "${burst[@]}" "${plan[@]}" --label "k$i"
		sleep "0.$((RANDOM % 90 + 10))"
		kill -KILL "$harness_pid" 2>/dev/null || true
		wait "$harness_pid" 2>/dev/null || true
		nobody_left
		whole_lines "results/k$i/runs.jsonl"
		[ -e "results/k$i/plan.json" ] || continue
		harness --resume "k$i" --idle-wait 0 >/dev/null 2>&1
		[ "$(jq -cs '[.[] | [.run, .n, .repeat, .block, .order]] | sort' "results/k$i/runs.jsonl")" = \
			"$(jq -c '[.runs[] | [.run, .n, .repeat, .block, .order]]' plan.json)" ]
	done
}

@test "a killed harness leaves nobody of a foreign hackbench either" {
	[ -x /usr/bin/hackbench ] || skip "no other hackbench is installed"
	start_harness --size 256k --steps 80000000 --idle-wait 0 -n 1 -r 1 --delay 0 \
		--disturb "/usr/bin/hackbench -g 4 -l 100000"
	for _ in $(seq 100); do
		[ "$(pgrep -c -s "$sid" -x hackbench)" -gt 100 ] && break
		sleep 0.05
	done
	[ "$(pgrep -c -s "$sid" -x hackbench)" -gt 100 ]
	kill -KILL "$harness_pid"
	wait "$harness_pid" || true
	nobody_left
}

@test "SIGINT, SIGTERM and SIGHUP end it with their status, one line, and what is finished is kept" {
	local -A status=([INT]=130 [TERM]=143 [HUP]=129)
	for signal in INT TERM HUP; do
		start_harness "${quick[@]}" "${burst[@]}" -n 2 -r 400 --label "s$signal"
		for _ in $(seq 200); do
			[ -s "results/s$signal/runs.jsonl" ] && break
			sleep 0.05
		done
		kill -"$signal" "$harness_pid"
		ends_with "${status[$signal]}"
		nobody_left
		grep -q "^harness: ended by signal .*runs are kept, --resume s$signal goes on" err
		whole_lines "results/s$signal/runs.jsonl"
		[ -s "results/s$signal/runs.jsonl" ]
		[ ! -s out ]
	done
}

@test "a job that is killed makes its run failed, and the rest of the plan goes on" {
	start_harness --size 256k --steps 60000000 --idle-wait 0 --disturb none -n 2 -r 2 --label f
	for _ in $(seq 100); do
		job=$(pgrep -s "$sid" -x numa_test | head -1)
		[ -n "$job" ] && break
		sleep 0.02
	done
	kill -KILL "$job"
	ends_with 4
	nobody_left
	jq -es 'length == 2 and ([.[] | select(.status == "failed")] | length == 1)' results/f/runs.jsonl
	jq -es '.[] | select(.status == "failed") | .reason | test("job [12]: ended by signal 9")' results/f/runs.jsonl
	grep -q "failed: job" err
	grep -q "ended by signal 9" out # it is shown
	# A failed run is not missing.
	run -4 --separate-stderr harness --resume f
	[ "$(jq -s length results/f/runs.jsonl)" -eq 2 ]
}

@test "a daemon that a workload leaves is ended with its run, and no child that was there before" {
	mkdir bin
	cp "$(command -v sleep)" bin/stray-of-mine
	status=0
	bash -c 'sleep 60 & echo $! >mine; exec "$@"' sh "$BUILD/harness" --idle-wait 0 --disturb none \
		--workload "setsid -f $work/bin/stray-of-mine 60" -n 2 -r 2 --label d >/dev/null || status=$?
	mine=$(cat mine)
	kill -0 "$mine"
	kill "$mine"
	[ "$status" -eq 0 ]
	run -1 pgrep -f "^$work/bin/stray-of-mine"
}

@test "a run that hangs is ended by its limit and has failed" {
	run -4 --separate-stderr harness --workload "sleep 60" --disturb none -n 2 -r 1 --limit 0.5 \
		--idle-wait 0 --label h
	jq -e '.status == "failed" and (.reason | test("time limit"))' results/h/runs.jsonl
}

@test "a job that can't do what was asked says so in the run's reason" {
	run -4 --separate-stderr harness "${quick[@]}" --disturb none -n 1 -r 1 --mem bind:4000 --label m
	jq -e '.status == "failed" and (.reason | test("4000"))' results/m/runs.jsonl
}

@test "a burst that is not what was asked for makes the run failed" {
	printf '#!/bin/sh\necho "Running in process mode with 10 groups using 40 file descriptors each (== 400 tasks)"\necho "Each sender will pass 100 messages of 100 bytes"\necho "Time: 0.1"\n' >fake-hackbench
	chmod +x fake-hackbench
	run -4 --separate-stderr harness --size 256k --steps 9000000 -n 1 -r 1 --delay 0 --label b \
		--disturb "$work/fake-hackbench -l 100"
	jq -e '.reason | test("burst: it says 10 groups and 100 messages, not 20 and 100")' results/b/runs.jsonl
}

@test "a burst that comes too late, or before all walk, is flagged" {
	harness "${quick[@]}" -n 1 -r 1 --disturb "hackbench -g 1 -l 1" --delay 60 --label late >/dev/null
	jq -e '.status == "ok" and (.flags | index("no-burst"))' results/late/runs.jsonl
	harness --preset classic "${quick[@]}" -n 1 -r 1 --disturb "hackbench -g 1 -l 1" --delay 0 \
		--size 256M --label early >/dev/null
	jq -e '.flags | index("early-burst")' results/early/runs.jsonl
}

@test "two settings in one campaign give two sets and leave the setting as it was" {
	knob=/proc/sys/kernel/numa_balancing
	[ -w "$knob" ] && [ "$(id -u)" -eq 0 ] || skip "kernel.numa_balancing can't be set here"
	before=$(cat "$knob")
	harness "${quick[@]}" --disturb none -n 2 -r 2 --label v \
		--variant on:kernel.numa_balancing=1 --variant off:kernel.numa_balancing=0 >/dev/null
	[ "$(cat "$knob")" = "$before" ]
	[ ! -e "$NUMA_TEST_STATE/settings.json" ]
	[ "$(jq -cs '[.[].variant] | unique' results/v-on/runs.jsonl)" = '["on"]' ]
	[ "$(jq -cs '[.[].variant] | unique' results/v-off/runs.jsonl)" = '["off"]' ]
	[ "$(jq -r .campaign results/v-on/plan.json)" = "$(jq -r .campaign results/v-off/plan.json)" ]
	[ "$(jq -c .workload results/v-on/plan.json)" = "$(jq -c .workload results/v-off/plan.json)" ]
	# Each set says what its setting was.
	[ "$(jq -r '.person | tostring | test("\"numa_balancing\":1")' results/v-on/host.json)" = true ] ||
		[ "$(jq -r '[.. | .numa_balancing? // empty] | tostring' results/v-on/host.json)" != \
			"$(jq -r '[.. | .numa_balancing? // empty] | tostring' results/v-off/host.json)" ]

	# After a kill the next call puts it back first.
	start_harness --size 256k --steps 60000000 --idle-wait 0 --disturb none -n 1 -r 3 --label w \
		--variant "other:kernel.numa_balancing=$((1 - before))"
	for _ in $(seq 100); do
		[ "$(cat "$knob")" != "$before" ] && [ -e results/w-other/plan.json ] && break
		sleep 0.05
	done
	kill -KILL "$harness_pid"
	wait "$harness_pid" || true
	nobody_left
	[ "$(cat "$knob")" != "$before" ]
	run -0 --separate-stderr harness --resume w --idle-wait 0
	[[ "$stderr" == *"put back 1 settings that a killed run had changed"* ]]
	[ "$(cat "$knob")" = "$before" ]
	[ "$(jq -s length results/w-other/runs.jsonl)" -eq 3 ]
}

@test "two harnesses on one set: the second is told, the first goes on" {
	start_harness --size 256k --steps 60000000 --idle-wait 0 --disturb none -n 1 -r 2 --label two
	for _ in $(seq 100); do
		[ -e results/two/runs.jsonl ] && break
		sleep 0.05
	done
	run -1 --separate-stderr harness --resume two
	[[ "$stderr" == *"another harness is writing to it"* ]]
	ends_with 0
	[ "$(jq -s length results/two/runs.jsonl)" -eq 2 ]
}

@test "a set that another harness makes meanwhile is never written into" {
	# It sizes its work first, and then the label is taken.
	start_harness --size 256k --idle-wait 0 --seconds 0.3 -n 1 -r 1 --label m
	for _ in $(seq 200); do
		grep -q "measuring how much work" err && break
		sleep 0.02
	done
	harness "${quick[@]}" --disturb none -n 2 -r 2 --label m >/dev/null
	ends_with 1
	grep -q "results/m exists already; results are never overwritten" err
	[ "$(jq -cs '[.[].n]' results/m/runs.jsonl)" = "[2,2]" ]
}

@test "a set that is removed while it runs is missed" {
	for timeline in "" --no-timeline; do
		start_harness --size 256k --steps 30000000 --idle-wait 0 --disturb none -n 1 -r 2 \
			--label gone $timeline
		for _ in $(seq 100); do
			[ -e results/gone/runs.jsonl ] && break
			sleep 0.02
		done
		rm -r results/gone
		ends_with 1
		nobody_left
		[ ! -s out ]
		[ ! -e results/gone ]
	done
	grep -q "runs.jsonl was removed" err
}

@test "a soft limit of descriptors does not limit the jobs, and they find it as it was" {
	(
		ulimit -Sn 64
		"$BUILD/harness" "${quick[@]}" --disturb none -n 40 -r 1 --residency self --label n >/dev/null
	)
	jq -e '.status == "ok" and (.jobs | length == 40)' results/n/runs.jsonl
	printf '#!/bin/sh\necho limit $(ulimit -n)\n' >limit
	chmod +x limit
	(
		ulimit -Sn 64
		"$BUILD/harness" --workload ./limit --metric-regex "limit ([0-9]+)" --idle-wait 0 \
			--disturb none -n 1 -r 1 --label w >/dev/null
	)
	jq -e '.jobs[0].metric == 64' results/w/runs.jsonl
}

@test "SIGTERM ends it while a slow reader keeps the tables waiting" {
	mkfifo tables
	exec 9<>tables # nobody reads
	head -c 65536 /dev/zero >&9 # full
	out=tables start_harness "${quick[@]}" --disturb none -n 1 -r 1 --label t
	for _ in $(seq 200); do
		pgrep -P "$harness_pid" -x report >/dev/null && break
		sleep 0.05
	done
	kill "$harness_pid"
	ends_with 143
	exec 9<&-
	[ "$(jq -s length results/t/runs.jsonl)" -eq 1 ]
}

@test "a disk that fills up ends it, with the finished runs whole" {
	[ "$(id -u)" -eq 0 ] || skip "needs root to mount a small tmpfs"
	mkdir small
	mount -t tmpfs -o size=64k none small || skip "no tmpfs can be mounted here"
	run -1 --separate-stderr harness "${quick[@]}" --disturb none -n 8 -r 50 --no-timeline \
		--results small --label full
	[[ "$stderr" == *"No space left on device"* ]]
	whole_lines small/full/runs.jsonl
	mount -o remount,size=16m small
	harness --results small --resume full --idle-wait 0 >/dev/null 2>&1
	[ "$(jq -s length small/full/runs.jsonl)" -eq 50 ]
}

@test "--sync starts all walks together and says so" {
	harness "${quick[@]}" --disturb none -n 4 -r 1 --sync --label s >/dev/null
	jq -e '.sync == 1 and .status == "ok"' results/s/runs.jsonl
}

@test "closed descriptors get nothing that was meant for a person" {
	"$BUILD/harness" "${quick[@]}" --disturb none -n 1 -r 2 --label c <&- 2>&- >out
	[ -s out ]
	"$BUILD/harness" "${quick[@]}" --disturb none -n 1 -r 2 --residency self --label d \
		<&- 2>&- >&- && false
	for set in c d; do
		[ "$(jq -cs '[.[].status]' results/$set/runs.jsonl)" = '["ok","ok"]' ]
		run -1 grep -rq "run [12] of 2" "results/$set"
	done
}

@test "what a job says can't colour the terminal, and a line of progress fits a row" {
	script -qec true /dev/null >/dev/null || skip "no pseudo-terminal"
	command -v script || skip "no script(1)"
	printf '#!/bin/sh\nprintf "\\033[31mred\\n" >&2\nexit 3\n' >red
	chmod +x red
	run -4 --separate-stderr harness --workload ./red --idle-wait 0 --disturb none -n 1 -r 1 --label r
	[[ "$stderr" == *'exit status 3: \x1b[31mred'* ]]
	TERM=vt100 script -qec "stty cols 20; exec $BUILD/harness ${quick[*]} --disturb none -n 1 -r 2 \
		--label t >out" /dev/null </dev/null >typed
	tr '\r' '\n' <typed | grep -q "run 2 of 2: N=1"
	[ "$(tr '\r' '\n' <typed | grep -a "run . of 2" | sed 's/.\[K//' | wc -L)" -lt 20 ]
}

@test "nothing of the progress goes to standard output, one line a run to standard error" {
	run -0 --separate-stderr harness "${quick[@]}" --disturb none -n 1,2 -r 2 --label p
	[ "$(grep -c "^run [1-4] of 4: N=" <<<"$stderr")" -eq 4 ]
	[[ "$output" != *"run 1 of"* ]]
	[[ "$stderr" == *"the set is in results/p"* ]]
	[[ "$stderr" == *"with pictures: results/p/report.html"* ]]
	grep -q "residency-1-n" results/p/report.html
}

# Skips where this machine does not count the event.
need_event() {
	harness --list-events | grep -qE "^  [+k] $1\$" || skip "the kernel does not count $1 here"
}

@test "page faults of a job are as many as its own account has" {
	need_event perf::PAGE-FAULTS
	# GNU time is the witness; it faults a little itself.
	run -0 --separate-stderr harness -n 2 -r 1 --idle-wait 0 --disturb none --label t \
		--workload "/usr/bin/time -f faults=%R $BUILD/numa_test --size 32M --steps 1000" \
		--metric-regex 'faults=([0-9]+)' --events perf::PAGE-FAULTS,cs
	run -0 jq -e '[.jobs[] | .counters["perf::PAGE-FAULTS"].count / .metric] |
		min > 0.97 and max < 1.1' results/t/runs.jsonl
	run -0 jq -e '[.jobs[].counters["perf::PAGE-FAULTS"] | .running_ns == .enabled_ns] | all' \
		results/t/runs.jsonl
	run -0 jq -e '[.jobs[].counters.cs | if .errno then .count == null else .count > 0 end] | all' \
		results/t/runs.jsonl
}

@test "what can't be counted is null with its errno, and one line says so" {
	run -0 --separate-stderr "$BUILD/helpers/refuse" EACCES perf_event_open "$BUILD/harness" \
		"${quick[@]}" -n 1 -r 1 --disturb none --label t --events page-faults,cs
	[ "$(grep -c 'not counted: page-faults, cs: Permission denied (EACCES)' <<<"$stderr")" -eq 1 ]
	[ "$(jq -c '.jobs[0].counters.cs' results/t/runs.jsonl)" = \
		'{"count":null,"enabled_ns":null,"running_ns":null,"errno":"EACCES"}' ]
}

@test "--resume counts the same events" {
	need_event perf::PAGE-FAULTS
	run -0 --separate-stderr harness "${quick[@]}" -n 1 -r 2 --disturb none --label t \
		--events perf::PAGE-FAULTS
	sed -i 2d results/t/runs.jsonl
	run -0 --separate-stderr harness --resume t --idle-wait 0
	[ "$(jq -s 'map(.jobs[].counters["perf::PAGE-FAULTS"].count > 0) | all' \
		results/t/runs.jsonl)" = true ]
	[ "$(wc -l <results/t/runs.jsonl)" -eq 2 ]
}

@test "no shell is tried for a program that is none" {
	echo 'touch shell-ran' >script
	chmod +x script
	run -4 --separate-stderr harness --workload ./script --disturb none -n 1 -r 1 --idle-wait 0 --label x
	jq -e '.reason | test("job 1: can.t be executed: Exec format error")' results/x/runs.jsonl
	[ ! -e shell-ran ]
}

@test "a setting of several numbers can be a variant" {
	knob=/proc/sys/kernel/printk
	[ -w "$knob" ] && [ "$(id -u)" -eq 0 ] || skip "kernel.printk can't be set here"
	before=$(cat "$knob")
	harness "${quick[@]}" --disturb none -n 1 -r 1 --label v "--variant=a:kernel.printk=3 4 1 7" >/dev/null
	[ "$(cat "$knob")" = "$before" ]
}
