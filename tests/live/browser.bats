# SPDX-License-Identifier: GPL-3.0-or-later
# The HTML page in a browser: no error on its console, no request, nothing wide, small, faint or
# overlapping, at 1280 and 390 pixels, light and dark. Needs chromium.

setup_file() {
	command -v chromium >/dev/null || skip "no chromium"
	export root="$BATS_TEST_DIRNAME/../.." pages="$BATS_FILE_TMPDIR"
	"$BUILD/report" html "$root/tests/data/sets/recorded-8-nodes" "$root/tests/data/sets/recorded-ring" \
		-o "$pages/recorded.html"
	for set in A B C; do
		"$BUILD/report" import "$root/tests/data/records/focht-2002-$set.txt" -o "$pages/$set"
	done
	"$BUILD/report" html "$pages/A" "$pages/B" "$pages/C" -o "$pages/imported.html"
	"$BUILD/helpers/make_set" "$pages/large" nodes=0,1,2,3,4,5,6,7 n=512 repeats=3 burst=1 yardstick=1
	"$BUILD/report" html "$pages/large" -o "$pages/large.html"
	"$BUILD/harness" -n 2 -r 2 --size 1M --steps 2000000 --disturb none --results "$pages" --label here
	"$BUILD/report" html "$pages/here" -o "$pages/here.html"
}

setup() {
	command -v chromium >/dev/null || skip "no chromium"
}

# browse URL [OPTION]…: the page's DOM as the browser has it at the end; its log in $log.
browse() {
	local url=$1
	shift
	log="$BATS_TEST_TMPDIR/log"
	timeout 120 chromium --headless --no-sandbox --disable-gpu --no-first-run --disable-sync \
		--disable-background-networking --disable-component-update --allow-file-access-from-files \
		--user-data-dir="$BATS_TEST_TMPDIR/profile" --enable-logging=stderr \
		--log-net-log="$BATS_TEST_TMPDIR/net" --virtual-time-budget=20000 "$@" \
		--dump-dom "file://$url" 2>"$log"
}

# What is ugly about a page at a width; 0 for dark, 1 for light.
ugly() {
	browse "$root/tests/browser/measure.html?file://$1&$2" \
		"--blink-settings=preferredColorScheme=$3" |
		perl -0ne 'print "$1\n" if /<pre id="out">(.*?)<\/pre>/s' >"$BATS_TEST_TMPDIR/ugly"
	cat "$BATS_TEST_TMPDIR/ugly"
	grep -q "^looked at [1-9]" "$BATS_TEST_TMPDIR/ugly"
	[ "$(grep -c . "$BATS_TEST_TMPDIR/ugly")" -eq 1 ]
}

pretty() {
	ugly "$1" 1280 1
	ugly "$1" 1280 0
	ugly "$1" 390 1
	ugly "$1" 390 0
}

# The browser asks its maker's hosts on its own.
requests() {
	grep -o '"url":"[a-z]*://[^/"]*' "$BATS_TEST_TMPDIR/net" | grep -v -e '"file://' \
		-e 'google\.com$' -e 'googleapis\.com$' -e '"chrome'
}

silent() {
	browse "$1" >"$BATS_TEST_TMPDIR/dom"
	grep -q "</html>" "$BATS_TEST_TMPDIR/dom" && [ -z "$(grep "CONSOLE" "$log")" ] &&
		[ -z "$(requests)" ]
}

@test "a browser complains about a page that is ugly" {
	cat >"$BATS_TEST_TMPDIR/bad.html" <<-'END'
		<html><body style="background:#fff"><div id="d" style="width:2000px">wide</div>
		<p style="font-size:9px">small</p><p style="color:#aaa">faint</p>
		<svg width="200" height="40"><text x="5" y="20">one</text><text x="9" y="20">two</text></svg>
		</body></html>
	END
	run ugly "$BATS_TEST_TMPDIR/bad.html" 390 1
	[ "$status" -ne 0 ]
	[[ $output == *"wide "* ]]
	[[ $output == *"small 9.0 px"* ]]
	[[ $output == *"faint 2."* ]]
	[[ $output == *"overlap "* ]]
}

@test "a browser tells of a page that asks for something" {
	cat >"$BATS_TEST_TMPDIR/bad.html" <<-'END'
		<html><head><meta http-equiv="Content-Security-Policy" content="default-src 'none'"/></head>
		<body><img src="http://127.0.0.1:9/x.png"/></body></html>
	END
	run silent "$BATS_TEST_TMPDIR/bad.html"
	[ "$status" -ne 0 ]
	echo '<html><body><img src="http://127.0.0.1:9/x.png"/></body></html>' >"$BATS_TEST_TMPDIR/bad.html"
	browse "$BATS_TEST_TMPDIR/bad.html" >"$BATS_TEST_TMPDIR/dom"
	[ -n "$(requests)" ]
}

@test "a browser asks nobody for anything and finds no error in the pages" {
	for page in here recorded imported large; do
		silent "$pages/$page.html"
	done
}

@test "a page of a real set is readable, narrow and wide, light and dark" {
	pretty "$pages/here.html"
}

@test "a page of recorded sets of 8 nodes is readable, narrow and wide, light and dark" {
	pretty "$pages/recorded.html"
}

@test "a page of the tables of 2002 is readable, narrow and wide, light and dark" {
	pretty "$pages/imported.html"
}

@test "a page of 512 jobs on 8 nodes is readable, narrow and wide, light and dark" {
	pretty "$pages/large.html"
}
