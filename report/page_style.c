/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * No quotes, no <, > or &: it is written as text, and HTML does not unescape a style sheet. Colours
 * of text have 4.5:1 and more on what is under them (tests/live/browser.bats looks).
 */
#include "report/page.h"

const char page_style[] =
	":root{color-scheme:light dark;--ink:#1a1a1a;--muted:#555;--faint:#c8c8c8;--paper:#fff;"
	"--band:#e4e4e4;--cell:#f2f2f2;--good:#006b4d;--bad:#a83c00;--mark:#fff1b8;--heat:#003f73}"
	"@media(prefers-color-scheme:dark){:root{--ink:#ececec;--muted:#b4b4b4;--faint:#4a4a4a;"
	"--paper:#16181b;--band:#34373b;--cell:#24272b;--good:#4fd1a5;--bad:#ff9a5c;--mark:#4d4416;"
	"--heat:#9fd0ff}}"
	"*{box-sizing:border-box}"
	"body{margin:0 auto;max-width:1100px;padding:16px;background:var(--paper);color:var(--ink);"
	"font:15px/1.5 system-ui,-apple-system,DejaVu Sans,sans-serif;overflow-wrap:anywhere}"
	"h1{font-size:24px;margin:8px 0}h2{font-size:19px;margin:32px 0 8px}"
	"h3{font-size:15px;margin:20px 0 4px}p{margin:6px 0}"
	"figure{margin:12px 0 20px}figcaption{font-weight:600;margin:4px 0}"
	".scroll{overflow-x:auto;max-width:100%}svg{display:block}"
	"table{border-collapse:collapse;font-size:13px;font-variant-numeric:tabular-nums}"
	"th,td{padding:3px 10px 3px 0;text-align:left;vertical-align:top;"
	"border-bottom:1px solid var(--faint);overflow-wrap:normal;white-space:nowrap}"
	"td.long{white-space:normal;overflow-wrap:anywhere;min-width:180px}"
	"td.n{text-align:right}th{color:var(--muted);font-weight:600}"
	"details{margin:4px 0}summary{cursor:pointer;color:var(--muted);font-size:13px}"
	".better{color:var(--good);font-weight:600}.worse{color:var(--bad);font-weight:600}"
	".note{color:var(--muted);font-size:13px}.differs{background:var(--mark)}"
	"text.ink,rect.ink{fill:var(--ink)}text.muted{fill:var(--muted)}line.faint{stroke:var(--"
	"faint)}"
	"rect.paper{fill:var(--paper)}rect.band{fill:var(--band)}rect.cell{fill:var(--cell)}"
	"g.heat{fill:var(--heat)}"
	"@media print{body{max-width:none;padding:0}figure{break-inside:avoid}"
	".scroll{overflow:visible}svg{max-width:100%;height:auto}}";
