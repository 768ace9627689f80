/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/import_label.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <jansson.h>

#include "lib/jsontext.h"

/* "Subject: …" is not the name of a kernel; nor is "Note: …". */
static const char *const no_labels[] = {
	"from",        "to",           "cc",           "bcc",
	"subject",     "date",         "message-id",   "in-reply-to",
	"references",  "reply-to",     "sender",       "received",
	"list-id",     "x-mailer",     "mime-version", "user-agent",
	"lines",       "newsgroups",   "organization", "note",
	"notes",       "ps",           "fyi",          "update",
	"warning",     "http",         "https",        "hi",
	"hello",       "thanks",       "content-type", "content-transfer-encoding",
	"return-path", "delivered-to", "status",
};

/* "Kernel: 2.5.39": what comes behind is the name. */
static const char *const name_follows[] = {
	"kernel", "scheduler", "version", "label",  "name", "patch",
	"config", "set",       "results", "result", "run",  "test",
};

static bool is_one_of(const char *const *list, size_t n, const char *word, int len)
{
	for (size_t i = 0; i < n; i++)
		if (strlen(list[i]) == (size_t)len && !strncasecmp(list[i], word, (size_t)len))
			return true;
	return false;
}

#define ONE_OF(list, word, len) is_one_of(list, sizeof(list) / sizeof(*(list)), word, len)

static bool has_alnum(const char *p, int len)
{
	for (int i = 0; i < len; i++)
		if (isalnum((unsigned char)p[i]))
			return true;
	return false;
}

static int count_words(const char *p, int len)
{
	int words = 0;

	for (int i = 0; i < len; i++)
		words += p[i] != ' ' && p[i] != '\t' && (!i || p[i - 1] == ' ' || p[i - 1] == '\t');
	return words;
}

/* Shortens [*p, *p + *len) by the blanks around it. */
static void trim(const char **p, int *len)
{
	while (*len && (**p == ' ' || **p == '\t')) {
		(*p)++;
		(*len)--;
	}
	while (*len && ((*p)[*len - 1] == ' ' || (*p)[*len - 1] == '\t'))
		(*len)--;
}

/* The line without the blanks around it, if a name could be in it at all. */
static bool take_line(const char *line, struct import_label *found)
{
	size_t len = strlen(line);

	*found = (struct import_label){ .label = line, .label_len = (int)len };
	if (len > IMPORT_LABEL_MAX)
		return false;
	trim(&found->label, &found->label_len);
	return has_alnum(found->label, found->label_len) && !strchr("$#(|", *found->label);
}

/* The colon that ends a heading: at the line's end or with a blank behind. */
static const char *heading_colon(const char *p, int len)
{
	for (int i = 0; i < len; i++)
		if (p[i] == ':' && (i + 1 == len || p[i + 1] == ' ' || p[i + 1] == '\t'))
			return p + i;
	return NULL;
}

/* "Somebody wrote:" above a quote. */
static bool is_attribution(const char *p, int len)
{
	static const char *const verbs[] = { "wrote", "writes", "said", "schrieb" };

	for (size_t i = 0; i < sizeof(verbs) / sizeof(*verbs); i++) {
		int verb = (int)strlen(verbs[i]);

		if (len > verb && !strncmp(p + len - verb, verbs[i], (size_t)verb))
			return true;
	}
	return false;
}

/* "A: text", "without:", "with patch:". */
static bool take_heading(struct import_label *found, const char *colon)
{
	int head = (int)(colon - found->label), rest = found->label_len - head - 1;
	int words = count_words(found->label, head);

	if (!has_alnum(found->label, head) || ONE_OF(no_labels, found->label, head))
		return false;
	if (rest ? words != 1 : words > 4 || is_attribution(found->label, head))
		return false;
	found->title = colon + 1;
	found->title_len = rest;
	found->label_len = head;
	trim(&found->title, &found->title_len);
	trim(&found->label, &found->label_len);
	if (found->title_len && ONE_OF(name_follows, found->label, found->label_len)) {
		found->label = found->title;
		found->label_len = found->title_len;
		found->title_len = 0;
	}
	return true;
}

static bool is_sentence(const char *p, int len)
{
	return strchr(".,;!?", p[len - 1]) != NULL;
}

/* "2.5.40-mm2 + …": begins with digits, a point and a digit. */
static bool begins_with_version(const char *p, int len)
{
	int i = 0;

	while (i < len && isdigit((unsigned char)p[i]))
		i++;
	return i && i + 1 < len && p[i] == '.' && isdigit((unsigned char)p[i + 1]);
}

/* "=== NAME ===", which our own report prints above each of several sets. */
static bool take_framed(struct import_label *found)
{
	const char *p = found->label;
	int len = found->label_len, left = (int)strspn(p, "="), right = 0;

	while (right < len && p[len - 1 - right] == '=')
		right++;
	if (left < 2 || right < 2 || left + right >= len || p[left] != ' ')
		return false;
	found->label = p + left;
	found->label_len = len - left - right;
	trim(&found->label, &found->label_len);
	return found->label_len > 0;
}

bool import_label_find(const char *line, struct import_label *found)
{
	const char *colon;
	int words;

	if (!take_line(line, found))
		return false;
	if (take_framed(found))
		return true;
	colon = heading_colon(found->label, found->label_len);
	if (colon)
		return take_heading(found, colon);
	words = count_words(found->label, found->label_len);
	if (is_sentence(found->label, found->label_len) ||
	    ONE_OF(no_labels, found->label, found->label_len))
		return false;
	return words == 1 || (words <= 10 && begins_with_version(found->label, found->label_len));
}

bool import_label_any(const char *line, struct import_label *found)
{
	const char *colon;

	if (import_label_find(line, found))
		return true;
	if (!take_line(line, found) || is_sentence(found->label, found->label_len))
		return false;
	colon = heading_colon(found->label, found->label_len);
	if (colon && ONE_OF(no_labels, found->label, (int)(colon - found->label)))
		return false;
	if (found->label[found->label_len - 1] == ':')
		found->label_len--;
	return true;
}

/* Control characters as \xNN; jsontext does the same for what is no UTF-8. */
static char *escape_controls(const char *text, int len)
{
	char *copy = malloc(4 * (size_t)len + 1), *out = copy;

	if (!copy)
		return NULL;
	for (int i = 0; i < len; i++) {
		unsigned char c = (unsigned char)text[i];

		if (c < 0x20 || c == 0x7f)
			out += sprintf(out, "\\x%02x", c);
		else
			*out++ = (char)c;
	}
	*out = '\0';
	return copy;
}

char *import_label_copy(const char *text, int len)
{
	char *plain = escape_controls(text, len), *copy;
	json_t *utf8 = plain ? jsontext_string(plain) : NULL;

	copy = json_is_string(utf8) ? strdup(json_string_value(utf8)) : NULL;
	json_decref(utf8);
	free(plain);
	return copy;
}
