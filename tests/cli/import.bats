#!/usr/bin/env bats
# `report import`: published logs as result sets.

setup() {
	report=$BUILD/report
	cd "$BATS_TEST_TMPDIR" || return 1
	records=$BATS_TEST_DIRNAME/../data/records
}

@test "one set becomes the folder itself, and is reported as it was published" {
	"$report" import "$records/focht-2002-A.txt" -o results/A >out
	[ "$(cat out)" = results/A ]
	[ "$(jq -c .jobs results/A/plan.json)" = '[8,16,32]' ]
	"$report" results/A >table
	grep -qx '  1     7.5   92.5    0.0    0.0 |    0     1   \*|  38.29' table
	grep -q '^TotalUserTime   243.86$' table
}

@test "a matrix gives a folder for each scheduler and prints the list" {
	"$report" import "$records/focht-2002-summary.txt" -o m >out
	printf 'm/%s\n' A B C D E F | diff - out
	[ "$(jq -s 'map(select(.other_conditions)) | length' m/E/summaries.jsonl)" -eq 4 ]
	[ "$(jq -s 'map(select(.mean == null)) | length' m/D/summaries.jsonl)" -eq 8 ]
}

@test "series without a name are named by --labels, figures by --metric" {
	"$report" import "$records/spc-2020.txt" --labels series,vanilla --title 'sp.C 8 threads' \
		--metric runtime -o spc >out
	printf 'spc/%s\n' series vanilla | diff - out
	jq -e -s 'map(.printed.runtime + 0) == [59.83, 67.72, 63.62, 55.01, 65.2]' spc/vanilla/runs.jsonl
	[ "$(jq -r .title spc/series/plan.json)" = 'sp.C 8 threads' ]
	[ "$(jq -c '.metrics[0] | [.name, .unit, .better]' spc/series/plan.json)" = '["runtime","s","lower"]' ]
}

@test "names with blanks and + become folders" {
	"$report" import "$records/numaq-2002-collated.txt" -o n >out
	[ -e "n/2.5.40-mm2 + michael's stuff (latest on tux1)/runs.jsonl" ]
}

@test "standard input, a named form, three sets out of three files" {
	sed 's/^/> >/' "$records/focht-2002-C.txt" | "$report" import --format classic - -o C 2>err
	grep -q '^report: -:61: job 19: iSched 3 and MSched 0 differ, but the log has no star' err
	"$report" import "$records"/focht-2002-[ABC].txt -o abc >out 2>/dev/null
	printf 'abc/%s\n' A B C | diff - out
}

@test "no log is ever overwritten, and nothing is left behind" {
	"$report" import "$records/focht-2002-A.txt" -o A
	cp -r A before
	run "$report" import "$records/focht-2002-A.txt" -o A
	[ "$status" -eq 1 ]
	[[ "$output" == *"A is there already and not empty"* ]]
	diff -r A before
	[ "$(find . -mindepth 1 -maxdepth 1 | sort | tr '\n' ' ')" = './A ./before ' ]
}

@test "a log that is not understood: the line, and what was expected" {
	run "$report" import "$records/numaq-2002-profile.txt" -o p
	[ "$status" -eq 1 ]
	[[ "$output" == "report: numaq-2002-profile.txt:1: no line of a log that can be read; expected one of: classic, "* ]]
	[ ! -e p ]
	sed '6s/100.0 |/|/' "$records/focht-2002-A.txt" >broken.txt
	run "$report" import broken.txt -o p
	[ "$status" -eq 1 ]
	[ "$output" = "report: broken.txt:6: 3 shares; expected 4, one for each node of the table's head" ]
	[ ! -e p ]
}

@test "usage" {
	run "$report" import "$records/focht-2002-A.txt"
	[ "$status" -eq 2 ]
	run "$report" import -o x
	[ "$status" -eq 2 ]
	run "$report" import --format nothing "$records/focht-2002-A.txt" -o x
	[ "$status" -eq 2 ]
	run "$report" import --labels a,,b "$records/focht-2002-A.txt" -o x
	[ "$status" -eq 2 ]
	run "$report" import --labels a,b,c "$records/spc-2020.txt" -o x
	[ "$status" -eq 1 ]
	[[ "$output" == *"--labels gives 3 names; expected 2"* ]]
	run "$report" import no-such-file -o x
	[ "$status" -eq 1 ]
	[ ! -e x ]
	"$report" import --help | grep -q normalized
}

