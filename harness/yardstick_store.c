/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The yardstick on disk: yardstick.json of each set of a campaign. */
#include "harness/yardstick.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "lib/jsontext.h"

int yardstick_load(struct yardstick *y, const char *results, const struct plan *p, struct errmsg *e)
{
	json_t *o;
	int err = sets_load_json(&o, results, p, YARDSTICK_FILE, e);

	if (err)
		return err;
	err = yardstick_read(y, o, e);
	if (err)
		errmsg_prefix(e, YARDSTICK_FILE);
	json_decref(o);
	return err;
}

static int store_one(const struct store *s, const json_t *o, struct errmsg *e)
{
	char *path;
	int err = 0;

	if (!faccessat(s->dir_fd, YARDSTICK_FILE, F_OK, 0))
		return 0;
	if (asprintf(&path, "%s/%s", s->path, YARDSTICK_FILE) < 0)
		return errmsg_errno(e, ENOMEM, YARDSTICK_FILE);
	err = jsontext_save(path, o, e);
	free(path);
	return err;
}

int yardstick_store(const struct yardstick *y, const struct sets *s, struct errmsg *e)
{
	json_t *o = yardstick_write(y);
	int err = o ? 0 : errmsg_errno(e, ENOMEM, YARDSTICK_FILE);

	for (size_t i = 0; !err && i < s->n; i++)
		err = store_one(&s->stores[i], o, e);
	json_decref(o);
	return err;
}
