#!/usr/bin/env bats
# The man pages: each compiles, and says something of every option that --help has.
bats_require_minimum_version 1.5.0

setup() {
	cd "$BATS_TEST_DIRNAME/../.." || return 1
}

# options PROGRAM...: every option of its --help, one a line.
options() {
	"$@" --help | grep -oE '^ {2,6}(-[A-Za-z](, |$|[ =]))?(--[a-z][a-z-]*)?' |
		grep -oE -- '--?[A-Za-z][a-z-]*'
}

# documents PAGE PROGRAM...: "*--option*" is in the page for each option of the program.
documents() {
	local page=man/$1.scd option missing=
	shift
	[ -n "$(options "$@")" ]
	for option in $(options "$@"); do
		case $option in
		-V | --help | --usage | --version) continue ;; # argp's own
		esac
		grep -qF -- "*$option*" "$page" || missing+=" $option"
	done
	[ -z "$missing" ] || {
		echo "$page does not have:$missing"
		return 1
	}
}

@test "every page compiles and is of the section that its name says" {
	command -v scdoc >/dev/null || skip "scdoc is not installed"
	for page in man/*.scd; do
		name=${page#man/}
		name=${name%.scd}
		scdoc <"$page" >"$BATS_TEST_TMPDIR/page"
		grep -q "^\.TH \"${name%.*}\" \"${name##*.}\"" "$BATS_TEST_TMPDIR/page" || {
			echo "$page: $(grep '^\.TH' "$BATS_TEST_TMPDIR/page")"
			return 1
		}
	done
}

@test "numa_test's options are in its page" {
	documents numa_test.1 "$BUILD/numa_test"
}

@test "hackbench's options are in its page" {
	documents numa_test-hackbench.1 "$BUILD/hackbench"
}

@test "the harness's options are in the page of run.sh" {
	documents numa_test-run.1 "$BUILD/harness"
}

@test "report's options are in its page" {
	documents numa_test-report.1 "$BUILD/report"
}

@test "all keys of a plan are in the page of the set" {
	for key in $(grep -oE '"[a-z_]+"' harness/plan_json.c | cut -d'"' -f2 | sort -u); do
		grep -qF -- "*$key*" man/numa_test-set.5.scd || { echo "$key"; return 1; }
	done
}

@test "all keys of a record are in the page of the set" {
	for key in $(grep -oE 'FIELD\(FIELD_[A-Z]+, record[a-z_]*, [a-z_]+\)' lib/record_json.c |
		sed -E 's/.*, ([a-z_]+)\)/\1/' | sort -u); do
		grep -qF -- "*$key*" man/numa_test-set.5.scd || { echo "$key"; return 1; }
	done
}

@test "all columns of the CSV are in the page of the export" {
	for key in $(grep -oE '\.name = "[a-z_]+"' report/render_csv.c | cut -d'"' -f2); do
		case $key in
		csv) continue ;;
		welch_* | rank_* | pair_*) key=${key%%_*}_ ;;
		esac
		grep -qF -- "*$key*" man/numa_test-export.5.scd || { echo "$key"; return 1; }
	done
}

@test "each command of report has its options in its page, or in report's" {
	commands=$("$BUILD/report" --help | sed -n '/^Other commands/,$s/^  \([a-z-]*\) .*/\1/p')
	[ -n "$commands" ]
	for command in $commands; do
		page=numa_test-report-$command.1
		[ -e "man/$page.scd" ] || page=numa_test-report.1
		documents "$page" "$BUILD/report" "$command"
	done
}
