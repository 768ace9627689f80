#!/usr/bin/env bats
# `report compare`: styles, bases, comparability, boots, blocks, exit codes.

setup() {
	report=$BUILD/report
	make_set=$BUILD/helpers/make_set
	data=$BATS_TEST_DIRNAME/../data
	golden=$data/golden
	cd "$BATS_TEST_TMPDIR" || return 1
}

# `! grep` would not fail a test.
absent() {
	run grep "$@"
	[ "$status" -eq 1 ]
}

# Compares out with tests/data/golden/report/NAME.txt; UPDATE_GOLDEN=1 rewrites it.
same_as_golden() {
	if [ -n "${UPDATE_GOLDEN:-}" ]; then
		mkdir -p "$golden/report"
		cp out "$golden/report/$1.txt"
	fi
	diff -u "$golden/report/$1.txt" out
}

# Three kernels; b is 3 % slower, c runs under another clocksource.
three_kernels() {
	"$make_set" a n=2,4 repeats=8 seed=1 release=6.1
	"$make_set" b n=2,4 repeats=8 seed=2 release=6.2 user=31
	"$make_set" c n=2,4 repeats=8 seed=3 release=6.3 user=30.1 person=clocksource=hpet
}

avg4() {
	echo "$data/sets/avg4/2.5.39" "$data/sets/avg4/numa_sched+ilb"
}

# No line is wider than 78 columns.
narrow() {
	[ "$(awk 'length > n { n = length } END { print n }' out)" -le 78 ]
}

@test "averages of 2002 compare as published, byte for byte" {
	# shellcheck disable=SC2046
	"$report" compare $(avg4) 2>err | diff -u "$golden/text/default_avg4.txt" -
}

@test "runtimes of 2020 compare as published, byte for byte" {
	"$report" compare "$data"/sets/spC/vanilla "$data"/sets/spC/series 2>err |
		diff -u "$golden/text/default_spC.txt" -
}

