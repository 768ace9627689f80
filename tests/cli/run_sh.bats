#!/usr/bin/env bats
# run.sh: what it installs, builds and hands over to. The programs that it calls are stand-ins that
# write down how they were called, so nothing is installed, built or measured.
bats_require_minimum_version 1.5.0

setup() {
	unset NUMA_TEST_RESULTS
	cd "$BATS_TEST_TMPDIR" || return 1
	root=$BATS_TEST_DIRNAME/../..
	mkdir tree bin
	cp "$root/run.sh" tree/
	printf '# a comment\nrun\tgcc\tthe compiler\nrun\tmake\tthe build\ncheck\tbats\ttests\n' \
		>tree/packages.txt
	for tool in sh dirname sed awk sort grep mktemp tail rm env cat chmod mkdir; do
		ln -s "$(command -v $tool)" bin/
	done
	calls=$PWD/calls
	touch "$calls"
	stand_in id 'echo 0'
	stand_in nproc 'echo 2'
	stand_in make 'mkdir -p tree/build; made "make $*"'
	stand_in apt-get 'echo "Reading package lists..."; made "apt-get $*"'
	have gcc make bats
}

# stand_in NAME SCRIPT: a program of this name; `made TEXT` in it writes to $calls.
stand_in() {
	rm -f "bin/$1"
	printf '#!/bin/sh\nmade() { echo "$*" >>%s; }\n%s\n' "$calls" "$2" >"bin/$1"
	chmod +x "bin/$1"
}

# have PACKAGE...: what dpkg has installed; gcc-doc was removed and left its configuration.
have() {
	stand_in dpkg-query 'for last; do :; done
case " '"$*"' " in *" $last "*) echo installed ;; *) echo config-files; exit 1 ;; esac'
}

# built [FOLDER]: programs that say who they are.
built() {
	mkdir -p "tree/${1:-build}"
	for program in harness report; do
		printf '#!/bin/sh\necho %s $$ "$@"\nexit ${CODE:-0}\n' $program \
			>"tree/${1:-build}/$program"
		chmod +x "tree/${1:-build}/$program"
	done
}

run_sh() {
	PATH=$PWD/bin CODE=${CODE-} tree/run.sh "$@" </dev/null
}

called() {
	diff -u - "$calls"
}

@test "with all installed it builds and becomes the harness" {
	built
	PATH=$PWD/bin tree/run.sh -n 2,4 -r 3 </dev/null >out &
	pid=$!
	wait $pid
	[ "$(cat out)" = "harness $pid -n 2,4 -r 3" ]
	echo "make -C $PWD/tree -s -j 2 all" | called
}

@test "without arguments it runs the default plan" {
	built
	run -0 run_sh
	[[ $output =~ ^harness\ [0-9]+\ ?$ ]]
}

@test "exit codes come through" {
	built
	CODE=4 run -4 run_sh -n 2
	CODE=2 run -2 run_sh --bad
}

@test "results lie beside run.sh unless told otherwise" {
	built
	printf '#!/bin/sh\necho "$NUMA_TEST_RESULTS"\n' >tree/build/harness
	run -0 run_sh
	[ "$output" = "$PWD/tree/results" ]
	NUMA_TEST_RESULTS=/elsewhere run -0 run_sh
	[ "$output" = /elsewhere ]
}

@test "root: what is missing is installed, quietly" {
	built
	have make
	run -0 --separate-stderr run_sh -n 1
	[[ $output =~ ^harness\ [0-9]+\ -n\ 1$ ]]
	[ "$stderr" = "run.sh: installing gcc" ]
	called <<-END
		apt-get -qq -o DPkg::Lock::Timeout=300 update
		apt-get -qq -o DPkg::Lock::Timeout=300 install -y --no-install-recommends gcc
		make -C $PWD/tree -s -j 2 all
	END
}

@test "check installs both groups and runs all tests" {
	have
	run -0 run_sh check
	grep -q 'install -y --no-install-recommends bats gcc make$' "$calls"
	[ "$(tail -n 1 "$calls")" = "make -C $PWD/tree -s check" ]
}

@test "without rights it names the line and stops" {
	have gcc
	stand_in id 'echo 1000'
	run -1 --separate-stderr run_sh
	[ -z "$output" ]
	[ "$stderr" = "run.sh: packages are missing; as root: apt-get install make" ]
	called </dev/null
}

