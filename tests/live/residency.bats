# SPDX-License-Identifier: GPL-3.0-or-later
# The harness where the kernel refuses to count: it says so once, falls back, and completes.
bats_require_minimum_version 1.5.0

setup() {
	work=$(mktemp -d -p /tmp) # below $TMPDIR nobody may look
	chmod 755 "$work"
	mkdir -m 777 "$work/results"
	run=(-n 2 -r 1 --size 8M --steps 3000000 --disturb none --results "$work/results" --label a)
}

teardown() {
	rm -rf "$work"
}

# Every job of the one run, by a jq filter.
jobs() {
	jq -c "[.jobs[] | $1] | unique[]" "$work/results/a/runs.jsonl"
}

refused_with() {
	run -0 --separate-stderr "$BUILD/helpers/refuse" "$1" perf_event_open,move_pages,mbind \
		"$BUILD/harness" "${run[@]}"
	[ "$(grep -c 'residency from self' <<<"$stderr")" -eq 1 ]
	grep -q "counting: .*($1)" <<<"$stderr"
	[ "$(jobs .status)" = 0 ]
	[ "$(jobs .residency_source)" = '"self"' ]
	[ "$(jobs .fallbacks)" = \
		"[{\"source\":\"counting\",\"errno\":\"$1\"},{\"source\":\"switch\",\"errno\":\"$1\"}]" ]
	[ "$(jobs '.cpu_time_ns == .self_time_ns')" = true ]
	[ "$(jobs .migrations)" = null ]
	[ ! -e "$work/results/a/timeline" ]
	# move_pages is refused, too: where the pages lie is unknown, not 0.
	[ "$(jobs '[.home_start, .home_end]')" = '[null,null]' ]
}

@test "a seccomp filter that refuses with EPERM: fall back to self, named" {
	refused_with EPERM
}

@test "a seccomp filter that refuses with ENOSYS: fall back to self, named" {
	refused_with ENOSYS
}

@test "a source that was asked for is not replaced: one line, exit 1" {
	for source in counting switch; do
		run -1 --separate-stderr "$BUILD/helpers/refuse" EACCES perf_event_open \
			"$BUILD/harness" "${run[@]}" --residency $source
		[ "${#stderr_lines[@]}" -eq 1 ]
		[[ $stderr == "harness: residency source '$source' can't be had here: "*"(EACCES)" ]]
		[ ! -e "$work/results/a" ]
	done
}

# Counts as nobody where this kernel allows it, else says why not; either way the run completes.
completes() {
	run -0 --separate-stderr "$@" "$BUILD/harness" "${run[@]}"
	[ "$(jobs .status)" = 0 ]
	case $(jobs .residency_source) in
	'"counting"') [ "$(jobs .fallbacks)" = '[]' ] ;;
	'"self"')
		[ "$(jobs '.fallbacks[0].source')" = '"counting"' ]
		grep -q 'residency from self: counting: ' <<<"$stderr"
		;;
	*) false ;;
	esac
	[ "$(jobs '(.cpu_time_ns | add) > .cpu_ns * 0.8')" = true ]
}

@test "as nobody" {
	[ "$(id -u)" -eq 0 ] || skip "not root"
	setpriv --reuid=65534 --regid=65534 --clear-groups test -x "$BUILD/harness" ||
		skip "nobody may not enter $BUILD"
	completes setpriv --reuid=65534 --regid=65534 --clear-groups
}

@test "in a user namespace" {
	unshare --user --map-root-user true || skip "no user namespaces here"
	completes unshare --user --map-root-user
}

@test "counting and the worker itself agree, and the timeline is stored" {
	"$BUILD/harness" "${run[@]}"
	[ "$(jobs .residency_source)" = '"counting"' ] || skip "no counting on this machine"
	# Within 3 % of the clock, or flagged.
	[ "$(jobs '(((.cpu_time_ns | add) - .cpu_ns) | fabs) <= .cpu_ns * 0.03
		or (.flags | index("clock") != null)')" = true ]
	[ "$(jobs '.migrations | type')" = '"object"' ]
	[ "$(jobs .node_exec_source)" = '"switch"' ]
	zstdcat "$work/results/a/timeline/1.zst" >timeline
	[ "$(head -n 1 timeline)" = "numa_test timeline 1" ]
	[ "$(tail -n 1 timeline)" = end ]
	[ "$(grep -c ^task timeline)" -eq 2 ]
	rm timeline
}

@test "no timeline when none is wanted" {
	"$BUILD/harness" "${run[@]}" --no-timeline
	[ ! -e "$work/results/a/timeline" ]
	[ "$(jobs .migrations)" = null ]
}

@test "256 jobs at once are all watched" {
	"$BUILD/harness" "${run[@]}" -n 256 --size 64K --steps 3000
	[ "$(jobs .status)" = 0 ]
	[ "$(jq '.jobs | length' "$work/results/a/runs.jsonl")" -eq 256 ]
	[ "$(jobs .residency_source | wc -l)" -eq 1 ]
	[ "$(jobs '.cpu_time_ns | length > 0')" = true ]
	[ "$(jobs '.fallbacks | length')" -eq "$(jobs '.fallbacks | length' | head -n 1)" ]
}
