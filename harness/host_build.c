/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The program that measured. */
#include "harness/host_part.h"

#include <gnu/libc-version.h>
#include <hwloc.h>

#include "lib/jsontext.h"
#include "lib/version.h"

/* 0x20900 is 2.9. */
static json_t *hwloc_version(void)
{
	unsigned version = hwloc_get_api_version();

	return json_sprintf("%u.%u.%u", version >> 16, version >> 8 & 0xff, version & 0xff);
}

json_t *host_build(void)
{
	const char *git = version_git();

	return json_pack("{s:s,s:s?,s:s,s:s,s:o}", "version", version_number(), "git",
			 *git ? git : NULL, "compiler", version_compiler(), "libc",
			 gnu_get_libc_version(), "hwloc_api", hwloc_version());
}
