/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "report/stats_boots.h"

static size_t first_of_boot(const int *boot, int wanted)
{
	size_t i = 0;

	while (boot[i] != wanted)
		i++;
	return i;
}

static double boot_mean(const double *v, const int *boot, size_t n, int wanted)
{
	long double sum = 0;
	size_t used = 0;

	for (size_t i = 0; i < n; i++) {
		if (boot[i] != wanted || isnan(v[i]))
			continue;
		sum += v[i];
		used++;
	}
	return used ? (double)(sum / used) : NAN;
}

size_t stats_boot_means(const double *v, const int *boot, size_t n, double *mean)
{
	size_t boots = 0;

	for (size_t i = 0; i < n; i++)
		if (boot[i] < 0)
			return 0;
	for (size_t i = 0; i < n; i++) {
		if (first_of_boot(boot, boot[i]) != i)
			continue;
		mean[boots] = boot_mean(v, boot, n, boot[i]);
		if (!isnan(mean[boots]))
			boots++;
	}
	return boots;
}
