# SPDX-License-Identifier: GPL-3.0-or-later
# The yardstick is measured when asked for, once a campaign, and stored in each of its sets.
bats_require_minimum_version 1.5.0

setup() {
	work=$(mktemp -d)
	cd "$work"
	export NUMA_TEST_STATE=$work/state
	quick=(--size 256k --steps 400000 --idle-wait 0 --disturb none)
}

teardown() {
	[ -z "${harness_pid-}" ] || kill -KILL "$harness_pid" 2>/dev/null || true
	rm -rf "$work"
}

harness() {
	"$BUILD/harness" "$@"
}

point() {
	jq -c ".points[] | select(.kind == \"$1\") | $2" "$3"
}

nodes_with_cpus() {
	grep -l '[0-9]' /sys/devices/system/node/node*/cpulist 2>/dev/null | wc -l
}

@test "asked for, it has a job alone and a full node, each measured in three rounds" {
	run -0 --separate-stderr harness "${quick[@]}" -n 1 -r 1 --label t --yardstick
	[[ "$stderr" == *"measuring the yardstick"* ]]
	y=results/t/yardstick.json
	[ "$(point alone .jobs $y)" -eq 1 ]
	[ "$(point alone '.measured | length' $y)" -eq 3 ]
	[ "$(point node-full '.measured | length' $y)" -eq 3 ]
	[ "$(point node-full .reason $y)" = null ]
	[ "$(jq .set_steps $y)" -eq 400000 ]
	jq -e '.points | all((.ns_per_access * 400000 - .time_ns) | fabs <= 1)' $y
	jq -e '.points | all(.cpu_node == .memory_node or .kind == "distance")' $y
}

@test "a full node has a job on each of its CPUs that may be used" {
	run -0 --separate-stderr taskset -c 0 "$BUILD/harness" "${quick[@]}" -n 1 -r 1 --label t \
		--yardstick
	[ "$(point node-full .jobs results/t/yardstick.json)" -eq 1 ]
	[ "$(point node-full .cpus results/t/yardstick.json)" = '"0"' ]
}

@test "unasked, one node or a virtual machine has none" {
	run -0 --separate-stderr harness "${quick[@]}" -n 1 -r 1 --label t
	virtual=$(jq .machine.hypervisor.present results/t/host.json)
	if [ "$(nodes_with_cpus)" -ge 2 ] && [ "$virtual" != true ]; then
		skip "this machine is one where it is measured"
	fi
	[ ! -e results/t/yardstick.json ]
	[ "$(jq -r .yardstick results/t/plan.json)" = auto ]
}

@test "a resumed campaign keeps what is stored, and measures what is missing" {
	run -0 --separate-stderr harness "${quick[@]}" -n 1 -r 2 --label t --yardstick
	cp results/t/yardstick.json first
	sed -i '$d' results/t/runs.jsonl
	run -0 --separate-stderr harness --resume t --idle-wait 0
	cmp first results/t/yardstick.json
	[[ "$stderr" != *"measuring the yardstick"* ]]
	sed -i '$d' results/t/runs.jsonl
	rm results/t/yardstick.json
	run -0 --separate-stderr harness --resume t --idle-wait 0 --no-yardstick
	[ ! -e results/t/yardstick.json ]
	sed -i '$d' results/t/runs.jsonl
	run -0 --separate-stderr harness --resume t --idle-wait 0
	[ "$(point alone '.measured | length' results/t/yardstick.json)" -eq 3 ]
}

@test "a broken one is named" {
	run -0 --separate-stderr harness "${quick[@]}" -n 1 -r 2 --label t
	sed -i '$d' results/t/runs.jsonl
	echo '{"schema":1,"points":[{"kind":"far"}]}' >results/t/yardstick.json
	run -1 --separate-stderr harness --resume t --idle-wait 0
	[[ "$stderr" == *'yardstick.json: point 1: "kind" is missing or unknown'* ]]
}

@test "each set of a campaign has the same one" {
	[ -w /proc/sys/kernel/numa_balancing ] || skip "no setting that could be changed"
	run -0 --separate-stderr harness "${quick[@]}" -n 1 -r 1 --label t --yardstick \
		--variant on:kernel.numa_balancing=1 --variant off:kernel.numa_balancing=0
	cmp results/t-on/yardstick.json results/t-off/yardstick.json
}

@test "an interrupt while it is measured leaves no set and no process" {
	setsid "$BUILD/harness" "${quick[@]}" -n 1 -r 1 --label t --yardstick 2>err &
	harness_pid=$!
	for _ in $(seq 100); do
		! grep -q "measuring the yardstick" err || break
		sleep 0.05
	done
	kill -INT "$harness_pid"
	wait "$harness_pid" || status=$?
	[ "$status" -eq 130 ]
	[ ! -e results/t ]
	# The dead may wait for a slow init to reap them.
	! ps -o stat= -s "$harness_pid" | grep -qv '^Z'
}

@test "a foreign workload has none" {
	run -2 --separate-stderr harness --workload true --yardstick
	[[ "$stderr" == *"--yardstick is of our own worker's walk"* ]]
}
