/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The kernel that runs, and how it was built. */
#include "harness/host_part.h"

#include "lib/jsontext.h"

json_t *host_kernel(const struct host_source *h)
{
	json_t *config = host_config(h);
	struct utsname u;

	host_uname(h, &u);
	return json_pack("{s:o,s:o,s:o,s:o,s:o,s:o,s:o}", "release",
			 host_text_or(h, "/proc/sys/kernel/osrelease", u.release), "version",
			 host_text_or(h, "/proc/sys/kernel/version", u.version), "banner",
			 host_text(h, "/proc/version"), "cmdline", host_text(h, "/proc/cmdline"),
			 "tainted", host_int(h, "/proc/sys/kernel/tainted"), "preemption",
			 host_preemption(h, config), "config", config);
}
