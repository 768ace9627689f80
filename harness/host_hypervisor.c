/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether this is a virtual machine, and whose. */
#include "harness/host_part.h"

#include <stdlib.h>
#include <string.h>

#if defined(__x86_64__) || defined(__i386__)
#include <cpuid.h>
#endif

#include "lib/jsontext.h"

/* The word "hypervisor" among the flags. */
static bool has_flag(const char *cpuinfo)
{
	char *flags = host_field(cpuinfo, "flags"), *rest = flags, *word;
	bool found = false;

	while (!found && (word = strsep(&rest, " ")))
		found = !strcmp(word, "hypervisor");
	free(flags);
	return found;
}

/* Leaf 0x40000000: "KVMKVMKVM", "Microsoft Hv", "TCGTCGTCGTCG" (the hypervisors' own manuals). */
static void cpuid_vendor(char vendor[13])
{
	memset(vendor, 0, 13);
#if defined(__x86_64__) || defined(__i386__)
	unsigned eax, ebx, ecx, edx;

	__cpuid(0x40000000, eax, ebx, ecx, edx);
	memcpy(vendor, &ebx, 4);
	memcpy(vendor + 4, &ecx, 4);
	memcpy(vendor + 8, &edx, 4);
#endif
}

static json_t *vendor_json(const struct host_source *h, bool flagged)
{
	char vendor[13] = "";
	json_t *type = host_text(h, "/sys/hypervisor/type");

	if (!json_is_null(type))
		return type;
	json_decref(type);
	if (flagged && !*h->sysroot)
		cpuid_vendor(vendor);
	if (*vendor)
		return jsontext_string(vendor);
	return host_text(h, "/proc/device-tree/hypervisor/compatible");
}

/* Only x86 tells that there is none: its flags are there, and "hypervisor" is not among them. */
json_t *host_hypervisor(const struct host_source *h, const char *cpuinfo)
{
	char *flags = cpuinfo ? host_field(cpuinfo, "flags") : NULL;
	bool flagged = flags && has_flag(cpuinfo);
	json_t *vendor = vendor_json(h, flagged);
	json_t *present;

	if (flagged || (vendor && !json_is_null(vendor)))
		present = json_true();
	else
		present = flags ? json_false() : json_null();
	free(flags);
	return json_pack("{s:o,s:o}", "present", present, "vendor", vendor);
}
