# SPDX-License-Identifier: GPL-3.0-or-later
# bash completion of options, taken from what --help prints; else files.
_numa_test() {
	case $2 in
	-*)
		mapfile -t COMPREPLY < <(compgen -W "$("$1" --help 2>/dev/null |
			grep -oE -- '(^| )--[a-z][a-z-]*=?')" -- "$2")
		[[ ${COMPREPLY[0]-} != *= ]] || compopt -o nospace
		;;
	esac
}
complete -o default -F _numa_test numa_test numa_test-run numa_test-report