@test "the 2025 form, byte for byte" {
	cp -r "$data/sets/spC" .
	sed -i 's/sp.C 8 threads/sp.C.x 8 threads/' spC/*/plan.json
	"$report" compare --style normalized spC/vanilla spC/series 2>err |
		diff -u "$golden/text/normalized_spC.txt" -
}

@test "the 2002 table as a style, byte for byte" {
	"$report" --style classic "$data/sets/classic-A8" 2>err |
		diff -u "$golden/text/classic_A8.txt" -
}

@test "every style prints, is deterministic and keeps its form" {
	three_kernels
	for style in $("$report" --style list | awk '{ print $1 }'); do
		"$report" compare --style "$style" a b c >out
		"$report" compare --style "$style" a b c | cmp - out
		[ "$style" = csv ] || [ "$style" = json ] || same_as_golden "style-$style"
	done
}

@test "plain styles stay inside 78 columns" {
	three_kernels
	"$make_set" d n=2,4 repeats=3 seed=9 user=300 sd=.3 loops=37
	"$make_set" e n=2,4 repeats=1 seed=10 user=3000
	for style in default matrix classic classic-avg collated nodes normalized; do
		"$report" compare --power --style "$style" a b c d e f=a g=b h=c i=d >out
		narrow || { echo "$style"; false; }
	done
	"$make_set" eight nodes=0,1,2,3,4,5,6,7 n=100 repeats=2
	"$report" --style nodes eight >out
	narrow
}

@test "a person's setting takes a cell out when the kernels differ, unless it is meant" {
	three_kernels
	"$report" compare a c >out
	grep -q '^ c .*( )$' out
	grep -q '^( ) c: clocksource: hpet, base tsc$' out
	"$report" compare --vary clocksource a c >out
	absent -q '( )' out
	# The only difference is the factor.
	"$make_set" d n=2,4 repeats=8 seed=4 release=6.1 person=clocksource=hpet
	"$report" compare a d >out
	absent -q '( )' out
}

@test "a kernel's own defaults are notes, never a reason" {
	three_kernels
	sed -i 's/"sched_base_slice_ns": 3000000/"sched_base_slice_ns": 700000/' b/host.json
	"$report" compare a b >out
	absent -q '( )' out
	grep -q '^Note: tunables of b and a differ: sched_base_slice_ns' out
}

@test "what changes the measurement takes a cell out, with its reason" {
	three_kernels
	sed -i 's/"array_bytes":268435456/"array_bytes":1073741824/g' b/runs.jsonl
	"$report" compare a b >out
	grep -q '^( ) b: array_bytes: 1073741824, base 268435456$' out
	# What could not be known on one side is no reason.
	sed -i 's/"array_bytes":1073741824/"array_bytes":null/g' b/runs.jsonl
	"$report" compare a b >out
	absent -q '( )' out
}

@test "another disturbance, another machine" {
	"$make_set" a n=2 repeats=5
	"$make_set" b n=2 repeats=5 disturb=none seed=2
	"$make_set" c n=2 repeats=5 model=Other seed=3
	"$report" compare a b c >out
	grep -qF '( ) b: disturbance: none, base hackbench -g 20 -l 100' out
	grep -qF '( ) c: machine: Other, base Box' out
}

@test "excluded cells take no part in tests and geometric means" {
	three_kernels
	"$report" compare --style json a b c >out.json
	jq -e '.tables[0].family == 2' out.json
	jq -e '[.tables[0].geomeans[].set] == ["b"]' out.json
	jq -e '[.tables[0].rows[].cells[2].change | .p_adjusted, .verdict] == [null, null, null, null]' out.json
}

@test "diff-host names what differs, by group" {
	three_kernels
	"$report" diff-host a c >out
	grep -qE '^  clocksource +tsc \| hpet$' out
	grep -qE '^  release +6.1 \| 6.3$' out
	"$report" diff-host a a >out
	grep -q 'nothing that is known differs' out
}

@test "the same label again pools boots; from three a side a boot is the unit" {
	for i in 1 2 3; do
		"$make_set" "a$i" n=2 repeats=4 seed="1$i" boot="a$i" release=6.1
		"$make_set" "b$i" n=2 repeats=4 seed="2$i" boot="b$i" release=6.2 user=31
	done
	"$report" compare A=a1 A=a2 A=a3 B=b1 B=b2 B=b3 --metric AverageUserTime >out
	grep -qE '^ A +3 ' out
	grep -q 'n counts boots' out
	absent -q 'leave boot-to-boot' out
	"$report" compare A=a1 A=a2 B=b1 B=b2 B=b3 --metric AverageUserTime >out
	grep -qE '^ A +8 ' out
	grep -q 'boot-to-boot' out
	run "$report" compare A=a1 A=b1
	[ "$status" -eq 1 ]
	[[ "$output" == *'are no boots of one kernel'* ]]
}

@test "sets of one campaign are paired by block, from four blocks on" {
	"$make_set" on n=2 repeats=6 seed=1 campaign=c1 variant=on
	"$make_set" off n=2 repeats=6 seed=2 campaign=c1 variant=off user=31
	"$report" compare on off --metric AverageUserTime >out
	grep -q ' paired$' out
	"$report" compare on off --style json >out.json
	jq -e '.tables[0].rows[0].cells[1].change | .engine == "pair" and .base_n == 6' out.json
	"$make_set" on n=2 repeats=3 seed=1 campaign=c1
	"$make_set" off n=2 repeats=3 seed=2 campaign=c1
	"$report" compare on off --metric AverageUserTime >out
	absent -q paired out
}

@test "families of bases" {
	for s in A B C E; do
		"$make_set" $s n=2 repeats=5 seed="$(printf %d "'$s")" release="6.$s"
	done
	"$report" compare --base C:A --base E:B A B C E >out
	head -n 1 out | grep -qF '; bases A (C), B (E)'
	"$report" compare --base C:A --base E:B --style matrix A B C E >out
	grep -q '% 1st' out
	grep -q '% own' out
	run "$report" compare --base X:A A B C
	[ "$status" -eq 1 ]
	[[ "$output" == *"'X:A' is none of the sets"* ]]
}

@test "--base, --n, --metric, --sort choose what is printed" {
	three_kernels
	"$report" compare --base b --n 4 --metric TotalUserTime,stars --sort label a b c >out
	head -n 1 out | grep -q '^TotalUserTime .*; base b$'
	absent -q 'N=2' out
	[ "$(awk 'NR > 3 && NR < 7 { print $1 }' out | tr -d '\n')" = bac ]
	grep -q '^jobs with \*' out
	run "$report" compare --metric nonsense a b
	[ "$status" -eq 1 ]
	run "$report" compare --n 77 a b
	[ "$status" -eq 1 ]
}

@test "TotalUserTime beside AverageUserTime and E-H are shown, never tested" {
	three_kernels
	"$report" compare --style json --metric AverageUserTime,TotalUserTime,E-H a b >out.json
	jq -e '[.tables[].family] == [2, 0, 0]' out.json
	"$report" compare --style json --metric TotalUserTime a b >out.json
	jq -e '.tables[0].family == 2' out.json
}

@test "--alpha and --margin reach headers and verdicts" {
	three_kernels
	"$report" compare --alpha .1 a b >out
	grep -q 'CI90' out
	"$report" compare --margin 20 a b --metric AverageUserTime >out
	grep -qE ' worse$|small' out
	grep -q small out
	run "$report" compare --alpha 2 a b
	[ "$status" -eq 2 ]
}

@test "--fail-on worse: 3 when the primary metric got worse, else 0" {
	three_kernels
	run "$report" compare --fail-on worse a b
	[ "$status" -eq 3 ]
	run "$report" compare --fail-on worse b a
	[ "$status" -eq 0 ]
	run "$report" compare --fail-on worse --metric hackbench a b
	[ "$status" -eq 0 ]
	run "$report" compare --fail-on better a b
	[ "$status" -eq 2 ]
}

@test "--power says what so many runs could have shown" {
	three_kernels
	"$report" compare --power --metric AverageUserTime a b >out
	grep -qE '^8 runs: changes of [0-9.]+ % to [0-9.]+ % and more \(power 80 %\)$' out
}

@test "failed runs are left out and said to be" {
	"$make_set" a n=2 repeats=5 release=6.1
	"$make_set" b n=2 repeats=5 release=6.2 fail=2
	"$report" compare a b --metric AverageUserTime >out
	grep -qE '^ b +4 ' out
	grep -q '^b: 1 failed run left out$' out
}

@test "in counted time residency comes first and a perturbation is the unit" {
	"$make_set" a n=2 repeats=6 release=6.1
	"$make_set" b n=2 repeats=6 release=6.2 seed=2
	for s in a b; do
		awk '{ gsub("\"clock\":\"real\"", "\"clock\":\"counted\"");
		       gsub("\"perturbation\":null", "\"perturbation\":\"p" int((NR + 1) / 2) "\"");
		       print }' $s/runs.jsonl >x
		mv x $s/runs.jsonl
	done
	"$report" compare a b >out
	head -n 1 out | grep -q '^residency on home'
	grep -qE '^ a +3 ' out
	grep -q 'n counts perturbations' out
	# Another clock is another measurement.
	"$make_set" c n=2 repeats=6 release=6.3
	"$report" compare a c >out
	grep -qF '( ) c: clock: real, base counted' out
}

@test "a label that a terminal would obey is shown in every style, not obeyed" {
	"$make_set" a n=2 repeats=5
	"$make_set" b n=2 repeats=5 seed=2
	for style in $("$report" --style list | awk '{ print $1 }'); do
		"$report" compare --style "$style" "$(printf 'x\033[2J|y')=a" b >out
		absent -qP '[\x00-\x08\x0b-\x1f\x7f]' out
	done
}

@test "CSV has one line for each metric, N and set; JSON has the raw repeats" {
	three_kernels
	"$report" compare --style csv --metric AverageUserTime,hackbench a b c >out
	[ "$(wc -l <out)" -eq 13 ]
	[ "$(sed 's/"[^"]*"//g' out | awk -F, '{ print NF }' | sort -u | wc -l)" -eq 1 ]
	"$report" compare --style json a b c >out.json
	jq -e '.definitions == 1 and (.tables[0].rows[0].cells[0].values | length) == 8' out.json
}

# near FILE JQ-FILTER EXPECTED: the number is EXPECTED to 1e-9 relative.
near() {
	jq -e "($2) as \$x | (\$x - $3) | fabs <= 1e-9 * ($3 | fabs)" "$1" >/dev/null || {
		echo "$2: $(jq "$2" "$1"), not $3"
		return 1
	}
}

@test "figures of R come out of the whole program to 1e-9" {
	"$report" compare --style json "$data"/sets/spC/vanilla "$data"/sets/spC/series >out 2>err
	c='.tables[0].rows[0].cells[1]'
	near out "$c.change.welch.p" 0.019998014019823436
	near out "$c.change.welch.df" 4.185864447454384
	near out "$c.change.value" 0.865758879825294
	near out "$c.change.rank.p" 0.007936507936507936
	near out "$c.change.rank.shift" 1.8041496384784657
	near out "$c.change.rank.lo" 1.333282208588957
	near out "$c.change.rank.hi" 2.60892801005973
	near out "$c.change.rank.level" 0.9682539682539683
	near out "$c.summary.sd" 32.59223020905442
	near out "$c.summary.ci_half" 40.468598871752015
	near out "$c.summary.cv" 0.28050322060946034
	# shellcheck disable=SC2046
	"$report" compare --style json $(avg4) >out 2>err
	c='.tables[0].rows[1].cells[1]'
	near out "$c.change.lo + 1" 0.9144377275140756
	near out "$c.change.hi + 1" 0.9636457735679311
	near out "$c.change.p_adjusted" 0.014523691345391575
	near out "$c.change.tost_p" 0.9960811454357844
	near out '.tables[0].geomeans[0].df' 5.931486362077636
	near out '.tables[1].geomeans[0].df' 8.746074401780922
}

@test "the published matrix: A to C from their runs, all of it from its own table" {
	"$report" import "$data"/records/focht-2002-[ABC].txt -o abc >/dev/null 2>err
	"$report" import "$data"/records/focht-2002-summary.txt -o sum >/dev/null
	"$report" compare --style csv --metric U,TU,E,H abc/A abc/B abc/C >runs.csv 2>err
	"$report" compare --style csv --metric U,TU,E,H sum/? >published.csv
	# set, N and metric, then the mean.
	for f in runs published; do
		awk -F, 'NR > 1 { print $11 "," $10 "," $3, $17 }' $f.csv | sort >$f
	done
	[ "$(wc -l <runs)" -eq 36 ]
	[ "$(join runs published | wc -l)" -eq 36 ]
	# Published with one decimal (TU, N=32) to three (H).
	join runs published | awk '{ d = $2 - $3; if (d < 0) d = -d; if (d > .0501) { print; bad = 1 } }
		END { exit bad }'
	"$report" compare --style matrix sum/? >out
	grep -qE '^N=64 +U +39.73 +34.73 +34.23\* +- +\(33.32\) +34.98$' out
	grep -qE '^ +H +5.96 +4.67 +3.10\* +- +\(-\) +6.86$' out
	"$report" compare --style matrix abc/A abc/B abc/C 2>err >out
	grep -qE '^N=8 +U +30.47\* +31.39 +31.65$' out
	grep -qE '^ +E-H +36.53 +37.64 +35.26\*$' out
}

@test "our CSV imports to sets that print the same tables" {
	three_kernels
	"$make_set" on n=2 repeats=6 seed=5 campaign=c9 release=6.1
	"$make_set" off n=2 repeats=6 seed=6 campaign=c9 release=6.1
	for pair in 'a b' 'on off'; do
		# shellcheck disable=SC2086
		"$report" compare --style csv $pair >x.csv
		rm -rf i
		"$report" import x.csv -o i >/dev/null
		# shellcheck disable=SC2086
		"$report" compare $pair >one
		"$report" compare i/${pair% *} i/${pair#* } | diff -u one -
	done
	# shellcheck disable=SC2046
	"$report" compare --style csv $(avg4) >x.csv 2>err
	"$report" import x.csv -o avg >/dev/null
	"$report" compare avg/2.5.39 avg/numa_sched+ilb | diff -u "$golden/text/default_avg4.txt" -
	"$report" compare --style csv "$data"/sets/spC/vanilla "$data"/sets/spC/series >x.csv 2>err
	"$report" import x.csv -o spc >/dev/null
	"$report" compare spc/vanilla spc/series | diff -u "$golden/text/default_spC.txt" -
}

@test "time and memory grow with the number of jobs alone" {
	# kilobytes SET: peak memory of a report.
	kilobytes() {
		/usr/bin/time -f %M -o kb "$report" compare "$1" --metric AverageUserTime >out
		cat kb
	}
	"$make_set" few n=64 repeats=10
	"$make_set" many n=64 repeats=160
	low=$(kilobytes few)
	high=$(kilobytes many)
	# 150 runs of 64 jobs more: under 400 bytes a job, unless every byte is watched over.
	[ $(((high - low) * 1024 / (150 * 64))) -lt 400 ] || [[ $BUILD == *sanitize* ]]
}
