/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The preemption model in force, and what told it. */
#include "harness/host_part.h"

#include <stdlib.h>
#include <string.h>

#include "lib/jsontext.h"

static bool has_word(const char *text, const char *word)
{
	size_t n = strlen(word);

	for (const char *at = text; (at = strstr(at, word)); at += n)
		if ((at == text || at[-1] == ' ') && (!at[n] || at[n] == ' '))
			return true;
	return false;
}

/* The value of the last "preempt=" of the command line. */
static char *chosen_at_boot(const struct host_source *h)
{
	char *cmdline = host_raw(h, "/proc/cmdline"), *rest = cmdline, *word, *model = NULL;

	while ((word = strsep(&rest, " "))) {
		if (strncmp(word, "preempt=", 8))
			continue;
		free(model);
		model = strdup(word + 8);
	}
	free(cmdline);
	return model;
}

static const char *built_in(const json_t *config)
{
	static const struct {
		const char *word, *model;
	} models[] = {
		{ "PREEMPT_RT", "rt" },     { "PREEMPT_LAZY", "lazy" },
		{ "PREEMPT", "full" },      { "PREEMPT_VOLUNTARY", "voluntary" },
		{ "PREEMPT_NONE", "none" },
	};
	const json_t *words = json_object_get(config, "words");

	for (size_t i = 0; i < sizeof(models) / sizeof(*models); i++) {
		const char *value = json_string_value(json_object_get(words, models[i].word));

		if (value && !strcmp(value, "y"))
			return models[i].model;
	}
	return NULL;
}

static json_t *told(json_t *model, const char *source)
{
	return json_pack("{s:o,s:s?}", "model", model, "source", source);
}

/*
 * Without debugfs: "PREEMPT_RT" and "PREEMPT" in the version are models, "PREEMPT_DYNAMIC" says
 * that the command line may have chosen one, else the configuration's default holds.
 */
static json_t *guess(const struct host_source *h, const json_t *config, const char *version)
{
	char *chosen;
	json_t *model;

	if (has_word(version, "PREEMPT_RT"))
		return told(json_string("rt"), "version");
	if (has_word(version, "PREEMPT"))
		return told(json_string("full"), "version");
	chosen = has_word(version, "PREEMPT_DYNAMIC") ? chosen_at_boot(h) : NULL;
	if (chosen) {
		model = jsontext_string(chosen);
		free(chosen);
		return told(model, "cmdline");
	}
	if (built_in(config))
		return told(json_string(built_in(config)), "config");
	return told(json_null(), NULL);
}

json_t *host_preemption(const struct host_source *h, const json_t *config)
{
	json_t *model = host_choice(h, "/sys/kernel/debug/sched/preempt");
	char *version;

	if (!json_is_null(model))
		return told(model, "debugfs");
	json_decref(model);
	version = host_raw(h, "/proc/sys/kernel/version");
	model = guess(h, config, version ? version : "");
	free(version);
	return model;
}
