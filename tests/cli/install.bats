#!/usr/bin/env bats
# make install: what lands where, and works there.
bats_require_minimum_version 1.5.0

setup_file() {
	export dest=$BATS_FILE_TMPDIR/dest
	make_ -o all install
}

# What is built already is installed: with other flags it would be built again.
make_() {
	env -u MAKEFLAGS -u MAKELEVEL make -s -C "$BATS_TEST_DIRNAME/../.." O="$BUILD" DESTDIR="$dest" \
		PREFIX=/opt/nt "$@" >&2
}

setup() {
	cd "$BATS_TEST_TMPDIR" || return 1
	bin=$dest/opt/nt/bin
}

@test "only names of our own are in bin" {
	[ "$(ls "$bin" | tr '\n' ' ')" = "numa_test numa_test-report numa_test-run " ]
}

@test "the harness finds the other programs from wherever it is called" {
	PATH=$bin:$PATH run -0 --separate-stderr numa_test-run -n 1 -r 1 --size 64k --steps 100000 \
		--disturb none --idle-wait 0 --results r --label t
	[[ $output == *"AverageUserTime "* ]]
	first=$output
	PATH=$bin:$PATH run -0 --separate-stderr numa_test-report --results r t
	[ "$output" = "$first" ]
}

@test "pages and completion are where man and bash look" {
	[ -s "$dest/opt/nt/share/bash-completion/completions/numa_test-run" ]
	command -v scdoc >/dev/null || skip "scdoc is not installed"
	for page in "$BATS_TEST_DIRNAME"/../../man/*.scd; do
		page=$(basename "$page" .scd)
		[ -s "$dest/opt/nt/share/man/man${page##*.}/$page" ]
	done
}

@test "uninstall leaves no file" {
	make_ uninstall
	[ -z "$(find "$dest" ! -type d)" ]
}
