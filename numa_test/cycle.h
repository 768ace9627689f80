/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * cycle: one single cycle over n elements in a seeded, random-looking order, without a table.
 *
 * Position i of the cycle holds element p(i + a), a from the seed; the successor of element j is
 *	next(j) = p(p^-1(j) + 1 mod n)
 * so that the element after any number of steps is known in O(1), and the successors of
 * consecutive elements can be computed in sequence, at the speed of memory.
 *
 * p is the hash h on the k bits that hold n - 1
 *	x ^= x >> s;  x = x * M1 mod 2^k;  x ^= x >> s;  x = x * M2 mod 2^k;  x ^= x >> s
 * with s = ceil(k / 2) and odd M: each step inverts (the xor undoes itself since 2s >= k). For an n
 * that is no power of two h is applied again until the value is below n ("cycle-walking": Black and
 * Rogaway, Ciphers with Arbitrary Finite Domains, CT-RSA 2002), which keeps it a permutation; at
 * most two rounds on average.
 *
 * Pure arithmetic; nothing to release.
 */
#ifndef NT_NUMA_TEST_CYCLE_H
#define NT_NUMA_TEST_CYCLE_H

#include <stddef.h>
#include <stdint.h>

struct cycle {
	uint64_t n;              /* elements, >= 1 */
	uint64_t mask;           /* 2^k - 1 */
	unsigned int shift;      /* s */
	uint64_t m1, m2;         /* the odd factors, from the seed */
	uint64_t first;          /* a, < n */
	uint64_t m1_inv, m2_inv; /* their inverses mod 2^64 */
};

/* 1 <= n <= 2^62. Equal n and seed give equal cycles on every machine. */
void cycle_init(struct cycle *c, uint64_t n, uint64_t seed);

uint64_t cycle_at(const struct cycle *c, uint64_t i);       /* p(i + a mod n), i < 2^63 */
uint64_t cycle_position(const struct cycle *c, uint64_t j); /* p^-1(j) - a mod n, j < n */

enum {
	CYCLE_BATCH = 64
};

/* next[i] = successor of element first + i, for count <= CYCLE_BATCH elements, all below n. */
void cycle_successors(const struct cycle *c, uint64_t first, size_t count, uint64_t *next);

#endif