@test "a sudo that refuses is no right" {
	have gcc
	stand_in id 'echo 1000'
	stand_in sudo 'exit 1'
	run -1 --separate-stderr run_sh
	[ "$stderr" = "run.sh: packages are missing; as root: apt-get install make" ]
	called </dev/null
}

@test "sudo installs where it may" {
	built
	have gcc
	stand_in id 'echo 1000'
	stand_in sudo '[ "$1" = -n ] && exit 0; made "sudo"; exec "$@"'
	run -0 run_sh
	[ "$(head -n 2 "$calls" | tr '\n' ' ')" = \
		"sudo apt-get -qq -o DPkg::Lock::Timeout=300 update " ]
}

@test "when apt fails its words are shown" {
	have gcc
	stand_in apt-get 'case $* in *install*) echo "E: Unable to locate package make" >&2; exit 100 ;; esac'
	run -1 --separate-stderr run_sh
	[ -z "$output" ]
	[[ $stderr == *"E: Unable to locate package make"*"as root: apt-get install make" ]]
}

@test "an update that fails does not stop an install that works" {
	built
	have gcc
	stand_in apt-get 'case $* in *update*) exit 100 ;; esac; made "$*"'
	run -0 run_sh
	grep -q 'install.* make$' "$calls"
}

@test "a build that fails stops" {
	built
	stand_in make 'echo "x.c:1: error" >&2; exit 2'
	run -1 --separate-stderr run_sh
	[ -z "$output" ]
	[ "$stderr" = "x.c:1: error" ]
}

@test "without apt and make a bundle is named" {
	rm bin/apt-get bin/make
	run -1 --separate-stderr run_sh
	[[ $stderr == *"make is not installed"*"'./run.sh bundle' on a Debian machine"* ]]
	touch tree/numa_test-0.1.0-x86_64.tar
	run -1 --separate-stderr run_sh
	[[ $stderr == *"unpack $PWD/tree/numa_test-0.1.0-x86_64.tar"* ]]
}

@test "without apt it builds with what is there" {
	built
	rm bin/apt-get bin/dpkg-query
	run -0 run_sh
	[[ $output == harness* ]]
}

@test "words go to report, 'report' itself is dropped" {
	built
	run -0 run_sh report a b
	[[ $output =~ ^report\ [0-9]+\ a\ b$ ]]
	run -0 run_sh compare a=x b
	[[ $output =~ ^report\ [0-9]+\ compare\ a=x\ b$ ]]
}

@test "--help installs and builds nothing" {
	have
	run -0 run_sh --help
	[[ $output == *"./run.sh check"* ]]
	called </dev/null
	built
	run -0 run_sh --help
	[[ $output == *"./run.sh check"*"harness "*"--help" ]]
	called </dev/null
}

@test "packages installs the groups that are named" {
	have gcc
	run -0 run_sh packages run
	grep -q ' make$' "$calls"
	run ! grep -q '^make' "$calls"
}

@test "a bundle runs what it brings" {
	built bin
	have
	rm bin/make bin/apt-get
	run -0 run_sh -n 2
	[[ $output =~ ^harness\ [0-9]+\ -n\ 2$ ]]
	run -0 run_sh report a
	[[ $output =~ ^report\ [0-9]+\ a$ ]]
	run -1 run_sh check
	[ "$output" = "run.sh: check: this is a bundle; take the source tree" ]
	run -1 run_sh bundle
}

@test "packages.txt: a known group, one package, what for" {
	run ! grep -vE '^(#.*|(run|check|dev)	[a-z0-9][a-z0-9.+-]*	[^	]+)$' "$root/packages.txt"
	[ -z "$output" ]
	[ -z "$(grep -v '^#' "$root/packages.txt" | cut -f 2 | sort | uniq -d)" ]
}

@test "completion offers the options that --help has" {
	run -0 bash -c '
		source "$1"
		compopt() { :; }
		_numa_test "$2" --re
		printf "%s\n" "${COMPREPLY[@]}"' - "$root/tools/completion.bash" "$BUILD/harness"
	for option in --repeats= --resume= --results= --recalibrate --residency=; do
		grep -qx -- "$option" <<<"$output"
	done
	run ! grep -qx -- --label= <<<"$output"
}
