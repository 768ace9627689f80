# SPDX-License-Identifier: GPL-3.0-or-later
# hackbench when the world refuses or interrupts: one clear line, an exit code, nobody left behind.
bats_require_minimum_version 1.5.0

# Each test runs hackbench under a name of its own, so that processes can be told apart from any
# other hackbench on the machine.
setup() {
	name=hb$BATS_TEST_NUMBER.$$
	dir=$BATS_TEST_TMPDIR
	hackbench=$dir/$name
	ln -s "$BUILD/hackbench" "$hackbench"
}

teardown() {
	pkill -KILL -x "$name" || true
	rm -f "/tmp/$name"
}

is_sanitized() { grep -q __asan_init "$BUILD/hackbench"; }

# Processes of this test that are alive; a zombie waits for init only.
alive() { ps -C "$name" -o stat= | grep -cv '^Z' || true; }

# nobody_left SECONDS: everybody is gone within so long.
nobody_left() {
	local until=$((${EPOCHREALTIME/./} + $1 * 1000000)) n
	while n=$(alive) && [ "$n" -gt 0 ]; do
		if [ "${EPOCHREALTIME/./}" -gt "$until" ]; then
			echo "$n left:"
			ps -C "$name" -o pid,ppid,stat,wchan:20,args | grep -v defunct | head -20
			return 1
		fi
		sleep 0.1
	done
}

# start ARGUMENT...: in the background; $pid. It would run for hours. SIGINT works as in a terminal.
start() {
	env --default-signal=INT "$hackbench" -l 100000000 "$@" >"$dir/out" 2>"$dir/err" 3>&- &
	pid=$!
}

# Until N workers are up.
wait_for_workers() {
	for _ in {1..500}; do
		[ "$(pgrep -c -P "$pid")" -ge "$1" ] && return
		sleep 0.01
	done
	cat "$dir/err"
	return 1
}

# ended STATUS TEXT: the exit status, and the one line that says why.
ended() {
	local status=0
	wait "$pid" || status=$?
	echo "status $status: $(cat "$dir/err")"
	[ "$status" -eq "$1" ]
	[ "$(wc -l <"$dir/err")" -eq 1 ]
	grep -q "^$name: .*$2" "$dir/err"
	! grep -q Time: "$dir/out"
	[ "$(alive)" -eq 0 ]
}

# failed TEXT COMMAND...: exit 1, one line, nobody left.
failed() {
	local text=$1
	shift
	run --separate-stderr "$@"
	echo "status $status, stdout: $output, stderr: $stderr"
	[ "$status" -eq 1 ]
	[ "${#stderr_lines[@]}" -eq 1 ]
	[[ $stderr == "$name: "*"$text"* ]]
	[[ $output != *Time:* ]]
	[ "$(alive)" -eq 0 ]
}

@test "too few descriptors: the group and the cause are named" {
	failed "group 1 of 3: cannot make socket pair " prlimit --nofile=30:30 "$hackbench" -g 3
	[[ $stderr == *"of 20: Too many open files" ]]
	failed "group 1 of 3: cannot make pipe " prlimit --nofile=30:30 "$hackbench" -g 3 -p
	failed "group 2 of 3: cannot make socket pair " prlimit --nofile=64:64 "$hackbench" -g 3 -T
	failed "Too many open files" prlimit --nofile=8:8 "$hackbench" -g 3
}

@test "the soft limit on descriptors is raised when it is too low" {
	run prlimit --nofile=64:1024 "$hackbench" -g 5 -l 1 -T -v
	[ "$status" -eq 0 ]
	[ "${lines[2]}" = "Messages: 2000" ]
	run prlimit --nofile=32:1024 "$hackbench" -g 5 -l 1 -v
	[ "$status" -eq 0 ]
}

@test "too few processes or threads for this user: the group and the cause are named" {
	[ "$(id -u)" -eq 0 ] || skip "only root can become a user who has no process yet"
	cp "$BUILD/hackbench" "/tmp/$name" # where another user may read it
	hackbench=/tmp/$name
	uid=$((60000 + RANDOM % 5000))
	chmod 755 "$hackbench"
	export ASAN_OPTIONS=detect_leaks=0 # leak checks start a thread
	as_user=(setpriv --reuid "$uid" --regid "$uid" --clear-groups prlimit --nproc=60:60)
	failed "group 2 of 3: cannot start " "${as_user[@]}" "$hackbench" -g 3
	[[ $stderr == *"Resource temporarily unavailable" ]]
	failed "group 2 of 3: cannot start " "${as_user[@]}" "$hackbench" -g 3 -T
}

