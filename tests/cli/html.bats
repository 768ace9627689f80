# SPDX-License-Identifier: GPL-3.0-or-later
# `report html` and `report plot`: well-formed, safe against what names contain, stored whole.

setup() {
	work=$(mktemp -d)
	data="$BATS_TEST_DIRNAME/../data"
	cd "$work"
}

teardown() {
	rm -rf "$work"
}

# No script, nothing that is loaded from anywhere, one id each.
safe() {
	xmllint --noout "$1"
	[ "$(grep -ci "<script" "$1")" -eq 0 ]
	[ "$(grep -cE '(src|href)=' "$1")" -eq 0 ]
	grep -q "Content-Security-Policy\" content=\"default-src 'none'" "$1"
	[ -z "$(grep -oE ' id="[^"]*"' "$1" | sort | uniq -d)" ]
}

@test "every set makes a well-formed page" {
	for set in "$data"/sets/recorded-* "$data/sets/two-nodes" "$data/sets/classic-A8" "$data"/sets/*/series; do
		[ -e "$set/plan.json" ] || [ -e "$set/host.json" ] || continue
		"$BUILD/report" html "$set" -o page.html
		safe page.html
		[ "$(sed 's/<style>.*<.style>//' page.html | grep -c "[a-z0-9] against [a-z0-9]*")" -eq 0 ]
	done
}

@test "several sets make one page, with what differs" {
	"$BUILD/report" html "a=$data/sets/recorded-8-nodes" "b=$data/sets/recorded-ring" -o page.html
	safe page.html
	grep -q "<b>b against a: </b>" page.html
	grep -q 'id="strip-AverageUserTime-8"' page.html
	grep -q 'id="residency-2-n8"' page.html
	grep -q 'id="timeline-2"' page.html
	grep -q 'id="machine-1"' page.html
	grep -q "What differs" page.html
}

@test "names are shown, never obeyed" {
	"$BUILD/report" html "<script>alert(1)</script>&\"'=$data/sets/recorded-8-nodes" -o page.html
	safe page.html
	grep -q "&lt;script&gt;alert(1)" page.html
	"$BUILD/report" html $'esc\e[31m\xff='"$data/sets/recorded-8-nodes" -o page.html
	safe page.html
	grep -qF '\x1b[31m\xff' page.html
}

@test "many jobs on many nodes stay a small file" {
	"$BUILD/helpers/make_set" large nodes=0,1,2,3,4,5,6,7,8,9,16,252 n=512,8 repeats=2
	"$BUILD/report" html large -o page.html
	safe page.html
	[ "$(stat -c %s page.html)" -lt 3000000 ]
	grep -q 'url(#residency-1-n8-hatch-11)' page.html
	grep -q 'id="residency-1-n8-hatch-11"' page.html
}

@test "a timeline of many jobs that move all the time stays small, and says what was merged" {
	"$BUILD/helpers/make_set" large nodes=0,1,2,3,4,5,6,7 n=512 repeats=1
	mkdir large/timeline
	awk 'BEGIN {
		print "numa_test timeline 1\nrun 1"
		for (c = 0; c < 16; c++) print "cpu", c, int(c / 2)
		for (j = 1; j <= 512; j++) {
			print "task", j, 1000 + j, 1000 + j, 5000000, j % 16
			for (s = 0; s < 400; s++) print (j * 7 + s * 3) % 16, 10, 5000000, "p"
		}
		print "end" }' >1
	zstd -q 1 -o large/timeline/1.zst
	rm 1
	"$BUILD/report" html large -o page.html
	safe page.html
	[ "$(stat -c %s page.html)" -lt 12000000 ]
	grep -qE '>[1-9][0-9]{4,} stays merged' page.html
}

@test "a damaged timeline costs its picture, not the page" {
	cp -r "$data/sets/recorded-ring" damaged
	head -c 100 "$data/sets/recorded-ring/timeline/1.zst" >damaged/timeline/1.zst
	"$BUILD/report" html damaged -o page.html
	safe page.html
	grep -q 'timeline/1.zst: ' page.html
	grep -q 'id="residency-1-n8"' page.html
}

@test "averages of a log and a foreign program's figure make pages, too" {
	"$BUILD/report" html "$data/sets/avg4/2.5.39" "$data/sets/avg4/numa_sched+ilb" -o page.html
	safe page.html
	"$BUILD/report" html "$data/sets/spC/vanilla" "$data/sets/spC/series" -o page.html
	safe page.html
	sed 's/<[^>]*>//g' page.html | grep -qF "series against vanilla: runtime +86.6 % [+22.1, +150.4] at N=8, worse."
}

@test "a change that is shown has its sentence" {
	"$BUILD/helpers/make_set" old nodes=0,1 n=4,8 repeats=8 user=30 seed=1
	"$BUILD/helpers/make_set" new nodes=0,1 n=4,8 repeats=8 user=24 seed=2 release=6.12
	"$BUILD/report" html old new -o page.html
	safe page.html
	sed 's/<[^>]*>//g' page.html | grep -qE "new against old: AverageUserTime -[0-9.]+ % \[-[0-9.]+, -[0-9.]+\] at N=4, better; "
	grep -q 'id="forest-AverageUserTime"' page.html
}

@test "one picture alone is an SVG" {
	for kind in strip residency timeline machine; do
		"$BUILD/report" plot $kind "$data/sets/recorded-ring" -o $kind.svg
		xmllint --noout $kind.svg
		grep -q '^<svg xmlns="http://www.w3.org/2000/svg"' $kind.svg
	done
	"$BUILD/report" plot residency "$data/sets/recorded-ring" --panel residency-1-n8 -o x.svg
	cmp x.svg residency.svg
}

@test "pictures of a small set are as they were" {
	"$BUILD/report" import "$data/records/focht-2002-A.txt" -o A
	"$BUILD/report" import "$data/records/focht-2002-B.txt" -o B
	for kind in residency timeline machine strip forest; do
		sets=("ring=$data/sets/recorded-ring")
		[ $kind != forest ] || sets=(A B)
		"$BUILD/report" plot $kind "${sets[@]}" -o $kind.svg
		xmllint --format $kind.svg >$kind.txt
		if [ -n "${UPDATE_GOLDEN:-}" ]; then
			cp $kind.txt "$data/golden/plot-$kind.svg"
		fi
		diff -u "$data/golden/plot-$kind.svg" $kind.txt
	done
}

@test "jobs that strayed come first where that is asked for" {
	"$BUILD/report" plot residency "$data/sets/recorded-ring" --strays-first -o x.svg
	jobs=$(grep -o 'text-anchor="end">[0-9]*</text>' x.svg | grep -o '[0-9]*' | tr '\n' ' ')
	[ "$jobs" = "1 2 3 6 4 5 7 8 " ]
}

@test "the kinds of pictures are listed" {
	run "$BUILD/report" plot list
	[ "$status" -eq 0 ]
	[ "$(wc -l <<<"$output")" -eq 5 ]
	[[ $output == *"  timeline "* ]]
}

@test "a node without CPUs has the same colour in every picture" {
	set="$data/sets/recorded-cpu-less"
	"$BUILD/report" plot machine "$set" -o machine.svg
	"$BUILD/report" plot residency "$set" -o residency.svg
	nodes=$(jq -r '.machine.distances | keys | length' "$set/host.json")
	[ "$(jq -r '.machine.node_cpus | map(select(. != "")) | length' "$set/host.json")" -lt "$nodes" ]
	[ "$(grep -c 'width="14" height="22"' <(xmllint --format machine.svg))" -eq "$nodes" ]
	[ "$(grep -c 'width="14" height="12"' <(xmllint --format residency.svg))" -eq "$nodes" ]
}

@test "an option that would be ignored is refused, a run that is nowhere is named" {
	for option in --style=md --show=runs --power --fail-on=worse --panel=x; do
		run "$BUILD/report" html "$data/sets/recorded-ring" -o page.html $option
		[ "$status" -eq 2 ]
		[[ $output == *"${option%=*} means nothing here"* ]]
	done
	run "$BUILD/report" html "$data/sets/recorded-ring" -o page.html --run 99
	[ "$status" -eq 1 ]
	[[ $output == *"no set has a run 99"* ]]
	[ ! -e page.html ]
}

@test "what can't be drawn is named" {
	run "$BUILD/report" html "$data/sets/recorded-ring"
	[ "$status" -eq 2 ]
	[[ $output == *"-o FILE is needed"* ]]
	run "$BUILD/report" plot pie "$data/sets/recorded-ring" -o x.svg
	[ "$status" -eq 2 ]
	[[ $output == *"pie is no kind of picture"* ]]
	run "$BUILD/report" plot timeline "$data/sets/recorded-8-nodes" -o x.svg
	[ "$status" -eq 1 ]
	[[ $output == *"no picture of the kind timeline"* ]]
	run "$BUILD/report" plot strip "$data/sets/recorded-ring" --panel none -o x.svg
	[ "$status" -eq 1 ]
	[[ $output == *"no panel none; there are: strip-AverageUserTime-8"* ]]
	run "$BUILD/report" html "$data/sets/recorded-ring" -o nowhere/page.html
	[ "$status" -eq 1 ]
	[[ $output == *"nowhere/page.html"* ]]
	[ ! -e x.svg ]
}

@test "a page replaces a link and never follows it" {
	echo precious >target
	ln -s target page.html
	"$BUILD/report" html "$data/sets/recorded-ring" -o page.html
	[ "$(cat target)" = precious ]
	[ ! -L page.html ]
	[ "$(stat -c %a page.html)" = 644 ]
	[ -z "$(ls | grep -v -e '^target$' -e '^page.html$')" ]
}
