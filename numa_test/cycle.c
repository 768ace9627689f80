/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "numa_test/cycle.h"

#include <assert.h>

#include "lib/splitmix.h"

#define ALWAYS_INLINE static inline __attribute__((always_inline))

typedef uint64_t hash_fn(const struct cycle *c, uint64_t x);

ALWAYS_INLINE uint64_t hash(const struct cycle *c, uint64_t x)
{
	x ^= x >> c->shift;
	x = x * c->m1 & c->mask;
	x ^= x >> c->shift;
	x = x * c->m2 & c->mask;
	return x ^ x >> c->shift;
}

ALWAYS_INLINE uint64_t hash_inverse(const struct cycle *c, uint64_t x)
{
	x ^= x >> c->shift;
	x = x * c->m2_inv & c->mask;
	x ^= x >> c->shift;
	x = x * c->m1_inv & c->mask;
	return x ^ x >> c->shift;
}

/* Newton's iteration; an odd m is its own inverse mod 8, and each round doubles the valid bits. */
static uint64_t inverse(uint64_t m)
{
	uint64_t x = m;

	for (int bits = 3; bits < 64; bits *= 2)
		x *= 2 - m * x;
	return x;
}

static unsigned int bits_for(uint64_t n)
{
	return n > 1 ? 64 - (unsigned int)__builtin_clzll(n - 1) : 0;
}

void cycle_init(struct cycle *c, uint64_t n, uint64_t seed)
{
	unsigned int bits = bits_for(n);

	assert(n >= 1 && n <= UINT64_C(1) << 62);
	*c = (struct cycle){
		.n = n,
		.mask = (UINT64_C(1) << bits) - 1,
		.shift = (bits + 1) / 2,
	};
	c->m1 = splitmix_next(&seed) | 1;
	c->m2 = splitmix_next(&seed) | 1;
	c->m1_inv = inverse(c->m1);
	c->m2_inv = inverse(c->m2);
	c->first = splitmix_next(&seed) % n;
}

ALWAYS_INLINE uint64_t apply(const struct cycle *c, uint64_t x, hash_fn *h)
{
	do
		x = h(c, x);
	while (x >= c->n);
	return x;
}

uint64_t cycle_at(const struct cycle *c, uint64_t i)
{
	return apply(c, (i % c->n + c->first) % c->n, hash);
}

uint64_t cycle_position(const struct cycle *c, uint64_t j)
{
	return (apply(c, j, hash_inverse) + c->n - c->first) % c->n;
}

/*
 * As apply(), for a whole batch: those that fell outside are collected without a branch and hashed
 * again together. One by one, each would cost a mispredicted branch.
 */
ALWAYS_INLINE void apply_batch(const struct cycle *c, uint64_t *x, size_t count, hash_fn *h)
{
	unsigned char outside[CYCLE_BATCH + 1];
	size_t left = 0;

	for (size_t i = 0; i < count; i++)
		x[i] = h(c, x[i]);
	if (c->n > c->mask)
		return;
	for (size_t i = 0; i < count; i++) {
		outside[left] = (unsigned char)i;
		left += x[i] >= c->n;
	}
	while (left) {
		size_t still = 0;

		for (size_t k = 0; k < left; k++) {
			unsigned char i = outside[k];

			x[i] = h(c, x[i]);
			outside[still] = i;
			still += x[i] >= c->n;
		}
		left = still;
	}
}

void cycle_successors(const struct cycle *c, uint64_t first, size_t count, uint64_t *next)
{
	assert(count <= CYCLE_BATCH);
	for (size_t i = 0; i < count; i++)
		next[i] = first + i;
	apply_batch(c, next, count, hash_inverse);
	for (size_t i = 0; i < count; i++)
		next[i] = next[i] + 1 < c->n ? next[i] + 1 : 0;
	apply_batch(c, next, count, hash);
}
