/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/settings.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/jsontext.h"

#define STATE_FOLDER "/run/numa_test"
#define STATE_FILE   "settings.json"
#define VALUE_LIMIT  (64 << 10)

/* --- one value ---------------------------------------------------------------------------- */

/* "kernel.numa_balancing" lies at /proc/sys/kernel/numa_balancing; the caller frees it. */
static char *value_path(const char *name)
{
	char *path;

	if (*name == '/')
		return strdup(name);
	if (asprintf(&path, "/proc/sys/%s", name) < 0)
		return NULL;
	for (char *p = path + strlen("/proc/sys/"); *p; p++)
		if (*p == '.')
			*p = '/';
	return path;
}

static int read_value(const char *name, char **text, struct errmsg *e)
{
	char *path = value_path(name);
	char *buf = calloc(1, VALUE_LIMIT);
	int fd = path && buf ? open(path, O_RDONLY | O_CLOEXEC) : -1;
	ssize_t n = fd < 0 ? -1 : read(fd, buf, VALUE_LIMIT - 1);
	int err = errno;

	if (fd >= 0)
		close(fd);
	free(path);
	if (n < 0) {
		free(buf);
		return errmsg_errno(e, err, "%s", name);
	}
	*text = buf;
	return 0;
}

static int write_value(const char *name, const char *value, struct errmsg *e)
{
	char *path = value_path(name);
	int fd = path ? open(path, O_WRONLY | O_CLOEXEC) : -1;
	ssize_t n = fd < 0 ? -1 : write(fd, value, strlen(value));
	int err = errno;

	if (fd >= 0)
		close(fd);
	free(path);
	return n < 0 ? errmsg_errno(e, err, "%s: can't write '%s'", name, value) : 0;
}

static char *trimmed(const char *text)
{
	size_t len;

	text += strspn(text, " \t\n");
	len = strlen(text);
	while (len && strchr(" \t\n", text[len - 1]))
		len--;
	return strndup(text, len);
}

/* The word `word` of a text of words, as "WORD" or "NO_WORD"; NULL where it has neither. */
static char *feature_word(const char *text, const char *word)
{
	const char *bare = strncmp(word, "NO_", 3) ? word : word + 3;
	char *copy = strdup(text), *rest = copy, *found = NULL;

	for (char *w; copy && !found && (w = strsep(&rest, " \n"));)
		if (!strcmp(w, bare) || (!strncmp(w, "NO_", 3) && !strcmp(w + 3, bare)))
			found = strdup(w);
	free(copy);
	return found;
}

char *settings_present_value(const char *text, const char *wanted)
{
	const char *open_bracket = strchr(text, '[');
	const char *close_bracket = open_bracket ? strchr(open_bracket, ']') : NULL;
	char *word;

	if (close_bracket)
		return strndup(open_bracket + 1, (size_t)(close_bracket - open_bracket - 1));
	word = strchr(text, ' ') ? feature_word(text, wanted) : NULL;
	return word ? word : trimmed(text);
}

static int present_value(const char *name, const char *wanted, char **value, struct errmsg *e)
{
	char *text = NULL;
	int err = read_value(name, &text, e);

	if (err)
		return err;
	*value = settings_present_value(text, wanted);
	free(text);
	return *value ? 0 : errmsg_errno(e, ENOMEM, "%s", name);
}

/* A sysctl of several numbers is written with blanks and read with tabs. */
static bool same_words(const char *a, const char *b)
{
	for (;;) {
		size_t n;

		a += strspn(a, " \t");
		b += strspn(b, " \t");
		n = strcspn(a, " \t");
		if (n != strcspn(b, " \t") || strncmp(a, b, n))
			return false;
		if (!n)
			return true;
		a += n;
		b += n;
	}
}

/* Writes and reads back: some files take a value and keep another. */
static int set_value(const char *name, const char *value, struct errmsg *e)
{
	char *now;
	int err = write_value(name, value, e);

	if (!err)
		err = present_value(name, value, &now, e);
	if (err)
		return err;
	if (!same_words(now, value))
		err = errmsg_set(e, EIO, "%s: '%s' was written, but it reads '%s'", name, value,
				 now);
	free(now);
	return err;
}

