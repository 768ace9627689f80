/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A boot is a draw: runs of one boot share what that boot gave them.
 */
#ifndef NT_REPORT_STATS_BOOTS_H
#define NT_REPORT_STATS_BOOTS_H

#include <stddef.h>

/* From so many boots on, on both sides, the unit of a comparison is one boot's mean. */
#define STATS_MIN_BOOTS 3

/*
 * boot[i] >= 0 is the boot of v[i], < 0 is unknown. Writes the mean of each boot into mean[]
 * (room for n, no overlap with v), in the order in which the boots first appear, and gives their
 * number. NAN values are left out; a boot that has no other values does not count. 0 when a boot
 * is unknown: then nothing can be said about boots.
 */
size_t stats_boot_means(const double *v, const int *boot, size_t n, double *mean);

#endif
