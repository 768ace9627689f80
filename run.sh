#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
#	./run.sh [OPTION...]		installs what is missing, builds, runs, prints the tables
#	./run.sh report SET...		prints stored sets again; also: compare, import, html, ...
#	./run.sh check			all tests
#	./run.sh packages GROUP...	installs groups of packages.txt and no more
#	./run.sh bundle [FILE]		one tar that runs on another x86-64 Linux
#	./run.sh --help			all options of a run
#
# Everything after the build is an exec, so that the harness stays in this process group. Standard
# output carries tables and nothing else.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
export NUMA_TEST_RESULTS="${NUMA_TEST_RESULTS:-$here/results}"

say() {
	echo "run.sh: $*" >&2
}

usage() {
	sed -n 's/^#\t//p' "$0"
}

# --- packages ---------------------------------------------------------------------------------

# packages_missing GROUP...: packages of these groups of packages.txt that dpkg does not have.
packages_missing() {
	for group in "$@"; do
		awk -v group="$group" '$1 == group { print $2 }' "$here/packages.txt"
	done | sort -u | while read -r package; do
		dpkg-query -W -f '${db:Status-Status}\n' "$package" 2>/dev/null | grep -qx installed ||
			echo "$package"
	done
}

# Root, or sudo that asks nothing, or sudo and a terminal to ask at.
may_install() {
	[ "$(id -u)" -eq 0 ] && return 0
	command -v sudo >/dev/null || return 1
	sudo -n true 2>/dev/null || { [ -t 0 ] && [ -t 2 ]; }
}

apt() {
	set -- env DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=300 "$@"
	[ "$(id -u)" -eq 0 ] || set -- sudo "$@"
	"$@"
}

# What apt says is only of interest when it fails.
apt_install() {
	log=$(mktemp)
	if { apt update || say "apt-get update failed; trying with the lists there are"; } >"$log" 2>&1 &&
		apt install -y --no-install-recommends "$@" >>"$log" 2>&1; then
		rm -f "$log"
		return 0
	fi
	tail -n 20 "$log" >&2
	rm -f "$log"
	return 1
}

# install GROUP...: what is missing of these groups. Without the rights, names the line and stops.
install() {
	if ! command -v apt-get >/dev/null || ! command -v dpkg-query >/dev/null; then
		return 0 # not Debian: make names what it does not find
	fi
	# shellcheck disable=SC2046 # a list of words
	set -- $(packages_missing "$@")
	[ $# -eq 0 ] && return 0
	if ! may_install; then
		say "packages are missing; as root: apt-get install $*"
		exit 1
	fi
	say "installing $*"
	apt_install "$@" || {
		say "apt-get could not install them; as root: apt-get install $*"
		exit 1
	}
}

# --- build ------------------------------------------------------------------------------------

# Where the compiler and the libraries can't come from apt, a bundle needs neither.
name_bundle() {
	command -v apt-get >/dev/null && return 0
	for bundle in "$here"/numa_test-*.tar*; do
		if [ -e "$bundle" ]; then
			say "can't build here; unpack $bundle and take the run.sh in it"
			return 0
		fi
	done
	say "can't build here; './run.sh bundle' on a Debian machine makes a tar that runs without"
}

build() {
	if ! command -v make >/dev/null; then
		say "make is not installed"
	elif make -C "$here" -s -j "$(nproc)" "$@" >&2; then
		return 0
	fi
	name_bundle
	exit 1
}

# A bundle holds built programs in bin/ and no sources.
if [ -x "$here/bin/harness" ]; then
	bin=$here/bin
	prepare() { :; }
	from_source() {
		say "$1: this is a bundle; take the source tree"
		exit 1
	}
else
	bin=$here/build
	prepare() {
		install run
		build all
	}
	from_source() { :; }
fi

case ${1-} in
--help | -h | help)
	[ -x "$bin/harness" ] || { usage && exit 0; }
	usage && echo && exec "$bin/harness" --help
	;;
packages)
	from_source packages
	shift
	install "$@"
	;;
check)
	from_source check
	install run check
	build tests
	exec make -C "$here" -s check
	;;
bundle)
	from_source bundle
	shift
	prepare
	build bundle-programs
	exec "$here/tools/bundle" "$here/build" "$@"
	;;
report)
	shift
	prepare
	exec "$bin/report" "$@"
	;;
-* | '')
	prepare
	exec "$bin/harness" "$@"
	;;
*)
	prepare
	exec "$bin/report" "$@"
	;;
esac