/* --- the state file ----------------------------------------------------------------------- */

static char *state_path(void)
{
	const char *folder = getenv("NUMA_TEST_STATE");
	char *path;

	if (asprintf(&path, "%s/%s", folder ? folder : STATE_FOLDER, STATE_FILE) < 0)
		return NULL;
	return path;
}

/* Every folder on the way to path: a bare initramfs has no /run. */
static int make_state_folder(const char *path, struct errmsg *e)
{
	char *folder = strdup(path);
	int err = 0;

	if (!folder)
		return errmsg_errno(e, ENOMEM, "settings");
	for (char *p = strchr(folder + 1, '/'); p && !err; p = strchr(p + 1, '/')) {
		*p = '\0';
		if (mkdir(folder, 0755) && errno != EEXIST)
			err = errmsg_errno(e, errno, "%s", folder);
		*p = '/';
	}
	free(folder);
	return err;
}

/* The lock lives in a file of its own: the state file is replaced when it is written. */
static int take_lock(const char *path, int *fd, struct errmsg *e)
{
	char *lock;

	if (asprintf(&lock, "%s.lock", path) < 0)
		return errmsg_errno(e, ENOMEM, "settings");
	*fd = open(lock, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0644);
	free(lock);
	if (*fd < 0)
		return errmsg_errno(e, errno, "%s", path);
	if (!flock(*fd, LOCK_EX | LOCK_NB))
		return 0;
	close(*fd);
	*fd = -1;
	return errmsg_set(e, EBUSY, "another harness is changing settings of this machine now");
}

static json_t *state_json(const struct settings *s, const char *boot_id)
{
	json_t *values = json_array();

	for (size_t i = 0; i < s->n; i++)
		json_array_append_new(values,
				      json_pack("{s:o, s:o}", "name", jsontext_string(s->v[i].name),
						"value", jsontext_string(s->v[i].old)));
	return json_pack("{s:i, s:o, s:o}", "schema", 1, "boot_id", jsontext_string(boot_id),
			 "values", values);
}

static int save_state(const struct settings *s, const char *boot_id, struct errmsg *e)
{
	json_t *o = state_json(s, boot_id);
	int err = o ? jsontext_save(s->state_path, o, e) : errmsg_errno(e, ENOMEM, "settings");

	json_decref(o);
	return err;
}

static int restore_stored(const json_t *values, size_t *restored, struct errmsg *e)
{
	json_t *o;
	size_t i;
	int first = 0;

	json_array_foreach (values, i, o) {
		const char *name = json_string_value(json_object_get(o, "name"));
		const char *value = json_string_value(json_object_get(o, "value"));
		int err = name && value ? set_value(name, value, first ? NULL : e) : -EINVAL;

		if (!err)
			(*restored)++;
		first = first ? first : err;
	}
	return first;
}

static int recover_from(const char *path, const char *boot_id, size_t *restored, struct errmsg *e)
{
	const char *stored_boot;
	json_t *o;
	int err = jsontext_load(path, VALUE_LIMIT * 16, &o, e);

	if (err)
		return err;
	stored_boot = json_string_value(json_object_get(o, "boot_id"));
	if (stored_boot && boot_id && !strcmp(stored_boot, boot_id))
		err = restore_stored(json_object_get(o, "values"), restored, e);
	json_decref(o);
	if (!err)
		unlink(path);
	else
		errmsg_prefix(e, "settings that an earlier run changed can't be put back");
	return err;
}

int settings_recover(const char *boot_id, size_t *restored, struct errmsg *e)
{
	char *path = state_path();
	int fd = -1, err = 0;

	*restored = 0;
	if (!path)
		return errmsg_errno(e, ENOMEM, "settings");
	/* A lock that is held belongs to a living harness: its settings are its own. */
	if (!access(path, F_OK) && !take_lock(path, &fd, NULL)) {
		err = recover_from(path, boot_id, restored, e);
		close(fd);
	}
	free(path);
	return err;
}

/* --- a campaign --------------------------------------------------------------------------- */

