/* SPDX-License-Identifier: GPL-3.0-or-later */
/* autosize: how large an array is when nobody says (`--size auto`). */
#ifndef NT_LIB_AUTOSIZE_H
#define NT_LIB_AUTOSIZE_H

#include <stddef.h>
#include <stdint.h>

/*
 * One size for all N of a plan: min(4 x LLC, 256 MiB, 60 % of the smallest node's free memory x
 * nodes / largest N), at least 64 MiB, whole pages of 2 MiB. Unknown (-1) inputs do not limit it.
 * free_bytes is that of the smallest node that has memory, nodes counts those.
 */
int64_t autosize_bytes(int64_t llc_bytes, int64_t free_bytes, size_t nodes, int max_jobs);

#endif