@test "sp.C: the published figures compare as worse, byte for byte" {
	"$report" import "$records/spc-2020.txt" --labels series,vanilla --title 'sp.C 8 threads' -o spc
	"$report" compare spc/vanilla spc/series >out
	diff -u "$BATS_TEST_DIRNAME/../data/golden/text/default_spC.txt" out
	grep -q '+86.6% \[ +22.1,+150.4\] 0.020 worse' out
}

@test "the averages of 2002 compare byte for byte" {
	"$report" import "$records/focht-2002-averages.txt" -o avg
	"$report" compare avg/2.5.39 avg/numa_sched+ilb >out
	diff -u "$BATS_TEST_DIRNAME/../data/golden/text/default_avg4.txt" out
}

@test "columns A to C of the matrix come out of the per-job tables as out of the matrix" {
	"$report" import "$records"/focht-2002-[ABC].txt -o tables
	"$report" import "$records/focht-2002-summary.txt" -o matrix
	for source in tables matrix; do
		"$report" compare --style matrix --n 8,16,32 $source/A $source/B $source/C |
			grep -E '^(N=| )' | sed '/E-H/,+1d' |
			sed -E 's/([0-9]{4}\.[0-9])[0-9]/\1/g; s/\*//g; s/ +/ /g' >$source.txt
	done
	[ "$(grep -c ' TU ' tables.txt)" -eq 3 ]
	diff -u matrix.txt tables.txt
}

# The table of these sets, and that of what our own CSV of it is imported to.
same_after_csv() {
	"$report" compare "$@" >before 2>/dev/null
	"$report" compare --style csv "$@" >export.csv 2>/dev/null
	"$report" import export.csv -o again
	mapfile -t sets < <(for set in "$@"; do echo "again/${set##*/}"; done)
	"$report" compare "${sets[@]}" >after 2>/dev/null
	diff -u before after
	rm -r again
}

@test "our own CSV gives the same table again: runs, averages, a matrix, normalised tables" {
	"$report" import "$records/spc-2020.txt" --labels series,vanilla --title 'sp.C 8 threads' -o spc
	same_after_csv spc/vanilla spc/series
	"$report" import "$records/focht-2002-averages.txt" -o avg
	same_after_csv avg/2.5.39 avg/numa_sched+ilb
	"$report" import "$records/focht-2002-summary.txt" -o matrix
	same_after_csv matrix/A matrix/B matrix/C matrix/D matrix/E matrix/F
	"$report" import "$records/sched-2025-tables.txt" -o normalized
	same_after_csv normalized/mainline normalized/new_base_slice
}

@test "our own CSV gives the same table again: blocks, failed runs, no disturbance" {
	make_set=$BUILD/helpers/make_set
	"$make_set" one nodes=0,1 n=2,4 repeats=6 seed=1 campaign=abc release=6.1
	"$make_set" two nodes=0,1 n=2,4 repeats=6 seed=2 campaign=abc release=6.2
	same_after_csv one two
	"$make_set" failed nodes=0,1 n=2,4 repeats=6 seed=3 fail=2
	same_after_csv one failed
	"$make_set" alone nodes=0,1 n=2,4 repeats=6 seed=4 disturb=none
	"$make_set" again_alone nodes=0,1 n=2,4 repeats=6 seed=5 disturb=none
	same_after_csv alone again_alone
}

@test "every style that we print and that 2002 or 2025 printed can be read again" {
	make_set=$BUILD/helpers/make_set
	"$make_set" one nodes=0,1 n=2,4 repeats=6 seed=1
	"$make_set" two nodes=0,1 n=2,4 repeats=6 seed=2
	for style in classic-avg collated matrix normalized; do
		"$report" compare --style $style one two >$style.txt
		"$report" import $style.txt -o $style
		[ -d $style/one ]
		[ -d $style/two ]
	done
	[ "$(jq -s -c 'map(.pm_kind) | unique' classic-avg/one/summaries.jsonl)" = '["sd"]' ]
	"$report" one two >both.txt
	"$report" import both.txt -o both
	"$report" one | sed -n '/^Job/,/^TotalSys/p' >before
	"$report" both/one | sed -n '/^Job/,/^TotalSys/p' >after
	diff -u before after
}
