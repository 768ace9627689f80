#!/usr/bin/env bats
# The bundle: one tar that needs nothing of the machine but its kernel, /proc and /sys.
bats_require_minimum_version 1.5.0
load chroot

setup_file() {
	load chroot
	export bundle=$BATS_FILE_TMPDIR/bundle.tar
	! can_bundle >/dev/null || make_bundle "$bundle" >/dev/null
}

setup() {
	reason=$(can_bundle) || skip "$reason"
	cd "$BATS_TEST_TMPDIR" || return 1
	mkdir box
	tar -C box --strip-components=1 -xf "$bundle"
	quick=(-n 2 -r 1 --seconds 0.2 --size 8M --disturb 'hackbench -g 1' --idle-wait 1)
}

# Of all ELF files in the bundle; links are the loader again.
elf_files() {
	find box/bin box/lib -type f
}

@test "equal programs give equal bytes" {
	make_bundle "$PWD/again.tar"
	cmp "$bundle" again.tar
	[ "$(tar -tvf "$bundle" | awk '{ print $2 }' | sort -u)" = 0/0 ]
}

@test "a name's end chooses the compression, and the name is printed" {
	run -0 --separate-stderr make_bundle "$PWD/small.tar.gz"
	[ "$output" = "$PWD/small.tar.gz" ]
	gzip -dc small.tar.gz | cmp - "$bundle"
}

@test "it has the licence and texts, and jobs are static" {
	[ -s box/LICENSE ] && [ -s box/doc/numa_test-run.1.txt ] && [ -x box/run.sh ]
	for program in numa_test hackbench harness report; do
		run -0 readelf -lW "box/bin/$program"
		[[ $output != *INTERP* ]]
	done
}

@test "any kernel from 4.19 and any x86-64 CPU will do" {
	for file in $(elf_files); do
		run -0 readelf -nW "$file"
		[[ ! $output =~ "x86 ISA needed:"[^$'\n']*v[2-9] ]]
		[[ $output =~ "ABI: "([0-9]+)\.([0-9]+) ]] || continue
		[ $((BASH_REMATCH[1] * 1000 + BASH_REMATCH[2])) -le 4019 ]
		found=1
	done
	[ -n "$found" ]
}

@test "in an empty root it runs, stores and reports" {
	reason=$(can_chroot) || skip "$reason"
	run -0 --separate-stderr in_root box /bin/harness "${quick[@]}" --results /out --label box
	[[ $output == *"AverageUserTime "*"residency on home"* ]]
	[ "$(jq -r '.status, .jobs[].status' box/out/box/runs.jsonl | tr '\n' ' ')" = "ok 0 0 " ]
	[ "$(find box -newer "$bundle" -name core)" = "" ]
	first=$output
	run -0 --separate-stderr in_root box /bin/report --results /out box
	[ "$output" = "$first" ]
}

@test "in a root with a shell and no more run.sh works" {
	reason=$(can_chroot) || skip "$reason"
	busybox=$(command -v busybox) || skip "no busybox"
	! ldd "$busybox" >/dev/null 2>&1 || skip "busybox is not static"
	cp "$busybox" box/bin/sh
	cp "$busybox" box/bin/dirname
	run -0 --separate-stderr in_root box /run.sh "${quick[@]}" --label box
	[[ $output == *"AverageUserTime "* ]]
	[ -s box/results/box/runs.jsonl ]
	run -1 in_root box /run.sh check
	[ "$output" = "run.sh: check: this is a bundle; take the source tree" ]
}

@test "processes keep their names, and find each other from any folder" {
	ln -s "$PWD/box/bin/harness" link
	mkdir elsewhere
	cd elsewhere
	../link "${quick[@]}" --seconds 2 --disturb none --results out --label box \
		>/dev/null 2>err 3>&- &
	pid=$!
	for _ in {1..200}; do
		sleep 0.05
		jobs=$(pgrep -c -x -P "$pid" numa_test) && break
	done
	name=$(cat "/proc/$pid/comm")
	wait "$pid" || status=$?
	echo "$name, $jobs jobs, status ${status:=0}"
	cat err
	[ "$status" -eq 0 ]
	[ "$name" = harness ]
	[ "$jobs" -gt 0 ]
}

@test "errors are told by the program's name" {
	run -2 box/bin/harness -n 0
	[[ $output == "harness: "* ]]
	run -1 box/bin/report no-such-set
	[[ $output == "report: "* ]]
}
