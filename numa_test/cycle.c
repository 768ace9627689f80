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

/* --- a batch at once, for cycles of up to 2^32 elements ----------------------------------------
 */

/*
 * The loops over CYCLE_BATCH elements are written for the vectorizer: fixed length, local keys, no
 * branch inside. One by one, the multiplications and the mispredicted end of the cycle-walking cost
 * several times what the memory does.
 */
#ifdef __x86_64__
#define VECTOR_CLONES __attribute__((target_clones("avx2", "default")))
#else
#define VECTOR_CLONES
#endif

struct keys32 {
	uint32_t ma, mb, mask; /* factors in the order in which they are applied */
	uint32_t last;         /* n - 1 */
	unsigned int shift;
};

ALWAYS_INLINE uint32_t hash32(struct keys32 k, uint32_t x)
{
	x ^= x >> k.shift;
	x = x * k.ma & k.mask;
	x ^= x >> k.shift;
	x = x * k.mb & k.mask;
	return x ^ x >> k.shift;
}

VECTOR_CLONES static void apply32(uint32_t *restrict x, const struct keys32 *keys)
{
	const struct keys32 k = *keys;
	uint32_t outside = 0;

	for (int i = 0; i < CYCLE_BATCH; i++) {
		x[i] = hash32(k, x[i]);
		outside |= x[i] > k.last;
	}
	while (outside) {
		outside = 0;
		for (int i = 0; i < CYCLE_BATCH; i++) {
			uint32_t again = hash32(k, x[i]);

			x[i] = x[i] > k.last ? again : x[i];
			outside |= x[i] > k.last;
		}
	}
}

static void successors32(const struct cycle *c, uint64_t first, size_t count, uint64_t *next)
{
	const struct keys32 forward = { (uint32_t)c->m1, (uint32_t)c->m2, (uint32_t)c->mask,
					(uint32_t)(c->n - 1), c->shift };
	const struct keys32 back = { (uint32_t)c->m2_inv, (uint32_t)c->m1_inv, (uint32_t)c->mask,
				     (uint32_t)(c->n - 1), c->shift };
	uint32_t x[CYCLE_BATCH];

	/* A short batch is filled up with what comes to an end: not all numbers do. */
	for (size_t i = 0; i < CYCLE_BATCH; i++)
		x[i] = (uint32_t)(first + (i < count ? i : 0));
	apply32(x, &back);
	for (size_t i = 0; i < CYCLE_BATCH; i++)
		x[i] = x[i] < forward.last ? x[i] + 1 : 0;
	apply32(x, &forward);
	for (size_t i = 0; i < count; i++)
		next[i] = x[i];
}

void cycle_successors(const struct cycle *c, uint64_t first, size_t count, uint64_t *next)
{
	assert(count >= 1 && count <= CYCLE_BATCH);
	if (c->mask <= UINT32_MAX) {
		successors32(c, first, count, next);
		return;
	}
	for (size_t i = 0; i < count; i++) {
		uint64_t at = apply(c, first + i, hash_inverse) + 1;

		next[i] = apply(c, at < c->n ? at : 0, hash);
	}
}
