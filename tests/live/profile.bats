# SPDX-License-Identifier: GPL-3.0-or-later
# --profile: perf(1) beside a run. What is checked is that its samples are those of the run, that
# what can't be had is said, and that nobody is left.
bats_require_minimum_version 1.5.0

setup() {
	work=$(mktemp -d)
	cd "$work"
	export NUMA_TEST_STATE=$work/state
	run=(-n 1 -r 1 --size 1M --steps 6000000 --disturb none --idle-wait 0 --label t --profile)
}

teardown() {
	[ -z "${sid-}" ] || pkill -KILL -s "$sid" || true
	rm -rf "$work"
}

harness() {
	"$BUILD/harness" "$@"
}

need_perf() {
	command -v perf >perf-path || skip "perf is not installed"
	perf record -q -e cpu-clock -o probe.data true 2>probe.err ||
		skip "perf can't record here: $(tr '\n' ' ' <probe.err)"
	rm -f probe.data
}

# fake_perf: a `perf` that does what the function body on standard input does.
fake_perf() {
	mkdir bin
	{ echo '#!/bin/bash' && cat; } >bin/perf
	chmod 755 bin/perf
	export PATH=$work/bin:$PATH
}

profile() {
	jq -r "$1" results/t/profile/1.json
}

@test "the walk is most of the profile, which is an extra run" {
	need_perf
	harness "${run[@]}" >out 2>err
	[ "$(wc -l <results/t/runs.jsonl)" -eq 1 ]
	[ ! -e results/t/profile/1.data ]
	[ "$(profile .n)" -eq 1 ]
	profile .event | grep -qE '^(cycles|cpu-clock)$'
	# The loop of the walk is a function of numa_test.
	symbol=$(profile '[.symbols[] | select(.module == "numa_test")][0].symbol')
	nm "$BUILD/numa_test" | grep -q " [tT] $symbol\$"
	[ "$(profile '[.symbols[] | select(.module == "numa_test") | .share] | add > 0.5')" = true ]
	[ "$(profile '([.symbols[].samples] | add) + .rest.samples == .samples')" = true ]
	[ "$(profile '([.symbols[].share] | add) + .rest.share - 1 | fabs < 1e-9')" = true ]
	# As many samples as its CPU time has moments of them, or half where the machine is busy.
	[ "$(profile '.samples / (.run.jobs[0].cpu_ns / 1e9 * .frequency_hz) |
		. > 0.3 and . < 1.5 or .event == "cycles"')" = true ]
	[ "$(profile .run.status)" = ok ]
}

@test "the burst is sampled with its children" {
	need_perf
	harness "${run[@]}" --disturb 'hackbench -g 1 -l 400' --delay 0 >out 2>err
	[ "$(profile '[.symbols[] | select(.kernel)] | length > 5')" = true ] ||
		[ "$(profile .user_only)" = true ]
	[ "$(profile '[.symbols[] | select(.symbol | test("unix_stream|sock_|skb_"))] | length > 0')" = true ] ||
		[ "$(profile .user_only)" = true ]
}

@test "without perf, or where the kernel refuses to sample: one line, before anything is run" {
	run -1 --separate-stderr env PATH=/nowhere "$BUILD/harness" "${run[@]}"
	[[ $stderr == "harness: --profile: there is no program 'perf' "* ]]
	[ ! -e results/t ]
	fake_perf <<<'exit 0'
	run -1 --separate-stderr "$BUILD/helpers/refuse" EPERM perf_event_open \
		"$BUILD/harness" "${run[@]}"
	[[ ${stderr_lines[-1]} == *"--profile: the kernel refuses to sample here: "*"(EPERM; kernel.perf_event_paranoid is "* ]]
	[ ! -e results/t ]
}

@test "a perf that fails costs the profile, not the runs; --resume makes it" {
	need_perf
	fake_perf <<-'EOF'
		echo Error:
		echo the moon is full
		exit 255
	EOF
	run -1 --separate-stderr harness "${run[@]}"
	grep -qx 'harness: no profile of N=1: perf does not record: the moon is full' <<<"$stderr"
	[ "${stderr_lines[-1]}" = 'harness: --profile: 1 could not be made; the runs are stored' ]
	[ "$(wc -l <results/t/runs.jsonl)" -eq 1 ]
	[ ! -e results/t/profile/1.json ]
	rm bin/perf
	harness --resume t >out 2>err
	[ "$(profile .run.status)" = ok ]
	[ "$(wc -l <results/t/runs.jsonl)" -eq 1 ]
}

@test "a perf that ends before the run does is told" {
	need_perf
	fake_perf <<-'EOF'
		for a; do
			case $a in
			--control=fd:*) fds=${a#*:} ;;
			esac
		done
		eval "read -r word <&${fds%,*}; echo ack >&${fds#*,}"
		echo gone
	EOF
	run -1 --separate-stderr harness "${run[@]}"
	grep -qx 'harness: no profile of N=1: perf ended before the run did: gone' <<<"$stderr"
}

# Until a job runs beside perf.
wait_for_recording() {
	for _ in $(seq 400); do
		if [ -e results/t/profile/1.data ] && pgrep -s "$sid" numa_test >job; then
			return 0
		fi
		sleep 0.05
	done
	cat err
	return 1
}

nobody_left() {
	for _ in $(seq 40); do
		pgrep -s "$sid" >left || return 0
		sleep 0.05
	done
	ps -o pid,stat,args -s "$sid"
	return 1
}

# A plan whose only run is done, so that what is left of it is its long profile.
only_the_profile_is_missing() {
	harness "${run[@]}" --label first --limit 1000 >out 2>err
	jq '.label = "t" | .workload.steps = 3000000000' results/first/plan.json >plan
	cp -r results/first results/t
	mv plan results/t/plan.json
	rm -rf results/t/profile
	run=(--resume t)
}

@test "SIGTERM in the middle of a profile: nobody is left, nothing half is stored" {
	need_perf
	only_the_profile_is_missing
	setsid "$BUILD/harness" "${run[@]}" >out 2>err &
	harness_pid=$!
	sid=$harness_pid
	wait_for_recording
	kill -TERM "$harness_pid"
	local status=0
	wait "$harness_pid" || status=$?
	[ "$status" -eq 143 ]
	nobody_left
	[ -z "$(ls results/t/profile)" ]
}

@test "kill -9 in the middle of a profile: nobody is left, --resume makes it" {
	need_perf
	only_the_profile_is_missing
	setsid "$BUILD/harness" "${run[@]}" >out 2>err &
	harness_pid=$!
	sid=$harness_pid
	wait_for_recording
	kill -KILL "$harness_pid"
	nobody_left
	[ ! -e results/t/profile/1.json ]
	jq '.workload.steps = 6000000' results/t/plan.json >plan
	mv plan results/t/plan.json
	harness "${run[@]}" >out 2>err
	[ "$(profile .run.status)" = ok ]
	[ "$(ls results/t/profile)" = 1.json ]
}
