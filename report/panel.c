/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "report/panel.h"
#include "report/svg.h"

void panel_name_row(struct panel_name *p, const char *kind, const struct table *t,
		    const struct row *r)
{
	char id[200], row[80];

	if (r->key.name)
		snprintf(row, sizeof(row), "%s", r->key.name);
	else
		snprintf(row, sizeof(row), "%lld", (long long)r->key.n);
	snprintf(id, sizeof(id), "%s-%.60s-%s", kind, t->metric->name, row);
	svg_id(p->id, sizeof(p->id), id);
	snprintf(p->title, sizeof(p->title), "%.80s%s%.20s%s, %s%s", t->metric->title,
		 *t->metric->unit ? " (" : "", t->metric->unit, *t->metric->unit ? ")" : "",
		 r->key.name ? "" : "N = ", row);
}

const char *panel_number(double value, int decimals)
{
	static char texts[8][48];
	static size_t next;
	char *text = texts[next++ % 8];

	if (isnan(value))
		return "-";
	snprintf(text, sizeof(texts[0]), "%.*f", decimals, value);
	return text;
}

double panel_low(const struct cell *c)
{
	return c->ranked ? c->shown.median_lo : c->shown.mean - c->shown.half_width;
}

double panel_high(const struct cell *c)
{
	return c->ranked ? c->shown.median_hi : c->shown.mean + c->shown.half_width;
}

void panel_table(struct markup *m, const char *const *names)
{
	markup_open(m, "table");
	markup_open(m, "thead");
	markup_open(m, "tr");
	for (; *names; names++)
		markup_leaf(m, "th", *names);
	markup_close(m);
	markup_close(m);
	markup_open(m, "tbody");
}

void panel_table_end(struct markup *m)
{
	markup_close(m);
	markup_close(m);
}

void panel_table_row(struct markup *m, const char *const *cells)
{
	markup_open(m, "tr");
	for (; *cells; cells++) {
		markup_open(m, "td");
		if (**cells && strchr("+-0123456789", **cells))
			markup_attr(m, "class", "n");
		markup_text(m, *cells);
		markup_close(m);
	}
	markup_close(m);
}