static bool is_word_file(const char *name)
{
	const char *slash = strrchr(name, '/');

	return slash && !strcmp(slash, "/features");
}

static const char *bare_word(const char *word)
{
	return strncmp(word, "NO_", 3) ? word : word + 3;
}

/* The same name twice is one setting, but two words of the scheduler's features are two. */
static bool is_setting_of(const struct setting *s, const struct plan_setting *wanted)
{
	return !strcmp(s->name, wanted->name) &&
	       (!s->word || !strcmp(s->word, bare_word(wanted->value)));
}

static bool has_setting(const struct settings *s, const struct plan_setting *wanted)
{
	for (size_t i = 0; i < s->n; i++)
		if (is_setting_of(&s->v[i], wanted))
			return true;
	return false;
}

static void setting_release(struct setting *s)
{
	free(s->name);
	free(s->word);
	free(s->old);
}

static int add_setting(struct settings *s, const struct plan_setting *wanted, struct errmsg *e)
{
	bool is_word = is_word_file(wanted->name);
	struct setting *grown, new = { 0 };
	int err;

	if (has_setting(s, wanted))
		return 0;
	err = present_value(wanted->name, wanted->value, &new.old, e);
	if (err)
		return err;
	new.name = strdup(wanted->name);
	new.word = is_word ? strdup(bare_word(wanted->value)) : NULL;
	grown = reallocarray(s->v, s->n + 1, sizeof(*grown));
	if (grown)
		s->v = grown;
	if (!grown || !new.name || (is_word && !new.word)) {
		setting_release(&new);
		return errmsg_errno(e, ENOMEM, "settings");
	}
	s->v[s->n++] = new;
	return 0;
}

static int add_variant(struct settings *s, const struct plan_variant *v, struct errmsg *e)
{
	for (size_t i = 0; i < v->n_settings; i++) {
		int err = add_setting(s, &v->settings[i], e);

		if (err) {
			errmsg_prefix(e, "--variant %s", v->label);
			return err;
		}
	}
	return 0;
}

int settings_open(struct settings *s, const struct plan *p, const char *boot_id, struct errmsg *e)
{
	int err = 0;

	*s = (struct settings){ .lock_fd = -1 };
	if (!p->n_variants)
		return 0;
	for (size_t i = 0; !err && i < p->n_variants; i++)
		err = add_variant(s, &p->variants[i], e);
	if (err)
		return err;
	s->state_path = state_path();
	if (!s->state_path)
		return errmsg_errno(e, ENOMEM, "settings");
	err = make_state_folder(s->state_path, e);
	if (!err)
		err = take_lock(s->state_path, &s->lock_fd, e);
	return err ? err : save_state(s, boot_id, e);
}

static const char *wanted_value(const struct plan_variant *v, const struct setting *s)
{
	const char *value = NULL;

	for (size_t i = 0; i < v->n_settings; i++)
		if (is_setting_of(s, &v->settings[i]))
			value = v->settings[i].value;
	return value;
}

int settings_apply(struct settings *s, const struct plan_variant *v, struct errmsg *e)
{
	for (size_t i = 0; i < s->n; i++) {
		struct setting *setting = &s->v[i];
		const char *value = wanted_value(v, setting);
		int err = 0;

		if (value || setting->moved)
			err = set_value(setting->name, value ? value : setting->old, e);
		if (err) {
			errmsg_prefix(e, "--variant %s", v->label);
			return err;
		}
		setting->moved = value != NULL;
	}
	return 0;
}

int settings_restore(struct settings *s, struct errmsg *e)
{
	int first = 0;

	for (size_t i = 0; i < s->n; i++) {
		int err = set_value(s->v[i].name, s->v[i].old, first ? NULL : e);

		s->v[i].moved = err != 0;
		first = first ? first : err;
	}
	if (!first && s->lock_fd >= 0)
		unlink(s->state_path);
	return first;
}

void settings_release(struct settings *s)
{
	for (size_t i = 0; i < s->n; i++)
		setting_release(&s->v[i]);
	free(s->v);
	free(s->state_path);
	if (s->lock_fd >= 0)
		close(s->lock_fd);
	*s = (struct settings){ .lock_fd = -1 };
}
