# SPDX-License-Identifier: GPL-3.0-or-later
# Where the pages of a foreign program lie. Our own worker at a path is a foreign program.
bats_require_minimum_version 1.5.0

setup() {
	[ -r /proc/self/numa_maps ] || skip "no NUMA in this kernel"
	work=$(mktemp -d)
	cd "$work"
	export NUMA_TEST_STATE=$work/state
	run=(-n 2 -r 1 --label t --idle-wait 0)
}

teardown() {
	rm -rf "$work"
}

walk() {
	echo "$BUILD/numa_test --size 16M --steps $1"
}

# Every job of the one run, by a jq filter.
jobs() {
	jq -c "[.jobs[] | $1] | unique[]" results/t/runs.jsonl
}

@test "looked at when the burst is due, and later" {
	run -0 --separate-stderr "$BUILD/harness" "${run[@]}" --workload "$(walk 30000000)" \
		--disturb "hackbench -g 1 -l 5" --delay 0.3
	# 16 MiB are 4,096 pages; there is a stack, too. Early on they may not all be there.
	[ "$(jobs '(.home_start | add) > 0')" = true ]
	[ "$(jobs '(.home_end | add) > 4096')" = true ]
	[ "$(jobs '.local_fraction')" = null ]
	run -0 --separate-stderr "$BUILD/report" results/t --columns home,pages-start
	[[ "$output" == *"pages-start"* ]]
}

@test "without a burst, too" {
	run -0 --separate-stderr "$BUILD/harness" "${run[@]}" --workload "$(walk 30000000)" \
		--disturb none --seconds 1
	[ "$(jobs '(.home_start | add) > 0')" = true ]
	[ "$(jobs '(.home_end | add) > 4096')" = true ]
}

@test "a program that has ended before the first look is unknown" {
	run -0 --separate-stderr "$BUILD/harness" "${run[@]}" --workload true --disturb none
	[ "$(jobs '[.home_start, .home_end]')" = '[null,null]' ]
}
