/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lib/strlist.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Room for one more string and the NULL behind it. */
static int make_room(struct strlist *l)
{
	size_t room = l->room ? 2 * l->room : 8;
	char **grown;

	if (l->n + 2 <= l->room)
		return 0;
	grown = reallocarray(l->v, room, sizeof(*grown));
	if (!grown)
		return -ENOMEM;
	l->v = grown;
	l->room = room;
	return 0;
}

/* Takes over s, which may be NULL where its allocation failed. */
static int add_owned(struct strlist *l, char *s)
{
	if (!s || make_room(l)) {
		free(s);
		return -ENOMEM;
	}
	l->v[l->n++] = s;
	l->v[l->n] = NULL;
	return 0;
}

int strlist_add(struct strlist *l, const char *s)
{
	return add_owned(l, strdup(s));
}

int strlist_addf(struct strlist *l, const char *fmt, ...)
{
	char *s = NULL;
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vasprintf(&s, fmt, ap);
	va_end(ap);
	return n < 0 ? -ENOMEM : add_owned(l, s);
}

int strlist_add_once(struct strlist *l, const char *s)
{
	return strlist_has(l, s) ? 0 : strlist_add(l, s);
}

bool strlist_has(const struct strlist *l, const char *s)
{
	strlist_for_each (item, l)
		if (!strcmp(*item, s))
			return true;
	return false;
}

int strlist_copy(struct strlist *to, const struct strlist *from)
{
	struct strlist copy = { 0 };

	strlist_for_each (s, from) {
		if (strlist_add(&copy, *s)) {
			strlist_release(&copy);
			return -ENOMEM;
		}
	}
	strlist_release(to);
	*to = copy;
	return 0;
}

char *strlist_join(const struct strlist *l, const char *between)
{
	size_t size = 1;
	char *joined, *end;

	strlist_for_each (s, l)
		size += strlen(*s) + strlen(between);
	joined = malloc(size);
	if (!joined)
		return NULL;
	end = joined;
	*end = '\0';
	strlist_for_each (s, l) {
		if (s != l->v)
			end = stpcpy(end, between);
		end = stpcpy(end, *s);
	}
	return joined;
}

void strlist_release(struct strlist *l)
{
	strlist_for_each (s, l)
		free(*s);
	free(l->v);
	*l = (struct strlist){ 0 };
}

int strlist_add_words(struct strlist *l, const char *s)
{
	char *copy = strdup(s), *rest = copy;
	int err = copy ? 0 : -ENOMEM;

	for (char *word; !err && (word = strsep(&rest, " \t"));)
		if (*word)
			err = strlist_add(l, word);
	free(copy);
	return err;
}
