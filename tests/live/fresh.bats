#!/usr/bin/env bats
# The README's two commands on bare Debian systems, from a clone, and the bundle on one that stays
# bare. Minutes each: `make check-fresh` or CHECK_LONG=1. FRESH_CACHE names a folder that keeps the
# bare systems from one call to the next.
bats_require_minimum_version 1.5.0
load chroot

setup_file() {
	export cache=${FRESH_CACHE:-$BATS_FILE_TMPDIR}
}

setup() {
	[ -n "${CHECK_LONG:-}" ] || skip "minutes: make check-fresh"
	[ "$(id -u)" -eq 0 ] || skip "debootstrap needs root"
	command -v debootstrap >/dev/null || skip "no debootstrap"
	mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Identifier: Packages' \
		'Origin: Debian' 'Label: Debian' 'Component: main' 2>/dev/null | head -n 1)
	[ -n "$mirror" ] || skip "apt knows no Debian mirror"
	root=$(cd "$BATS_TEST_DIRNAME/../.." && pwd)
	git -c safe.directory='*' -C "$root" rev-parse HEAD >/dev/null || skip "no git clone to copy"
	cd "$BATS_TEST_TMPDIR" || return 1
}

# What of a system was made is deleted with the test, the bare ones with the file.
teardown() {
	rm -rf --one-file-system "$BATS_TEST_TMPDIR"/system
}

# bare SUITE: a bare system as $system. Skips where the mirror has none.
bare() {
	if [ ! -e "$cache/$1/etc/debian_version" ]; then
		rm -rf --one-file-system "$cache/$1" "$cache/$1.part"
		debootstrap --variant=minbase "$1" "$cache/$1.part" "$mirror" >"$cache/$1.log" 2>&1 || {
			tail -n 5 "$cache/$1.log"
			skip "no bare $1 to be had"
		}
		mv "$cache/$1.part" "$cache/$1"
	fi
	system=$BATS_TEST_TMPDIR/system
	cp -a "$cache/$1" "$system"
	cp -L /etc/resolv.conf "$system/etc/"
}

with_clone() {
	git -c safe.directory='*' clone -q "$root" "$system/root/numa_test"
}

# readme_command K: the README's k-th command.
readme_command() {
	grep -E '^\./run\.sh' "$root/README.md" | sed -n "$1p"
}

# shell COMMAND: in the clone, standard output in out, the rest in err.
shell() {
	local status=0 start=$SECONDS
	in_root "$system" sh -c "cd /root/numa_test && $1" >out 2>err || status=$?
	echo "# $1: status $status, $((SECONDS - start)) s" >&3
	[ "$status" -eq 0 ] || tail -n 40 out err
	return "$status"
}

# What a first run must have left on both outputs and on disk.
ran_well() {
	run ! grep -iE 'warning|error' err
	grep -q '^run.sh: installing .*gcc' err
	set=$(sed -n 's/^harness: the set is in //p' err)
	[ -s "$system$set/runs.jsonl" ] && [ -s "$system$set/host.json" ]
	[[ $(head -n 1 out) == "Running 'hackbench "*"' in the background: Time: "* ]]
	grep -q '^AverageUserTime ' out
	grep -q 'residency on home' out
	in_root "$system" sh -c "cd /root/numa_test && ./run.sh report ${set##*/}" >again 2>err.again
	cmp out again
}

both_commands() {
	bare "$1"
	with_clone
	[ "$(readme_command 2)" = "./run.sh check" ]
	shell "$2"
	ran_well
	shell "./run.sh check"
	grep -E '^[0-9]+ passed, 0 failed' out
}

@test "Debian 12: both commands as the README has them" {
	both_commands bookworm "$(readme_command 1)"
}

@test "Debian 13: both commands, a short run" {
	both_commands trixie "./run.sh -n 1,2 -r 2 --seconds 1"
}

@test "a bare Debian 12 runs the bundle and stays bare" {
	reason=$(can_bundle) || skip "$reason"
	bare bookworm
	make_bundle "$PWD/bundle.tar.gz"
	gzip -dc bundle.tar.gz | tar -C "$system/root" -xf - # the box has no more than tar, either
	before=$(in_root "$system" dpkg-query -W)
	in_root "$system" sh -c 'cd / && root/numa_test-*/run.sh -n 1,2 -r 2 --seconds 1' >out 2>err
	grep -q '^AverageUserTime ' out
	[ "$(in_root "$system" dpkg-query -W)" = "$before" ]
}

@test "without the rights the apt line is named, and it is the right one" {
	bare bookworm
	with_clone
	chmod -R go+rX "$system/root"
	run ! in_root "$system" chroot --userspec=nobody / sh -c 'cd /root/numa_test && ./run.sh -n 1' 2>&1
	[ "$status" -eq 1 ]
	[ "${#lines[@]}" -eq 1 ]
	line=${output#*as root: }
	[[ $line == "apt-get install "*"gcc "* ]]
	in_root "$system" sh -c "apt-get -qq update && $line --simulate" >out
	grep -q '^Inst gcc ' out
}
