/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/summary.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "lib/jsontext.h"

static const char *const pm_names[] = {
	[SUMMARY_PM_UNKNOWN] = "unknown",
	[SUMMARY_PM_SD] = "sd",
	[SUMMARY_PM_SEM] = "sem",
	[SUMMARY_PM_CV_PCT] = "cv_pct",
};

void summary_init(struct summary *s)
{
	*s = (struct summary){
		.n = -1,
		.repeats = -1,
		.mean = NAN,
		.pm = NAN,
		.mean_printed = NAN,
		.change_printed_pct = NAN,
	};
}

void summary_release(struct summary *s)
{
	free(s->metric);
	free(s->label);
	*s = (struct summary){ 0 };
}

double summary_sd(const struct summary *s)
{
	switch (s->pm_kind) {
	case SUMMARY_PM_UNKNOWN:
	case SUMMARY_PM_SD:
		return s->pm;
	case SUMMARY_PM_SEM:
		return s->repeats > 0 ? s->pm * sqrt((double)s->repeats) : NAN;
	case SUMMARY_PM_CV_PCT:
		return fabs(s->mean) * s->pm / 100;
	case SUMMARY_PM_NONE:
		break;
	}
	return NAN;
}

/* --- writing ------------------------------------------------------------------------------ */

char *summary_write(const struct summary *s)
{
	char *line;
	json_t *o;

	o = json_pack("{s:i, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:b, s:o, s:o}", "schema",
		      SUMMARY_SCHEMA, "metric", jsontext_string(s->metric), "case",
		      jsontext_string(s->label), "n", jsontext_int(s->n), "repeats",
		      jsontext_int(s->repeats), "mean", jsontext_real(s->mean), "pm",
		      jsontext_real(s->pm), "pm_kind", jsontext_string(pm_names[s->pm_kind]),
		      "other_conditions", s->other_conditions, "mean_printed",
		      jsontext_real(s->mean_printed), "change_printed_pct",
		      jsontext_real(s->change_printed_pct));
	line = o ? json_dumps(o, JSON_COMPACT | JSON_REAL_PRECISION(15)) : NULL;
	json_decref(o);
	return line;
}

/* --- reading ------------------------------------------------------------------------------ */

static int wrong(struct errmsg *e, const char *key, const char *expected)
{
	return errmsg_set(e, EINVAL, "\"%s\" is not %s", key, expected);
}

static int get_real(const json_t *o, const char *key, double *x, struct errmsg *e)
{
	const json_t *v = json_object_get(o, key);

	if (!v || json_is_null(v))
		return 0;
	if (!json_is_number(v))
		return wrong(e, key, "a number");
	*x = json_number_value(v);
	return 0;
}

static int get_count(const json_t *o, const char *key, int64_t *x, struct errmsg *e)
{
	const json_t *v = json_object_get(o, key);

	if (!v || json_is_null(v))
		return 0;
	if (!json_is_integer(v) || json_integer_value(v) < 0)
		return wrong(e, key, "a count");
	*x = json_integer_value(v);
	return 0;
}

static int get_string(const json_t *o, const char *key, char **s, struct errmsg *e)
{
	const json_t *v = json_object_get(o, key);

	if (!v || json_is_null(v))
		return 0;
	if (!json_is_string(v))
		return wrong(e, key, "a string");
	*s = strdup(json_string_value(v));
	return *s ? 0 : errmsg_errno(e, ENOMEM, "\"%s\"", key);
}

static int get_pm_kind(const json_t *o, enum summary_pm *kind, struct errmsg *e)
{
	const json_t *v = json_object_get(o, "pm_kind");

	*kind = SUMMARY_PM_NONE;
	if (!v || json_is_null(v))
		return 0;
	for (size_t i = 0; json_is_string(v) && i < sizeof(pm_names) / sizeof(*pm_names); i++) {
		if (pm_names[i] && !strcmp(pm_names[i], json_string_value(v))) {
			*kind = (enum summary_pm)i;
			return 0;
		}
	}
	return wrong(e, "pm_kind", "\"unknown\", \"sd\", \"sem\" or \"cv_pct\"");
}

static int get_schema(const json_t *o, struct errmsg *e)
{
	const json_t *v = json_object_get(o, "schema");

	if (!json_is_integer(v) || json_integer_value(v) < 1)
		return wrong(e, "schema", "a number from 1 on");
	if (json_integer_value(v) > SUMMARY_SCHEMA)
		return errmsg_set(e, EINVAL,
				  "schema %lld is newer than %d, which this program reads",
				  (long long)json_integer_value(v), SUMMARY_SCHEMA);
	return 0;
}

static int get_fields(struct summary *s, const json_t *o, struct errmsg *e)
{
	int ret;

	if ((ret = get_schema(o, e)) || (ret = get_string(o, "metric", &s->metric, e)) ||
	    (ret = get_string(o, "case", &s->label, e)) || (ret = get_count(o, "n", &s->n, e)) ||
	    (ret = get_count(o, "repeats", &s->repeats, e)) ||
	    (ret = get_real(o, "mean", &s->mean, e)) || (ret = get_real(o, "pm", &s->pm, e)) ||
	    (ret = get_pm_kind(o, &s->pm_kind, e)) ||
	    (ret = get_real(o, "mean_printed", &s->mean_printed, e)) ||
	    (ret = get_real(o, "change_printed_pct", &s->change_printed_pct, e)))
		return ret;
	s->other_conditions = json_is_true(json_object_get(o, "other_conditions"));
	return s->metric ? 0 : errmsg_set(e, EINVAL, "\"metric\" is missing");
}

int summary_read(struct summary *s, const char *line, size_t len, struct errmsg *e)
{
	json_error_t err;
	json_t *o = json_loadb(line, len, JSON_REJECT_DUPLICATES, &err);
	int ret;

	summary_release(s);
	summary_init(s);
	if (!json_is_object(o))
		ret = errmsg_set(e, EINVAL, "%s", o ? "not a JSON object" : err.text);
	else
		ret = get_fields(s, o, e);
	json_decref(o);
	if (ret)
		summary_release(s);
	return ret;
}

/* --- the list ----------------------------------------------------------------------------- */

struct summary *summary_list_add(struct summary_list *l)
{
	if (l->n == l->room) {
		size_t room = l->room ? 2 * l->room : 16;
		struct summary *grown = reallocarray(l->v, room, sizeof(*grown));

		if (!grown)
			return NULL;
		l->v = grown;
		l->room = room;
	}
	summary_init(&l->v[l->n]);
	return &l->v[l->n++];
}

void summary_list_release(struct summary_list *l)
{
	for (size_t i = 0; i < l->n; i++)
		summary_release(&l->v[i]);
	free(l->v);
	*l = (struct summary_list){ 0 };
}
