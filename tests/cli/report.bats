#!/usr/bin/env bats
# `report SET`: what a run prints at its end, from disk.

setup() {
	report=$BUILD/report
	make_set=$BUILD/helpers/make_set
	cd "$BATS_TEST_TMPDIR" || return 1
	data=$BATS_TEST_DIRNAME/../data
}

# `! grep` would not fail a test.
absent() {
	run grep "$@"
	[ "$status" -eq 1 ]
}

# Compares with tests/data/golden/report/NAME.txt; UPDATE_GOLDEN=1 rewrites it.
same_as_golden() {
	local golden=$data/golden/report/$1.txt
	if [ -n "${UPDATE_GOLDEN:-}" ]; then
		mkdir -p "$data/golden/report"
		cp out "$golden"
	fi
	diff -u "$golden" out
}

widest() {
	awk 'length > n { n = length } END { print n }' out
}

@test "the table of 2002 comes out byte for byte" {
	"$report" "$data/sets/classic-A8" >out 2>err
	head -n 14 out | diff -u "$data/golden/text/classic_A8.txt" -
	grep -q 'host.json: missing' err
}

@test "one, four and eight nodes, sparse numbers, nodes without CPUs" {
	"$make_set" one nodes=0 n=1,2 repeats=2 disturb=none source=self
	"$make_set" four nodes=0,1,2,3 n=4 repeats=6 loops=37 seed=4
	"$make_set" sparse nodes=0,8,252 empty=4 n=3 repeats=2 seed=5
	"$make_set" eight nodes=0,1,2,3,4,5,6,7 n=16 repeats=1 seed=6
	"$report" one four sparse eight >out
	same_as_golden topologies
}

@test "jobs over 999 and nodes over 99 widen their columns and stay aligned" {
	"$make_set" wide nodes=0,100,65000 n=1001 repeats=1
	"$report" wide | head -n 1010 >out
	awk -F'|' 'NR > 1 && NR < 1004 { print length($1), length($2) }' out | sort -u >columns
	[ "$(wc -l <columns)" -eq 1 ]
	grep -q '^1001 ' out
	grep -q 'node65000' out
}

@test "512 jobs" {
	"$make_set" many n=512 repeats=2
	"$report" many >out
	[ "$(grep -cE '\| +[0-9.]+$' out)" -eq 512 ]
}

@test "a failed run is shown with its reason and is in no average" {
	"$make_set" failed n=2 repeats=3 fail=3 flag=2:spill seed=3
	"$report" --show runs failed >out
	same_as_golden failed
	grep -q 'AverageUserTime \[s\]    2 ' out
}

@test "flags of runs and jobs stand beside what they belong to" {
	"$make_set" r n=2 repeats=2 flag=1:run:foreign-cpu
	"$report" r >out
	grep -qE '^ ElapsedTime .* a$' out
	grep -qE '^  a foreign-cpu, 1 of 2 runs: ' out
	"$make_set" j n=2 repeats=2 flag=2:from-the-future
	"$report" j >out
	grep -qE '^  job 1: from-the-future: \(unknown to this program\)$' out
	grep -qE '^flags    from-the-future 1/2$' out
}

@test "unknown is a dash" {
	"$make_set" unknown n=2 repeats=1 unknown=1
	"$report" unknown >out
	same_as_golden unknown
}

@test "the block for a mail has at most seven lines of at most 78 columns" {
	model=$(printf 'A%.0s' {1..300})
	"$make_set" long n=1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18 repeats=2 \
		"release=6.1-$model" "model=$model"
	"$report" long >out
	awk '/^kernel   / { block = 1 } block' out >block
	[ "$(wc -l <block)" -le 7 ]
	[ "$(widest)" -le 78 ]
}

@test "a label or name that a terminal would obey is shown, not obeyed" {
	"$make_set" a n=1 repeats=1 release="$(printf '6.1\033]0;owned\007')"
	"$make_set" b n=1 repeats=1
	"$report" "$(printf 'x\033[2Jy')=a" b >out
	absent -qP '[\x00-\x08\x0b-\x1f\x7f]' out
	grep -qF '=== x\x1b[2Jy ===' out
	grep -qF '6.1\x1b]0;owned\x07' out
}

@test "a set is a path, a name under --results, or LABEL=SET" {
	mkdir -p deep/er
	"$make_set" deep/er/my=set n=1 repeats=1
	"$report" deep/er/my=set >one
	"$report" --results deep/er my=set >two
	"$report" --results=deep/er a/b=c=my=set >three 2>err || true
	grep -q 'no such result set' err
	"$report" --results deep/er a/b=my=set >three
	cmp one two
	cmp one three
}

@test "output of the same set elsewhere is the same bytes" {
	"$make_set" a n=2 repeats=2
	"$report" a >one
	mkdir other
	cp -r a other/
	"$report" --results other a >two
	cmp one two
}

@test "a torn last line is set aside with a warning, any other is an error" {
	"$make_set" torn n=1 repeats=3
	truncate -s -10 torn/runs.jsonl
	"$report" torn >out 2>err
	grep -q 'runs.jsonl:3: torn last line set aside' err
	grep -q 'AverageUserTime \[s\]    2 ' out
	sed -i '2s/"n":1/"n":"x"/' torn/runs.jsonl
	run "$report" torn
	[ "$status" -eq 1 ]
	[[ "$output" == *'runs.jsonl:2: "n" is not a whole number'* ]]
}

@test "a newer schema is refused by name" {
	"$make_set" new n=1 repeats=1
	sed -i 's/"schema":1/"schema":99/' new/runs.jsonl
	run "$report" new
	[ "$status" -eq 1 ]
	[[ "$output" == *'runs.jsonl:1: record schema 99 is newer'* ]]
}

