# SPDX-License-Identifier: GPL-3.0-or-later
# What a person types at numa_test, and what the harness hands down. Small arrays, milliseconds.
bats_require_minimum_version 1.5.0

setup() {
	work=$(mktemp -d)
	cd "$work"
	small=(--size 64k --steps 1000)
}

teardown() {
	rm -rf "$work"
}

numa_test() {
	"$BUILD/numa_test" "$@"
}

# Exit code, then the one line that must be all of standard error.
fails() {
	local code=$1 line=$2
	shift 2
	run -"$code" --separate-stderr numa_test "$@"
	[ -z "$output" ]
	[ "${#stderr_lines[@]}" -eq 1 ]
	[[ "$stderr" == "numa_test: "*"$line"* ]]
}

@test "a size that is none is refused" {
	fails 2 "--size: '10X': unknown suffix 'X'" --size 10X
	fails 2 "--size: '0' is less than one byte" --size 0
	fails 2 "--size: '4095' is less than 4 KiB" --size 4095
	fails 2 "--size: '-1M' is not a size" --size=-1M
	fails 2 "--size: '9999999999T' is too large" --size 9999999999T
}

@test "more memory than there is is refused with both sizes, before it is touched" {
	fails 1 "no memory for an array of 900 TiB: this " --size 900T
	[[ "$stderr" == *" left" ]]
}

@test "memory that the process may not map is refused with the size" {
	[ -z "${ASAN_OPTIONS+x}" ] && ! ldd "$BUILD/numa_test" | grep -q libasan || skip "sanitizers map terabytes"
	ulimit -v 200000
	fails 1 "no memory for an array of 512 MiB: Cannot allocate memory" --size 512M
}

@test "steps and seeds are whole numbers" {
	fails 2 "--steps: '0' is not between 1 and" --steps 0
	fails 2 "--steps: '1e6' is not a whole number" --steps 1e6
	fails 2 "--steps: '99999999999999999999' is not between" --steps 99999999999999999999
	fails 2 "--seed: '-1' is not between 0 and" --seed=-1
}

@test "names that are none list those that are" {
	fails 2 "--walk: 'dance' is none of update, chase" --walk dance
	fails 2 "--pages: '8k' is none of 4k, thp, 2m, 1g" --pages 8k
	fails 2 "--mem: 'near' is none of local, bind:N, interleave, preferred:N" --mem near
	fails 2 "'more': takes options only" more
}

@test "an unknown option is a usage error" {
	run -2 numa_test --frobnicate
}

@test "a node that is not there is one line" {
	fails 1 "--mem bind:1023: there is no node 1023 with memory" --mem bind:1023
	fails 1 "--mem preferred:1023: there is no node 1023 with memory" --mem preferred:1023
	fails 2 "--mem: '1024' is not between 0 and 1023" --mem bind:1024
}

@test "huge pages that are not reserved are one line" {
	free=$(cat /sys/kernel/mm/hugepages/hugepages-2048kB/free_hugepages) || skip "no hugetlb here"
	[ "$free" -lt 500 ] || skip "this machine has them"
	fails 1 "--pages 2m: an array of 1 GiB takes 512 huge pages, and $free are free" \
		--pages 2m --size 1G
}

@test "descriptors that are none are usage errors" {
	fails 2 "--report-fd 77: Bad file descriptor" --report-fd 77
	fails 2 "--report-fd 5: not open for writing" --report-fd 5 5</dev/null
	fails 2 "--start-fd 77: Bad file descriptor" --start-fd 77 --slot 0
	fails 2 "--start-fd 5: not a file that can be shared" --start-fd 5 --slot 0 5<>/dev/null
	fails 2 "--start-fd and --slot go together" --start-fd 5
	fails 2 "--start-fd and --slot go together" --slot 5
	fails 2 "--sync-fd and --sync-count go together" --sync-fd 5
	fails 2 "--slot: '-1' is not between" --start-fd 5 --slot=-1
	truncate -s 64 slots
	fails 2 "--start-fd 5: 64 bytes are too few" --start-fd 5 --slot 8 5<>slots
	truncate -s 3 count
	fails 2 "--sync-fd 5: 3 bytes are too few" --sync-fd 5 --sync-count 1 5<>count
}

@test "the summary begins with the latency and holds what was asked" {
	run -0 --separate-stderr numa_test "${small[@]}" --walk chase --seed 42
	[ -z "$stderr" ]
	[[ "${lines[0]}" =~ ^[0-9]+\.[0-9]\ ns\ per\ access$ ]]
	[[ "$output" == *"user "*" s, sys "*" s, elapsed "* ]]
	[[ "$output" == *"nodes: exec "*", main "*", touch "*", home "* ]]
	[[ "$output" == *"work: chase, 64 KiB, 1024 lines of 64 bytes, 1000 steps, seed 42"* ]]
	[[ "$output" =~ checksum:\ [0-9a-f]+ ]]
}

