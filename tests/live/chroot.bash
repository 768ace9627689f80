# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash
# Commands in another root, with /proc and /sys and namespaces of their own: what they leave behind
# ends with them, and nothing stays mounted.

apart=(unshare --mount --pid --fork --kill-child)
[ "$(id -u)" -eq 0 ] || apart+=(--user --map-root-user --net)

# can_chroot: else says why not.
can_chroot() {
	"${apart[@]}" true 2>/dev/null || {
		echo "no namespaces: root or user namespaces are needed"
		return 1
	}
}

# in_root DIR COMMAND...: with an environment as after a login.
in_root() {
	local dir=$1
	shift
	mkdir -p "$dir/proc" "$dir/sys"
	# shellcheck disable=SC2016 # for the inner shell
	"${apart[@]}" sh -ec '
		dir=$1
		shift
		mount --bind "$dir" "$dir" # a mount, so that unshare works in it
		mount -t proc proc "$dir/proc"
		mount -t sysfs sysfs "$dir/sys"
		[ ! -d "$dir/dev/pts" ] ||
			mount -t devpts -o newinstance,ptmxmode=0666 devpts "$dir/dev/pts"
		exec env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root TERM=dumb \
			CHECK_LONG="" chroot "$dir" "$@"' - "$dir" "$@" </dev/null 3>&-
}

# can_bundle: else says why not.
can_bundle() {
	if [ "$(uname -m)" != x86_64 ]; then
		echo "bundles are for x86-64"
	elif grep -q __asan_init "$BUILD/harness"; then
		echo "sanitizers can't be linked statically"
	else
		return 0
	fi
	return 1
}

# make_bundle FILE: from this tree.
make_bundle() {
	env -u MAKEFLAGS -u MAKELEVEL make -s -C "$BATS_TEST_DIRNAME/../.." O="$BUILD" \
		bundle-programs >&2 &&
		"$BATS_TEST_DIRNAME/../../tools/bundle" "$BUILD" "$1" 2>/dev/null
}