@test "what is asked wrongly says so and exits 2, what is not there exits 1" {
	run "$report"
	[ "$status" -eq 2 ]
	run "$report" --show all x
	[ "$status" -eq 2 ]
	run "$report" --fail-on worse x
	[ "$status" -eq 2 ]
	[[ "$output" == *'--fail-on is for report compare'* ]]
	run "$report" nowhere
	[ "$status" -eq 1 ]
	mkdir empty
	run "$report" empty
	[ "$status" -eq 1 ]
	[[ "$output" == *'no finished run'* ]]
}

@test "a full disk is an error" {
	"$make_set" a n=1 repeats=1
	run bash -c '"$1" a >/dev/full' _ "$report"
	[ "$status" -eq 1 ]
	[[ "$output" == *'standard output'* ]]
}

@test "further columns and lines stand beside the classic ones" {
	"$make_set" two nodes=0,1 n=4 repeats=2 burst=1 yardstick=1 user=30 noise=.15 seed=9
	"$report" --columns slowdown,class,local,home,pages-start,migrations,foreign-cpu,numa_hit \
		two >out
	same_as_golden columns
	"$report" two >classic
	# The classic part is the same, but for what was added.
	sed -E '/^(foreign-cpu|numa_hit)/d; s/^(( +[0-9]+|Job) .*\|.*\|( UserTime.s.| *[0-9.]+)) *\|.*/\1/' \
		out | sed 's/ *$//' >reduced
	sed 's/ *$//' classic | diff - reduced
}

@test "all there is can be asked for, of a set that knows nothing too" {
	"$make_set" known n=3 repeats=1 burst=1 yardstick=1
	"$make_set" unknown n=2 repeats=1 unknown=1
	"$report" --columns all known unknown >out
	[ "$(grep -cE '^ +[0-9]+ .*\|.*\|.*\|' out)" -eq 5 ]
	# Every header stands over a value in each row.
	awk -F'|' '/^Job/ { n = split($4, x, " ") } /^ +[0-9]+ .*\|.*\|.*\|/ { if (split($4, x, " ") != n) exit 1 }' out
	"$report" --columns list >list
	grep -q '^  slowdown ' list
	grep -q '^  numa_hint_faults ' list
}

@test "events that were counted stand behind a job's row, scaled ones marked" {
	"$make_set" a nodes=0 n=3 repeats=1 disturb=none
	jq -c '.jobs[0].counters = {
			cycles: {count: 123456789012, enabled_ns: 50, running_ns: 50, errno: null},
			"l2::MISS:ANY": {count: 1000, enabled_ns: 900, running_ns: 300, errno: null}} |
		.jobs[1].counters = {
			cycles: {count: null, enabled_ns: null, running_ns: null, errno: "ENOENT"},
			"l2::MISS:ANY": {count: null, enabled_ns: 900, running_ns: 0, errno: null}}' \
		a/runs.jsonl >changed
	mv changed a/runs.jsonl
	"$report" --columns event:cycles,event:l2::MISS:ANY,event:cycles,events,event:other a >out
	grep -E '^Job|^ +[123] ' out | cut -d'|' -f4- | tr -s ' ' >columns
	cat >wanted <<-'EOF'
		 cycles l2::MISS:ANY events other
		 123456789012 3000~ cycles=123456789012,l2::MISS:ANY=3000~ -
		 - - cycles=-,l2::MISS:ANY=- -
		 - - - -
	EOF
	diff wanted columns
	run "$report" --columns event: a
	[ "$status" -eq 2 ]
}

@test "no line but a job's row ends in a bar and a number" {
	"$make_set" a n=4 repeats=2 burst=1 yardstick=1
	"$report" a >out
	[ "$(grep -cE '\| +[0-9.]+$|\| *\*?\| +[0-9.]+$' out)" -eq 4 ]
	grep -qE '^hackbench +33\.3 +66\.7$' out
	grep -qx 'yardstick: alone 27.0 s; node full 32.0; distance 20: 36.0' out
}

@test "columns that there are not, or that have no place, are refused" {
	"$make_set" a n=1 repeats=1
	run "$report" --columns slowdown,nothing a
	[ "$status" -eq 2 ]
	[[ "$output" == *"--columns: no 'nothing'"* ]]
	run "$report" --style default --columns local a
	[ "$status" -eq 2 ]
}

@test "a yardstick that can't be read is named" {
	"$make_set" a n=1 repeats=1 yardstick=1
	sed -i 's/"alone"/"afar"/' a/yardstick.json
	run "$report" a
	[ "$status" -eq 1 ]
	[[ "$output" == *'a/yardstick.json: point 1: "kind" is missing or unknown'* ]]
}

@test "records of a kernel on two nodes" {
	"$report" --show runs --columns pages,moves,yardstick,numa_hint_faults,numa_pages_migrated \
		"$data/sets/two-nodes" >out
	same_as_golden two-nodes
	# The harness chose MSched when it recorded; the report works it out again.
	jq -r '.jobs[].main_node' "$data/sets/two-nodes/runs.jsonl" | sort >recorded
	awk -F'|' '/^ +[0-9]+ .*\|.*\|.*\|/ { split($2, x, " "); print x[2] }' out | sort | diff recorded -
}

@test "-n and --metric choose what is printed" {
	"$make_set" a n=2,4 repeats=2
	"$report" -n 4 --metric residency,MaxUserTime a >out
	[ "$(grep -c '^Running' out)" -eq 1 ]
	absent '^N=2' out
	[ "$(awk '/^N=4/ { on = 1 } on && /^ / { print $1 }' out | head -n 2 | tr '\n' ' ')" = \
		'residency MaxUserTime ' ]
	run "$report" --metric nonsense a
	[ "$status" -eq 1 ]
}
