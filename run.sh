#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
#	./run.sh [OPTION...]		installs what is missing, builds, runs, prints the table
#	./run.sh report SET...		prints stored sets again; also: compare, import, html, profile
#	./run.sh check			all tests
#	./run.sh bundle [FILE]		one tar that runs on another x86-64 Linux
#
# Everything after the build is an exec, so that the harness stays in this process group.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
export NUMA_TEST_RESULTS="${NUMA_TEST_RESULTS:-$here/results}"

say() {
	echo "run.sh: $*" >&2
}

# Packages of a group of packages.txt that dpkg does not have.
missing_packages() {
	for package in $(awk -v group="$1" '$1 == group { print $2 }' "$here/packages.txt"); do
		dpkg-query -W -f '${db:Status-Status}\n' "$package" 2>/dev/null | grep -qx installed ||
			echo "$package"
	done
}

apt() {
	if [ "$(id -u)" -eq 0 ]; then
		DEBIAN_FRONTEND=noninteractive apt-get "$@"
	else
		sudo -n DEBIAN_FRONTEND=noninteractive apt-get "$@"
	fi
}

may_install() {
	[ "$(id -u)" -eq 0 ] || { command -v sudo && sudo -n true; } >/dev/null 2>&1
}

# install GROUP...: what is missing of these groups. Without the rights, names the line and stops.
install() {
	missing=
	if ! command -v apt-get >/dev/null || ! command -v dpkg-query >/dev/null; then
		return 0 # not Debian: make names what it does not find
	fi
	for group in "$@"; do
		missing="$missing $(missing_packages "$group" | tr '\n' ' ')"
	done
	# shellcheck disable=SC2086 # a list of words
	set -- $missing
	[ $# -eq 0 ] && return 0
	if ! may_install; then
		say "these packages are missing; as root: apt-get install $*"
		exit 1
	fi
	say "installing $*"
	apt update -qq >&2
	apt install -y -qq --no-install-recommends "$@" >&2
}

build() {
	command -v make >/dev/null || {
		say "make is not installed; without apt, take the tar that './run.sh bundle' makes on a Debian machine"
		exit 1
	}
	make -C "$here" -s -j "$(nproc)" "$@" >&2
}

bundled() {
	[ -x "$here/bin/harness" ]
}

if bundled; then
	bin=$here/bin
else
	bin=$here/build
fi

case ${1-} in
check)
	install run check
	build all
	exec make -C "$here" -s check
	;;
bundle)
	shift
	install run
	build all
	exec "$here/tools/bundle" "$here" "$@"
	;;
report | compare | import | html | plot | profile | diff-host)
	bundled || { install run && build all; }
	[ "$1" = report ] && shift
	exec "$bin/report" "$@"
	;;
*)
	bundled || { install run && build all; }
	exec "$bin/harness" "$@"
	;;
esac
