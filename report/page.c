/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <string.h>

#include "lib/version.h"
#include "report/page.h"

static void meta(struct markup *m, const char *key, const char *name, const char *content)
{
	markup_open(m, "meta");
	markup_attr(m, key, name);
	if (content)
		markup_attr(m, "content", content);
	markup_empty(m);
}

static void head(const struct picture_input *in, struct markup *m)
{
	markup_open(m, "head");
	meta(m, "charset", "utf-8", NULL);
	meta(m, "http-equiv", "Content-Security-Policy",
	     "default-src 'none'; style-src 'unsafe-inline'; img-src data:");
	meta(m, "name", "viewport", "width=device-width, initial-scale=1");
	markup_open(m, "title");
	markup_textf(m, "numa_test: %s%s", in->sets[0].label, in->n_sets > 1 ? " and others" : "");
	markup_close(m);
	markup_leaf(m, "style", page_style);
	markup_close(m);
}

static void panel(const struct picture *kind, const struct picture_panel *panels, size_t i,
		  struct markup *m)
{
	markup_open(m, "figure");
	markup_attr(m, "id", kind->panel_name(panels, i)->id);
	markup_leaf(m, "figcaption", kind->panel_name(panels, i)->title);
	markup_open(m, "div");
	markup_attr(m, "class", "scroll");
	kind->draw(panels, i, m);
	markup_close(m);
	markup_open(m, "details");
	markup_leaf(m, "summary", "numbers");
	markup_open(m, "div");
	markup_attr(m, "class", "scroll");
	kind->numbers(panels, i, m);
	markup_close(m);
	markup_close(m);
	markup_close(m);
}

static int pictures(const struct picture *kind, const struct picture_input *in, struct markup *m,
		    struct errmsg *e)
{
	struct picture_panel *panels;
	size_t n;
	int err = kind->make(in, &panels, &n, e);

	if (err)
		return err;
	if (n) {
		markup_open(m, "section");
		markup_attr(m, "id", kind->name);
		markup_open(m, "h2");
		markup_textf(m, "%c%s", kind->name[0] - 'a' + 'A', kind->name + 1);
		markup_close(m);
		markup_open(m, "p");
		markup_attr(m, "class", "note");
		markup_text(m, kind->help);
		markup_close(m);
		for (size_t i = 0; i < n; i++)
			panel(kind, panels, i, m);
		markup_close(m);
	}
	kind->free(panels, n);
	return 0;
}

static void foot(struct markup *m)
{
	markup_open(m, "p");
	markup_attr(m, "class", "note");
	markup_textf(m,
		     "Written by numa_test %s; every number is in the result sets, and in "
		     "report csv of them.",
		     version_number());
	markup_close(m);
}

static int body(const struct picture_input *in, struct markup *m, struct errmsg *e)
{
	int err = page_summary(in, m);

	if (!err)
		err = page_tables(in, m);
	if (err)
		return errmsg_errno(e, -err, "page");
	for (size_t i = 0; !err && picture_at(i); i++)
		err = pictures(picture_at(i), in, m, e);
	if (!err && page_facts(in, m))
		err = errmsg_errno(e, ENOMEM, "page");
	foot(m);
	return err;
}

int page_build(const struct picture_input *in, struct markup *m, struct errmsg *e)
{
	int err;

	markup_open(m, "html");
	markup_attr(m, "lang", "en");
	head(in, m);
	markup_open(m, "body");
	err = body(in, m, e);
	markup_close(m);
	markup_close(m);
	return err;
}