@test "given a descriptor it writes one JSON line and nothing else" {
	run -0 --separate-stderr numa_test "${small[@]}" --report-fd 7 7>line
	[ -z "$output$stderr" ]
	[ "$(wc -l <line)" -eq 1 ]
	jq -e '.schema == 1 and .walk == "update" and .walk_seed == 1 and .line_bytes == 64 and
		.array_bytes == 65536 and .steps == 1000 and .pages_asked == "4k" and
		.mem == "local" and .node_exec_source == "self" and (.checksum | test("^[0-9a-f]+$"))
		and .walk_end_ns > .walk_start_ns and .walk_cpu_ns > 0 and .setup_cpu_ns > 0 and
		.setup_ns > 0 and (.flags | type) == "array"' line
}

@test "not watching itself leaves unknowns, not zeros" {
	numa_test "${small[@]}" --no-self --report-fd 7 7>line
	jq -e '.self_time_ns == null and .self_source == null and .self_changes == null and
		.local_fraction == null' line
	run -0 numa_test "${small[@]}" --no-self
	[[ "$output" == *"local: - of the walk"*"ran on: -"* ]]
}

@test "without rseq getcpu is asked, and named" {
	GLIBC_TUNABLES=glibc.pthread.rseq=0 numa_test "${small[@]}" --report-fd 7 7>line
	jq -e '.self_source == "getcpu" and (.self_time_ns | add) > 0' line
}

@test "the checksum is the same for both walks, and again, and differs by seed" {
	for walk in update chase update; do
		numa_test --size 1000k --steps 54321 --walk $walk --report-fd 7 7>line
		jq -r .checksum line
	done | sort -u >sums
	[ "$(wc -l <sums)" -eq 1 ]
	for seed in 1 2 3; do
		numa_test --size 1000k --steps 54321 --seed $seed --report-fd 7 7>line
		jq -r .checksum line
	done | sort -u >sums
	[ "$(wc -l <sums)" -eq 3 ]
}

@test "sizes that are no power of two and no whole page walk too" {
	for size in 4096 4160 5000 100k 1000001; do
		numa_test --size $size --steps 9999 --report-fd 7 7>line
		jq -e ".array_bytes == ($size / 64 | floor) * 64" line ||
			jq -e '.array_bytes == 102400' line
	done
}

@test "a report that cannot be written is one line, not a signal" {
	[ -w /dev/full ] || skip "no /dev/full"
	fails 1 "--report-fd 7: No space left on device" "${small[@]}" --report-fd 7 7>/dev/full
	run -1 --separate-stderr bash -c "'$BUILD/numa_test' ${small[*]} >/dev/full"
	[ "$stderr" = "numa_test: standard output: No space left on device" ]
	mkfifo pipe
	sleep 0 <pipe & # its end is closed before the line comes
	exec 7>pipe
	wait $!
	fails 1 "--report-fd 7: Broken pipe" "${small[@]}" --report-fd 7
	exec 7>&-
}

@test "a page that is not there is one line, not a signal" {
	truncate -s 8 slots
	"$BUILD/numa_test" --size 1M --steps 1000000000000 --start-fd 5 --slot 0 5<>slots \
		2>message &
	pid=$!
	until [ "$(od -An -t d8 slots | tr -d ' ')" != 0 ]; do sleep 0.01; done
	kill -BUS "$pid"
	code=0
	wait "$pid" || code=$?
	[ "$code" -eq 1 ]
	[[ "$(cat message)" == "numa_test: the array has no memory behind it (SIGBUS"* ]]
}

@test "the start of the walk is left in the slot" {
	truncate -s 64 slots
	numa_test "${small[@]}" --start-fd 5 --slot 3 --report-fd 7 5<>slots 7>line
	[ "$(od -An -t d8 -j 24 -N 8 slots | tr -d ' ')" = "$(jq .walk_start_ns line)" ]
	[ "$(od -An -v -t d8 slots | tr -s ' \n' '\n' | grep -c '^0$')" -eq 7 ]
}

@test "jobs that shall start together wait for the last" {
	truncate -s 4 count
	for job in 1 2 3; do
		# One that does not wait tells the time: the others must walk after it.
		numa_test "${small[@]}" --report-fd 7 7>marker
		numa_test "${small[@]}" --sync-fd 5 --sync-count 3 --report-fd 7 \
			5<>count 7>line$job &
	done
	wait
	[ "$(od -An -t u4 count | tr -d ' ')" = 3 ]
	for job in 1 2 3; do
		[ "$(jq .walk_start_ns line$job)" -gt "$(jq .walk_end_ns marker)" ]
	done
}

@test "a job whose others never come gives up" {
	truncate -s 4 count
	fails 1 "--sync: only 1 of 2 jobs came" "${small[@]}" \
		--sync-fd 5 --sync-count 2 --sync-limit 100ms 5<>count
}

@test "help and version" {
	run -0 numa_test --help
	[[ "$output" == *"--report-fd=FD"* ]]
	run -0 numa_test --version
	[[ "$output" == "numa_test "*"gcc"* || "$output" == "numa_test "*"clang"* ]]
}
