/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * splitmix: SplitMix64 (Steele, Lea, Flood, Fast Splittable Pseudorandom Number Generators, OOPSLA
 * 2014): well mixed 64-bit numbers from any seed. Not for secrets.
 */
#ifndef NT_LIB_SPLITMIX_H
#define NT_LIB_SPLITMIX_H

#include <stdint.h>

/* The next number; *state is the seed at first. */
static inline uint64_t splitmix_next(uint64_t *state)
{
	uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return z ^ z >> 31;
}

#endif
