# SPDX-License-Identifier: GPL-3.0-or-later
# hackbench from the command line: what it prints, counts and refuses.
bats_require_minimum_version 1.5.0

hackbench() { "$BUILD/hackbench" "$@"; }

# refused STATUS TEXT ARGUMENT...: one line on standard error, nothing on standard output.
refused() {
	local want=$1 text=$2
	shift 2
	run --separate-stderr hackbench "$@"
	echo "$* -> status $status, stdout: $output, stderr: $stderr"
	[ "$status" -eq "$want" ]
	[ -z "$output" ]
	[ "${#stderr_lines[@]}" -eq 1 ]
	[[ $stderr == hackbench:*"$text"* ]]
}

# counts MODE ARGUMENT...: 2 groups x 5 senders x 5 receivers x 7 loops.
counts() {
	local mode=$1
	shift
	run --separate-stderr hackbench -g 2 -f 5 -l 7 -v "$@"
	echo "$* -> status $status, stdout: $output, stderr: $stderr"
	[ "$status" -eq 0 ]
	[ -z "$stderr" ]
	[ "${#lines[@]}" -eq 4 ]
	[ "${lines[0]}" = "Running in $mode mode with 2 groups using 10 file descriptors each (== 20 tasks)" ]
	[ "${lines[1]}" = "Each sender will pass 7 messages of 100 bytes" ]
	[ "${lines[2]}" = "Messages: 350" ]
	[[ ${lines[3]} =~ ^Time:\ [0-9]+\.[0-9]{3}$ ]]
}

@test "processes and socket pairs pass every message" {
	counts process
}

@test "processes and pipes pass every message" {
	counts process -p
}

@test "threads and socket pairs pass every message" {
	counts threaded -T
}

@test "threads and pipes pass every message" {
	counts threaded -p -T
}

@test "messages larger than a pipe's or socket's buffer arrive whole, in all modes" {
	for mode in "" -T -p "-p -T"; do
		# shellcheck disable=SC2086
		run --separate-stderr hackbench -g 1 -f 3 -l 3 -s 1M -v $mode
		[ "$status" -eq 0 ]
		[ "${lines[2]}" = "Messages: 27" ]
	done
}

@test "one sender and one receiver with one message of one byte" {
	run hackbench -g 1 -f 1 -l 1 -s 1 -v
	[ "$status" -eq 0 ]
	[ "${lines[2]}" = "Messages: 1" ]
}

@test "the number of messages is printed only when asked for" {
	run hackbench -g 1 -f 2 -l 2
	[ "$status" -eq 0 ]
	[ "${#lines[@]}" -eq 3 ]
}

@test "the words of the first hackbench are understood" {
	run hackbench 2 thread 3
	[ "$status" -eq 0 ]
	[ "${lines[0]}" = "Running in threaded mode with 2 groups using 40 file descriptors each (== 80 tasks)" ]
	[ "${lines[1]}" = "Each sender will pass 3 messages of 100 bytes" ]
	run hackbench 1 process
	[ "$status" -eq 0 ]
	[ "${lines[0]}" = "Running in process mode with 1 groups using 40 file descriptors each (== 40 tasks)" ]
}

@test "the banner has the form of rt-tests' hackbench" {
	[ -x /usr/bin/hackbench ] || skip "rt-tests is not installed"
	for mode in "" -T; do
		# shellcheck disable=SC2086
		ours=$(hackbench -g 1 -f 3 -l 2 -s 50 $mode | sed 's/[0-9.]*$//')
		# shellcheck disable=SC2086
		theirs=$(/usr/bin/hackbench -g 1 -f 3 -l 2 -s 50 $mode | sed 's/[0-9.]*$//')
		[ "$ours" = "$theirs" ]
	done
}

@test "numbers that make no sense are refused with one line" {
	refused 2 "--groups: '0'" -g 0
	refused 2 "--groups: '-3'" -g -3
	refused 2 "--groups: '1X'" --groups 1X
	refused 2 "--loops: 'x'" -l x
	refused 2 "--fds: '0'" -f 0
	refused 2 "--datasize" -s 0
	refused 2 "more than 1048576 bytes" -s 1G
	refused 2 "--datasize" -s 99999999999999999999
	refused 2 "--timeout" --timeout 0
	refused 2 "tasks" -g 1000000 -f 1000
}

@test "unknown words are refused with one line" {
	refused 2 "'many' is not a whole number" many
	refused 2 "neither 'process' nor 'thread'" 20 processes
	refused 2 "one word too many" 20 process 10 10
	refused 2 "given by -g" -g 10 20
}

@test "an unknown option is a usage error" {
	run --separate-stderr hackbench --fifo
	[ "$status" -eq 2 ]
	[ -z "$output" ]
	[[ $stderr == *"--fifo"* ]]
}

@test "--help names every option and both forms" {
	run hackbench --help
	[ "$status" -eq 0 ]
	for word in --groups --loops --datasize --fds --pipe --threads --process --timeout --verbose GROUPS; do
		[[ $output == *"$word"* ]]
	done
	[ "$(hackbench -h)" = "$output" ]
}

@test "output that can't be written is an error" {
	run --separate-stderr bash -c '"$BUILD/hackbench" -g 1 -l 1 >/dev/full'
	[ "$status" -eq 1 ]
	[ "$stderr" = "hackbench: standard output: No space left on device" ]
}

@test "standard output may be a file in memory, any number of times" {
	command -v python3 >/dev/null || skip "python3 is not installed"
	run python3 -c '
import os, subprocess
for i in range(20):
    fd = os.memfd_create("out")
    subprocess.run([os.environ["BUILD"] + "/hackbench", "-g", "1", "-f", "2", "-l", "1"], stdout=fd, check=True)
    text = os.pread(fd, 4096, 0).decode().splitlines()
    assert len(text) == 3 and text[2].startswith("Time: "), text
    os.close(fd)'
	echo "$output"
	[ "$status" -eq 0 ]
}

@test "it runs with SIGCHLD ignored and with children of its caller" {
	run --separate-stderr bash -c 'trap "" CHLD; exec "$BUILD/hackbench" -g 1 -f 2 -l 2 -v'
	[ "$status" -eq 0 ]
	[ "${lines[2]}" = "Messages: 8" ]
	run --separate-stderr bash -c 'false & exec "$BUILD/hackbench" -g 1 -f 2 -l 2 -v'
	[ "$status" -eq 0 ]
	[ "${lines[2]}" = "Messages: 8" ]
}
