/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lib/version.h"

#ifdef __clang__
#define COMPILER "clang " __clang_version__
#else
#define COMPILER "gcc " __VERSION__
#endif

const char *version_number(void)
{
	return NT_VERSION;
}

const char *version_git(void)
{
	return NT_GIT_VERSION;
}

const char *version_compiler(void)
{
	return COMPILER;
}
