# SPDX-License-Identifier: GPL-3.0-or-later
# What a person types at the harness, up to the first run: bad inputs and plans. Seconds.
bats_require_minimum_version 1.5.0

setup() {
	work=$(mktemp -d)
	cd "$work"
	export NUMA_TEST_STATE=$work/state
	topology=$BATS_TEST_DIRNAME/../data/topology
}

teardown() {
	if mountpoint -q "$work/full"; then
		umount "$work/full"
	fi
	rm -rf "$work"
}

harness() {
	"$BUILD/harness" "$@"
}

# Exit code, then what the one line of standard error must hold. Nothing may be left behind.
fails() {
	local code=$1 text=$2
	shift 2
	run -"$code" --separate-stderr harness "$@"
	[ -z "$output" ]
	[ "${#stderr_lines[@]}" -eq 1 ]
	[[ "$stderr" == "harness: "*"$text"* ]]
}

# The plan's numbers: plan FILTER OPTION...
plan() {
	local filter=$1
	shift
	harness --dry-run --seed 1 "$@" | jq -c "$filter"
}

@test "an N that is none is refused" {
	fails 2 "-n: '0' is not between 1 and" -n 0
	fails 2 "-n: 'x' is not a whole number" -n 1,x
	fails 2 "-n: '-2' is not between" -n -2
	fails 2 "-n: '' is not a whole number" -n ""
	fails 2 "-r: '0' is not between" -r 0
}

@test "a size or a time that is none is refused" {
	fails 2 "--size: '10X': unknown suffix 'X'" --size 10X
	fails 2 "--size: '4095' is less than 4 KiB" --size 4095
	fails 2 "--seconds: 'x' is not a time" --seconds x
	fails 2 "--seconds: '0' is not between" --seconds 0
	fails 2 "--delay: '1e9'" --delay 1e9
}

@test "words that nobody knows are refused" {
	fails 2 "--pages: '3k' is unknown" --pages 3k
	fails 2 "--walk: 'run' is unknown" --walk run
	fails 2 "--mem: 'bind:x'" --mem bind:x || fails 2 "--mem: 'x' is not a whole number" --mem bind:x
	fails 2 "--residency: 'guess' is unknown" --residency guess
	fails 2 "--preset: 'modern' is unknown" --preset modern
	fails 2 "--show: 'all' is unknown" --show all
	run -2 harness --no-such-option
	run -2 harness stray
}

@test "options that exclude each other are refused" {
	fails 2 "--resume and --plan" --resume x --plan y
	fails 2 "--plan says what is run" --plan x -n 2
	fails 2 "--resume goes by the stored plan" --resume x -n 2
	fails 2 "not run on" --topology "node:2 pu:2"
	fails 2 "--metric-regex" --metric-regex "(x)"
	fails 2 "no group" --workload true --metric-regex x
	fails 2 "--sync is for our own worker" --workload true --sync
}

@test "what a given or stored plan decides can't be given beside it" {
	for option in -r=9 --size=1M --seconds=1 --pages=thp --delay=1 --seed=4 --steps=5 --walk=chase \
		--mem=interleave --sync --workload=true --preset=classic --residency=self --limit=3 \
		--no-timeline --variant=a:kernel.x=1 --disturb=none --events=x; do
		name=${option%%=*}
		[[ $option != -r=* ]] || option=-r9
		fails 2 "--plan says what is run: $name can't be given" --plan x "$option"
		fails 2 "--resume goes by the stored plan: $name can't be given" --resume x "$option"
	done
	fails 2 "--resume goes by the stored plan: --label can't" --resume x --label y
}

@test "a label that can't be a folder is refused" {
	fails 1 "'a/b': a label has no '/'" --label a/b
	fails 1 "'..': a label has no" --label ..
	fails 1 "1 to 200 characters" --label ""
	[ ! -e results ]
}

@test "more memory than there is is refused before anything is run" {
	fails 1 "need 3.9 PiB of memory" -n 4 --size 999T --steps 1000 --disturb none
	fails 1 "need 8192 PiB of memory" -n 4096 --size 8191T --steps 1000 --disturb none
	[ -z "$(ls results)" ]
}

@test "a missing hackbench or workload is named" {
	fails 1 "--disturb: there is no program 'no-such-hackbench'" --disturb no-such-hackbench
	fails 1 "--disturb: there is no program '/no/hackbench'" --disturb /no/hackbench
	fails 1 "--workload: there is no program '/no/sp.C.x'" --workload /no/sp.C.x --disturb none
}

@test "a folder that can't be written is named" {
	fails 1 "/proc/results: No such file or directory" --results /proc/results
	touch file
	fails 1 "file: Not a directory" --results file
	[ "$(id -u)" -eq 0 ] || skip "needs root to mount a read-only folder"
	mkdir full
	mount -t tmpfs -o ro none full || skip "no tmpfs can be mounted here"
	fails 1 "full: Read-only file system" --results full
	fails 1 "full/results: Read-only file system" --results full/results
}

@test "a full disk is named, and no half set is left" {
	[ "$(id -u)" -eq 0 ] || skip "needs root to mount a small tmpfs"
	mkdir full
	mount -t tmpfs -o size=8k none full || skip "no tmpfs can be mounted here"
	fails 1 "No space left on device" --results full --label x -n 1 -r 1 --steps 1000 \
		--size 64k --disturb none
	[ ! -e full/x ]
}

