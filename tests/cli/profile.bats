#!/usr/bin/env bats
# `report profile`: recorded profiles, alone and side by side. tests/data/profiles holds two sets of
# one machine, whose bursts went through sockets and through pipes.
bats_require_minimum_version 1.5.0

setup() {
	cd "$BATS_TEST_TMPDIR" || return 1
	data=$BATS_TEST_DIRNAME/../data
	sets=$data/profiles
}

profile() {
	"$BUILD/report" profile "$@"
}

# Compares with tests/data/golden/report/NAME.txt; UPDATE_GOLDEN=1 rewrites it.
same_as_golden() {
	local golden=$data/golden/report/$1.txt
	[ -z "${UPDATE_GOLDEN:-}" ] || cp out "$golden"
	diff -u "$golden" out
}

# A copy of a set whose profile of N=1 was changed by a jq filter.
changed() {
	cp -r "$sets/sock" "$1"
	jq "$2" "$sets/sock/profile/1.json" >"$1/profile/1.json"
}

@test "one set prints its list" {
	profile "$sets/sock" -n 2 >out
	same_as_golden profile
	awk '$3 == "total" { total = $1 } END { exit total != 1331 }' out
}

@test "two sets stand side by side, the largest difference first" {
	profile "old=$sets/sock" "new=$sets/pipe" --top 12 >out
	same_as_golden profile-pair
	# The difference is that of its row, and rows go by its size.
	awk '$5 ~ /^[+-][0-9]+$/ { if ($5 != $3 - $1) exit 1 }' out
	awk '/^N=/ { last = 1e9 } $7 == "total" { next }
		$5 ~ /^[+-][0-9]+$/ { d = $5 < 0 ? -$5 : $5; if (d > last) exit 1; last = d }' out
}

@test "--top 0 prints every symbol of both" {
	profile "$sets/sock" "$sets/pipe" -n 1 --top 0 >out
	jq -r '.symbols[] | select(.kernel) | .symbol' "$sets"/*/profile/1.json |
		sed -E 's/(\.(isra|constprop|part)\.[0-9]+|\.cold)+$//' | sort -u >names
	awk '$5 ~ /^[+-]/ && NF == 7 && $7 != "total" { print $7 }' out | sort -u | diff names -
}

@test "what the compiler appended to a function's name does not part it from itself" {
	changed other '(.symbols[] | select(.symbol == "_raw_spin_lock") | .symbol) =
		"_raw_spin_lock.constprop.3"'
	profile "$sets/sock" other -n 1 --top 0 >out
	grep -qE '^ +25 +2.66 +25 +2.66 +\+0 +\+0.00  _raw_spin_lock$' out
}

@test "a symbol that may be behind the cut of a list is unknown there, not 0" {
	changed cut '.rest = {symbols: 3, samples: 3, share: 0.003} |
		.symbols |= map(select(.symbol != "skb_release_data"))'
	profile "$sets/sock" cut -n 1 --top 0 >out
	grep -qE '^ +21 +2.24 +- +- +- +-  skb_release_data$' out
}

@test "other events or frequencies: shares alone are compared" {
	changed fast '.frequency_hz = 4001'
	profile "$sets/sock" fast -n 1 >out
	grep -q '^Events or frequencies differ' out
	grep -qE '^ +939 +100.00 +939 +100.00 +- +\+0.00  total$' out
}

@test "what is not there or not a profile is named" {
	mkdir -p empty
	cp "$sets/sock/runs.jsonl" empty
	run -1 --separate-stderr profile empty
	[ "${stderr_lines[-1]}" = 'report: empty has no profile (it was run without --profile)' ]
	run -1 --separate-stderr profile "$sets/sock" -n 7
	[ "$stderr" = 'report: sock has no profile of this N' ]
	changed other .
	rm other/profile/1.json
	run -1 --separate-stderr profile "$sets/sock" other -n 1
	[ "$stderr" = 'report: no N of which both sets have a profile' ]
	echo '{"schema": 1, "n": 1' >other/profile/1.json
	run -1 --separate-stderr profile other
	[[ $stderr == "report: other/profile/1.json:"* ]]
	changed newer '.schema = 2'
	run -1 --separate-stderr profile newer
	[[ $stderr == *"newer/profile/1.json: profile schema 2 is newer than this program's 1" ]]
	run -2 profile
	run -2 profile a b c
}

@test "names that a terminal would obey are shown" {
	changed hostile '.symbols[0].symbol = "a\u001b[2Jb" | .event = "x\u0007"'
	profile hostile -n 1 >out
	grep -qF 'a\x1b[2Jb' out
	grep -qF 'samples of x\x07' out
}
