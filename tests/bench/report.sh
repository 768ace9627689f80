#!/bin/sh
# How long a report of many runs takes, and how much it keeps: CPU time and peak memory of
# `report compare` over two sets, for each job, at 1,000 and at 4,000 runs of 64 jobs. Linear is 1.
set -eu
BUILD=${BUILD:?}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

# measure RUNS: "CPU-seconds kilobytes" of comparing two sets with that many runs together.
measure() {
	"$BUILD/helpers/make_set" "$dir/a" n=64 repeats=$(($1 / 2)) nodes=0,1,2,3 seed=1 release=6.1
	"$BUILD/helpers/make_set" "$dir/b" n=64 repeats=$(($1 / 2)) nodes=0,1,2,3 seed=2 release=6.2
	/usr/bin/time -f '%U %S %M' -o "$dir/time" "$BUILD/report" compare "$dir/a" "$dir/b" >/dev/null
	awk '{ print $1 + $2, $3 }' "$dir/time"
}

empty=$("$BUILD/helpers/make_set" "$dir/a" n=1 repeats=2 &&
	/usr/bin/time -f %M -o "$dir/time" "$BUILD/report" compare "$dir/a" >/dev/null && cat "$dir/time")
small=$(measure 1000)
large=$(measure 4000)
echo "$small $large $empty" | awk '{
	printf "report: 1000 runs x 64 jobs: %.2f s CPU, %.2f us and %.0f bytes a job\n",
		$1, $1 * 1e6 / 64000, ($2 - $5) * 1024 / 64000
	printf "report: 4000 runs x 64 jobs: %.2f s CPU, %.2f us and %.0f bytes a job; time per job x %.2f\n",
		$3, $3 * 1e6 / 256000, ($4 - $5) * 1024 / 256000, $3 / $1 / 4
}'
