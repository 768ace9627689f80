/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * strlist: a growing list of strings it owns. An all-zero struct is valid and empty. The array is
 * always NULL-terminated once something was added, so that v can be an argv.
 */
#ifndef NT_LIB_STRLIST_H
#define NT_LIB_STRLIST_H

#include <stdbool.h>
#include <stddef.h>

struct strlist {
	char **v; /* NULL-terminated, or NULL while empty */
	size_t n, room;
};

#define strlist_for_each(s, list) for (char **s = (list)->v; s && s < (list)->v + (list)->n; s++)

int strlist_add(struct strlist *l, const char *s); /* copies; 0 or -ENOMEM */
int strlist_addf(struct strlist *l, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* Each word of s, separated by blanks and tabs; no quotes. */
int strlist_add_words(struct strlist *l, const char *s); /* 0 or -ENOMEM */
int strlist_add_once(struct strlist *l, const char *s);  /* nothing if it is there already */
bool strlist_has(const struct strlist *l, const char *s);
int strlist_copy(struct strlist *to, const struct strlist *from); /* releases what `to` held */
char *strlist_join(const struct strlist *l, const char *between); /* caller frees; NULL: memory */
void strlist_release(struct strlist *l);

#endif