@test "too little memory: the group and the cause are named" {
	is_sanitized && skip "the address sanitizer needs all addresses"
	failed "of 30: cannot map 41943040 bytes for its messages: Cannot allocate memory" \
		prlimit --as=300000000 "$hackbench" -g 30 -s 1M -T
}

@test "--timeout ends it" {
	for mode in "" -T; do
		# shellcheck disable=SC2086
		failed "not done after 0.3 seconds (--timeout)" \
			"$hackbench" -g 2 -l 100000000 --timeout 0.3 $mode
	done
}

@test "--timeout ends it while it is still starting" {
	failed "not done after 0.001 seconds (--timeout)" "$hackbench" -g 20 --timeout 1ms
}

@test "a run that is done in time does not wait for its --timeout" {
	run timeout 60 "$hackbench" -g 1 -l 1 --timeout 1000
	[ "$status" -eq 0 ]
}

# Workers whose process numbers are in the order of their start: the numbers did not begin anew.
start_in_order() {
	start "$@"
	wait_for_workers 81
	[ "$(pgrep -P "$pid" | head -n 1)" -gt "$pid" ] && return
	kill -KILL "$pid"
	wait "$pid" || true
	start "$@"
	wait_for_workers 81
}

@test "a worker that is killed ends the run and is named" {
	start_in_order -g 2
	kill -KILL "$(pgrep -P "$pid" | sed -n 45p)"
	ended 1 "receiver 5 of group 2 was killed by signal 9 (Killed)"
	start_in_order -g 2 -p
	kill -TERM "$(pgrep -P "$pid" | sed -n 21p)"
	ended 1 "sender 1 of group 1 was killed by signal 15 (Terminated)"
}

@test "SIGINT, SIGTERM and SIGHUP end everybody" {
	for mode in "" -T; do
		for signal in "INT 130" "TERM 143" "HUP 129"; do
			# shellcheck disable=SC2086
			start -g 3 $mode
			sleep "0.$((RANDOM % 3))$((RANDOM % 10))"
			while ! grep -q Each "$dir/out"; do sleep 0.01; done
			kill "-${signal% *}" "$pid"
			ended "${signal#* }" "ended by signal"
		done
	done
}

@test "a signal that its caller ignores stays ignored" {
	(trap '' HUP && exec "$hackbench" -g 1 -l 100000000 --timeout 0.5 2>"$dir/err" >"$dir/out") &
	pid=$!
	while ! grep -q Each "$dir/out"; do sleep 0.01; done
	kill -HUP "$pid"
	ended 1 "not done after 0.5 seconds"
}

@test "workers stay in the session and the process group of the caller" {
	start -g 1
	wait_for_workers 41
	[ "$(ps -o pgid=,sid= -p "$pid" --ppid "$pid" | sort -u | wc -l)" -eq 1 ]
	[ "$(ps -o pgid=,sid= -p "$pid")" = "$(ps -o pgid=,sid= -p "$BASHPID")" ]
	kill -TERM "$pid"
	ended 143 "ended by signal 15"
}

@test "kill -9 at random moments leaves nobody within a second" {
	local times=10
	[ -n "${CHECK_LONG:-}" ] && times=100
	for ((i = 0; i < times; i++)); do
		start -g 20
		sleep "0.$((RANDOM % 5))$((RANDOM % 10))"
		kill -KILL "$pid"
		wait "$pid" || true
		nobody_left 1
	done
}

# 4,000 exits take 0.6 s of CPU, so that on 2 CPUs which others use, too, a second may not be enough.
@test "kill -9 leaves nobody of 4,000 workers within a second" {
	local slow=0
	[ -n "${CHECK_LONG:-}" ] || skip "CHECK_LONG is not set"
	is_sanitized && skip "4,000 sanitized processes need too much memory"
	for ((i = 0; i < 20; i++)); do
		start -g 100
		sleep "$((RANDOM % 3)).$((RANDOM % 10))"
		kill -KILL "$pid"
		wait "$pid" || true
		nobody_left 1 || { slow=$((slow + 1)) && nobody_left 4; }
	done
	[ "$slow" -le 2 ]
}

@test "kill -9 ends threads, too" {
	start -g 5 -T
	sleep 0.2
	kill -KILL "$pid"
	wait "$pid" || true
	nobody_left 1
}

@test "it exits with everybody reaped after a full run of 800 workers" {
	run "$hackbench" -g 20 -l 1 -v
	[ "$status" -eq 0 ]
	[ "${lines[2]}" = "Messages: 8000" ]
	[ "$(alive)" -eq 0 ]
}
