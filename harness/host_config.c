/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The kernel's configuration: the words of it that matter to schedulers and memory. */
#include "harness/host_part.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <zlib.h>

#include "lib/jsontext.h"
#include "lib/sysfile.h"

#define MAX_BYTES (4 << 20) /* a large configuration has 300 KiB */

/* The first part of words that are kept, without CONFIG_. */
static const char *const kept[] = {
	"CC_VERSION_TEXT",
	"CFS_BANDWIDTH",
	"CGROUP_SCHED",
	"COMPACTION",
	"CPU_FREQ_DEFAULT_GOV",
	"CPU_ISOLATION",
	"CPUMASK_OFFSTACK",
	"DAMON",
	"DEBUG_LOCK",
	"DEBUG_PREEMPT",
	"ENERGY_MODEL",
	"EXT_GROUP_SCHED",
	"FAIR_GROUP_SCHED",
	"HIGH_RES_TIMERS",
	"HUGETLB",
	"HZ",
	"IRQ_TIME_ACCOUNTING",
	"KASAN",
	"KCSAN",
	"LOCKDEP",
	"LRU_GEN",
	"LTO",
	"MIGRATION",
	"MITIGATION",
	"NODES_SHIFT",
	"NO_HZ",
	"NR_CPUS",
	"NUMA",
	"PARAVIRT",
	"PREEMPT",
	"PROVE_LOCKING",
	"PSI",
	"READ_ONLY_THP",
	"RSEQ",
	"RT_GROUP_SCHED",
	"SCHED",
	"SLUB_DEBUG",
	"SPECULATION_MITIGATIONS",
	"TICK_CPU_ACCOUNTING",
	"TRANSPARENT_HUGEPAGE",
	"UCLAMP",
	"VIRT_CPU_ACCOUNTING",
};

static bool is_kept(const char *word)
{
	if (word[strspn(word, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_")])
		return false;
	for (size_t i = 0; i < sizeof(kept) / sizeof(*kept); i++)
		if (!strncmp(word, kept[i], strlen(kept[i])))
			return true;
	return false;
}

/* "250" without its quotation marks. */
static json_t *value_json(char *value)
{
	size_t n = strlen(value);

	if (n >= 2 && value[0] == '"' && value[n - 1] == '"') {
		value[n - 1] = '\0';
		value++;
	}
	return jsontext_string(value);
}

/* "CONFIG_HZ=250" or "# CONFIG_HZ_100 is not set", which is "n". */
static int add_line(json_t *words, char *line)
{
	char *off = strstr(line, " is not set"), *value;

	line[strcspn(line, "\n")] = '\0';
	if (!strncmp(line, "# CONFIG_", 9) && off) {
		*off = '\0';
		line += 9;
		return is_kept(line) ? json_object_set_new(words, line, json_string("n")) : 0;
	}
	value = strchr(line, '=');
	if (strncmp(line, "CONFIG_", 7) || !value)
		return 0;
	*value++ = '\0';
	line += 7;
	return is_kept(line) ? json_object_set_new(words, line, value_json(value)) : 0;
}

/* gzgets() reads plain files as they are. */
static json_t *read_words(gzFile f)
{
	json_t *words = json_object();
	char line[4096];

	while (words && gztell(f) < MAX_BYTES && gzgets(f, line, sizeof(line))) {
		if (add_line(words, line)) {
			json_decref(words);
			words = NULL;
		}
	}
	return words;
}

/* null unless it is a configuration. */
static json_t *read_config(const struct host_source *h, const char *path)
{
	int fd = sysfile_open(h->sysroot, "%s", path);
	gzFile f = fd < 0 ? NULL : gzdopen(fd, "rb");
	json_t *words;

	if (!f) {
		if (fd >= 0)
			close(fd);
		return json_null();
	}
	words = read_words(f);
	gzclose(f);
	if (!words || json_object_size(words))
		return words;
	json_decref(words);
	return json_null();
}

static json_t *try_path(const struct host_source *h, const char *path)
{
	json_t *words;

	if (!host_read_begin(h, path))
		return json_null();
	words = read_config(h, path);
	host_read_end(h);
	return json_is_null(words)
		       ? words
		       : json_pack("{s:o,s:o}", "path", jsontext_string(path), "words", words);
}

/* Places named after the release, which may be stale. */
static json_t *try_release(const struct host_source *h, const char *release)
{
	static const struct {
		const char *before, *behind;
	} places[] = {
		{ "/boot/config-", "" },
		{ "/lib/modules/", "/config" },
		{ "/usr/lib/modules/", "/config" },
		{ "/lib/modules/", "/build/.config" },
	};
	json_t *config = json_null();

	for (size_t i = 0; json_is_null(config) && i < sizeof(places) / sizeof(*places); i++) {
		char path[512];

		snprintf(path, sizeof(path), "%s%s%s", places[i].before, release, places[i].behind);
		config = try_path(h, path);
	}
	return config;
}

/* /proc/config.gz is the running kernel's own. */
json_t *host_config(const struct host_source *h)
{
	char *release = host_raw(h, "/proc/sys/kernel/osrelease");
	json_t *config = try_path(h, "/proc/config.gz");

	if (json_is_null(config) && release && !strchr(release, '/'))
		config = try_release(h, release);
	free(release);
	return config;
}
