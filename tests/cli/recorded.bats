#!/usr/bin/env bats
# Reports on sets that were recorded on machines with several nodes (tests/data/sets/README.md).

setup() {
	report=$BUILD/report
	cd "$BATS_TEST_TMPDIR" || return 1
	data=$BATS_TEST_DIRNAME/../data
	sets=$data/sets
}

# Compares with tests/data/golden/report/NAME.txt; UPDATE_GOLDEN=1 rewrites it.
same_as_golden() {
	local golden=$data/golden/report/$1.txt
	if [ -n "${UPDATE_GOLDEN:-}" ]; then
		cp out "$golden"
	fi
	diff -u "$golden" out
}

# Rows "N RUN JOB SHARE…", a share for each node with CPUs, from CPU times and host.json alone.
rows_of() {
	jq -r --slurpfile host "$1/host.json" '
		def cpus: split(",") | map(select(. != "") | split("-") | map(tonumber)
			| range(.[0]; (.[1] // .[0]) + 1));
		($host[0].machine.node_cpus | with_entries(select(.value != ""))) as $nodes |
		($nodes | keys_unsorted | sort_by(tonumber)) as $ids |
		. as $run | .jobs[] | .cpu_time_ns as $t | ([$t[]] | add) as $sum |
		[$run.n, $run.run, .job] + [$ids[] as $id |
			([$nodes[$id] | cpus | map(tostring)[] as $c | $t[$c] // 0] | add) / $sum]
		| join(" ")' "$1/runs.jsonl"
}

# The same from what the report prints of all runs.
printed_rows_of() {
	"$report" --show runs "$1" | awk -F'|' '
		/^N=.*\(run [0-9]+\)$/ { split($0, w, /[=,() ]+/); n = w[2]; run = w[6] }
		NF == 3 && $1 ~ /^ *[0-9]+ / { split($2, m, " ")
			gsub(/ +/, " ", $1); sub(/^ /, "", $1); sub(/ $/, "", $1)
			print n, run, $1, "M" m[2] }'
}

@test "eight nodes" {
	"$report" --show runs --columns pages,nodes "$sets/recorded-8-nodes" >out
	same_as_golden recorded-8-nodes
}

@test "a node without CPUs that holds all arrays" {
	"$report" --show runs --columns pages,moves "$sets/recorded-cpu-less" >out
	same_as_golden recorded-cpu-less
	grep -q '^Job  node00 node01 node02 |' out
	[ "$("$report" "$sets/recorded-cpu-less" |
		awk '/residency on home/ { print $6 }' | sort -u)" = 0.0 ]
}

@test "a restricted cpuset with a node that has no memory" {
	"$report" --show runs --columns pages,nodes "$sets/recorded-memory-less" >out
	same_as_golden recorded-memory-less
}

@test "a ring of three distances, with its yardstick" {
	"$report" --columns moves,yardstick "$sets/recorded-ring" >out
	same_as_golden recorded-ring
	grep -q '^yardstick: .*distance 16: .*distance 22: ' out
}

@test "distributions over recorded nodes" {
	"$report" --style nodes "$sets"/recorded-* >out
	same_as_golden recorded-nodes
}

@test "every row is what its CPU times say, sums to 1, and MSched is its largest" {
	for set in "$sets"/recorded-*; do
		rows_of "$set" | sort -n -k1 -k2 -k3 >rows
		[ -s rows ]
		awk '{ sum = 0; for (i = 4; i <= NF; i++) sum += $i
			if (sum < 1 - 1e-9 || sum > 1 + 1e-9) exit 1 }' rows
		awk '{ printf "%s %s %s", $1, $2, $3; most = 4
			for (i = 4; i <= NF; i++) { printf " %.1f", 100 * $i; if ($i > $most) most = i }
			print " M" most - 4 }' rows >expected
		printed_rows_of "$set" | sort -n -k1 -k2 -k3 >printed
		diff -u expected printed
	done
}

@test "pages lie where memory is" {
	jq -se 'all(.[].jobs[]; .home_start == {"3": 1024} and .local_fraction == 0)' \
		"$sets/recorded-cpu-less/runs.jsonl"
	jq -se 'all(.[].jobs[]; .home_start["1"] == null and .home_end["1"] == null)' \
		"$sets/recorded-memory-less/runs.jsonl"
	jq -se 'all(.[].jobs[].cpu_time_ns | keys[]; IN("2", "3", "4", "5"))' \
		"$sets/recorded-memory-less/runs.jsonl"
}

@test "the timeline of a recorded run has the CPU times of its jobs" {
	zstdcat "$sets/recorded-ring/timeline/1.zst" | awk '
		$1 == "task" { job = $2 }
		$1 ~ /^[0-9]+$/ { ns[job " " $1] += $3 }
		END { for (k in ns) print k, ns[k] }' >stays
	jq -r '.jobs[] | .job as $j | .cpu_time_ns | to_entries[] | "\($j) \(.key) \(.value)"' \
		"$sets/recorded-ring/runs.jsonl" >counted
	# Shares, within what an emulated machine's clocks differ by: 2.6 points here.
	awk 'NR == FNR { stay[$1 " " $2] = $3; stays[$1] += $3; next }
		{ count[$1 " " $2] = $3; counts[$1] += $3 }
		END { for (k in count) { split(k, w); n++
			d = stay[k] / stays[w[1]] - count[k] / counts[w[1]]
			if (d < -.03 || d > .03) exit 1 }
			exit n < 16 }' stays counted
}

@test "plans for the recorded machines" {
	for set in "$sets"/recorded-*; do
		echo "${set##*/recorded-} $("$BUILD/harness" --dry-run --topology "$set/topology.xml" |
			jq -c '[.runs[].n] | unique')"
	done >out
	diff -u - out <<-END
		8-nodes [4,8,16]
		cpu-less [3,6,12]
		memory-less [4,8,16]
		ring [4,8,16]
	END
}