@test "a set that exists is never overwritten" {
	mkdir -p results/x
	fails 1 "results/x exists already; results are never overwritten" --label x --steps 1000
	mkdir results/y-on
	fails 1 "results/y-on exists already" --label y --steps 1000 --variant on:kernel.x=1
}

@test "resuming what is not there, or broken, is an error that names it" {
	mkdir results
	fails 1 "there is no set 'gone'" --resume gone
	mkdir results/empty
	fails 1 "results/empty/plan.json: No such file" --resume empty
	mkdir results/torn
	echo '{"schema":1,' >results/torn/plan.json
	fails 1 "results/torn/plan.json:" --resume torn
	fails 1 "a label has no '/'" --resume ../x
}

@test "a plan of another machine is refused on resume" {
	mkdir -p results/other
	harness --dry-run -n 1 --steps 10 >results/other/plan.json
	echo '{"schema":1,"machine":{"key":"a Cray"},"kernel":{}}' >results/other/host.json
	fails 1 "--resume: the set is of another machine: 'a Cray'" --resume other
	echo '{"schema":1,"machine":{},"kernel":{"release":"2.5.39"}}' >results/other/host.json
	fails 1 "--resume: the set is of another kernel: '2.5.39'" --resume other
}

@test "a variant that can't be set is named, before anything is changed" {
	fails 1 "--variant on: kernel.no_such_knob" --steps 1000 --size 64k --disturb none \
		--variant on:kernel.no_such_knob=1
	fails 1 "--variant 'on' is not LABEL:NAME=VALUE" --variant on
	fails 1 "neither a sysctl nor a file under /sys" --variant on:/etc/passwd=1
	for label in "" . a/b $'a\nb' "$(printf 'x%.0s' {1..51})"; do
		fails 1 "a label has 1 to 50 characters" --variant "$label:kernel.x=1"
	done
}

@test "a plan is data: the same seed gives the same order on any machine" {
	run -0 plan '[.runs[] | [.run, .n, .block, .order]]' -n 1,2,4 -r 2
	first=$output
	run -0 plan '[.runs[] | [.run, .n, .block, .order]]' -n 1,2,4 -r 2 --topology "node:8 pu:4"
	[ "$output" = "$first" ]
	[ "$(plan '[.runs[].n] | sort' -n 1,2,4 -r 2)" = "[1,1,2,2,4,4]" ]
}

@test "plans for machines that nobody here owns" {
	[ "$(plan .jobs --topology "node:4 pu:4")" = "[8,16,32]" ]
	[ "$(plan .jobs --topology "node:4 pu:4" --preset classic)" = "[4,8,16,32,64]" ]
	[ "$(plan .jobs --topology "$topology/nodes-sparse.xml")" = "[3,6,12]" ]
	for xml in "$topology"/*.xml; do
		run -0 plan '.jobs, .runs[0].n' --topology "$xml"
	done
	fails 1 "no-such.xml" --dry-run --topology no-such.xml
}

@test "a dry run starts nothing and writes nothing" {
	run -0 --separate-stderr harness --dry-run
	[ -z "$stderr" ]
	[ -z "$(ls)" ]
}

@test "a plan that was printed can be run as it is planned" {
	harness --dry-run -n 1 -r 2 --size 64k --steps 1000 --disturb none --seed 3 >plan.json
	run -0 --separate-stderr harness --plan plan.json --label p
	jq -e '.runs | length == 2' results/p/plan.json
	[ "$(jq -c '.runs' plan.json)" = "$(jq -c '.runs' results/p/plan.json)" ]
	[ "$(jq -r .campaign plan.json)" != "$(jq -r .campaign results/p/plan.json)" ]
	echo '{"schema":1}' >bad.json
	fails 1 "bad.json: \"label\" is missing" --plan bad.json
}

@test "an event that nobody knows is named, before anything is run" {
	fails 1 "event 'NO-SUCH': event not found" -n 1 --events page-faults,NO-SUCH
	[ ! -e results/work.json ]
	[ -z "$(ls results)" ]
	fails 1 "event 'cs:u': it happens in the kernel only" -n 1 --events cs:u
	fails 2 "--events: no event" --events ,
	fails 2 "--events can't be given with it" --resume a --events cycles
}

@test "events are a part of the plan" {
	[ "$(plan .events -n 1)" = '[]' ]
	[ "$(plan .events -n 1 --events 'perf::PAGE-FAULTS,cs' --events cs)" = \
		'["perf::PAGE-FAULTS","cs"]' ]
}

@test "--list-events marks each event of this machine, and runs nothing" {
	run -0 --separate-stderr harness --list-events
	[ -z "$stderr" ]
	[ ! -e results ]
	grep -q '^perf: ' <<<"$output"
	# A mark, a name, and the errno of what can't be counted; the last line counts them.
	[ "$(grep -cE '^  [+k] [^ ]+$|^  - [^ ]+ +E[A-Z]+$|^[^ ]+: ' <<<"$output")" -eq \
		$((${#lines[@]} - 1)) ]
	[[ ${lines[-1]} == "$(grep -c '^  [+k] ' <<<"$output") of $(grep -c '^  ' <<<"$output") "* ]]
}
