/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a person sets: a difference here explains a difference of results. */
#include "harness/host_part.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/jsontext.h"

#define CPU_DIR "/sys/devices/system/cpu"
#define THP_DIR "/sys/kernel/mm/transparent_hugepage"

/* intel_pstate says no_turbo, all other drivers boost. */
static json_t *turbo(const struct host_source *h)
{
	json_t *off = host_flag(h, CPU_DIR "/intel_pstate/no_turbo");

	if (json_is_null(off))
		return host_flag(h, CPU_DIR "/cpufreq/boost");
	return json_boolean(json_is_false(off));
}

/* --- command line -------------------------------------------------------------------------------
 */

/* Words that name what was booted, not how. */
static bool names_the_boot(const char *word)
{
	static const char *const names[] = { "BOOT_IMAGE=", "initrd=", "root=", "resume=" };

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (!strncmp(word, names[i], strlen(names[i])))
			return true;
	return false;
}

/* End of a word; spaces between quotation marks are part of it (kernel: lib/cmdline.c). */
static char *word_end(char *s)
{
	bool quoted = false;

	for (; *s && (quoted || !isspace((unsigned char)*s)); s++)
		if (*s == '"')
			quoted = !quoted;
	return s;
}

static json_t *words_json(char *s)
{
	json_t *words = json_array();

	for (;;) {
		char *end;

		s += strspn(s, " \t\n");
		if (!*s)
			return words;
		end = word_end(s);
		if (*end)
			*end++ = '\0';
		if (!names_the_boot(s) && json_array_append_new(words, jsontext_string(s))) {
			json_decref(words);
			return NULL;
		}
		s = end;
	}
}

static json_t *cmdline_words(const struct host_source *h)
{
	char *text = host_raw(h, "/proc/cmdline");
	json_t *words = text ? words_json(text) : json_null();

	free(text);
	return words;
}

json_t *host_person(const struct host_source *h)
{
	return json_pack(
		"{s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:o}", "clocksource",
		host_text(h, "/sys/devices/system/clocksource/clocksource0/current_clocksource"),
		"governor", host_distinct(h, CPU_DIR "/cpufreq", "policy", "scaling_governor"),
		"energy_preference",
		host_distinct(h, CPU_DIR "/cpufreq", "policy", "energy_performance_preference"),
		"turbo", turbo(h), "smt", host_text(h, CPU_DIR "/smt/control"), "thp",
		host_choice(h, THP_DIR "/enabled"), "thp_defrag", host_choice(h, THP_DIR "/defrag"),
		"numa_balancing", host_int(h, "/proc/sys/kernel/numa_balancing"), "cmdline",
		cmdline_words(h));
}
